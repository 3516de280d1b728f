"""Simple statements, loops and scopes.

Contract: each function appends the operations of one statement to the routine of the environment.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker, governs_rest, lowers
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.binding import NOTHING, bind_is, condition, conjuncts, kept, names_something
from rulekit.analysis.expressions.defines import reads_order
from rulekit.analysis.expressions.fitting import counting_slots, items_of, no_resource, want, want_list
from rulekit.analysis.expressions.matching import Arms
from rulekit.analysis.expressions.queries import bind_query, of_kind, order_keys, without_none
from rulekit.analysis.statements.blocks import (
    by_subject,
    close_branch,
    detached,
    emit,
    here,
    lower_block,
    set_names,
    subject_of,
)
from rulekit.analysis.statements.choices import choose
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import Head
from rulekit.sources.english import an
from rulekit.syntax import nodes as n


# ---------- simple statements ----------
@lowers(n.DoNothing)
def _do_nothing(cx: Checker, stmt: n.DoNothing, env: Env) -> None:
    pass


@lowers(n.Todo)
def _todo(cx: Checker, stmt: n.Todo, env: Env) -> None:
    cx.program.todos.append((stmt.reason, stmt.span))
    cx.sink.warn("RK090", f"not done yet: {stmt.reason}", stmt.span)
    emit(cx, env, o.Todo(stmt.reason, span=stmt.span))


@lowers(n.Let)
def _let(cx: Checker, stmt: n.Let, env: Env) -> None:
    value = items_of(cx.check(stmt.value, env))
    if value.type.many:
        reads_order(cx, value, env)  # a list has an order, whatever is asked of it later
    slot = env.bind(stmt.name, value.type, stmt.span)
    emit(cx, env, o.Let(slot, value, span=stmt.span))


@governs_rest(n.Let)
def _let_or_else(cx: Checker, stmt: n.Let, env: Env, rest: tuple[n.Stmt, ...]) -> None:
    outer = env.child()
    _let(cx, stmt, env)
    slot, type_ = env.names[stmt.name]
    there = c.Op("!=", c.Local(slot, type=type_), NOTHING, type=t.YESNO)
    test = emit(cx, env, o.JumpUnless(there, span=stmt.span))
    lower_block(cx, rest, env)
    close_branch(cx, stmt.otherwise, outer, [(test, "to")])


@lowers(n.Set)
def _set_to(cx: Checker, stmt: n.Set, env: Env) -> None:
    target = cx.check(stmt.target, env)
    if isinstance(target, c.Local) and target.slot > 1:
        value = want(cx, stmt.value, env, target.type)
        emit(cx, env, o.Let(target.slot, value, span=stmt.span))
    elif isinstance(target, c.GetVar):
        value = want(cx, stmt.value, env, target.type)
        no_resource(cx, target, stmt.target)
        emit(cx, env, o.SetVar(target.var, target.owners, value, span=stmt.span))
    elif isinstance(target, c.Each) and isinstance(target.body, c.GetVar):
        _set_each(cx, target, stmt, env)
    elif target.type.tag != "any":
        cx.sink.error("RK019", "only a var or a local name can be set", stmt.target.span, "declare it as `var`")


def _set_each(cx: Checker, target: c.Each, stmt: n.Set, env: Env) -> None:
    assert isinstance(target.body, c.GetVar)
    value = want(cx, stmt.value, env, target.body.type)
    no_resource(cx, target.body, stmt.target)
    items = env.temp(target.source.type)
    emit(cx, env, o.Let(items, target.source, span=stmt.span))
    top = here(env)
    step = emit(cx, env, o.NextItem(items, target.slot, span=stmt.span))
    emit(cx, env, o.SetVar(target.body.var, target.body.owners, value, span=stmt.span))
    emit(cx, env, o.Jump(top))
    step.done = here(env)


@lowers(n.Require)
def _require(cx: Checker, stmt: n.Require, env: Env) -> None:
    needed = condition(cx, stmt.condition, env)
    emit(cx, env, o.Require(needed, stmt.because, span=stmt.span))
    set_names(cx, env, env)


@lowers(n.Announce)
def _announce(cx: Checker, stmt: n.Announce, env: Env) -> None:
    parts = tuple((_slot(value), items_of(cx.check(value, env))) for value in stmt.values)
    counting_slots(cx, stmt.texts, {slot: str(value.type) for slot, value in parts if value.type.tag != "any"}, stmt.span)
    to = None if stmt.to is None else want(cx, stmt.to, env, t.list_of(t.PLAYER), "those who are told")
    emit(cx, env, o.Announce(stmt.texts, parts, to, span=stmt.span))


def _slot(value: n.Expr) -> str:
    return value.name if isinstance(value, n.Name) else "you" if isinstance(value, n.You) else "this"


@lowers(n.Result)
def _result(cx: Checker, stmt: n.Result, env: Env) -> None:
    emit(cx, env, o.Return(items_of(cx.check(stmt.value, env)), span=stmt.span))


@lowers(n.Proceed)
def _proceed(cx: Checker, stmt: n.Proceed, env: Env) -> None:
    if env.replacing is None:
        cx.sink.error("RK032", "`proceed` has nothing to let happen", stmt.span, "it belongs into an `instead of`")
    value = None
    if stmt.value is not None and env.replacing == t.NONE:
        cx.sink.error("RK017", "nothing of this event can be told anew", stmt.span, "say `proceed` alone")
    elif stmt.value is not None:
        value = want(cx, stmt.value, env, env.replacing or t.ANY, "`proceed with`")
    emit(cx, env, o.Proceed(value, span=stmt.span))


@lowers(n.Does)
def _does(cx: Checker, stmt: n.Does, env: Env) -> None:
    subject = want(cx, stmt.subject, env, t.PLAYER, "`does`")
    by_subject(cx, stmt.subject, subject, stmt.block, env)


# ---------- control ----------
@lowers(n.If)
def _if(cx: Checker, stmt: n.If, env: Env) -> None:
    ends = []
    for node, block in stmt.branches:
        inner = env.child()
        tests = _tests(cx, node, inner)
        lower_block(cx, block, inner)
        ends.append(emit(cx, env, o.Jump()))
        for test in tests:
            test.to = here(env)
    if stmt.otherwise:
        lower_block(cx, stmt.otherwise, env)
    for jump in ends:
        jump.to = here(env)


def _tests(cx: Checker, node: n.Expr, env: Env) -> list[o.JumpUnless]:
    """The jumps past a branch. What a condition gives a name is worked out once, and asked for its kind."""
    if not names_something(node):
        return [emit(cx, env, o.JumpUnless(condition(cx, node, env), span=node.span))]
    found = []
    for part in conjuncts(node):
        one = bind_is(cx, part, env) if isinstance(part, n.Is) and part.bind is not None else None
        if one is None:
            found.append(emit(cx, env, o.JumpUnless(condition(cx, part, env), span=part.span)))
            continue
        emit(cx, env, o.Let(one.slot, kept(one), span=part.span))
        there = c.Op("!=", c.Local(one.slot, type=one.type), NOTHING, type=t.YESNO)
        found.append(emit(cx, env, o.JumpUnless(there, span=part.span)))
    return found


@lowers(n.Match)
def _match(cx: Checker, stmt: n.Match, env: Env) -> None:
    value = items_of(cx.check(stmt.value, env))
    if value.type.tag == "any":
        return
    slot = env.temp(value.type)
    emit(cx, env, o.Let(slot, value, span=stmt.span))
    arms = Arms(cx, c.Local(slot, type=value.type))
    ends = []
    for arm in stmt.arms:
        inner = env.child()
        test = emit(cx, env, o.JumpUnless(arms.test(arm.patterns, inner), span=arm.patterns[0].span))
        lower_block(cx, arm.block, inner)
        ends.append(emit(cx, env, o.Jump()))
        test.to = here(env)
    if stmt.otherwise is not None:
        lower_block(cx, stmt.otherwise, env)
    else:
        arms.missing(stmt.value.span)
    for jump in ends:
        jump.to = here(env)


@lowers(n.ForEach)
def _for_each(cx: Checker, stmt: n.ForEach, env: Env) -> None:
    inner = env.child()
    source, slot, element = bind_query(cx, stmt.query, inner)
    free, chooser = False, None
    if stmt.order is not None and stmt.order.free:
        free, chooser = True, subject_of(cx, stmt.order.chooser, env, stmt.span)
    elif stmt.order is not None:
        keys = order_keys(cx, stmt.order.keys, inner)
        source = c.Rank("sorted", source, slot, keys, stmt.order.down, type=source.type)
    if not free:
        reads_order(cx, source, env)
    items = env.temp(source.type)
    emit(cx, env, o.Let(items, source, span=stmt.span))
    top = here(env)
    step = emit(cx, env, o.NextItem(items, slot, -1, free, chooser, element, span=stmt.span))
    lower_block(cx, stmt.block, inner)
    emit(cx, env, o.Jump(top))
    step.done = here(env)


@lowers(n.Repeat)
def _repeat(cx: Checker, stmt: n.Repeat, env: Env) -> None:
    slot, inner = env.temp(t.NUMBER), env.child()
    emit(cx, env, o.Let(slot, want(cx, stmt.count, env, t.NUMBER, "`times`"), span=stmt.span))
    top = here(env)
    count = emit(cx, env, o.CountDown(slot, span=stmt.span))
    test = None
    if stmt.condition is not None:
        test = emit(cx, env, o.JumpUnless(condition(cx, stmt.condition, inner), span=stmt.span))
    lower_block(cx, stmt.block, inner)
    emit(cx, env, o.Jump(top))
    count.done = here(env)
    if test is not None:
        test.to = here(env)


@lowers(n.Cycle)
def _cycle(cx: Checker, stmt: n.Cycle, env: Env) -> None:
    inner = env.child()
    source = of_kind(cx, want_list(cx, stmt.query.source, inner), stmt.query, env)
    slot = inner.bind(stmt.query.name, source.type.element, stmt.query.span)
    where = want(cx, stmt.query.where, inner, t.YESNO) if stmt.query.where is not None else None
    last = env.temp(source.type.element)
    emit(cx, env, o.Let(last, c.Const(None), span=stmt.span))
    top = here(env)
    step = emit(cx, env, o.CycleNext(source, where, last, slot, span=stmt.span))
    lower_block(cx, stmt.block, inner)
    emit(cx, env, o.Jump(top))
    step.done = here(env)


@lowers(n.Sealed)
def _sealed(cx: Checker, stmt: n.Sealed, env: Env) -> None:
    inner = env.child()
    source, slot, element = bind_query(cx, stmt.query, inner)
    if not t.fits(element, t.PLAYER, cx.program.parents):
        hint = "`sealed for each player p in players:`"
        cx.sink.error("RK012", f"this is {an(element)}, but players choose", stmt.query.span, hint)
    kept, items, again = env.temp(t.list_of(t.ANY)), env.temp(source.type), env.temp(source.type)
    emit(cx, env, o.Let(kept, c.Const((), type=t.list_of(t.ANY)), span=stmt.span))
    emit(cx, env, o.Let(again, source, span=stmt.span))
    emit(cx, env, o.Let(items, c.Local(again, type=source.type), span=stmt.span))
    top = here(env)
    step = emit(cx, env, o.NextItem(items, slot, span=stmt.span))
    first = inner.routine.size
    for choice in stmt.choices:
        _sealed_choice(cx, choice, inner)
    last = inner.routine.size
    emit(cx, env, o.SealedSave(first, last, kept, span=stmt.span))
    emit(cx, env, o.Jump(top))
    step.done = here(env)
    second = here(env)
    step = emit(cx, env, o.NextItem(again, slot, span=stmt.span))
    emit(cx, env, o.SealedLoad(first, last, kept, span=stmt.span))
    passed = [emit(cx, env, o.JumpUnless(chosen, span=stmt.span)) for chosen in _all_chosen(env, top, second)]
    by_subject(cx, n.Name(stmt.query.name), c.Local(slot, type=t.PLAYER), stmt.block, inner)
    for jump in passed:
        jump.to = here(env)
    emit(cx, env, o.Jump(second))
    step.done = here(env)


def _all_chosen(env: Env, first: int, last: int) -> list[c.Core]:
    """Was something chosen, wherever something was to be? Without it the rest is left out, as after any choice."""
    found: list[c.Core] = []
    for op in env.routine.ops[first:last]:
        if isinstance(op, o.Choose) and op.mode == "one":
            chosen = c.Local(op.slot, type=op.element)
            found.append(c.Op("!=", chosen, c.Const(None, type=t.NONE), type=t.YESNO))
        elif isinstance(op, o.Choose) and op.mode == "exactly":
            size = c.Builtin("size", (c.Local(op.slot, type=t.list_of(op.element)),), type=t.NUMBER)
            found.append(c.Op("!=", size, c.Const(0, type=t.NUMBER), type=t.YESNO))
    return found


def _sealed_choice(cx: Checker, stmt: n.Stmt, env: Env) -> None:
    """Nothing but choices may stand in the first part: nothing may change before all are made."""
    if not isinstance(stmt, n.Choose | n.Let) or (isinstance(stmt, n.Choose) and stmt.block is not None):
        cx.sink.error("RK035", "only `choose` and `let` may stand before `then`", stmt.span, "move it after `then:`")
        return
    if isinstance(stmt, n.Choose):
        _nothing_told(cx, stmt)
        choose(cx, stmt, env, (), sealed=True)
    else:
        cx.statement(stmt, env)


def _nothing_told(cx: Checker, stmt: n.Choose) -> None:
    """What is paid is paid at once and openly, and what chance picks everybody is told."""
    if stmt.cost is not None:
        message = "a sealed choice costs nothing: what is paid would tell what was chosen"
        cx.sink.error(
            "RK035",
            message,
            stmt.cost.span,
            "choose among what can be paid (`where you can_pay(...)`), and `pay` it after `then:`",
        )
    if stmt.random:
        message = "what chance picks is told at once, so nothing is picked at random before `then`"
        cx.sink.error("RK035", message, stmt.span, "pick it after `then:`, or before all choose")


# ---------- scopes ----------
@lowers(n.Frame)
def _frame(cx: Checker, stmt: n.Frame, env: Env) -> None:
    of = want(cx, stmt.of, env, t.PLAYER, "whose turn it is") if stmt.of is not None else None
    begin = emit(cx, env, o.ScopeBegin(stmt.scope.word, stmt.scope.name or "", of, span=stmt.span))
    cx.world.phases.add(stmt.scope.name or "")
    if stmt.labels and stmt.scope.name:
        cx.program.parts[stmt.scope.word, stmt.scope.name] = Head(stmt.scope.name, stmt.labels, stmt.tags, stmt.span)
    if of is not None and stmt.scope.word == "turn":
        by_subject(cx, stmt.of, of, stmt.block, env)
    else:
        lower_block(cx, stmt.block, env)
    begin.end = here(env)
    emit(cx, env, o.ScopeEnd(span=stmt.span))


@lowers(n.End)
def _end(cx: Checker, stmt: n.End, env: Env) -> None:
    if stmt.scope == "game":
        given = want(cx, stmt.value, env, t.list_of(t.PLAYER)) if stmt.value is not None else None
        winners = without_none(cx, given, env) if given is not None else None
        emit(cx, env, o.EndGame(winners, span=stmt.span))
        return
    word, name = stmt.scope, stmt.name or ""
    if word == "verb":
        if name not in cx.program.verbs:
            cx.world.unknown("verb to end", name, stmt.span, cx.program.verbs)
        cx.program.scoped_verbs.add(name)
    then = ""
    if stmt.then is not None:
        then = detached(cx, stmt.then, env, f"then{stmt.span.line}").path
    emit(cx, env, o.EndScope(word, name, then, span=stmt.span))
