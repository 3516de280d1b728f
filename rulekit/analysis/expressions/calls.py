"""Calls: of a record, a define, a zone or variable with several owners, or a built-in function.

Contract: the first of these that has the name, in this order.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import call_define, zone_element
from rulekit.analysis.expressions.fitting import WRONG, want
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
        return _zone_at(cx, name, [cx.check(a, env) for a in node.args], node.span)
    if name in p.vars and p.vars[name].owners:
        return _var_at(cx, name, [cx.check(a, env) for a in node.args], node.span)
    return call_function(cx, name, node, env)


def _indexed(cx: Checker, node: n.Call, of: n.Of, env: Env) -> c.Core:
    if of.name == "can_pay":
        return could_pay(cx, node, want(cx, of.owner, env, t.PLAYER, "the one who pays"), env)
    owner = cx.check(of.owner, env)
    args = [owner, *(cx.check(a, env) for a in node.args)]
    if of.name in cx.program.zones:
        return _zone_at(cx, of.name, args, node.span)
    if of.name in cx.program.vars:
        return _var_at(cx, of.name, args, node.span)
    if of.name in cx.world.define_nodes:
        return call_define(cx, of.name, tuple(args), node.span, env)
    cx.world.unknown("zone, var or define", of.name, node.span, [*cx.program.zones, *cx.program.vars])
    return WRONG


def _zone_at(cx: Checker, name: str, owners: list[c.Core], span: Span) -> c.Core:
    if not _owners_fit(cx, cx.program.zones[name].owners, owners, name, span):
        return WRONG
    return c.ZoneOf(name, tuple(owners), type=Type("zone", "", zone_element(cx, name)))


def _var_at(cx: Checker, name: str, owners: list[c.Core], span: Span) -> c.Core:
    var = cx.program.vars[name]
    if not _owners_fit(cx, var.owners, owners, name, span):
        return WRONG
    return c.GetVar(name, tuple(owners), type=var.type)


def _owners_fit(cx: Checker, wanted: tuple[str, ...], given: list[c.Core], name: str, span: Span) -> bool:
    if len(wanted) != len(given):
        cx.sink.error("RK013", f"`{name}` is told apart by {len(wanted)} ({', '.join(wanted)}), not {len(given)}", span)
        return False
    return True


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
