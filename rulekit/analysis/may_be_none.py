"""Which numbers, lists, bundles and texts may be none, in the whole program.

Contract: pure, over lowered code; errs on the side of "may be none". Things, members of values, designs, zones and records
may always be none and are not looked at, but for lists that hold them. Worked out as long as something new is found.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rulekit.analysis.flow import Flow, flow_of
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import FUNCTIONS
from rulekit.program.game import Bind, Program
from rulekit.program.ops import Routine
from rulekit.program.types import Type, missing_of

NEVER_NONE = ("number", "yesno", "bundle", "list", "dice", "text")  # unless a rule makes it so
Place = tuple[str, int]  # a local: the path of its routine, its slot


class MayBeNone:
    """Locals, variables, defines and computed values that may be none, or that are lists that may hold none."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.locals: set[Place] = set()
        self.held: set[Place] = set()  # lists that may hold none
        self.vars: set[str] = set()
        self.held_vars: set[str] = set()
        self.defines: set[str] = set()
        self.held_defines: set[str] = set()
        self._parts: set[str] = set()  # fields and stats, by name
        self._flows: dict[str, Flow] = {}
        self._powers = self._routines_of_powers()
        self._binds = self._binds_of_verbs()
        self._fixed()
        size = -1
        while size != (size := self._size()):
            for routine in program.routines.values():
                for op in routine.ops:
                    self._operation(routine.path, op)
            self._computed()
            for path, (parent, captured) in self.captures.items():
                self._inherit(path, parent, captured)

    def _size(self) -> int:
        found = (self.locals, self.held, self.vars, self.held_vars, self.defines, self.held_defines, self._parts)
        return sum(len(part) for part in found)

    # ---------- what is set at a place ----------
    def flow(self, path: str) -> Flow:
        found = self._flows.get(path)
        if found is None:
            found = self._flows[path] = flow_of(self.program.routines[path], self._given(path))
        return found

    def none_at(self, path: str, place: int, slot: int) -> bool:
        """May a local that is never none by its type be none at a place of its routine?"""
        if (path, slot) in self.locals:
            return True
        known = self.flow(path).set_at[place]
        return known is None or slot not in known

    def _given(self, path: str) -> frozenset[int]:
        """The locals that a routine starts with: parameters, what a pattern binds, what was there when it was detached."""
        found = {0, 1, *self.program.routines[path].params, *self._bound.get(path, ())}
        for parent, place in self._detached.get(path, ()):
            known = self.flow(parent).set_at[place]
            if known is None:
                return frozenset(found)
            found |= known
        return frozenset(found)

    @cached_property
    def _bound(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for watch in self.program.watches:
            found.setdefault(watch.routine, set()).update(bind.slot for bind in watch.binds if bind.slot >= 0)
        for clock in self.program.clocks:
            if clock.of is not None and clock.of.slot >= 0:
                found.setdefault(clock.routine, set()).add(clock.of.slot)
        for standing in self.program.anytimes:
            if standing.option.slot >= 0:
                found.setdefault(standing.option.routine, set()).add(standing.option.slot)
        for path, bundle in self.program.bundles.items():
            for routine in self.scoped.get(path, ()):
                found.setdefault(routine, set()).update(param.slot for param in bundle.params)
        return found

    @cached_property
    def scoped(self) -> dict[str, list[str]]:
        """The routines of the abilities of each bundle."""
        found: dict[str, list[str]] = {}
        borne = [(watch.bearer, watch.routine) for watch in self.program.watches]
        borne += [(clock.bearer, clock.routine) for clock in self.program.clocks]
        borne += [(standing.bearer, standing.option.routine) for standing in self.program.anytimes]
        for bearer, routine in borne:
            if bearer.startswith("scope:"):
                found.setdefault(bearer[6:], []).append(routine)
        return found

    @cached_property
    def _detached(self) -> dict[str, list[tuple[str, int]]]:
        """Where routines that start with a copy of locals are detached: by path, the routine and the place."""
        found: dict[str, list[tuple[str, int]]] = {}
        for routine in self.program.routines.values():
            for place, op in enumerate(routine.ops):
                for path in self._detaches(op):
                    found.setdefault(path, []).append((routine.path, place))
        return found

    def _detaches(self, op: o.Operation) -> list[str]:
        if isinstance(op, o.EndScope):
            return [op.then] if op.then else []
        if isinstance(op, o.Lasting):
            return [op.routine] if op.routine else self.scoped.get(op.bundle, [])
        return self.scoped.get(op.bundle, []) if isinstance(op, o.UnderBegin) else []

    @cached_property
    def captures(self) -> dict[str, tuple[str, int]]:
        """Routines that start with locals of another: its path, and how many."""
        routines = self.program.routines
        found = {path: (sites[0][0], routines[sites[0][0]].size) for path, sites in self._detached.items()}
        for path, bundle in self.program.bundles.items():
            found.update(dict.fromkeys(self.scoped.get(path, ()), (bundle.routine, bundle.captured)))
        return found

    def _inherit(self, path: str, parent: str, captured: int) -> None:
        for known in (self.locals, self.held):
            known |= {(path, slot) for where, slot in known if where == parent and slot < captured}

    # ---------- what the declarations say ----------
    def _routines_of_powers(self) -> dict[str, list[Routine]]:
        found: dict[str, list[Routine]] = {}
        program = self.program
        texts = [kind.texts for kind in program.kinds.values()] + [design.texts for design in program.designs.values()]
        for powers in texts:
            for power, path in powers.items():
                found.setdefault(power, []).append(self.program.routines[path])
        return found

    def _binds_of_verbs(self) -> dict[str, list[tuple[str, Bind]]]:
        found: dict[str, list[tuple[str, Bind]]] = {}
        for watch in self.program.watches:
            found.setdefault(watch.verb, []).extend((watch.routine, bind) for bind in watch.binds)
        return found

    def _fixed(self) -> None:
        for name, var in self.program.vars.items():
            if var.type.tag in NEVER_NONE and not var.resource and (var.default is None or self.none(var.default, "")):
                self.vars.add(name)
            if var.default is not None and self.holds_none(var.default, ""):
                self.held_vars.add(name)
        for kind in self.program.kinds.values():
            for field in kind.fields.values():
                if field.default is not None and self.none(field.default, ""):
                    self._parts.add(field.name)
        for design in self.program.designs.values():
            self._parts |= {name for name, value in design.fields.items() if self.none(value, "")}
        if any(board.from_map for board in self.program.boards.values()):
            self._parts |= {name for kind in self.program.kinds.values() for name in kind.fields}

    def _computed(self) -> None:
        for name, define in self.program.defines.items():
            if define.value is not None and self.none(define.value, f"define {name}"):
                self.defines.add(name)
            if define.value is not None and self.holds_none(define.value, f"define {name}"):
                self.held_defines.add(name)
        for kind in self.program.kinds.values():
            self._parts |= {name for name, stat in kind.stats.items() if self.none(stat.value, "")}

    # ---------- operations ----------
    def _operation(self, path: str, op: o.Operation) -> None:
        match op:
            case o.Let():
                self._sets((path, op.slot), op.value, path)
            case o.SetVar():
                if self.none(op.value, path):
                    self.vars.add(op.var)
                if self.holds_none(op.value, path):
                    self.held_vars.add(op.var)
            case o.TakeResult():
                self.locals.add((path, op.slot))
                self.held.add((path, op.slot))
            case o.NextItem():
                if (path, op.items) in self.held:
                    self.locals.add((path, op.slot))
            case o.Choose():
                self._element((path, op.slot), op.source, path)
                self.locals |= {(path, op.picked)}
                if op.sealed:  # a question in which nothing more is taken leaves none behind
                    self.held.add((path, op.picked))
            case o.Ask():
                for head in op.options:
                    if head.source is not None:
                        self._element((path, head.slot), head.source, path)
            case o.CycleNext():
                self.locals |= {(path, op.last), (path, op.slot)}
            case o.CallVerb():
                self._call(op, path)
            case o.Activate():
                for routine in self._powers.get(op.power, ()):
                    self._passes(routine, op.args, path)
            case o.UnderBegin():
                self._lends(op, path)
            case o.SealedSave():
                self.held.add((path, op.into))

    def _sets(self, place: Place, value: c.Core, path: str) -> None:
        if self.none(value, path):
            self.locals.add(place)
        if self.holds_none(value, path):
            self.held.add(place)

    def _element(self, place: Place, source: c.Core, path: str) -> None:
        if self.holds_none(source, path):
            self.locals.add(place)
            self.held.add(place)

    def _call(self, op: o.CallVerb, path: str) -> None:
        definition = self.program.verbs[op.verb]
        if definition.routine:
            self._passes(self.program.routines[definition.routine], op.args, path)
        for routine, bind in self._binds.get(op.verb, ()):
            if bind.slot >= 0 and bind.place.isdigit() and int(bind.place) < len(op.args):
                self._sets((routine, bind.slot), op.args[int(bind.place)], path)

    def _passes(self, routine: Routine, args: Iterable[c.Core], path: str) -> None:
        for slot, value in zip(routine.params, args, strict=False):
            self._sets((routine.path, slot), value, path)

    def _lends(self, op: o.UnderBegin, path: str) -> None:
        for name, bundle in self.program.bundles.items():
            if not op.bundle and name.endswith(f"/{op.rules}"):
                for param, value in zip(bundle.params, op.args, strict=False):
                    self._sets((bundle.routine, param.slot), value, path)

    # ---------- expressions ----------
    def none(self, node: c.Core, path: str) -> bool:
        """May this be none, though its type has something to stand for nothing?"""
        match node:
            case c.Const():
                return node.value is None
            case c.Local():
                return node.type.tag in NEVER_NONE and (path, node.slot) in self.locals
            case c.GetVar():
                return node.var in self.vars
            case c.GetField():
                return node.field in self._parts
            case c.GetStat():
                return node.stat.partition(".")[2] in self._parts
            case c.CallDefine():
                return node.name in self.defines
            case c.IfElse():
                return self.none(node.yes, path) or self.none(node.no, path)
            case c.Builtin():
                return self._builtin(node, path)
            case c.Part() | c.Setting():
                return node.type.tag in NEVER_NONE
        return False

    def _builtin(self, node: c.Builtin, path: str) -> bool:
        facts = FUNCTIONS[node.name]
        if facts.gives_item and missing_of(node.type) is None and not _has_item(node):
            return True
        return facts.none or (facts.gives_item and any(self.holds_none(arg, path) for arg in node.args))

    def holds_none(self, node: c.Core, path: str) -> bool:
        """May a list hold none?"""
        match node:
            case c.Const():
                return isinstance(node.value, tuple) and None in node.value
            case c.Local():
                return (path, node.slot) in self.held
            case c.GetVar():
                return node.var in self.held_vars
            case c.CallDefine():
                return node.name in self.held_defines
            case c.IfElse():
                return self.holds_none(node.yes, path) or self.holds_none(node.no, path)
            case c.Keep() | c.Rank():
                return self.holds_none(node.source, path)
            case c.Op():
                return node.op.startswith("list") and any(self.holds_none(side, path) for side in (node.left, node.right))
            case c.MakeList():
                return any(self._missing(item, path) for item in node.items)
            case c.Each():
                return self.holds_none(node.body, path) if node.flat else self._missing(node.body, path)
            case c.Builtin():
                return FUNCTIONS[node.name].keeps_items and any(self.holds_none(arg, path) for arg in node.args)
            case c.GetField() | c.Part() | c.Setting():
                return True
        return False

    def _missing(self, node: c.Core, path: str) -> bool:
        """May an item of a list be none?"""
        return self.none(node, path) or (_may_be_nothing(node.type) and not isinstance(node, c.Const | c.TheThing))


def _has_item(node: c.Builtin) -> bool:
    """Is the item that is asked for surely there?"""
    items, *place = node.args
    if not place:
        return _has_items(items)
    at = place[0].value if isinstance(place[0], c.Const) else None
    return isinstance(items, c.MakeList) and isinstance(at, int) and 1 <= at <= len(items.items)


def _has_items(node: c.Core) -> bool:
    """Is a list surely not empty, by what it is made of?"""
    if isinstance(node, c.Each):
        return not node.flat and _has_items(node.source)
    return isinstance(node, c.MakeList) and len(node.items) > 0


def _may_be_nothing(type_: Type) -> bool:
    return type_.tag not in NEVER_NONE
