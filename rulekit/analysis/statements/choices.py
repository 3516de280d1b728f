"""What players decide: costs, `may`, choices, menus.

Contract: jumps are patched as soon as their target is known. What the header of an option says (cost, condition, leading
requirements) is taken out of its text, so that an option that cannot be taken is not offered.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

from rulekit.analysis.context import Checker, governs_rest, lowers
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.binding import condition, within
from rulekit.analysis.expressions.fitting import label_slots, want
from rulekit.analysis.expressions.queries import bind_query
from rulekit.analysis.statements.blocks import by_subject, close_branch, emit, here, lower_block, subject_of
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.fixed import Fixed
from rulekit.sources.labels import SLOT
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk

PAY = "pay"  # the moment of a payment, in a program in which something waits for it


def emit_pay(
    cx: Checker, env: Env, subject: c.Core, cost: c.Core, purpose: str | None, span: Span, bind: str | None = None
) -> o.Pay:
    """A payment, which is told to those who wait for one: they hear what was paid, in whatever way."""
    op: o.Pay = emit(cx, env, o.Pay(subject, cost, purpose or "", span=span))
    if bind is None and PAY not in cx.program.verbs:
        return op
    op.told = True
    slot = env.temp(t.BUNDLE) if bind is None else env.bind(bind, t.BUNDLE, span)
    emit(cx, env, o.TakeResult(slot, span=span))
    if PAY in cx.program.verbs:
        paid = c.Local(slot, type=t.BUNDLE)
        some = c.Op(">", c.Builtin("bundle_size", (paid,), type=t.NUMBER), c.Const(0, type=t.NUMBER), type=t.YESNO)
        skip = emit(cx, env, o.JumpUnless(some, span=span))
        emit(cx, env, o.CallVerb(PAY, subject, (paid,), span=span))
        skip.to = here(env)
    return op


@governs_rest(n.Pay)
def _pay(cx: Checker, stmt: n.Pay, env: Env, rest: tuple[n.Stmt, ...]) -> None:
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    cost = want(cx, stmt.cost, env, t.BUNDLE, "a cost")
    op = emit_pay(cx, env, subject, cost, stmt.purpose, stmt.span, stmt.bind)
    lower_block(cx, rest, env)
    op.failed = here(env)


@lowers(n.MayPay)
def _may_pay(cx: Checker, stmt: n.MayPay, env: Env) -> None:
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    cost = want(cx, stmt.cost, env, t.BUNDLE, "a cost")
    purpose = stmt.purpose or ""
    if stmt.often == "once":
        _pay_once(cx, stmt, env, subject, cost, purpose)
    else:
        _pay_often(cx, stmt, env, subject, cost, purpose)


def _pay_once(cx: Checker, stmt: n.MayPay, env: Env, subject: c.Core, cost: c.Core, purpose: str) -> None:
    able = c.Builtin("can_pay", (subject, cost), word=purpose, type=t.YESNO)
    test = emit(cx, env, o.JumpUnless(able, span=stmt.span))
    ask = emit(cx, env, o.AskYes(subject, _words_of(stmt.span), span=stmt.span))
    pay = emit_pay(cx, env, subject, cost, purpose, stmt.span)
    by_subject(cx, stmt.subject, subject, stmt.block, env)
    jumps = [(test, "to"), (ask, "no"), (pay, "failed")]
    close_branch(cx, stmt.otherwise, env, jumps, (stmt.subject, subject))


def _pay_often(cx: Checker, stmt: n.MayPay, env: Env, subject: c.Core, cost: c.Core, purpose: str) -> None:
    """Again and again, each time a payment of its own: what it costs then, if it can be paid then. How often is asked for as
    a number where the price stays as it is; else there is a question before each time."""
    ends: list[tuple[o.Operation, str]] = []
    if stmt.often == "any" and Fixed(cx.program).needs(cost) is not None and _only_gains(stmt):
        slot = env.temp(t.NUMBER)
        emit(cx, env, o.AskTimes(subject, cost, purpose, slot, span=stmt.span))
        top = here(env)
        ends.append((emit(cx, env, o.CountDown(slot, span=stmt.span)), "done"))
    else:
        top = here(env)
        able = c.Builtin("can_pay", (subject, cost), word=purpose, type=t.YESNO)
        some = c.Op("bundle!=", cost, c.Const(((),), type=t.BUNDLE), type=t.YESNO)
        ends.append((emit(cx, env, o.JumpUnless(c.Op("and", some, able, type=t.YESNO), span=stmt.span)), "to"))
        if stmt.often == "any":
            ends.append((emit(cx, env, o.AskYes(subject, _words_of(stmt.span), span=stmt.span)), "no"))
    ends.append((emit_pay(cx, env, subject, cost, purpose, stmt.span), "failed"))
    by_subject(cx, stmt.subject, subject, stmt.block, env)
    emit(cx, env, o.Jump(top))
    for op, attribute in ends:
        setattr(op, attribute, here(env))


def _only_gains(stmt: n.MayPay) -> bool:
    """Does what is paid for take nothing away that is to be paid with?"""
    return all(isinstance(one, n.Sentence) and one.verb in ("gain", "gains") for one in stmt.block)


def _words_of(span: Span) -> str:
    line = span.source.line(span.line)[span.column - 1 :].split("#")[0]
    return line.split(":")[0].strip()


@lowers(n.May)
def _may(cx: Checker, stmt: n.May, env: Env) -> None:
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    ask = emit(cx, env, o.AskYes(subject, _words_of(stmt.span), span=stmt.span))
    by_subject(cx, stmt.subject, subject, stmt.block, env)
    close_branch(cx, stmt.otherwise, env, [(ask, "no")], (stmt.subject, subject))


@lowers(n.Choose)
def _choose_in_block(cx: Checker, stmt: n.Choose, env: Env) -> None:
    choose(cx, stmt, env, None)


@governs_rest(n.Choose)
def _choose_for_rest(cx: Checker, stmt: n.Choose, env: Env, rest: tuple[n.Stmt, ...]) -> None:
    choose(cx, stmt, env, rest)


def choose(cx: Checker, stmt: n.Choose, env: Env, rest: tuple[n.Stmt, ...] | None, sealed: bool = False) -> None:
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    _plain_question(cx, stmt)
    inner = env if rest is not None else env.child()
    source, slot, element = bind_query(cx, stmt.query, inner, asked=True)
    mode, count = _how_many(cx, stmt, env)
    _fits_mode(cx, stmt, mode)
    cost = within(inner.named, want(cx, stmt.cost, inner, t.BUNDLE, "a cost")) if stmt.cost is not None else None
    picked = inner.temp(t.list_of(element)) if mode != "one" else -1
    if mode != "one":
        _known_before(cx, stmt.query, stmt.cost)
        inner.routine.types[slot] = t.list_of(element)
        inner.names[stmt.query.name] = (slot, t.list_of(element))
        inner.bound[slot] = (stmt.query.name, stmt.query.span)
        forget(inner)
    op = emit(cx, 
        env,
        o.Choose(
            subject, slot, source, element, mode, count, cost, stmt.purpose or "", stmt.optional, stmt.random,
            picked, span=stmt.span,
        ),
    )  # fmt: skip
    op.sealed = sealed
    jumps = [(op, "empty")]
    if cost is not None:
        jumps.append((_pay_for_all(cx, env, op, cost), "failed"))
    block = rest if rest is not None else stmt.block or ()
    doer = stmt.subject if stmt.optional else None
    by_subject(cx, doer, subject, block, inner)
    close_branch(cx, stmt.otherwise, env, jumps, (doer, subject))


def _pay_for_all(cx: Checker, env: Env, op: o.Choose, cost: c.Core) -> o.Pay:
    """What a choice costs is paid once for all that is chosen; where that may be nothing, nothing is paid for nothing."""
    if op.mode == "one":
        return emit_pay(cx, env, op.subject, cost, op.purpose, op.span)
    size = c.Builtin("size", (c.Local(op.slot, type=t.list_of(op.element)),), type=t.NUMBER)
    chosen = emit(cx, env, o.JumpUnless(c.Op(">", size, c.Const(0, type=t.NUMBER), type=t.YESNO), span=op.span))
    pay = emit_pay(cx, env, op.subject, cost, op.purpose, op.span)
    chosen.to = here(env)
    return pay


def forget(env: Env) -> None:
    """Several are chosen, each with what its condition named: those names stand for nothing afterwards."""
    for one in env.named:
        env.names.pop(one.name, None)
    env.named = []


def _how_many(cx: Checker, stmt: n.Choose, env: Env) -> tuple[str, c.Core | None]:
    if stmt.how_many is None:
        return "one", None
    count = None
    if stmt.how_many.count is not None:
        count = want(cx, stmt.how_many.count, env, t.NUMBER, "how many")
    if stmt.how_many.mode == "exactly" and isinstance(count, c.Const) and count.value == 1:
        return "one", None
    return stmt.how_many.mode, count


def _fits_mode(cx: Checker, stmt: n.Choose, mode: str) -> None:
    """Chance picks exactly so many, and a `may` of exactly so many has no answer that says no."""
    if stmt.random and mode not in ("one", "exactly"):
        hint = "let chance say how many: `roll 1d3 as n`, then `pick random (n) ...`"
        cx.sink.error("RK012", "chance picks exactly so many", stmt.span, hint)
    if stmt.optional and mode == "exactly":
        hint = "ask first: `you may:`, with `choose` in its block; or take fewer: `you may choose up to 2 ...`"
        cx.sink.error("RK012", "of several there is no answer that says no", stmt.span, hint)


def _plain_question(cx: Checker, stmt: n.Choose | n.ChooseOne | n.Menu) -> None:
    """What is asked is shown as it stands: a slot in it would be printed with its braces."""
    for found in (found for label in stmt.labels for found in SLOT.finditer(label)):
        hint = "say it without, or `announce` it before"
        cx.sink.error("RK010", f"a question has no slots: `{found[0]}`", stmt.span.word(found[0]), hint)
        return


@lowers(n.ChooseOne)
def _choose_one(cx: Checker, stmt: n.ChooseOne, env: Env) -> None:
    _plain_question(cx, stmt)
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    ask = emit(cx, env, o.Ask(subject, [], span=stmt.span))
    _options(cx, stmt.options, ask, env, None, None, stmt.otherwise or ())


@lowers(n.Menu)
def _menu(cx: Checker, stmt: n.Menu, env: Env) -> None:
    _plain_question(cx, stmt)
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    begin = emit(cx, env, o.ScopeBegin("menu", "", None, span=stmt.span))
    top = here(env)
    ask = emit(cx, env, o.Ask(subject, [], span=stmt.span))
    _options(cx, stmt.options, ask, env, top, stmt.subject)
    begin.end = ask.empty = here(env)
    emit(cx, env, o.ScopeEnd(span=stmt.span))


def _options(
    cx: Checker,
    options: Sequence[n.Option],
    ask: o.Ask,
    env: Env,
    back: int | None,
    subject: n.Expr | None,
    otherwise: n.Block = (),
) -> None:
    ends = []
    for option in options:
        inner = env.child()
        option = one_by_one(cx, option)
        head = option_head(cx, option, inner)
        head.to = here(env)
        ask.options.append(head)
        if head.cost is not None:
            pay = emit_pay(cx, env, ask.subject, head.cost, head.purpose, option.span)
            ends.append((pay, "failed"))
        first = here(env)
        by_subject(cx, subject, ask.subject, body_of(option), inner)
        head.leading = next((op for op in env.routine.ops[first:] if not isinstance(op, o.Settle)), None)
        ends.append((emit(cx, env, o.Jump()), "to"))
    ask.empty = here(env)
    lower_block(cx, otherwise, env)
    for op, attribute in ends:
        setattr(op, attribute, here(env) if back is None else back)


def one_by_one(cx: Checker, option: n.Option) -> n.Option:
    """`option sell with 2 card cs in L`: the option takes the first of them, its text begins with the choice of the others."""
    query, how_many = option.query, option.how_many
    if query is None or how_many is None:
        return option
    for part in (option.cost, option.condition):
        _known_before(cx, query, part)
    needed = _leading(option.block, query.name)
    span, first = query.span, n.Name(f"{query.name}'first", span=query.span)
    others = dataclasses.replace(query, source=n.Binary("-", query.source, n.ListOf((first,), span=span), span=span))
    both = n.Binary("+", n.ListOf((first,), span=span), n.Name(query.name, span=span), span=span)
    block = (
        *_enough(query, how_many),
        *needed,
        n.Let(first.name, n.Name(query.name, span=span), span=span),
        n.Choose(None, _one_less(how_many), others, span=span),
        n.Let(query.name, both, span=span),
        *option.block[len(needed) :],
    )
    return dataclasses.replace(option, block=block, how_many=None)


def _known_before(cx: Checker, query: n.Query, part: n.Expr | None) -> None:
    """What several are chosen for cannot hang on which of them are chosen."""
    if part is not None and _mentions(part, query.name):
        hint = "say it in the text: `require ...`, `pay ...`"
        cx.sink.error("RK038", f"`{query.name}` is not known before all of them are chosen", part.span, hint)


def _leading(block: n.Block, name: str) -> n.Block:
    """The requirements at the head of a text that can be asked before anything is chosen."""
    found = itertools.takewhile(lambda stmt: isinstance(stmt, n.Require) and not _mentions(stmt, name), block)
    return tuple(found)


def _mentions(node: n.Node, name: str) -> bool:
    return any(isinstance(part, n.Name) and part.name == name for part in walk(node))


def _enough(query: n.Query, how_many: n.HowMany) -> tuple[n.Stmt, ...]:
    if how_many.count is None or (how_many.mode != "exactly" and isinstance(how_many.count, n.Number)):
        return ()
    there = n.Aggregate("count", query, span=query.span) if how_many.mode == "exactly" else how_many.count
    least = how_many.count if how_many.mode == "exactly" else n.Number(1, span=query.span)
    because = ("there are too few", "il n'y en a pas assez")
    return (n.Require(n.Binary(">=", there, least, span=how_many.span), because, span=how_many.span),)


def _one_less(how_many: n.HowMany) -> n.HowMany:
    if isinstance(how_many.count, n.Number):
        fewer: n.Expr | None = n.Number(how_many.count.value - 1, span=how_many.span)
    else:
        fewer = how_many.count and n.Binary("-", how_many.count, n.Number(1, span=how_many.span), span=how_many.span)
    return n.HowMany(how_many.mode, fewer, span=how_many.span)


def option_head(cx: Checker, option: n.Option, env: Env) -> o.OptionHead:
    """The header of an option; leading requirements of its text belong to it."""
    head = o.OptionHead(option.name, option.span, tags=option.tags, labels=option.labels)
    if option.query is not None:
        head.source, head.slot, head.type = bind_query(cx, option.query, env, asked=True)
        head.bound = option.query.name
    label_slots(cx, option.name, option.labels, {head.bound: str(head.type)} if head.bound else {}, option.span)
    cost, purpose = option.cost, option.purpose
    first = option.block[0] if option.block else None
    if cost is None and isinstance(first, n.Pay) and first.subject is None:
        cost, purpose = first.cost, first.purpose
    if cost is not None:
        head.cost, head.purpose = within(env.named, want(cx, cost, env, t.BUNDLE, "a cost")), purpose or ""
    if option.condition is not None:
        head.condition = _needed(cx, option.condition, env)
    requires = []
    for stmt in option.block:
        if not isinstance(stmt, n.Require):
            break
        requires.append((_needed(cx, stmt.condition, env), stmt.because))
    head.requires = tuple(requires)
    return head


def _needed(cx: Checker, node: n.Expr, env: Env) -> c.Core:
    """A condition of the header, which knows the names of those before it."""
    known = list(env.named)
    return within(known, condition(cx, node, env))


def body_of(option: n.Option) -> n.Block:
    """The text of an option without what its header has taken over."""
    block = option.block
    while block and isinstance(block[0], n.Require):
        block = block[1:]
    if option.cost is None and block and isinstance(block[0], n.Pay) and block[0].subject is None:
        block = block[1:]
    return block
