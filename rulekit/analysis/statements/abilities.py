"""Abilities: what waits for events, changes values, forbids, pays and offers.

Contract: each function adds one ability to the program. `bearer` says who carries it: `design:x` or `kind:x` for the text
of things, `rule` for rules that always hold, `scope:path` for rules laid over a block or lasting for a while.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.context import Checker, lowers, lowers_ability
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.binding import condition
from rulekit.analysis.expressions.fitting import first_copy, items_of, only_things, want
from rulekit.analysis.statements.blocks import detached, emit, here, lower_block, new_routine
from rulekit.analysis.statements.choices import body_of, emit_pay, one_by_one, option_head
from rulekit.analysis.statements.patterns import bind_pattern, bind_term, proceeds_with
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import (
    AnytimeDef,
    Bind,
    ClockDef,
    ModifierDef,
    ParamDef,
    PaymentDef,
    RuleBundle,
    StoreDef,
    Watch,
)
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n

ONE = c.Const(1, type=t.NUMBER)


def lower_abilities(cx: Checker, nodes: Sequence[n.Ability], env: Env, bearer: str) -> None:
    for node in nodes:
        cx.ability(node, env, bearer)


def _own_env(cx: Checker, env: Env, name: str, span: Span) -> Env:
    """A routine for the ability, which sees a copy of the locals around it."""
    routine = new_routine(cx, f"{env.routine.path}/{name}{span.line}")
    routine.size = env.routine.size
    routine.types = list(env.routine.types)
    routine.names = dict(env.routine.names)
    return Env(routine, dict(env.names), env.you, env.this, None, env.used, {})


# ---------- events ----------
@lowers_ability(n.Trigger)
def _trigger(cx: Checker, node: n.Trigger, env: Env, bearer: str) -> None:
    inner = _own_env(cx, env, node.timing, node.span)
    if bearer == "rule":
        inner.you = True
    if node.timing != "after":
        _only_after(cx, node.pattern)
    binds = bind_pattern(cx, node.pattern, inner)
    where = condition(cx, node.where, inner) if node.where is not None else None
    inner.replacing = proceeds_with(cx, node.pattern) if node.timing == "instead" else None
    lower_block(cx, node.block, inner)
    emit(cx, inner, o.Return())
    _watch(cx, node.timing, node.pattern.verb, bearer, binds, where, node, inner)


def _only_after(cx: Checker, pattern: n.Pattern) -> None:
    """A payment is whole or not at all: others hear of it when it is done."""
    if pattern.verb == "pay":
        hint = "say `after`; what may be paid with is said by `payment`, what is forbidden by `forbid` of the verb it is for"
        cx.sink.error("RK017", "a payment can be answered only after it", pattern.span, hint)


def _watch(
    cx: Checker,
    timing: str,
    verb: str,
    bearer: str,
    binds: tuple[Bind, ...],
    where: c.Core | None,
    node: n.Trigger | n.Forbid | n.NextTime,
    env: Env,
) -> Watch:
    once = scope_key(cx, node.once) if isinstance(node, n.Trigger) and node.once is not None else None
    verb = "move" if verb in ("destroy", "draw") else verb
    watch = Watch(
        len(cx.program.watches), timing, verb, bearer, binds, where, once, env.routine.path, size=env.routine.size,
        span=node.span, tags=getattr(node, "tags", ()), because=getattr(node, "because", ()),
    )  # fmt: skip
    cx.program.watches.append(watch)
    return watch


def scope_key(cx: Checker, scope: n.Scope) -> tuple[str, str]:
    if scope.word == "verb" and scope.name is not None:
        if scope.name not in cx.program.verbs:
            cx.world.unknown("verb", scope.name, scope.span, cx.program.verbs)
        cx.program.scoped_verbs.add(scope.name)
    return scope.word, scope.name or ""


@lowers_ability(n.Forbid)
def _forbid(cx: Checker, node: n.Forbid, env: Env, bearer: str) -> None:
    inner = _own_env(cx, env, "forbid", node.span)
    if bearer == "rule":
        inner.you = True
    _only_after(cx, node.pattern)
    binds = bind_pattern(cx, node.pattern, inner)
    where = condition(cx, node.where, inner) if node.where is not None else None
    emit(cx, inner, o.Return())
    _watch(cx, "forbid", node.pattern.verb, bearer, binds, where, node, inner)


@lowers_ability(n.Clock)
def _clock(cx: Checker, node: n.Clock, env: Env, bearer: str) -> None:
    inner = _own_env(cx, env, f"at_{node.edge}", node.span)
    if bearer == "rule":
        inner.you = True
    of = None if node.of is None else bind_term(cx, node.of, "subject", t.PLAYER, inner)
    where = condition(cx, node.where, inner) if node.where is not None else None
    lower_block(cx, node.block, inner)
    emit(cx, inner, o.Return())
    word, name = scope_key(cx, node.scope)
    once = scope_key(cx, node.once) if node.once is not None else None
    cx.program.clocks.append(
        ClockDef(
            len(cx.program.clocks),
            node.edge,
            word,
            name,
            bearer,
            of,
            where,
            once,
            inner.routine.path,
            inner.routine.size,
            node.span,
        )
    )


# ---------- values, payments, options ----------
@lowers_ability(n.Modifier)
def _modifier(cx: Checker, node: n.Modifier, env: Env, bearer: str) -> None:
    inner = _own_env(cx, env, "modifier", node.span)
    target = cx.check(node.target, inner)
    type_ = target.type
    if isinstance(target, c.Each) and isinstance(target.body, c.GetStat):
        type_ = target.body.type
        stat, thing = (
            target.body.stat,
            c.Keep(target.source, inner.temp(target.source.type.element), None, None, type=target.source.type),
        )
    elif isinstance(target, c.GetStat):
        stat, thing = target.stat, target.thing  # type: ignore[assignment]
    else:
        if target.type.tag != "any":
            cx.sink.error("RK019", "only a `stat` can be modified", node.target.span, "declare it as `stat`")
        return
    if node.change != "set_to" and type_ != t.NUMBER and (type_, node.change) != (t.DICE, "raised"):
        cx.sink.error("RK012", f"this is {an(type_)}, which can only be set", node.span, "say `is set to`")
        return
    value = want(cx, node.value, inner, type_)
    condition = want(cx, node.condition, inner, t.YESNO, "a condition") if node.condition is not None else None
    size = inner.routine.size
    cx.program.modifiers.append(ModifierDef(stat, bearer, thing, node.change, value, condition, size, node.span))


@lowers_ability(n.Payment)
def _payment(cx: Checker, node: n.Payment, env: Env, bearer: str) -> None:
    inner = _own_env(cx, env, "payment", node.span)
    inner.you = True
    gives, cost = want(cx, node.gives, inner, t.BUNDLE), want(cx, node.cost, inner, t.BUNDLE)
    condition = want(cx, node.condition, inner, t.YESNO, "a condition") if node.condition is not None else None
    cx.program.payments.append(PaymentDef(bearer, gives, cost, condition, inner.routine.size))


@lowers_ability(n.Stores)
def _stores(cx: Checker, node: n.Stores, env: Env, bearer: str) -> None:
    inner = _own_env(cx, env, "stores", node.span)
    if bearer == "rule":
        cx.sink.error("RK018", "nobody has this store: a rule has no owner", node.span, "write it into the thing that stores")
    resource = cx.world.resource(node.resource)
    place = cx.check(node.place, inner)
    if resource is None:
        cx.world.unknown("resource", node.resource, node.span, cx.world.resources())
    elif not isinstance(place, c.GetVar) or not cx.program.vars[place.var].resource or not place.owners:
        cx.sink.error("RK012", "name a resource of a thing, such as `its store`", node.place.span)
    else:
        cx.program.stores.append(StoreDef(bearer, resource, place.var, place.owners[0], inner.routine.size))


@lowers_ability(n.Anytime)
def _anytime(cx: Checker, node: n.Anytime, env: Env, bearer: str) -> None:
    inner = _own_env(cx, env, "anytime", node.span)
    inner.you = True
    option = one_by_one(cx, node.option)
    head = option_head(cx, option, inner)
    if head.cost is not None:
        you = c.Local(c.YOU, type=t.PLAYER)
        pay = emit_pay(cx, inner, you, head.cost, head.purpose, node.span)
        lower_block(cx, body_of(option), inner)
        pay.failed = here(inner)
    else:
        lower_block(cx, body_of(option), inner)
    emit(cx, inner, o.Return())
    head.routine = inner.routine.path
    cx.program.anytimes.append(AnytimeDef(len(cx.program.anytimes), bearer, head, inner.routine.size))


@lowers_ability(n.Rules)
def _rules(cx: Checker, node: n.Rules, env: Env, bearer: str) -> None:
    """Rules that a thing lends: they hold only where `under` lays them over a block."""
    if bearer == "rule" or bearer.startswith("scope:"):
        cx.sink.error(
            "RK031",
            "these rules are nobody's to lend",
            node.span,
            "write them into a kind or a thing, or lay them with `under:`",
        )
    inner = _own_env(cx, env, node.name, node.span)
    params = tuple(
        ParamDef(p.name, cx.world.type_of(p.type), p.prep, None, inner.bind(p.name, cx.world.type_of(p.type)))
        for p in node.params
    )
    path = f"{bearer}/{node.name}"
    cx.program.bundles[path] = RuleBundle(path, params, inner.routine.size, inner.routine.path)
    lower_abilities(cx, node.abilities, inner, f"scope:{path}")


# ---------- statements that carry abilities ----------
def _rule_bundle(cx: Checker, env: Env, nodes: Sequence[n.Ability], span: Span, word: str) -> str:
    path = f"{env.routine.path}/{word}{span.line}.{span.column}"
    cx.program.bundles[path] = RuleBundle(path, (), env.routine.size, env.routine.path)
    lower_abilities(cx, nodes, env, f"scope:{path}")
    return path


@lowers(n.Under)
def _under(cx: Checker, stmt: n.Under, env: Env) -> None:
    if stmt.lender is None:
        path = _rule_bundle(cx, env, stmt.abilities, stmt.span, "under")
        begin = emit(cx, env, o.UnderBegin(path, None, "", (), span=stmt.span))
    else:
        begin = _under_lent(cx, stmt, env)
    if begin is None:
        return
    lower_block(cx, stmt.block, env)
    begin.end = here(env)
    emit(cx, env, o.ScopeEnd(span=stmt.span))


def _under_lent(cx: Checker, stmt: n.Under, env: Env) -> o.UnderBegin | None:
    if not isinstance(stmt.lender, n.Of):
        cx.sink.error("RK031", "name the thing and its rules: `under x's beside:`", stmt.span)
        return None
    lender = items_of(first_copy(cx, cx.check(stmt.lender.owner, env)))
    only_things(cx, lender, stmt.lender.owner.span, "lend rules")
    args = tuple(cx.check(value, env) for _, value in stmt.args)
    op: o.UnderBegin = emit(cx, env, o.UnderBegin("", lender, stmt.lender.name, args, span=stmt.span))
    cx.world.lent.append((op, stmt))
    return op


@lowers(n.Until)
def _until(cx: Checker, stmt: n.Until, env: Env) -> None:
    path = _rule_bundle(cx, env, stmt.abilities, stmt.span, "until")
    of = want(cx, stmt.of, env, t.PLAYER) if stmt.of is not None else None
    word, name = scope_key(cx, stmt.scope)
    count = want(cx, stmt.count, env, t.NUMBER, "how often")
    emit(cx, env, o.Lasting(path, "", stmt.edge, count, stmt.next, word, name, of, span=stmt.span))


@lowers(n.Later)
def _later(cx: Checker, stmt: n.Later, env: Env) -> None:
    routine = detached(cx, stmt.block, env, f"later{stmt.span.line}")
    of = want(cx, stmt.of, env, t.PLAYER) if stmt.of is not None else None
    word, name = scope_key(cx, stmt.scope)
    emit(cx, env, o.Lasting("", routine.path, stmt.edge, ONE, stmt.next, word, name, of, span=stmt.span))


@lowers(n.NextTime)
def _next_time(cx: Checker, stmt: n.NextTime, env: Env) -> None:
    path = f"{env.routine.path}/next{stmt.span.line}.{stmt.span.column}"
    cx.program.bundles[path] = RuleBundle(path, (), env.routine.size, env.routine.path)
    inner = _own_env(cx, env, "next", stmt.span)
    binds = bind_pattern(cx, stmt.pattern, inner)
    where = condition(cx, stmt.where, inner) if stmt.where is not None else None
    lower_block(cx, stmt.block, inner)
    emit(cx, inner, o.Return())
    _watch(cx, "after", stmt.pattern.verb, f"scope:{path}", binds, where, stmt, inner)
    emit(cx, env, o.Lasting(path, "", "", ONE, False, "event", "", None, span=stmt.span))
