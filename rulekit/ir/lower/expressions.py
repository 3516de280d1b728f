"""Core expressions to values.

Contract: `Lowering.value(node, env)` gives a value that works out what `Evaluator.value` does. What no state can change is
folded, what hangs on one thing alone becomes a table, defines and queries are in `functions.py` and `queries.py`. Functions
that values call are collected in `wanted`, by key, and lowered when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import TRUTH, Builder, binary, cond, logic, negated, query, simple
from rulekit.ir.constants import Constants
from rulekit.ir.fold import FRAME, UNKNOWN, Env, locals_of
from rulekit.ir.ranges import checked, most
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import FUNCTIONS
from rulekit.program.limits import LIST_MAX
from rulekit.program.types import NUMBER, YESNO, Type, empty_of
from rulekit.runtime.machine import Machine

_MOST = 600  # things that a table is made for
_WORTH = (c.Op, c.IfElse, c.Keep, c.Each, c.Fold, c.Rank, c.Count, c.CallDefine, c.Builtin, c.Not, c.GetField, c.Within)
_NUMBERS, _ORDER = ("+", "-", "*", "/"), ("<", ">", "<=", ">=")
Lower = Callable[["Lowering", Any, Env], n.Value]
LOWER: dict[type, Lower] = {}


def lowers(*kinds: type) -> Callable[[Lower], Lower]:
    """Marks the function that lowers expressions of some classes."""

    def mark(function: Lower) -> Lower:
        LOWER.update(dict.fromkeys(kinds, function))
        return function

    return mark


class Lowering:
    """Lowers the expressions of one table."""

    def __init__(self, machine: Machine) -> None:
        self.m, self.t, self.program = machine, machine.t, machine.program
        self.constants = Constants(machine)
        self.b = Builder(self.constants)
        self.fold = self.constants.fold
        self.wanted: dict[n.Recipe, Callable[[], n.Function]] = {}
        self.depth = 0  # defines within defines
        self.memo: dict[Any, n.Value | None] = {}
        self._tables: dict[Any, Any] = {}
        self._stats: dict[str, bool] = {}

    def value(self, node: c.Core, env: Env) -> n.Value:
        known = self.fold.value(node, env)
        if known is not UNKNOWN:
            return n.Const(known, type=node.type)
        return self._by_table(node, env) or LOWER[type(node)](self, node, env)

    def values(self, nodes: Any, env: Env) -> tuple[n.Value, ...]:
        return tuple([self.value(node, env) for node in nodes])

    def table(self, *recipe: Any) -> n.Table:
        return n.Table(recipe)

    def empty(self, node: c.Core) -> n.Const:
        return n.Const(empty_of(node.type), type=node.type)

    def want(
        self, key: n.Recipe, make: Callable[[], n.Function], args: tuple[n.Value, ...], type_: Type, null: bool = True
    ) -> n.Value:
        self.wanted.setdefault(key, make)
        return n.Invoke(key, args, type=type_, null=null)

    def ref(self, key: n.Recipe, make: Callable[[], n.Function]) -> n.Ref:
        self.wanted.setdefault(key, make)
        return n.Ref(key)

    @contextmanager
    def own_function(self) -> Iterator[None]:
        """What is lowered inside is part of no other function."""
        outer, self.depth = self.depth, 0
        yield
        self.depth = outer

    # ---------- what hangs on one thing alone ----------
    def _by_table(self, node: c.Core, env: Env) -> n.Value | None:
        if not isinstance(node, _WORTH) or (isinstance(node, c.GetField) and isinstance(node.thing, c.Local)):
            return None
        found = self.rows(node, env)
        return None if found is None else self.b.lookup(n.Const(found[0]), found[2], n.Const(found[1]), node.type)

    def rows(self, node: c.Core, env: Env) -> tuple[dict[int, Any], Any, n.Value] | None:
        """The values of an expression that hangs on one thing alone: for each thing, for none, and the thing."""
        needs = self.fold.needs(node)
        if needs is None:
            return None
        free = locals_of(node, env)
        if len(free) != 1:
            return None
        slot, local = free.popitem()
        name = env.get(slot, local.type)
        if isinstance(name, n.Const) or local.type.tag != "thing" or local.type.name == "thing":
            return None
        known = env.known()
        key = (id(node), slot, tuple([(at, repr(known[at])) for at in sorted(needs - {slot}) if at in known]))
        if key not in self._tables:
            self._tables[key] = (node, self._rows(node, slot, local.type.name, env))
        rows = self._tables[key][1]
        return None if rows is None else (*rows, name)

    def _rows(self, node: c.Core, slot: int, kind: str, env: Env) -> tuple[dict[int, Any], Any] | None:
        things = self.b.made("kind", kind)
        if not 0 < len(things) <= _MOST:
            return None
        rows: dict[int, Any] = {}
        for number in (*sorted(things), None):
            found = rows[number] = self.fold.value(node, env.bind(slot, n.Const(number)))
            if found is UNKNOWN:
                return None
        other = rows.pop(None)  # type: ignore[call-overload]
        return rows, other

    # ---------- numbers that are never none ----------
    def is_number(self, node: c.Core, env: Env) -> bool:
        """Is this number never none? Distances may be; counts, constants, resources and most variables are not."""
        if isinstance(node, c.Const):
            return node.value is not None
        if isinstance(node, c.Local):
            return not env.get(node.slot).null
        if isinstance(node, c.Fold | c.Count):
            return not isinstance(node, c.Fold) or node.type.tag == "number"
        if isinstance(node, c.GetVar):
            return self.program.vars[node.var].resource or node.var in self.number_vars
        if isinstance(node, c.GetField):
            return node.type.tag == "number" and None not in self.b.made("field", node.field).values()
        if isinstance(node, c.Builtin):
            return FUNCTIONS[node.name].number
        if isinstance(node, c.CallDefine):
            value = self.program.defines[node.name].value
            return value is not None and not isinstance(value, c.CallDefine) and self.is_number(value, FRAME)
        if isinstance(node, c.GetStat):
            return node.type.tag == "number" and self.number_stat(node.stat)
        if isinstance(node, c.IfElse):
            return self.is_number(node.yes, env) and self.is_number(node.no, env)
        return isinstance(node, c.Op) and node.op in _NUMBERS and node.type.tag == "number"

    def may_be_none(self, node: c.Core, env: Env) -> bool:
        """May a result of this type be none? Lists and bundles are empty instead."""
        return node.type.tag not in ("list", "bundle") and not (node.type.tag == "number" and self.is_number(node, env))

    @cached_property
    def number_vars(self) -> set[str]:
        """The variables that are numbers from the start, and that no rule sets to anything but a number."""
        numbers = [name for name, var in self.program.vars.items() if var.type.tag == "number"]
        found = {name for name in numbers if isinstance(self.t.initial.get(name), int)}
        setting = [op for routine in self.program.routines.values() for op in routine.ops if isinstance(op, o.SetVar)]
        self.number_vars, left = found, set(found)
        while left:
            left = {op.var for op in setting if op.var in found and not self.is_number(op.value, FRAME)}
            found -= left
        return found

    def number_stat(self, stat: str) -> bool:
        """Is a computed value always a number, whatever modifies it?"""
        if stat not in self._stats:
            self._stats[stat] = False  # one that comes back to itself may be anything
            kind, _, word = stat.partition(".")
            values = [self.program.kinds[kind].stats[word].value, *(m.value for m in self.t.modifiers.get(stat, ()))]
            self._stats[stat] = all(self.is_number(value, FRAME) for value in values)
        return self._stats[stat]

    # ---------- places ----------
    def variable(self, var: str, keys: tuple[n.Value, ...], empty: n.Value, type_: Type) -> n.Value:
        """A variable of owners, to be read or written."""
        null = not (self.program.vars[var].resource or (type_.tag == "number" and var in self.number_vars))
        if not keys:
            return n.At("vals", n.Const(self.t.slot[var][()]), type=type_, null=null)
        return self.b.held("vals", self.table("slots", var), _key(keys), empty, type_, null)

    def zone_items(self, zone: c.Core, env: Env, type_: Type) -> n.Value:
        if not isinstance(zone, c.ZoneOf):
            return n.Call("lying", (n.Name("Z"), self.value(zone, env)), type=type_, null=False)
        if not zone.owners:
            return n.At("zones", n.Const(self.t.zone_number[(zone.zone,)]), type=type_, null=False)
        keys = self.values(zone.owners, env)
        table: n.Value = self.table("zones", zone.zone)
        if len(keys) > 1:
            left = [at for at, key in enumerate(keys) if not isinstance(key, n.Const)]
            if len(left) != 1:
                return self.b.held("zones", table, n.Listing(keys), n.EMPTY, type_, False)
            at = left[0]
            given = [(i, key.value) for i, key in enumerate(keys) if isinstance(key, n.Const)]
            numbers = self.b.content(table).items()
            table = n.Const({owners[at]: z for owners, z in numbers if all(owners[i] == value for i, value in given)})
            keys = (keys[at],)
        return self.b.held("zones", table, keys[0], n.EMPTY, type_, False)


def _key(keys: tuple[n.Value, ...]) -> n.Value:
    return keys[0] if len(keys) == 1 else n.Listing(keys)


# ---------- what the table knows ----------
@lowers(c.Const)
def _const(cx: Lowering, node: c.Const, env: Env) -> n.Value:
    return n.Const(node.value, type=node.type)


@lowers(c.Setting)
def _setting(cx: Lowering, node: c.Setting, env: Env) -> n.Value:
    return n.Const(cx.t.options[node.name], type=node.type)


@lowers(c.Local)
def _local(cx: Lowering, node: c.Local, env: Env) -> n.Value:
    found = env.get(node.slot, node.type)
    if isinstance(found, n.Name) and node.type.tag == "thing" and found.type.name in ("", "thing") and found.type != node.type:
        return n.Name(found.id, type=node.type, null=found.null)
    return found


@lowers(c.GetVar)
def _var(cx: Lowering, node: c.GetVar, env: Env) -> n.Value:
    first = node.owners[0] if len(node.owners) == 1 else None
    if isinstance(first, c.Builtin) and first.name == "item":  # the variable of the so manieth of a known list
        items: Any = cx.fold.value(first.args[0], env)
        if isinstance(items, tuple):
            slots = cx.t.slot[node.var]
            fits = {at: slots[item,] for at, item in enumerate(items, 1) if (item,) in slots}
            null = not cx.is_number(node, env)
            return cx.b.held("vals", n.Const(fits), cx.value(first.args[1], env), cx.empty(node), node.type, null)
    return cx.variable(node.var, cx.values(node.owners, env), cx.empty(node), node.type)


@lowers(c.GetField)
def _field(cx: Lowering, node: c.GetField, env: Env) -> n.Value:
    return cx.b.lookup(cx.table("field", node.field), cx.value(node.thing, env), cx.empty(node), node.type)


@lowers(c.ZoneOf)
def _zone(cx: Lowering, node: c.ZoneOf, env: Env) -> n.Value:
    if not node.owners:
        return n.Const(cx.t.zone_number[(node.zone,)], type=node.type)
    return cx.b.lookup(cx.table("zones", node.zone), _key(cx.values(node.owners, env)), n.NONE, node.type)


@lowers(c.Items)
def _items(cx: Lowering, node: c.Items, env: Env) -> n.Value:
    return cx.zone_items(node.zone, env, node.type)


@lowers(c.ZoneUnion)
def _union(cx: Lowering, node: c.ZoneUnion, env: Env) -> n.Value:
    zone, item = cx.b.fresh(NUMBER, False, "%"), cx.b.fresh(node.type.element, False, "%")
    inner = n.Loop((item,), n.At("zones", zone, null=False))
    if node.owner is not None:
        source = cx.b.lookup(cx.table("union", node.zone), cx.value(node.owner, env), n.EMPTY)
        return query("list", [n.Loop((zone,), source), inner], item, node.type)
    numbers = cx.b.made("named_zones", node.zone)
    if len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):  # mostly empty ones
        some = n.Call("some_of", (n.Name("Z"), n.Const(numbers[0]), n.Const(numbers[-1] + 1)), null=False)
        return query("list", [n.Loop((zone,), some), n.Loop((item,), zone)], item, node.type)
    return query("list", [n.Loop((zone,), cx.table("named_zones", node.zone)), inner], item, node.type)


@lowers(c.Attr)
def _attr(cx: Lowering, node: c.Attr, env: Env) -> n.Value:
    of = cx.value(node.thing, env)
    if node.name == "name":
        return cx.b.lookup(cx.table("designs"), of, n.NONE, node.type)
    if node.name in ("cell", "die") and isinstance(of, n.Lookup) and of.default == n.NONE and simple(of.key_):
        sure = n.Lookup(of.table, of.key_, type=of.type, null=False)  # where the one thing of a name lies that somebody has
        return cond(n.In(of.key_, of.table), _place_of(cx, node, sure), n.NONE, node.type)
    if (simple(of) or not of.null) and node.name in ("cell", "die", "zone", "face_up", "position"):
        found = _place_of(cx, node, of)
        return cond(binary("==", of, n.NONE, YESNO), cx.empty(node), found, node.type)
    if node.name in ("cell", "die"):
        return n.Call("held_in", (n.Name("W"), cx.table("holder", node.name), of), type=node.type)
    if not of.null:
        return n.Call(f"m.attr_{node.name}", (of,), type=node.type)
    return n.Call("asked", (n.Call(f"m.attr_{node.name}:"), n.Name("m"), of, cx.empty(node)), type=node.type)


def _place_of(cx: Lowering, node: c.Attr, of: n.Value) -> n.Value:
    if node.name == "face_up":
        return n.At("up", of, type=node.type, null=False)
    where = n.At("where", of, type=NUMBER, null=False)
    if node.name == "position":
        return n.Call("position", (n.Name("Z"), where, of), type=node.type, null=False)
    if node.name == "zone":
        return n.Lookup(cx.table("zone_or_none"), where, type=node.type)
    return n.Lookup(cx.table("holder", node.name), where, type=node.type)


@lowers(c.TheThing)
def _the(cx: Lowering, node: c.TheThing, env: Env) -> n.Value:
    numbers = cx.t.by_design.get(node.design)
    return n.Const(numbers[0] if numbers else None, type=node.type)


@lowers(c.Owned)
def _owned(cx: Lowering, node: c.Owned, env: Env) -> n.Value:
    return cx.b.lookup(cx.table("owned", node.design), cx.value(node.player, env), n.NONE, node.type)


@lowers(c.IsKind, c.IsDesign, c.HasPower)
def _is_of(cx: Lowering, node: Any, env: Env) -> n.Value:
    what = {c.IsKind: "kind", c.IsDesign: "design", c.HasPower: "power"}[type(node)]
    source, item = cx.table(what, getattr(node, what)), cx.value(node.thing, env)
    things = cx.b.content(source)
    if not item.null and item.type.tag == "thing" and cx.b.made("kind", item.type.name) <= things:
        return n.Const(True, type=YESNO)
    return n.In(item, source) if things else n.NO


@lowers(c.Running)
def _running(cx: Lowering, node: c.Running, env: Env) -> n.Value:
    return n.Call("m.is_running", (cx.value(node.thing, env),), type=TRUTH, null=False)


@lowers(c.VerbRunning)
def _verb_running(cx: Lowering, node: c.VerbRunning, env: Env) -> n.Value:
    return n.Call("m.is_verb_running", (n.Const(node.verb),), type=TRUTH, null=False)


# ---------- working out ----------
@lowers(c.Op)
def _op(cx: Lowering, node: c.Op, env: Env) -> n.Value:
    if node.op in ("and", "or"):
        left = cx.value(node.left, env)
        if isinstance(left, n.Const) and bool(left.value) is (node.op == "or"):
            return n.Const(node.op == "or", type=YESNO)
        return logic(node.op, (left, cx.value(node.right, env)))
    left, right = cx.value(node.left, env), cx.value(node.right, env)
    if node.op in ("+", "-", "*") and node.type.tag == "number":
        return checked(binary(node.op, left, right, node.type), cx.b)
    if node.op in (*_NUMBERS, *_ORDER, "==", "!="):
        return binary(node.op, left, right, node.type)
    if node.op == "list+" and most(left, cx.b) + most(right, cx.b) <= LIST_MAX:
        return n.Binary("list+", left, right, type=node.type)
    return n.Call(f"op {node.op}", (left, right), type=node.type, null=False)


@lowers(c.Not)
def _not(cx: Lowering, node: c.Not, env: Env) -> n.Value:
    return negated(cx.value(node.value, env))


@lowers(c.IfElse)
def _if(cx: Lowering, node: c.IfElse, env: Env) -> n.Value:
    test = cx.value(node.condition, env)
    if isinstance(test, n.Const):
        return cx.value(node.yes if test.value else node.no, env)
    return cond(test, cx.value(node.yes, env), cx.value(node.no, env), node.type)


@lowers(c.MakeBundle)
def _bundle(cx: Lowering, node: c.MakeBundle, env: Env) -> n.Value:
    holder = cx.value(node.holder, env) if node.holder is not None else n.NONE
    resource = cx.value(node.resource, env)
    if resource.null:
        resource = n.Call("some_resource", (resource,), type=node.resource.type, null=False)
    entry = n.Listing((resource, binary("+", cx.value(node.count, env), n.ZERO), holder))
    return n.Listing((n.Listing((entry,)),), type=node.type)


@lowers(c.MakeList, c.MakeRecord)
def _list(cx: Lowering, node: c.MakeList | c.MakeRecord, env: Env) -> n.Value:
    return n.Listing(cx.values(node.items, env), type=node.type)


@lowers(c.Part)
def _part(cx: Lowering, node: c.Part, env: Env) -> n.Value:
    return n.Call("part", (cx.value(node.record, env), n.Const(node.index), cx.empty(node)), type=node.type)
