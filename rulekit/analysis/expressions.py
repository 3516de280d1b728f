"""Expressions: names resolved, types checked.

Contract: `Expressions.check(node, env)` returns a core expression with its type; a mistake is reported once and the
result then has type `any`, which fits everywhere, so that one mistake gives one message. The classes build on each other,
one noun a file: fitting, functions, attributes, names, queries, operations, conditions; calls stand here.
"""

from __future__ import annotations

from rulekit.analysis.conditions import Conditions
from rulekit.analysis.env import Env
from rulekit.analysis.fitting import WRONG
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


class Expressions(Conditions):
    """Checks expressions in the light of a world."""

    def _call(self, node: n.Call, env: Env) -> c.Core:
        if isinstance(node.function, n.Name) and node.function.name not in env.names:
            return self._named_call(node, node.function.name, env)
        if isinstance(node.function, n.Of):
            return self._indexed(node, node.function, env)
        self.sink.error("RK010", "this cannot be called", node.span)
        return WRONG

    def _named_call(self, node: n.Call, name: str, env: Env) -> c.Core:
        p = self.program
        if name in p.records:
            return self._record(node, name, env)
        if name in self.world.define_nodes:
            return self.call_define(name, tuple(self.check(a, env) for a in node.args), node.span, env)
        if name in p.zones and p.zones[name].owners:
            return self._zone_at(name, [self.check(a, env) for a in node.args], node.span)
        if name in p.vars and p.vars[name].owners:
            return self._var_at(name, [self.check(a, env) for a in node.args], node.span)
        return self.function(name, node, env)

    def _indexed(self, node: n.Call, of: n.Of, env: Env) -> c.Core:
        owner = self.check(of.owner, env)
        args = [owner, *(self.check(a, env) for a in node.args)]
        if of.name in self.program.zones:
            return self._zone_at(of.name, args, node.span)
        if of.name in self.program.vars:
            return self._var_at(of.name, args, node.span)
        if of.name in self.world.define_nodes:
            return self.call_define(of.name, tuple(args), node.span, env)
        self.world.unknown("zone, var or define", of.name, node.span, [*self.program.zones, *self.program.vars])
        return WRONG

    def _zone_at(self, name: str, owners: list[c.Core], span: Span) -> c.Core:
        if not self._owners_fit(self.program.zones[name].owners, owners, name, span):
            return WRONG
        return c.ZoneOf(name, tuple(owners), type=Type("zone", "", self.zone_element(name)))

    def _var_at(self, name: str, owners: list[c.Core], span: Span) -> c.Core:
        var = self.program.vars[name]
        if not self._owners_fit(var.owners, owners, name, span):
            return WRONG
        return c.GetVar(name, tuple(owners), type=var.type)

    def _owners_fit(self, wanted: tuple[str, ...], given: list[c.Core], name: str, span: Span) -> bool:
        if len(wanted) != len(given):
            self.sink.error("RK013", f"`{name}` is told apart by {len(wanted)} ({', '.join(wanted)}), not {len(given)}", span)
            return False
        return True

    def _record(self, node: n.Call, name: str, env: Env) -> c.Core:
        parts = dict(self.program.records[name])
        given = dict(node.named)
        for word in given:
            if word not in parts:
                self.world.unknown(f"part of {name}", word, node.span, parts)
        if node.args:
            self.sink.error(
                "RK013",
                f"the parts of {an(name)} are named",
                node.span,
                f"{name}({', '.join(f'{p}: ...' for p in parts)})",
            )
        items = []
        for part, type_ in parts.items():
            if part in given:
                items.append(self.want(given[part], env, type_, f"`{part}`"))
            else:
                items.append(c.Const(t.empty_of(type_), type=type_))
        return c.MakeRecord(name, tuple(items), type=Type("record", name))
