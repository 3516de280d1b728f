"""Calls: of a record, a define, a zone or variable with several owners, or a built-in function.

Contract: the first of these that has the name, in this order.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import call_define, how_written, owner_type, zone_element
from rulekit.analysis.expressions.fitting import WRONG, fit, items_of, want
from rulekit.analysis.expressions.functions import call_function, could_pay
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


@checks(n.Call)
def _call(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if isinstance(node.function, n.Name) and node.function.name not in env.names:
        return _named_call(cx, node, node.function.name, env)
    if isinstance(node.function, n.Of):
        return _indexed(cx, node, node.function, env)
    cx.sink.error("RK010", "this cannot be called", node.span)
    return WRONG


def _named_call(cx: Checker, node: n.Call, name: str, env: Env) -> c.Core:
    p = cx.program
    if name in p.records:
        return _record(cx, node, name, env)
    if name in cx.world.define_nodes:
        return call_define(cx, name, tuple(cx.check(a, env) for a in node.args), node.span, env)
    if name in p.zones and p.zones[name].owners:
        return _zone_at(cx, name, [cx.check(a, env) for a in node.args], node.span, env)
    if name in p.vars and p.vars[name].owners:
        return _var_at(cx, name, [cx.check(a, env) for a in node.args], node.span, env)
    return call_function(cx, name, node, env)


def _indexed(cx: Checker, node: n.Call, of: n.Of, env: Env) -> c.Core:
    if of.name == "can_pay":
        return could_pay(cx, node, want(cx, of.owner, env, t.PLAYER, "the one who pays"), env)
    owner = cx.check(of.owner, env)
    args = [owner, *(cx.check(a, env) for a in node.args)]
    if of.name in cx.program.zones:
        return _zone_at(cx, of.name, args, node.span, env)
    if of.name in cx.program.vars:
        return _var_at(cx, of.name, args, node.span, env)
    if of.name in cx.world.define_nodes:
        return call_define(cx, of.name, tuple(args), node.span, env)
    cx.world.unknown("zone, var or define", of.name, node.span, [*cx.program.zones, *cx.program.vars])
    return WRONG


def _zone_at(cx: Checker, name: str, owners: list[c.Core], span: Span, env: Env) -> c.Core:
    type_ = Type("zone", "", zone_element(cx, name))
    return _owned(cx, name, cx.program.zones[name].owners, owners, span, env, lambda of: c.ZoneOf(name, of, type=type_))


def _var_at(cx: Checker, name: str, owners: list[c.Core], span: Span, env: Env) -> c.Core:
    var = cx.program.vars[name]
    return _owned(cx, name, var.owners, owners, span, env, lambda of: c.GetVar(name, of, type=var.type))


def _owned(
    cx: Checker,
    name: str,
    wanted: tuple[str, ...],
    given: list[c.Core],
    span: Span,
    env: Env,
    made: Callable[[tuple[c.Core, ...]], c.Core],
) -> c.Core:
    """What is told apart by its owners; of a list of owners that of each, joined into one list."""
    if len(wanted) != len(given):
        message = f"`{name}` is told apart by {len(wanted)} ({', '.join(wanted)}), not {len(given)}"
        cx.sink.error("RK013", message, span, f"it is written `{how_written(name, wanted)}`")
        return WRONG
    lists: list[tuple[c.Core, int]] = []
    owners = []
    for owner, kind in zip(given, wanted, strict=True):
        type_ = owner_type(cx, kind)
        one = fit(cx, owner, type_)
        if one.type.many:
            slot = env.temp(one.type.element)
            lists.append((items_of(one), slot))
            one = c.Local(slot, type=one.type.element)
        if not t.fits(one.type, type_, cx.program.parents):
            message = f"`{name}` is of each {' and '.join(wanted)}: {an(type_)} is needed here, this is {an(one.type)}"
            cx.sink.error("RK012", message, span, f"it is written `{how_written(name, wanted)}`")
            return WRONG
        owners.append(one)
    return _for_each_owner(made(tuple(owners)), lists)


def _for_each_owner(body: c.Core, lists: list[tuple[c.Core, int]]) -> c.Core:
    for source, slot in reversed(lists):
        body = items_of(body)
        flat = body.type.many
        body = c.Each(source, slot, body, flat, type=t.list_of(body.type.element if flat else body.type))
    return body


def _record(cx: Checker, node: n.Call, name: str, env: Env) -> c.Core:
    parts = dict(cx.program.records[name])
    given = dict(node.named)
    for word in given:
        if word not in parts:
            cx.world.unknown(f"part of {name}", word, node.span, parts)
    if node.args:
        cx.sink.error(
            "RK013",
            f"the parts of {an(name)} are named",
            node.span,
            f"{name}({', '.join(f'{p}: ...' for p in parts)})",
        )
    items = []
    for part, type_ in parts.items():
        if part in given:
            items.append(want(cx, given[part], env, type_, f"`{part}`"))
        else:
            items.append(c.Const(t.empty_of(type_), type=type_))
    return c.MakeRecord(name, tuple(items), type=Type("record", name))
