"""The texts of declarations: default values, verbs, rules, invariants.

Contract: `check_text` checks one declaration after everything is declared; what nests too deeply is a finding.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.analysis.context import TEXTS, Checker, checks_text
from rulekit.analysis.declarations.heads import head_of, pick
from rulekit.analysis.env import Env, env_of
from rulekit.analysis.expressions.fitting import want
from rulekit.analysis.kept_texts import KEPT
from rulekit.analysis.statements.abilities import lower_abilities
from rulekit.analysis.statements.blocks import emit, lower_block
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import InvariantDef
from rulekit.syntax import nodes as n


def check_text(cx: Checker, decl: n.Decl) -> None:
    check, kept = TEXTS.get(type(decl)), cx.world.kept
    if check is None:
        return
    if kept is not None and isinstance(decl, KEPT):
        bounded(cx, decl, lambda: kept.text(cx, decl, lambda: check(cx, decl)))
    else:
        bounded(cx, decl, lambda: check(cx, decl))


def bounded(cx: Checker, decl: n.Decl, work: Callable[[], object]) -> None:
    """Texts nested in texts that lean on others may exhaust the stack; that is a finding like any other."""
    try:
        work()
    except RecursionError:
        cx.world.checking.clear()
        cx.sink.error("RK003", "this is nested too deeply", decl.span.word(decl.name), "name a part of it")


# ---------- values ----------
@checks_text(n.OptionDecl)
def _option_decl(cx: Checker, decl: n.OptionDecl) -> None:
    head, type_, _ = cx.program.options[decl.name]
    default = want(cx, decl.default, env_of(f"option/{decl.name}", False), type_) if decl.default is not None else None
    cx.program.options[decl.name] = (head, type_, default)


@checks_text(n.Var)
def _var(cx: Checker, decl: n.Var) -> None:
    var_default(cx, decl.name, decl)


def var_default(cx: Checker, name: str, decl: n.Var) -> None:
    var = cx.program.vars[name]
    env = env_of(f"var/{name}", True, t.this_among(var.owners, cx.program.parents))
    if decl.default is not None:
        var.default = want(cx, decl.default, env, var.type, f"`{name}`")
    else:
        var.default = c.Const(t.empty_of(var.type), type=var.type)


@checks_text(n.Resource)
def _resource(cx: Checker, decl: n.Resource) -> None:
    var = cx.program.vars[decl.name]
    for prop in pick(decl.items, n.Prop):
        if prop.name == "cap" and prop.values:
            env = env_of(f"cap/{decl.name}", True, t.this_among(decl.of, cx.program.parents))
            var.cap = want(cx, prop.values[0], env, t.NUMBER, "a cap")


@checks_text(n.Zone)
def _zone(cx: Checker, decl: n.Zone) -> None:
    zone = cx.program.zones[decl.name]
    if zone.reshuffles and zone.reshuffles not in cx.program.zones:
        cx.world.unknown("zone", zone.reshuffles, decl.span, cx.program.zones)


@checks_text(n.Actor)
def _actor(cx: Checker, decl: n.Actor) -> None:
    for prop in pick(decl.items, n.Prop):
        if prop.name == "decided" and prop.values:
            decider = want(cx, prop.values[0], env_of(f"actor/{decl.name}", False), t.PLAYER)
            cx.program.actors[decl.name] = (head_of(decl), decider)
        else:
            cx.world.unknown("property of an actor", prop.name, prop.span, ("decided",), "RK014")


# ---------- verbs, rules, invariants ----------
def check_defaults(cx: Checker, decl: n.Verb) -> None:
    """The values of parameters left out; known before any text is checked, so that the order of texts does not matter."""
    verb = cx.program.verbs[decl.name]
    for param, node in zip(verb.params, decl.params, strict=True):
        if node.default is not None:
            param.default = want(cx, node.default, env_of(f"verb/{decl.name}", True), param.type)


@checks_text(n.Verb)
def _verb(cx: Checker, decl: n.Verb) -> None:
    verb = cx.program.verbs[decl.name]
    if decl.block is None:
        return
    routine = cx.program.routines[verb.routine]
    env = Env(routine, {p.name: (p.slot, p.type) for p in verb.params}, True)
    lower_block(cx, decl.block, env)
    emit(cx, env, o.Return())


@checks_text(n.Rule)
def _rule(cx: Checker, decl: n.Rule) -> None:
    env = env_of(f"rule/{decl.name}", False)
    lower_abilities(cx, decl.abilities, env, "rule")


@checks_text(n.Invariant)
def _invariant(cx: Checker, decl: n.Invariant) -> None:
    env = env_of("invariant", False)
    value = want(cx, decl.value, env, t.YESNO, "an invariant")
    cx.program.invariants.append(InvariantDef(head_of(decl), value, env.routine.size))
