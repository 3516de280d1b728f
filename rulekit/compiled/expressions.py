"""Core expressions to Python expressions.

Contract: `Printer.expression(node, bound)` gives source that evaluates like `Evaluator.value`, with `m` the machine,
`s` its state, `V` its values, `Z` its zones, `W` where things lie, `U` what lies face up, and `L` the locals of the frame
in scope. `bound` maps slots that a query or a define binds to Python names or to known values. What no state can change
is computed while printing; what is fixed for the table becomes a constant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from rulekit.compiled.constants import Constants, Recipe
from rulekit.compiled.known import UNKNOWN, Bound, Foreseen, Known
from rulekit.compiled.ranges import Ranges
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.types import empty_of

CLOSED = -1  # in `bound`: every slot that is not named is none, `L` is not in scope
_SMALL = 256  # numbers up to here are one object each, so that things can be compared by `is`
_NUMBERS = ("+", "-", "*")
_ORDER = ("<", ">", "<=", ">=")
_INT = re.compile(r"-?\d+")
_SURE = re.compile(r"n\d+|\d+")
_SIMPLE = re.compile(r"[A-Za-z_]\w*|-?\d+|L\[\d+\]|'[^'\\]*'")
_FAILS = re.compile(r"\b(number|folded|spent|flat|OPERATIONS|modified)\b|\bm\.|\b[dg]_")
_LOOKED_UP = re.compile(r"(?P<table>K_\w+)\.get\((?P<owner>[a-z]\w*|L\[\d+\])\)")
_TRUTH = (c.Not, c.Within, c.IsKind, c.IsDesign, c.Running, c.HasPower, c.VerbRunning)


class Printer:
    """Prints expressions."""

    def __init__(self, machine: Machine) -> None:
        self.m, self.t, self.program = machine, machine.t, machine.program
        self.constants = Constants(machine)
        self.foreseen = Foreseen(machine)
        self.ranges = Ranges(self)
        self._fresh = 0
        self.numbers: set[str] = set()  # names of numbers that are never missing
        self._stats: dict[str, bool] = {}  # computed values: is each always a number?
        self.iterating = 0  # lists to loop over that are being printed: nothing can be named inside them
        self._print: dict[type, Callable[[Any, Bound], str]] = {
            c.Const: self._const,
            c.Local: self._local,
            c.GetVar: self._var,
            c.GetField: self._field,
            c.ZoneOf: self._zone,
            c.Items: self._items,
            c.ZoneUnion: self._union,
            c.Attr: self._attr,
            c.TheThing: self._the,
            c.Owned: self._owned,
            c.Op: self._op,
            c.Not: self._not,
            c.IfElse: self._if,
            c.IsKind: self._is_kind,
            c.IsDesign: self._is_design,
            c.MakeBundle: self._bundle,
            c.MakeList: self._list,
            c.MakeRecord: self._list,
            c.Part: self._part,
            c.Setting: self._setting,
            c.Running: self._running,
            c.HasPower: self._has_power,
            c.VerbRunning: self._verb_running,
        }

    def expression(self, node: c.Core, bound: Bound) -> str:
        known = self.foreseen.value(node, bound)
        if known is not UNKNOWN:
            return self.literal(known)
        return self._print[type(node)](node, bound)

    # ---------- names and constants ----------
    def constant(self, *recipe: Any) -> str:
        return self.constants.name(recipe)

    def made(self, recipe: Recipe) -> Any:
        """The value of a constant."""
        return self.constants.value(recipe)

    def fresh(self, prefix: str = "t") -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def literal(self, value: Any) -> str:
        if value is None or value == () or isinstance(value, bool | int | str):
            return repr(value)
        return self.constant("value", repr(value), value)

    def empty(self, node: c.Core) -> str:
        return self.literal(empty_of(node.type))

    def _const(self, node: c.Const, bound: Bound) -> str:
        return self.literal(node.value)

    def _setting(self, node: c.Setting, bound: Bound) -> str:
        return self.literal(self.t.options[node.name])

    def _local(self, node: c.Local, bound: Bound) -> str:
        found = bound.get(node.slot)
        if found is None:
            return "None" if CLOSED in bound else f"L[{node.slot}]"
        return self.literal(found.value) if isinstance(found, Known) else found

    @staticmethod
    def simple(source: str) -> bool:
        """May it be written twice? Names, numbers and locals may."""
        return _SIMPLE.fullmatch(source) is not None

    @staticmethod
    def sure_thing(source: str) -> bool:
        """Is it a thing for certain? Names of looped-over things begin with `n`."""
        return _SURE.fullmatch(source) is not None

    # ---------- what the table knows ----------
    def _var(self, node: c.GetVar, bound: Bound) -> str:
        slots = self.t.slot[node.var]
        if not node.owners:
            return f"V[{slots[()]}]"
        if len(node.owners) > 1:
            key = "(" + ", ".join(self.expression(o, bound) for o in node.owners) + ",)"
            return f"kept(V, {self.constant('slots', node.var)}, {key}, {self.empty(node)})"
        first = node.owners[0]
        if isinstance(first, c.Builtin) and first.name == "item":
            items: Any = self.foreseen.value(first.args[0], bound)
            if isinstance(items, tuple):  # the variable of the so manieth of a known list
                fits = {at: slots[item,] for at, item in enumerate(items, 1) if (item,) in slots}
                return self._kept_value(self.literal(fits), self.expression(first.args[1], bound), node)
        owner = self.expression(first, bound)
        if self.sure_thing(owner) and self._of_its_kind(node.owners[0], node.var):
            return self._sure_var(owner, node.var)
        return self._kept_value(self.constant("slots", node.var), owner, node)

    def _kept_value(self, table: str, owner: str, node: c.Core) -> str:
        if self.simple(owner):
            return f"(V[{table}[{owner}]] if {owner} in {table} else {self.empty(node)})"
        return f"kept(V, {table}, {owner}, {self.empty(node)})"

    def _of_its_kind(self, owner: c.Core, var: str) -> bool:
        """Is the owner surely one of those that have the variable? Seats and actors may differ, so players are not."""
        owners = self.made(("kind", self.program.vars[var].owners[0])) if self._owned_by_kind(var) else frozenset()
        return owner.type.tag == "thing" and bool(owners) and self.made(("kind", owner.type.name)) <= owners

    def _owned_by_kind(self, var: str) -> bool:
        return self.program.vars[var].owners[0] in self.program.kinds or self.program.vars[var].owners[0] == "player"

    def _sure_var(self, owner: str, var: str) -> str:
        slots = {k[0]: v for k, v in self.t.slot[var].items()}
        if owner.isdigit() and int(owner) in slots:
            return f"V[{slots[int(owner)]}]"
        shift = {slot - number for number, slot in slots.items()}
        if len(shift) == 1:
            return f"V[{owner} + {shift.pop()}]"
        return f"V[{self.constant('slot_list', var)}[{owner}]]"

    def _field(self, node: c.GetField, bound: Bound) -> str:
        table, thing = self.constant("field", node.field), self.expression(node.thing, bound)
        fields = self.made(("field", node.field))
        if (
            self.sure_thing(thing)
            and node.thing.type.tag == "thing"
            and fields.keys() >= self.made(("kind", node.thing.type.name))
        ):
            return f"{table}[{thing}]"
        return f"{table}.get({thing}, {self.empty(node)})"

    def _zone(self, node: c.ZoneOf, bound: Bound) -> str:
        if not node.owners:
            return str(self.t.zone_number[(node.zone,)])
        keys = [self.expression(o, bound) for o in node.owners]
        key = keys[0] if len(keys) == 1 else f"({', '.join(keys)},)"
        return f"{self.constant('zones', node.zone)}.get({key})"

    def _items(self, node: c.Items, bound: Bound) -> str:
        zone = node.zone
        if isinstance(zone, c.ZoneOf) and not zone.owners:
            return f"Z[{self.t.zone_number[(zone.zone,)]}]"
        if isinstance(zone, c.ZoneOf) and len(zone.owners) == 1:
            table, owner = self.constant("zones", zone.zone), self.expression(zone.owners[0], bound)
            numbers, kind = self.made(("zones", zone.zone)), zone.owners[0].type
            if owner.isdigit() and int(owner) in numbers:
                return f"Z[{numbers[int(owner)]}]"
            if self.sure_thing(owner) and kind.tag == "thing" and self.made(("kind", kind.name)) <= numbers.keys():
                shift = {number - of for of, number in numbers.items()}
                return f"Z[{owner} + {shift.pop()}]" if len(shift) == 1 else f"Z[{table}[{owner}]]"
            return self._kept_items(table, owner)
        if isinstance(zone, c.ZoneOf):
            return self._shared_zone(zone, bound)
        return f"lying(Z, {self.expression(zone, bound)})"

    def _kept_items(self, table: str, owner: str) -> str:
        if self.simple(owner):
            return f"(Z[{table}[{owner}]] if {owner} in {table} else ())"
        return f"kept(Z, {table}, {owner}, ())"

    def _shared_zone(self, zone: c.ZoneOf, bound: Bound) -> str:
        """A zone of several owners, all but one of which are known: a table for those that are left."""
        values = [self.foreseen.value(owner, bound) for owner in zone.owners]
        open_places = [at for at, value in enumerate(values) if value is UNKNOWN]
        if len(open_places) != 1:
            return f"lying(Z, {self.expression(zone, bound)})"
        at = open_places[0]
        fits = {
            owners[at]: number
            for owners, number in self.made(("zones", zone.zone)).items()
            if all(value is UNKNOWN or owners[i] == value for i, value in enumerate(values))
        }
        return self._kept_items(self.literal(fits), self.expression(zone.owners[at], bound))

    def _union(self, node: c.ZoneUnion, bound: Bound) -> str:
        return f"tuple({self.union(node, bound)})"

    def union(self, node: c.ZoneUnion, bound: Bound) -> str:
        if node.owner is None:
            numbers = self.made(("named_zones", node.zone))
            if len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):  # mostly empty ones
                return f"[i for z in filter(None, Z[{numbers[0]}:{numbers[-1] + 1}]) for i in z]"
            return f"[i for z in {self.constant('named_zones', node.zone)} for i in Z[z]]"
        table = self.constant("union", node.zone)
        return f"[i for z in {table}.get({self.expression(node.owner, bound)}, ()) for i in Z[z]]"

    def _attr(self, node: c.Attr, bound: Bound) -> str:
        thing = self.expression(node.thing, bound)
        if node.name == "name":
            return f"{self.constant('designs')}.get({thing})"
        quick = {
            "cell": self._held_by, "die": self._held_by, "zone": self._in_zone, "face_up": self._face_up,
            "position": self._position_in,
        }.get(node.name)  # fmt: skip
        if quick is not None and self.simple(thing):
            found = quick(node.name, thing)
            return found if self.sure_thing(thing) else f"({self.empty(node)} if {thing} is None else {found})"
        if node.name in ("cell", "die"):
            return self._holder_of_own(node.name, thing) or f"held_in(W, {self.constant('holder', node.name)}, {thing})"
        if self.sure_thing(thing):
            return f"m._attr_{node.name}({thing})"
        return f"asked(m._attr_{node.name}, {thing}, {self.empty(node)})"

    def _holder_of_own(self, kind: str, thing: str) -> str | None:
        """Where the one thing of a name lies that a player has."""
        found = _LOOKED_UP.fullmatch(thing)
        if found is None or self.constants.recipes[found["table"]][0] != "owned":
            return None
        table, owner = found["table"], found["owner"]
        return f"({self._held_by(kind, f'{table}[{owner}]')} if {owner} in {table} else None)"

    def _held_by(self, kind: str, thing: str) -> str:
        return f"{self.constant('holder', kind)}[W[{thing}]]"

    def _in_zone(self, _: str, thing: str) -> str:
        return f"{self.constant('zone_or_none')}[W[{thing}]]"

    def _face_up(self, _: str, thing: str) -> str:
        return f"U[{thing}]"

    def _position_in(self, _: str, thing: str) -> str:
        return f"(Z[W[{thing}]].index({thing}) + 1 if W[{thing}] >= 0 else 0)"

    def _the(self, node: c.TheThing, bound: Bound) -> str:
        numbers = self.t.by_design.get(node.design)
        return str(numbers[0]) if numbers else "None"

    def _owned(self, node: c.Owned, bound: Bound) -> str:
        return f"{self.constant('owned', node.design)}.get({self.expression(node.player, bound)})"

    def _is_kind(self, node: c.IsKind, bound: Bound) -> str:
        return f"({self.expression(node.thing, bound)} in {self.constant('kind', node.kind)})"

    def _is_design(self, node: c.IsDesign, bound: Bound) -> str:
        return f"({self.expression(node.thing, bound)} in {self.constant('design', node.design)})"

    def _has_power(self, node: c.HasPower, bound: Bound) -> str:
        return f"({self.expression(node.thing, bound)} in {self.constant('power', node.power)})"

    def _running(self, node: c.Running, bound: Bound) -> str:
        return f"m.is_running({self.expression(node.thing, bound)})"

    def _verb_running(self, node: c.VerbRunning, bound: Bound) -> str:
        return f"m.is_verb_running({node.verb!r})"

    # ---------- operations ----------
    def truth(self, node: c.Core, bound: Bound) -> str:
        """An expression that is asked only whether it holds, as True or False."""
        source = self.expression(node, bound)
        return source if self._is_truth(node) or source in ("True", "False") else f"bool({source})"

    def _is_truth(self, node: c.Core) -> bool:
        if isinstance(node, c.Op):
            return node.op in ("and", "or", "==", "!=", *_ORDER)
        if isinstance(node, c.CallDefine):
            value = self.program.defines[node.name].value
            return value is not None and not isinstance(value, c.CallDefine) and self._is_truth(value)
        return isinstance(node, _TRUTH) or (isinstance(node, c.Fold) and node.function in ("some", "every"))

    def _op(self, node: c.Op, bound: Bound) -> str:
        if node.op in ("and", "or"):
            return self._and_or(node, bound)
        left, right = self.expression(node.left, bound), self.expression(node.right, bound)
        if node.op in ("==", "!="):
            if right == "0" and left.startswith("len(") and whole(left[3:]):
                return f"(not {left[3:]})" if node.op == "==" else f"bool{left[3:]}"
            return self._equal(node, left, right)
        if node.op in _NUMBERS:
            return self._number(node, left, right, bound)
        if node.op in _ORDER:
            return self._order(node, left, right, bound)
        found = f"OPERATIONS[{node.op!r}]({left}, {right})"
        return f"spent(m, {found})" if node.op in ("..", "list+", "list-") else found

    def _and_or(self, node: c.Op, bound: Bound) -> str:
        left, right = self.truth(node.left, bound), self.truth(node.right, bound)
        neutral = "True" if node.op == "and" else "False"
        if left == neutral:
            return right
        if left in ("True", "False"):
            return left
        return left if right == neutral else f"({left} {node.op} {right})"

    def _equal(self, node: c.Op, left: str, right: str) -> str:
        same = "is" if node.op == "==" else "is not"
        if right == "None" or left == "None":
            return f"({left if right == 'None' else right} {same} None)"
        numbered = node.left.type.tag == node.right.type.tag == "thing" and len(self.t.entities) <= _SMALL
        if numbered and not left.isdigit() and not right.isdigit():
            return f"({left} {same} {right})"
        return f"({left} {node.op} {right})"

    def _number(self, node: c.Op, left: str, right: str, bound: Bound) -> str:
        one = left if _INT.fullmatch(left) or self.sure_number(node.left, bound) else f"({left} or 0)"
        two = right if _INT.fullmatch(right) or self.sure_number(node.right, bound) else f"({right} or 0)"
        if two == "0" and node.op in ("+", "-"):
            return one
        if one == "0" and node.op == "+":
            return two
        sure = self.ranges.within(node, bound)
        return f"({one} {node.op} {two})" if sure else f"number({one} {node.op} {two})"

    def _order(self, node: c.Op, left: str, right: str, bound: Bound) -> str:
        tests = []
        for side, source in ((node.left, left), (node.right, right)):
            if not _INT.fullmatch(source) and not self.sure_number(side, bound):
                if not self.simple(source):
                    return f"OPERATIONS[{node.op!r}]({left}, {right})"
                tests.append(f"{source} is not None and ")
        return f"({''.join(tests)}{left} {node.op} {right})"

    def sure_number(self, node: c.Core, bound: Bound) -> bool:
        """Is this number never none? Distances may be; counts, constants, resources and most variables are not."""
        if isinstance(node, c.Const):
            return node.value is not None
        if isinstance(node, c.Local):
            found = bound.get(node.slot)
            return found in self.numbers if isinstance(found, str) else isinstance(found, Known) and found.value is not None
        if isinstance(node, c.Fold | c.Count):
            return not isinstance(node, c.Fold) or node.type.tag == "number"
        if isinstance(node, c.GetVar):
            return self.program.vars[node.var].resource or node.var in self.sure_vars
        if isinstance(node, c.GetField):
            return node.type.tag == "number" and None not in self.made(("field", node.field)).values()
        if isinstance(node, c.Builtin):
            return node.name in ("size", "min", "max", "min_roll", "max_roll", "amount", "blank_sides", "sides", "round_number")
        if isinstance(node, c.CallDefine):
            return self.sure_define(node.name)
        if isinstance(node, c.GetStat):
            return node.type.tag == "number" and self.sure_stat(node.stat)
        if isinstance(node, c.IfElse):
            return self.sure_number(node.yes, bound) and self.sure_number(node.no, bound)
        return isinstance(node, c.Op) and node.op in (*_NUMBERS, "/") and node.type.tag == "number"

    @cached_property
    def sure_vars(self) -> set[str]:
        """The variables that are numbers from the start, and that no rule sets to anything but a number."""
        found = {
            n for n, var in self.program.vars.items() if var.type.tag == "number" and isinstance(self.t.initial.get(n), int)
        }
        setting = [op for routine in self.program.routines.values() for op in routine.ops if isinstance(op, o.SetVar)]
        self.sure_vars, left = found, set(found)
        while left:
            left = {op.var for op in setting if op.var in found and not self.sure_number(op.value, {})}
            found -= left
        return found

    def sure_define(self, name: str) -> bool:
        value = self.program.defines[name].value
        return value is not None and not isinstance(value, c.CallDefine) and self.sure_number(value, {})

    def sure_stat(self, stat: str) -> bool:
        """Is a computed value always a number, whatever modifies it?"""
        if stat not in self._stats:
            self._stats[stat] = False  # one that comes back to itself may be anything
            kind, _, word = stat.partition(".")
            values = [self.program.kinds[kind].stats[word].value, *(m.value for m in self.t.modifiers.get(stat, ()))]
            self._stats[stat] = all(self.sure_number(value, {}) for value in values)
        return self._stats[stat]

    def _not(self, node: c.Not, bound: Bound) -> str:
        return f"(not {self.expression(node.value, bound)})"

    def _if(self, node: c.IfElse, bound: Bound) -> str:
        known = self.foreseen.value(node.condition, bound)
        if known is not UNKNOWN:
            return self.expression(node.yes if known else node.no, bound)
        condition, yes, no = (self.expression(x, bound) for x in (node.condition, node.yes, node.no))
        return f"({yes} if {condition} else {no})"

    # ---------- made values ----------
    def _bundle(self, node: c.MakeBundle, bound: Bound) -> str:
        holder = self.expression(node.holder, bound) if node.holder is not None else "None"
        count = self.expression(node.count, bound)
        if not _INT.fullmatch(count) and not self.sure_number(node.count, bound):
            count = f"({count} or 0)"
        return f"((({self.expression(node.resource, bound)}, {count}, {holder}),),)"

    def _list(self, node: c.MakeList | c.MakeRecord, bound: Bound) -> str:
        if not node.items:
            return "()"
        return "(" + ", ".join(self.expression(i, bound) for i in node.items) + ",)"

    def _part(self, node: c.Part, bound: Bound) -> str:
        return f"part({self.expression(node.record, bound)}, {node.index}, {self.empty(node)})"


def may_fail(source: str) -> bool:
    """May working it out end with an error? Then it is worked out where the reference does so, and nowhere else."""
    return _FAILS.search(source) is not None


def whole(source: str) -> bool:
    """Is the source one call, from its first bracket to its last?"""
    depth = 0
    for at, char in enumerate(source):
        depth += (char in "([") - (char in ")]")
        if depth == 0 and char in ")]":
            return at == len(source) - 1
    return False
