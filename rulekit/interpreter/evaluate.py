"""Expressions evaluated over a state: what they mean.

Contract: pure but for the budget; given a core expression and the locals of a frame, a value. One function for each class of
node, found through `EXPRESSIONS`. Asking something of None gives the empty value of the type.

Work is counted: `spend` takes from what is left of the budget one unit for each item that a query looks at, each element of a
list that is made, each define, computed value and bearer of a modifier that is worked out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.interpreter.builtins import BUILTINS
from rulekit.program import core as c
from rulekit.program.types import empty_of
from rulekit.runtime.attributes import ATTRIBUTES
from rulekit.runtime.bearers import carriers, is_of_kind, is_running, is_verb_running, owner_of, power_routine
from rulekit.runtime.bundles import some_resource
from rulekit.runtime.kept import kept_value
from rulekit.runtime.machine import Locals, Machine
from rulekit.runtime.numbers import long_list
from rulekit.runtime.supposed import suppose
from rulekit.runtime.values import OPERATIONS, folded, modified, ranked, sortable

Evaluate = Callable[[Machine, Any, Locals], Any]
EXPRESSIONS: dict[type, Evaluate] = {}
_MAKE = frozenset(("..", "list+", "list-", "bundle+", "bundle or"))  # operations that make lists, or alternatives of amounts


def evaluates(kind: type) -> Callable[[Evaluate], Evaluate]:
    """Registers the function of a class of nodes."""

    def mark(function: Evaluate) -> Evaluate:
        EXPRESSIONS[kind] = function
        return function

    return mark


# ---------- leaves ----------
@evaluates(c.Const)
def constant(m: Machine, node: c.Const, env: Locals) -> Any:
    return node.value


@evaluates(c.Local)
def local_value(m: Machine, node: c.Local, env: Locals) -> Any:
    return env[node.slot]


@evaluates(c.Setting)
def setting(m: Machine, node: c.Setting, env: Locals) -> Any:
    return m.t.options[node.name]


@evaluates(c.GetVar)
def variable(m: Machine, node: c.GetVar, env: Locals) -> Any:
    owners = tuple(m.value(o, env) for o in node.owners)
    slot = m.t.slot[node.var].get(owners)
    return empty_of(node.type) if slot is None else m.s.vals[slot]


@evaluates(c.GetField)
def printed_value(m: Machine, node: c.GetField, env: Locals) -> Any:
    thing = m.value(node.thing, env)
    return empty_of(node.type) if thing is None else m.field(thing, node.field)


# ---------- computed values and modifiers ----------
@evaluates(c.GetStat)
def computed_value(m: Machine, node: c.GetStat, env: Locals) -> Any:
    thing = m.value(node.thing, env)
    return empty_of(node.type) if thing is None else m.stat(thing, node.stat)


def stat_value(m: Machine, thing: int, name: str) -> Any:
    """A computed value with all modifiers in force: set, multiplied, raised and lowered, at least, at most."""
    kind, _, word = name.partition(".")
    definition = m.program.kinds[kind].stats[word]
    value = m.inner(definition.value, stat_locals(m, thing, definition.size))
    modifiers = m.t.modifiers.get(name)
    return modified(value, modifications(m, thing, modifiers)) if modifiers else value


def stat_locals(m: Machine, thing: int, size: int) -> Locals:
    owner = thing if m.t.entities[thing].kind == "player" else owner_of(m, thing)
    return [owner, thing] + [None] * size


def modifications(m: Machine, thing: int, modifiers: list[Any]) -> list[tuple[str, Any]]:
    found = []
    for modifier in modifiers:
        for env in carriers(m, modifier.bearer, modifier.size):
            target = m.inner(modifier.target, env)
            hit = thing in target if isinstance(target, tuple) else thing == target
            if hit and (modifier.condition is None or m.inner(modifier.condition, env)):
                found.append((modifier.change, m.inner(modifier.value, env)))
                if m.observer is not None:
                    m.observer.modified_by(modifier)
    return found


# ---------- zones and things ----------
@evaluates(c.ZoneOf)
def zone_of(m: Machine, node: c.ZoneOf, env: Locals) -> Any:
    return m.t.zone_number.get((node.zone, *(m.value(o, env) for o in node.owners)))


@evaluates(c.Items)
def zone_items(m: Machine, node: c.Items, env: Locals) -> Any:
    zone = m.value(node.zone, env)
    return () if zone is None else m.s.zones[zone]


@evaluates(c.ZoneUnion)
def items_of_zones(m: Machine, node: c.ZoneUnion, env: Locals) -> Any:
    first = m.value(node.owner, env) if node.owner is not None else None
    found: list[int] = []
    for number in m.t.zones_named[node.zone]:
        if node.owner is None or m.t.zone_of[number][1][0] == first:
            found += m.s.zones[number]
    m.spend(len(found))
    return tuple(found)


@evaluates(c.TheThing)
def the_thing(m: Machine, node: c.TheThing, env: Locals) -> Any:
    numbers = m.t.by_design.get(node.design)
    return numbers[0] if numbers else None


@evaluates(c.Owned)
def owned_thing(m: Machine, node: c.Owned, env: Locals) -> Any:
    player = m.value(node.player, env)
    for number in m.t.by_design.get(node.design, ()):
        if m.t.entities[number].owner == player:
            return number
    return None


@evaluates(c.Attr)
def attribute(m: Machine, node: c.Attr, env: Locals) -> Any:
    thing = m.value(node.thing, env)
    if thing is None:
        return empty_of(node.type)
    return ATTRIBUTES[node.name](m, thing)


# ---------- lists ----------
@evaluates(c.Each)
def each_value(m: Machine, node: c.Each, env: Locals) -> Any:
    found: list[Any] = []
    items, before = m.value(node.source, env), env[node.slot]
    m.spend(len(items))
    for item in items:
        env[node.slot] = item
        value = m.value(node.body, env)
        if node.flat:
            m.spend(len(value))
            long_list(len(found) + len(value))
            found += value
        else:
            found.append(value)
    env[node.slot] = before  # a loop may run over the same name: a formula changes nothing
    return tuple(found)


@evaluates(c.Keep)
def keep_items(m: Machine, node: c.Keep, env: Locals) -> Any:
    found = []
    items, before = m.value(node.source, env), env[node.slot]
    m.spend(len(items))
    for item in items:
        if node.kind is not None and not is_of_kind(m, item, node.kind):
            continue
        env[node.slot] = item
        if node.where is None or m.value(node.where, env):
            found.append(item)
    env[node.slot] = before
    return tuple(found)


@evaluates(c.Fold)
def fold_items(m: Machine, node: c.Fold, env: Locals) -> Any:
    items = m.value(node.source, env)
    if node.function == "count":
        return len(items)
    if node.function == "some":
        return bool(items)
    m.spend(len(items))
    values, before = [], env[node.slot]
    for item in items:
        env[node.slot] = item
        values.append(m.value(node.body, env))  # type: ignore[arg-type]
    env[node.slot] = before
    return folded(node.function, values)


@evaluates(c.Rank)
def rank_items(m: Machine, node: c.Rank, env: Locals) -> Any:
    items, before = m.value(node.source, env), env[node.slot]
    m.spend(len(items))
    keyed = []
    for item in items:
        env[node.slot] = item
        keyed.append((tuple(sortable(m.value(k, env)) for k in node.keys), item))
    env[node.slot] = before
    return ranked(node.function, node.down, keyed)


@evaluates(c.Within)
def is_within(m: Machine, node: c.Within, env: Locals) -> Any:
    item = m.value(node.item, env)
    if node.by_design:
        item = None if item is None else m.t.entities[item].design
    items = m.value(node.source, env)
    m.spend(len(items))
    return item in items


@evaluates(c.Count)
def count_items(m: Machine, node: c.Count, env: Locals) -> Any:
    items = m.value(node.source, env)
    m.spend(len(items))
    if node.mode == "all":
        found = len(items)
    elif node.mode == "value":
        found = sum(1 for item in items if item == node.word)
    elif node.mode == "design":
        found = sum(1 for item in items if m.t.entities[item].design == node.word)
    else:
        found = sum(1 for item in items if is_of_kind(m, item, node.word))
    return found // node.size


# ---------- operations ----------
@evaluates(c.Op)
def operation(m: Machine, node: c.Op, env: Locals) -> Any:
    op = node.op
    left = m.value(node.left, env)
    if op == "and":
        return bool(left) and bool(m.value(node.right, env))
    if op == "or":
        return bool(left) or bool(m.value(node.right, env))
    found = OPERATIONS[op](left, m.value(node.right, env))
    if op in _MAKE:
        m.spend(len(found))
    return found


@evaluates(c.Not)
def negation(m: Machine, node: c.Not, env: Locals) -> Any:
    return not m.value(node.value, env)


@evaluates(c.IfElse)
def if_else(m: Machine, node: c.IfElse, env: Locals) -> Any:
    return m.value(node.yes if m.value(node.condition, env) else node.no, env)


@evaluates(c.IsKind)
def kind_test(m: Machine, node: c.IsKind, env: Locals) -> Any:
    return is_of_kind(m, m.value(node.thing, env), node.kind)


@evaluates(c.IsDesign)
def design_test(m: Machine, node: c.IsDesign, env: Locals) -> Any:
    thing = m.value(node.thing, env)
    return thing is not None and m.t.entities[thing].design == node.design


@evaluates(c.Running)
def thing_running(m: Machine, node: c.Running, env: Locals) -> Any:
    return is_running(m, m.value(node.thing, env))


@evaluates(c.VerbRunning)
def verb_running(m: Machine, node: c.VerbRunning, env: Locals) -> Any:
    return is_verb_running(m, node.verb)


@evaluates(c.HasPower)
def has_power(m: Machine, node: c.HasPower, env: Locals) -> Any:
    thing = m.value(node.thing, env)
    return thing is not None and power_routine(m, thing, node.power) is not None


# ---------- made values, defines, functions ----------
@evaluates(c.MakeBundle)
def make_bundle(m: Machine, node: c.MakeBundle, env: Locals) -> Any:
    holder = m.value(node.holder, env) if node.holder is not None else None
    return (((some_resource(m.value(node.resource, env)), m.value(node.count, env) or 0, holder),),)


@evaluates(c.MakeList)
def make_list(m: Machine, node: c.MakeList, env: Locals) -> Any:
    return tuple(m.value(item, env) for item in node.items)


@evaluates(c.MakeRecord)
def make_record(m: Machine, node: c.MakeRecord, env: Locals) -> Any:
    return tuple(m.value(item, env) for item in node.items)


@evaluates(c.Part)
def record_part(m: Machine, node: c.Part, env: Locals) -> Any:
    record = m.value(node.record, env)
    return empty_of(node.type) if record is None else record[node.index]


@evaluates(c.CallDefine)
def call_define(m: Machine, node: c.CallDefine, env: Locals) -> Any:
    args = [m.value(arg, env) for arg in node.args]
    return m.call(node.name, args, env[c.YOU] if env else None)


def define_value(m: Machine, name: str, args: list[Any], you: int | None) -> Any:
    define, known = m.program.defines[name], m.t.kept_defines.get(name)
    if known is None and name not in m.t.other_defines:
        if m.program.fixed.is_kept(name):
            known = m.t.kept_defines[name] = {}
        else:
            m.t.other_defines.add(name)
    inner: Locals = [you if known is None else None, None, *args] + [None] * (define.size - 2 - len(args))
    if known is None:
        return m.inner(define.value, inner)  # type: ignore[arg-type]
    return kept_value(m, name, known, tuple(args), lambda: m.inner(define.value, inner))  # type: ignore[arg-type]


@evaluates(c.Supposed)
def supposed_value(m: Machine, node: c.Supposed, env: Locals) -> Any:
    return suppose(m, node, env)


@evaluates(c.Builtin)
def builtin_value(m: Machine, node: c.Builtin, env: Locals) -> Any:
    args = [m.value(arg, env) for arg in node.args]
    found = BUILTINS[node.name](m, node, args, env)
    if type(found) is tuple:
        m.spend(len(found))
    return found
