"""What running rules may have worked out from things that a player cannot tell.

Contract: pure, over lowered code; errs on the side of "may hang on what is hidden". `Derivation(program, kinds)` looks at a
program in which things of these kinds are hidden. A value may be SECRET (it hangs on which hidden thing is which), name things
by their place (UNSEEN: a renamed state names others there by itself), or by what they are (NAMED). What follows from the way
that a rule has taken, instead of from values, is seen only where a verb gives back a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import FUNCTIONS
from rulekit.program.game import Program
from rulekit.program.types import Type, is_kind

SECRET, UNSEEN, NAMED = 1, 2, 4
_THINGS = UNSEEN | NAMED
_PLACES = frozenset(("owner", "zone", "position", "cell", "face_up", "die"))  # attributes of the place, not of the thing
Place = tuple[str, int]  # a local: the path of its routine, its slot


def parts(node: Any) -> Iterator[c.Core]:
    """The expressions that an expression or operation is made of."""
    for part in fields(node):
        value = getattr(node, part.name)
        for one in value if isinstance(value, tuple | list) else (value,):
            if isinstance(one, c.Core):
                yield one
            elif isinstance(one, o.OptionHead):
                yield from parts(one)
            elif isinstance(one, tuple):
                yield from (item for item in one if isinstance(item, c.Core))


class Derivation:
    """The flags of every local, define and result of a program, as long as something new is found."""

    def __init__(self, program: Program, kinds: frozenset[str]) -> None:
        self.program, self.kinds = program, kinds
        self.locals: dict[Place, int] = {}
        self._bound: dict[Place, int] = {}  # names that queries bind, as long as one looks at what they work out
        self._results: dict[str, int] = {}  # of verbs and defines, by the path of their routine or `define NAME`
        self._asked: set[tuple[str, tuple[int, ...]]] = set()  # defines with what they were given
        self._events: dict[str, int] = {}  # of what events are about, by verb
        self._hiding = {name for name, zone in program.zones.items() if zone.seen != "everyone" and self._hidden(*zone.holds)}
        self._powers = self._texts()
        self._changed = True
        while self._changed:
            self._changed = False
            self._once()

    def _texts(self) -> dict[str, list[o.Routine]]:
        found: dict[str, list[o.Routine]] = {}
        for texts in (*(k.texts for k in self.program.kinds.values()), *(d.texts for d in self.program.designs.values())):
            for power, path in texts.items():
                found.setdefault(power, []).append(self.program.routines[path])
        return found

    def _hidden(self, *names: str) -> bool:
        """May things of these kinds be hidden?"""
        parents = self.program.parents
        return any(
            name in ("", "thing", "any") or is_kind(kind, name, parents) or is_kind(name, kind, parents)
            for name in names
            for kind in self.kinds
        )

    def _bears(self, bearer: str) -> bool:
        """May the thing that bears an ability be hidden?"""
        sort, _, name = bearer.partition(":")
        design = self.program.designs.get(name) if sort == "design" else None
        return sort in ("kind", "design") and self._hidden(design.kind if design is not None else name)

    def names_hidden(self, type_: Type) -> bool:
        """May a value of this type name hidden things?"""
        if type_.tag == "thing":
            return self._hidden(type_.name)
        if type_.many:
            return self.names_hidden(type_.element)
        if type_.tag == "record":
            return any(self.names_hidden(part) for _, part in self.program.records[type_.name])
        return type_.tag == "any"

    def _add(self, known: dict[Any, int], key: Any, flags: int) -> None:
        if flags & ~known.get(key, 0):
            known[key] = known.get(key, 0) | flags
            self._changed = True

    # ---------- operations ----------
    def _once(self) -> None:
        program = self.program
        for routine in program.routines.values():
            for at, op in enumerate(routine.ops):
                self._operation(routine, at, op)
        for name, given in list(self._asked):
            value = program.defines[name].value
            if value is not None:
                self._add(self._results, f"define {name} {given}", self.flags(value, f"define {name} {given}"))
        for kind in program.kinds.values():
            for stat in kind.stats.values():
                path = f"stat {kind.head.name}.{stat.name}"
                self._add(self.locals, (path, c.THIS), UNSEEN if self._hidden(kind.head.name) else 0)
                self._add(self._results, path, self.flags(stat.value, path))
        for modifier in program.modifiers:
            nodes = [modifier.value, *filter(None, (modifier.target, modifier.condition))]
            flags = SECRET if any(self.flags(node, f"stat {modifier.stat}") & SECRET for node in nodes) else 0
            self._add(self._results, f"stat {modifier.stat}", flags)
        abilities = [(watch.bearer, watch.routine) for watch in program.watches]
        abilities += [(clock.bearer, clock.routine) for clock in program.clocks]
        abilities += [(standing.bearer, standing.option.routine) for standing in program.anytimes]
        for bearer, path in abilities:
            self._add(self.locals, (path, c.THIS), UNSEEN if self._bears(bearer) else 0)
        for watch in program.watches:
            for bind in watch.binds:
                if bind.slot >= 0:
                    type_ = program.routines[watch.routine].types[bind.slot]
                    unseen = UNSEEN if self.names_hidden(type_) else 0
                    self._add(self.locals, (watch.routine, bind.slot), unseen | self._events.get(watch.verb, 0) & SECRET)
        for bundle in program.bundles.values():
            for bearer, path in abilities:
                if bearer == f"scope:{bundle.path}":
                    self._inherit(path, bundle.routine, bundle.captured)

    def _inherit(self, path: str, parent: str, captured: int) -> None:
        for slot in range(captured):
            self._add(self.locals, (path, slot), self.locals.get((parent, slot), 0))

    def _sets(self, path: str, slot: int, flags: int) -> None:
        if slot >= 0:
            self._add(self.locals, (path, slot), flags)

    def _operation(self, routine: o.Routine, at: int, op: o.Operation) -> None:
        path = routine.path
        match op:
            case o.Let():
                self._sets(path, op.slot, self.flags(op.value, path))
            case o.Choose():
                flags = self.flags(op.source, path)  # whoever chooses does so for all to see, unless it is sealed
                self._sets(path, op.slot, flags if op.random else flags & ~SECRET)
            case o.Ask():
                for head in op.options:
                    if head.source is not None:
                        self._sets(path, head.slot, self.flags(head.source, path) & ~SECRET)
            case o.NextItem():
                self._sets(path, op.slot, self.locals.get((path, op.items), 0))
            case o.CycleNext():
                flags = self.flags(op.source, path) | (self.flags(op.where, path) & SECRET if op.where is not None else 0)
                self._sets(path, op.slot, flags)
                self._sets(path, op.last, flags)
            case o.Gain():
                self._sets(path, op.bind, self.flags(op.bundle, path) & SECRET)
                self._add(self._events, op.mode, self.flags(op.bundle, path) & SECRET)
                self._add(self._events, "gain", self.flags(op.bundle, path) & SECRET)
                self._add(self._events, "lose", self.flags(op.bundle, path) & SECRET)
            case o.Draw():
                self._sets(path, op.bind, UNSEEN)
            case o.AskTimes():
                self._sets(path, op.slot, 0)
            case o.CallVerb():
                self._call(routine, at, op)
            case o.Activate():
                for text in self._powers.get(op.power, ()):
                    self._sets(text.path, c.THIS, self.flags(op.thing, path) & _THINGS)
                    self._passes(text, op.args, path)
                    self._returns(routine, at, text.path)
            case o.Return():
                if op.value is not None:
                    self._add(self._results, path, self.flags(op.value, path) | self._branches(routine))
            case o.Proceed():
                if op.value is not None:
                    for watch in self.program.watches:
                        if watch.routine == path:
                            self._add(self._events, watch.verb, self.flags(op.value, path) & SECRET)
            case o.EndScope() if op.then:
                self._inherit(op.then, path, self.program.routines[op.then].captured)
            case o.Lasting() if op.routine:
                self._inherit(op.routine, path, self.program.routines[op.routine].captured)
            case o.UnderBegin() if not op.bundle:
                for name, bundle in self.program.bundles.items():
                    if name.endswith(f"/{op.rules}"):
                        for param, value in zip(bundle.params, op.args, strict=False):
                            self._sets(bundle.routine, param.slot, self.flags(value, path))

    def _branches(self, routine: o.Routine) -> int:
        """A result hangs on the ways that led to it."""
        conditions = [op.condition for op in routine.ops if isinstance(op, o.JumpUnless | o.Require)]
        return SECRET if any(self.flags(node, routine.path) & SECRET for node in conditions) else 0

    def _call(self, routine: o.Routine, at: int, op: o.CallVerb) -> None:
        verb = self.program.verbs[op.verb]
        for value in op.args:
            self._add(self._events, op.verb, self.flags(value, routine.path) & SECRET)
        if verb.routine:
            self._passes(self.program.routines[verb.routine], op.args, routine.path)
            self._returns(routine, at, verb.routine)

    def _passes(self, routine: o.Routine, args: Iterable[c.Core], path: str) -> None:
        for slot, value in zip(routine.params, args, strict=False):
            self._sets(routine.path, slot, self.flags(value, path))

    def _returns(self, routine: o.Routine, at: int, path: str) -> None:
        following = routine.ops[at + 1] if at + 1 < len(routine.ops) else None
        if isinstance(following, o.TakeResult):
            self._sets(routine.path, following.slot, self._results.get(path, 0))

    # ---------- expressions ----------
    def flags(self, node: c.Core, path: str) -> int:
        """What a value hangs on and names."""
        found = self._flags(node, path)
        return found if found <= SECRET or self.names_hidden(node.type) else found & SECRET

    def _all(self, nodes: Iterable[c.Core | None], path: str) -> int:
        found = 0
        for node in nodes:
            found |= self.flags(node, path) if node is not None else 0
        return found

    def _flags(self, node: c.Core, path: str) -> int:
        match node:
            case c.Const():
                return NAMED if self.names_hidden(node.type) else 0
            case c.Local():
                place = path, node.slot
                return self._bound[place] if place in self._bound else self.locals.get(place, 0)
            case c.GetVar():
                owners = self._all(node.owners, path)
                secret = self.program.vars[node.var].secret or owners & (SECRET | NAMED)
                return (SECRET if secret else 0) | UNSEEN
            case c.GetField() | c.HasPower() | c.IsDesign() | c.IsKind():
                thing = self.flags(node.thing, path)
                told = not isinstance(node, c.IsKind) or not self._is_always(node.thing.type, node.kind)
                return (SECRET if thing & SECRET or (told and thing & UNSEEN) else 0) | NAMED
            case c.GetStat():
                return (SECRET if self.flags(node.thing, path) & (SECRET | UNSEEN) else 0) | self._results.get(
                    f"stat {node.stat}", 0
                )
            case c.ZoneOf():
                return SECRET if self._all(node.owners, path) & (SECRET | NAMED) else 0
            case c.Items():
                known = isinstance(node.zone, c.ZoneOf) and node.zone.zone not in self._hiding
                return self.flags(node.zone, path) & SECRET | (0 if known else UNSEEN)
            case c.ZoneUnion():
                return self._all((node.owner,), path) & SECRET | (UNSEEN if node.zone in self._hiding else 0)
            case c.Attr():
                thing = self.flags(node.thing, path)
                wanted = SECRET | (NAMED if node.name in _PLACES else UNSEEN)
                return (SECRET if thing & wanted else 0) | UNSEEN
            case c.TheThing() | c.Owned():
                return NAMED
            case c.Each() | c.Keep() | c.Fold() | c.Rank():
                return self._query(node, path)
            case c.Op():
                return self._op(node, path)
            case c.IfElse():
                return self.flags(node.condition, path) & SECRET | self._all((node.yes, node.no), path)
            case c.Within() | c.Count():
                return self._search(node, path)
            case c.CallDefine():
                return self._define(node.name, tuple(self.flags(value, path) for value in node.args))
            case c.Builtin():
                return self._builtin(node, path)
        return self._all(parts(node), path)

    def _define(self, name: str, given: tuple[int, ...]) -> int:
        """A define, looked at for each sort of values that it is given."""
        path = f"define {name} {given}"
        if (name, given) not in self._asked:
            self._asked.add((name, given))
            self._changed = True
            for at, flags in enumerate(given):
                self._add(self.locals, (path, at + 2), flags)
        return self._results.get(path, 0)

    def _is_always(self, type_: Type, kind: str) -> bool:
        return type_.tag == "thing" and is_kind(type_.name, kind, self.program.parents)

    def _query(self, node: c.Each | c.Keep | c.Fold | c.Rank, path: str) -> int:
        """The name stands for an item inside alone: a choice keeps what was chosen under the same one, for all to see."""
        source, place = self.flags(node.source, path), (path, node.slot)
        around = self._bound.get(place)
        self._bound[place] = source
        found = self._queried(node, path, source)
        if around is None:
            del self._bound[place]
        else:
            self._bound[place] = around
        return found

    def _queried(self, node: c.Each | c.Keep | c.Fold | c.Rank, path: str, source: int) -> int:
        match node:
            case c.Each():
                return source & SECRET | self.flags(node.body, path)
            case c.Keep():
                told = node.kind is not None and source & UNSEEN and not self._is_always(node.source.type.element, node.kind)
                return source | (SECRET if told else 0) | self._all((node.where,), path) & SECRET
            case c.Rank():
                return source | self._all(node.keys, path) & SECRET
        return source & SECRET | (self.flags(node.body, path) if node.body is not None else 0)

    def _op(self, node: c.Op, path: str) -> int:
        left, right = self.flags(node.left, path), self.flags(node.right, path)
        both = left | right
        told = node.op == "same_design" or (node.op in ("==", "!=", "list-") and both & NAMED)
        return both | (SECRET if told and both & UNSEEN else 0)

    def _search(self, node: c.Within | c.Count, path: str) -> int:
        if isinstance(node, c.Count):
            source = self.flags(node.source, path)
            told = node.mode in ("kind", "design") and source & UNSEEN
            return SECRET if told or source & SECRET else 0
        both = self.flags(node.item, path) | self.flags(node.source, path)
        told = both & UNSEEN and (node.by_design or both & NAMED)
        return SECRET if told or both & SECRET else 0

    def _builtin(self, node: c.Builtin, path: str) -> int:
        found = self._all(node.args, path)
        if node.step:
            given = (0, *(self.flags(value, path) for value in node.args[2:]))
            found |= self._define(node.step, given)
        if node.name in ("top", "bottom"):
            found |= UNSEEN
        return found | NAMED if FUNCTIONS[node.name].fixed else found
