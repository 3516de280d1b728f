"""Core expressions to Python expressions.

Contract: `Printer.expression(node, bound)` gives source that evaluates like `Evaluator.value`, with `m` the
machine, `s` its state and `L` the locals of the frame in scope. `bound` maps slots that a query or a define binds
to Python names. Whatever is fixed for the table (fields, slots, zones, kinds) becomes a constant of the module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program.types import empty_of, is_kind

Bound = dict[int, str]
_COMPARE = {"==": "==", "!=": "!="}
_PLAIN = {"+": "+", "-": "-", "*": "*"}


class Printer:
    """Prints expressions; collects the constants they need."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.t = machine.t
        self.program = machine.program
        self.constants: dict[str, Any] = {}
        self._named: dict[Any, str] = {}
        self._fresh = 0
        self._print: dict[type, Callable[[Any, Bound], str]] = {
            c.Const: self._const,
            c.Local: self._local,
            c.GetVar: self._var,
            c.GetField: self._field,
            c.GetStat: self._stat,
            c.ZoneOf: self._zone,
            c.Items: self._items,
            c.ZoneUnion: self._union,
            c.Attr: self._attr,
            c.TheThing: self._the,
            c.Owned: self._owned,
            c.Each: self._each,
            c.Keep: self._keep,
            c.Fold: self._fold,
            c.Rank: self._rank,
            c.Op: self._op,
            c.Not: self._not,
            c.IfElse: self._if,
            c.Within: self._within,
            c.IsKind: self._is_kind,
            c.IsDesign: self._is_design,
            c.CallDefine: self._call,
            c.Builtin: self._builtin,
            c.Count: self._count,
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
        return self._print[type(node)](node, bound)

    # ---------- constants ----------
    def constant(self, value: Any, key: Any, prefix: str) -> str:
        """The name of a constant of the module."""
        found = self._named.get(key)
        if found is None:
            found = self._named[key] = f"{prefix}{len(self._named)}"
            self.constants[found] = value
        return found

    def fresh(self) -> str:
        self._fresh += 1
        return f"t{self._fresh}"

    def literal(self, value: Any) -> str:
        if value is None or isinstance(value, bool | int | str):
            return repr(value)
        return self.constant(value, ("literal", type(value), repr(value)), "C")

    def _const(self, node: c.Const, bound: Bound) -> str:
        return self.literal(node.value)

    def _setting(self, node: c.Setting, bound: Bound) -> str:
        return self.literal(self.t.options[node.name])

    def _local(self, node: c.Local, bound: Bound) -> str:
        return bound.get(node.slot) or f"L[{node.slot}]"

    def _simple(self, source: str) -> bool:
        """May it be written twice? Names and locals may; anything longer goes through a helper function, because Python
        allows no assignment inside the source of a comprehension."""
        return source.isidentifier() or source.isdigit() or (source.startswith("L[") and source[2:-1].isdigit())

    # ---------- what the table knows ----------
    def _var(self, node: c.GetVar, bound: Bound) -> str:
        slots = self.t.slot[node.var]
        if not node.owners:
            return f"s.vals[{slots[()]}]"
        empty = self.literal(empty_of(node.type))
        if len(node.owners) == 1:
            table = self.constant({k[0]: v for k, v in slots.items()}, ("slots", node.var), "S")
            owner = self.expression(node.owners[0], bound)
            if self._simple(owner):
                return f"(s.vals[{table}[{owner}]] if {owner} in {table} else {empty})"
            return f"kept(s.vals, {table}, {owner}, {empty})"
        table = self.constant(slots, ("slots", node.var), "S")
        key = "(" + ", ".join(self.expression(o, bound) for o in node.owners) + ",)"
        return f"kept(s.vals, {table}, {key}, {empty})"

    def _field(self, node: c.GetField, bound: Bound) -> str:
        table = self.constant(self._field_table(node.field), ("field", node.field), "F")
        return f"{table}.get({self.expression(node.thing, bound)}, {self.literal(empty_of(node.type))})"

    def _field_table(self, name: str) -> dict[int, Any]:
        return {e.number: self.m.field(e.number, name) for e in self.t.entities if self._has_field(e.kind, name)}

    def _has_field(self, kind: str, name: str) -> bool:
        at: str | None = kind
        while at is not None:
            if at in self.program.kinds and name in self.program.kinds[at].fields:
                return True
            at = self.program.parents.get(at)
        return False

    def _stat(self, node: c.GetStat, bound: Bound) -> str:
        empty = self.literal(empty_of(node.type))
        return f"m.stat_of({self.expression(node.thing, bound)}, {node.stat!r}, {empty})"

    def _zone(self, node: c.ZoneOf, bound: Bound) -> str:
        if not node.owners:
            return str(self.t.zone_number[(node.zone,)])
        if len(node.owners) == 1:
            return f"{self._zone_table(node.zone)}.get({self.expression(node.owners[0], bound)})"
        numbers = {k[1:]: v for k, v in self.t.zone_number.items() if k[0] == node.zone}
        table = self.constant(numbers, ("zones", node.zone), "Z")
        return f"{table}.get(({', '.join(self.expression(o, bound) for o in node.owners)},))"

    def _zone_table(self, zone: str) -> str:
        numbers = {k[1]: v for k, v in self.t.zone_number.items() if k[0] == zone}
        return self.constant(numbers, ("zones", zone), "Z")

    def _items(self, node: c.Items, bound: Bound) -> str:
        zone = node.zone
        if isinstance(zone, c.ZoneOf) and not zone.owners:
            return f"s.zones[{self.t.zone_number[(zone.zone,)]}]"
        if isinstance(zone, c.ZoneOf) and len(zone.owners) == 1:
            table = self._zone_table(zone.zone)
            owner = self.expression(zone.owners[0], bound)
            if self._simple(owner):
                return f"(s.zones[{table}[{owner}]] if {owner} in {table} else ())"
            return f"kept(s.zones, {table}, {owner}, ())"
        return f"lying(s.zones, {self.expression(zone, bound)})"

    def _union(self, node: c.ZoneUnion, bound: Bound) -> str:
        if node.owner is None:
            numbers = self.literal(tuple(self.t.zones_named[node.zone]))
            return f"[i for z in {numbers} for i in s.zones[z]]"
        groups: dict[Any, tuple[int, ...]] = {}
        for number in self.t.zones_named[node.zone]:
            owner = self.t.zone_of[number][1][0]
            groups[owner] = (*groups.get(owner, ()), number)
        table = self.constant(groups, ("union", node.zone), "U")
        return f"[i for z in {table}.get({self.expression(node.owner, bound)}, ()) for i in s.zones[z]]"

    def _attr(self, node: c.Attr, bound: Bound) -> str:
        thing = self.expression(node.thing, bound)
        if node.name == "name":
            return f"{self._designs()}.get({thing})"
        empty = self.literal(empty_of(node.type))
        return f"asked(m._attr_{node.name}, {thing}, {empty})"

    def _designs(self) -> str:
        return self.constant({e.number: e.design for e in self.t.entities}, "designs", "N")

    def _the(self, node: c.TheThing, bound: Bound) -> str:
        numbers = self.t.by_design.get(node.design)
        return str(numbers[0]) if numbers else "None"

    def _owned(self, node: c.Owned, bound: Bound) -> str:
        owned: dict[Any, int] = {}
        for number in self.t.by_design.get(node.design, ()):
            owned.setdefault(self.t.entities[number].owner, number)
        table = self.constant(owned, ("owned", node.design), "O")
        return f"{table}.get({self.expression(node.player, bound)})"

    def _is_kind(self, node: c.IsKind, bound: Bound) -> str:
        return f"({self.expression(node.thing, bound)} in {self.kind_set(node.kind)})"

    def kind_set(self, kind: str) -> str:
        numbers = frozenset(e.number for e in self.t.entities if is_kind(e.kind, kind, self.program.parents))
        return self.constant(numbers, ("kind", kind), "K")

    def _is_design(self, node: c.IsDesign, bound: Bound) -> str:
        numbers = self.constant(frozenset(self.t.by_design.get(node.design, ())), ("design", node.design), "K")
        return f"({self.expression(node.thing, bound)} in {numbers})"

    def _has_power(self, node: c.HasPower, bound: Bound) -> str:
        able = frozenset(e.number for e in self.t.entities if self.m.power_routine(e.number, node.power) is not None)
        numbers = self.constant(able, ("power", node.power), "K")
        return f"({self.expression(node.thing, bound)} in {numbers})"

    def _running(self, node: c.Running, bound: Bound) -> str:
        return f"m.is_running({self.expression(node.thing, bound)})"

    def _verb_running(self, node: c.VerbRunning, bound: Bound) -> str:
        return f"m.is_verb_running({node.verb!r})"

    # ---------- lists ----------
    def _each(self, node: c.Each, bound: Bound) -> str:
        source, inner, name = self._loop(node.source, node.slot, bound)
        body = self.expression(node.body, inner)
        if node.flat:
            item = self.fresh()
            return f"tuple([{item} for {name} in {source} for {item} in {body}])"
        return f"tuple([{body} for {name} in {source}])"

    def _loop(self, source: c.Core, slot: int, bound: Bound) -> tuple[str, Bound, str]:
        """The source of a loop, the names inside it, and the name of its item. A filtered source becomes one loop."""
        name = f"v{slot}"
        return self._bare(source, bound), {**bound, slot: name}, name

    def _bare(self, node: c.Core, bound: Bound) -> str:
        """A list that is only looped over: it need not be a tuple."""
        if isinstance(node, c.Keep):
            return self._kept(node, bound)
        return self.expression(node, bound)

    def _kept(self, node: c.Keep, bound: Bound) -> str:
        source, inner, name = self._loop(node.source, node.slot, bound)
        tests = [f"{name} in {self.kind_set(node.kind)}"] if node.kind is not None else []
        if node.where is not None:
            tests.append(self.expression(node.where, inner))
        return f"[{name} for {name} in {source} if {' and '.join(tests) or 'True'}]"

    def _keep(self, node: c.Keep, bound: Bound) -> str:
        return f"tuple({self._kept(node, bound)})"

    def _fold(self, node: c.Fold, bound: Bound) -> str:
        if node.function == "count":
            return f"len({self._bare(node.source, bound)})"
        if node.function == "some":
            return self._some(node.source, bound)
        source, inner, name = self._loop(node.source, node.slot, bound)
        body = self.expression(node.body, inner)  # type: ignore[arg-type]
        if node.function == "every":
            return f"all([{body} for {name} in {source}])"
        return f"folded({node.function!r}, [{body} for {name} in {source}])"

    def _some(self, node: c.Core, bound: Bound) -> str:
        if not isinstance(node, c.Keep):
            return f"bool({self._bare(node, bound)})"
        source, inner, name = self._loop(node.source, node.slot, bound)
        tests = [f"{name} in {self.kind_set(node.kind)}"] if node.kind is not None else []
        if node.where is not None:
            tests.append(self.expression(node.where, inner))
        return f"any([True for {name} in {source} if {' and '.join(tests) or 'True'}])"

    def _rank(self, node: c.Rank, bound: Bound) -> str:
        source, inner, name = self._loop(node.source, node.slot, bound)
        keys = ", ".join(f"sortable({self.expression(k, inner)})" for k in node.keys)
        return f"ranked({node.function!r}, {node.down!r}, [(({keys},), {name}) for {name} in {source}])"

    def _within(self, node: c.Within, bound: Bound) -> str:
        item, source = self.expression(node.item, bound), self._bare(node.source, bound)
        if node.by_design:
            item = f"{self._designs()}.get({item})"
        return f"({item} in {source})"

    def _count(self, node: c.Count, bound: Bound) -> str:
        source = self._bare(node.source, bound)
        item = self.fresh()
        if node.mode == "all":
            test = "True"
        elif node.mode == "value":
            test = f"{item} == {node.word!r}"
        elif node.mode == "design":
            test = f"{item} in {self.constant(frozenset(self.t.by_design.get(node.word, ())), ('design', node.word), 'K')}"
        else:
            test = f"{item} in {self.kind_set(node.word)}"
        divide = "" if node.size == 1 else f" // {node.size}"
        return f"(sum([1 for {item} in {source} if {test}]){divide})"

    # ---------- operations ----------
    def _op(self, node: c.Op, bound: Bound) -> str:
        left, right = self.expression(node.left, bound), self.expression(node.right, bound)
        if node.op in ("and", "or"):
            return f"(bool({left}) {node.op} bool({right}))"
        if node.op in _COMPARE:
            return f"({left} {node.op} {right})"
        numbers = node.left.type.tag == node.right.type.tag == "number" and self._sure(node.left) and self._sure(node.right)
        if numbers and node.op in (*_PLAIN, "<", ">", "<=", ">="):
            return f"({left} {node.op} {right})"
        return f"OPERATIONS[{node.op!r}]({left}, {right})"

    def _sure(self, node: c.Core) -> bool:
        """Is this number never none? Distances may be; counts, constants, resources and most variables are not."""
        if isinstance(node, c.Const):
            return node.value is not None
        if isinstance(node, c.Fold | c.Count):
            return True
        if isinstance(node, c.GetVar):
            return self.program.vars[node.var].resource
        if isinstance(node, c.Builtin):
            return node.name in ("size", "min", "max", "amount", "blank_sides", "sides", "round_number")
        return isinstance(node, c.Op) and node.op in (*_PLAIN, "/") and node.type.tag == "number"

    def _not(self, node: c.Not, bound: Bound) -> str:
        return f"(not {self.expression(node.value, bound)})"

    def _if(self, node: c.IfElse, bound: Bound) -> str:
        condition, yes, no = (self.expression(x, bound) for x in (node.condition, node.yes, node.no))
        return f"({yes} if {condition} else {no})"

    # ---------- made values and calls ----------
    def _bundle(self, node: c.MakeBundle, bound: Bound) -> str:
        holder = self.expression(node.holder, bound) if node.holder is not None else "None"
        return f"((({self.expression(node.resource, bound)}, {self.expression(node.count, bound)}, {holder}),),)"

    def _list(self, node: c.MakeList | c.MakeRecord, bound: Bound) -> str:
        if not node.items:
            return "()"
        return "(" + ", ".join(self.expression(i, bound) for i in node.items) + ",)"

    def _part(self, node: c.Part, bound: Bound) -> str:
        return f"part({self.expression(node.record, bound)}, {node.index}, {self.literal(empty_of(node.type))})"

    def _call(self, node: c.CallDefine, bound: Bound) -> str:
        args = ", ".join(["m", "s", self._you(bound), *(self.expression(a, bound) for a in node.args)])
        return f"d_{node.name}({args})"

    def _you(self, bound: Bound) -> str:
        return bound.get(c.YOU) or "L[0]"

    def _builtin(self, node: c.Builtin, bound: Bound) -> str:
        special = getattr(self, f"_fn_{node.name}", None)
        if special is not None:
            found: str = special(node, bound)
            return found
        key = self.constant(node, ("builtin", id(node)), "B")
        args = ", ".join(self.expression(a, bound) for a in node.args)
        return f"m.fn_{node.name}({key}, [{args}], [{self._you(bound)}])"

    def _fn_size(self, node: c.Builtin, bound: Bound) -> str:
        return f"len({self._bare(node.args[0], bound)})"

    def _fn_players(self, node: c.Builtin, bound: Bound) -> str:
        return self.literal(self.t.players)

    _fn_seating = _fn_everyone = _fn_players

    def _fn_cells(self, node: c.Builtin, bound: Bound) -> str:
        return self.literal(self.t.board_cells.get(node.word, ()))

    def _fn_all_of_kind(self, node: c.Builtin, bound: Bound) -> str:
        return self.literal(self.m.fn_all_of_kind(node, [], []))

    def _fn_all_of_design(self, node: c.Builtin, bound: Bound) -> str:
        return self.literal(self.m.fn_all_of_design(node, [], []))

    def _fn_active(self, node: c.Builtin, bound: Bound) -> str:
        return "m.active()"

    def _fn_actor(self, node: c.Builtin, bound: Bound) -> str:
        return str(self.t.actors[node.word])

    def _fn_box(self, node: c.Builtin, bound: Bound) -> str:
        return str(self.t.box)

    def _fn_neighbours(self, node: c.Builtin, bound: Bound) -> str:
        near = {cell: self.m.fn_neighbours(node, [cell], []) for cell in self.t.board_at}
        table = self.constant(near, "neighbours", "G")
        return f"{table}.get({self.expression(node.args[0], bound)}, ())"

    def _fn_first(self, node: c.Builtin, bound: Bound) -> str:
        return f"end_of({self._bare(node.args[0], bound)}, 0, {self.literal(empty_of(node.type))})"

    def _fn_last(self, node: c.Builtin, bound: Bound) -> str:
        return f"end_of({self._bare(node.args[0], bound)}, -1, {self.literal(empty_of(node.type))})"
