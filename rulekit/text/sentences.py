"""Statements as sentences: `if your hand is empty, ...`, `for each player, ...`.

Contract: one function a node, with `@sentences`, for every statement that is no act; a test counts both. A statement gives
pieces and the scope for what follows it, because names that it binds are known from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.text.acts import act_of, scope_after, told_act
from rulekit.text.blocks import Told, block_pieces, tell_ability, tell_block, turned
from rulekit.text.clauses import clause, denied, known, relative
from rulekit.text.matching import as_conditional, as_if
from rulekit.text.patterns import event_clause
from rulekit.text.pieces import Piece
from rulekit.text.queries import bound, holding, queried
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.stretches import next_stretch, stretch_name, turn_of
from rulekit.text.tables import sentences

_ENDLESS = 500  # who repeats something up to so many times sets a bound against the endless, and not a rule of the game


@sentences(n.Set)
def _set_sentence(speaker: Speaker, node: n.Set, scope: Scope) -> Told:
    if isinstance(node.value, n.Conditional | n.MatchValue):
        return _in_cases(speaker, node.value, lambda one: replace(node, value=one), scope)
    if speaker.type_of(node.target, scope) == t.YESNO and not isinstance(node.value, n.YesNo):
        told = speaker.say("set_if", c=clause(speaker, node.target, scope), v=clause(speaker, node.value, scope))
        return [Piece(told)], scope
    of_player = isinstance(node.target, n.Of) and speaker.type_of(node.target, scope) == t.PLAYER
    word = isinstance(node.value, n.Name) and node.value.name in speaker.program.members  # `refused` becomes nothing
    if of_player or word:
        told = speaker.say("is_now", x=speaker.phrase(node.target, scope), v=speaker.phrase(node.value, scope))
        return [Piece(told)], scope
    if isinstance(node.value, n.You) and not scope.doer:
        return [Piece(speaker.say("become_you", x=speaker.phrase(node.target, scope)))], scope
    if not isinstance(node.value, n.YesNo):
        return [Piece(speaker.say("becomes", x=speaker.phrase(node.target, scope), v=speaker.phrase(node.value, scope)))], scope
    if node.value.value:
        return [Piece(speaker.say("set_yes", c=clause(speaker, node.target, scope)))], scope
    return [Piece(speaker.grammar.no_longer(denied(speaker, node.target, scope)))], scope


@sentences(n.Require)
def _require_sentence(speaker: Speaker, node: n.Require, scope: Scope) -> Told:
    told = clause(speaker, node.condition, scope)
    after = known(speaker, node.condition, scope)
    if not node.because:
        return [Piece(speaker.say("require", c=told))], after
    return [Piece(speaker.say("require_because", c=told, w=speaker.lexicon.label("", node.because)))], after


@sentences(n.Let)
def _let_or_else_sentence(speaker: Speaker, node: n.Let, scope: Scope) -> Told:
    plain = n.Let(node.name, node.value)
    act = act_of(speaker, plain, scope)
    assert act is not None
    below = block_pieces(speaker, node.otherwise or (), scope) or block_pieces(speaker, (n.DoNothing(),), scope)
    otherwise = Piece(speaker.say("if_nothing_rest"), below, turn=True)
    return [Piece(told_act(speaker, act, scope)), otherwise], scope_after(speaker, plain, scope)


@sentences(n.Announce)
def _announce_sentence(speaker: Speaker, node: n.Announce, scope: Scope) -> Told:
    """What players are told while they play is no part of what a card does."""
    return [], scope


@sentences(n.DoNothing)
def _do_nothing_sentence(speaker: Speaker, node: n.DoNothing, scope: Scope) -> Told:
    return [Piece(speaker.say("do_nothing"))], scope


@sentences(n.Proceed)
def _proceed_sentence(speaker: Speaker, node: n.Proceed, scope: Scope) -> Told:
    if node.value is None:
        return [Piece(speaker.say("proceed"))], scope
    return [Piece(speaker.say("proceed_with", x=speaker.phrase(node.value, scope)))], scope


@sentences(n.Todo)
def _todo_sentence(speaker: Speaker, node: n.Todo, scope: Scope) -> Told:
    return [Piece(speaker.say("todo", x=node.reason))], scope


@sentences(n.Result)
def _result_sentence(speaker: Speaker, node: n.Result, scope: Scope) -> Told:
    holds = speaker.type_of(node.value, scope) == t.YESNO
    if holds and isinstance(node.value, n.Conditional | n.MatchValue):
        return _in_cases(speaker, node.value, lambda one: replace(node, value=one), scope)
    if holds and not isinstance(node.value, n.YesNo):
        return [Piece(speaker.say("result_whether", c=clause(speaker, node.value, scope)))], scope
    return [Piece(speaker.say("result", x=speaker.phrase(node.value, scope)))], scope


@sentences(n.End)
def _end_sentence(speaker: Speaker, node: n.End, scope: Scope) -> Told:
    if isinstance(node.value, n.Conditional | n.MatchValue):
        return _in_cases(speaker, node.value, lambda one: replace(node, value=one), scope)
    head = speaker.say("end_then", s=stretch_name(speaker, n.Scope(node.scope, node.name)))
    who = scope.doer
    head = f"{who} {speaker.grammar.third(head)}" if who else speaker.grammar.order(head)
    return [Piece(head, block_pieces(speaker, node.then or (), scope))], scope


def _in_cases(
    speaker: Speaker, value: n.Conditional | n.MatchValue, with_value: Callable[[n.Expr], n.Stmt], scope: Scope
) -> Told:
    """A statement with one of two values, as an `if` around it."""
    branches, rest = (
        list[tuple[n.Expr, n.Block]](),
        as_conditional(speaker, value, scope) if isinstance(value, n.MatchValue) else value,
    )
    while isinstance(rest, n.Conditional):
        branches.append((rest.condition, (with_value(rest.yes),)))
        rest = rest.no
    return _if_sentence(speaker, n.If(tuple(branches), (with_value(rest),)), scope)


# ---------- conditions and loops ----------
@sentences(n.If)
def _if_sentence(speaker: Speaker, node: n.If, scope: Scope) -> Told:
    pieces: list[Piece] = []
    for condition, block in node.branches:
        if isinstance(condition, n.Not) and not pieces and node.otherwise is None and len(node.branches) == 1:
            head = speaker.say("if", c=denied(speaker, condition.value, scope))
        else:
            head = speaker.say("else_if" if pieces else "if", c=clause(speaker, condition, scope))
        below = block_pieces(speaker, block, known(speaker, condition, scope))
        pieces.append(Piece(head, below, turn=bool(pieces), condition=True))
    if node.otherwise is not None:
        pieces += turned(speaker, "else", node.otherwise, scope)
    while pieces and not pieces[-1].parts:
        pieces.pop()  # what is only announced has no words here
    nothing = block_pieces(speaker, (n.DoNothing(),), scope)
    return [piece if piece.parts else replace(piece, parts=nothing) for piece in pieces], scope


@sentences(n.Match)
def _match_sentence(speaker: Speaker, node: n.Match, scope: Scope) -> Told:
    return _if_sentence(speaker, as_if(speaker, node, scope), scope)


@sentences(n.ForEach)
def _for_each_sentence(speaker: Speaker, node: n.ForEach, scope: Scope) -> Told:
    inner, what = holding(speaker, node.query, bound(speaker, node.query, scope)), queried(speaker, node.query, scope)
    done = _done_by_each(speaker, node.block, node.query.name, inner)
    head = speaker.say("each_does", x=what, v=done) if done else speaker.say("each", x=what)
    if node.order is not None:
        head = _order(speaker, head, node.order, scope, inner.about(node.query.name))
    return [Piece(head, () if done else block_pieces(speaker, node.block, inner))], scope


def _done_by_each(speaker: Speaker, block: n.Block, name: str, inner: Scope) -> str:
    """What each of them does, where that is all there is: `draws 2 cards`."""
    act = act_of(speaker, block[0], inner) if len(block) == 1 else None
    if act is None or act.who != speaker.phrase(n.Name(name), inner):
        return ""
    return speaker.grammar.third(act.infinitive)


def _order(speaker: Speaker, head: str, order: n.Order, scope: Scope, inner: Scope) -> str:
    if order.free:
        if order.chooser is None:
            return speaker.say("in_any_order", a=head)
        return speaker.say("in_any_order_by", a=head, p=speaker.phrase(order.chooser, scope))
    if len(order.keys) == 1 and (parted := _parted(speaker, order.keys[0], order.down, inner)):
        return speaker.say("list", a=head, b=parted)
    keys = speaker.join([speaker.phrase(key, inner) for key in order.keys])
    return speaker.say("ordered_down" if order.down else "ordered_by", a=head, k=keys)


def _parted(speaker: Speaker, key: n.Expr, down: bool, inner: Scope) -> str:
    """An order by one of two numbers: `first the players who are up`."""
    if not isinstance(key, n.Conditional) or not isinstance(key.yes, n.Number) or not isinstance(key.no, n.Number):
        return ""
    word = speaker.grammar.the_many(inner.refs[inner.it].noun)
    told = relative(speaker, word, key.condition, inner.it, inner, many=True)
    return speaker.say("first_those" if (key.yes.value < key.no.value) != down else "last_those", x=told)


@sentences(n.Sealed)
def _sealed_sentence(speaker: Speaker, node: n.Sealed, scope: Scope) -> Told:
    inner = bound(speaker, node.query, scope)
    found, who = queried(speaker, node.query, scope), speaker.phrase(n.Name(node.query.name), inner)
    choices, after = tell_block(speaker, node.choices, inner.as_doer(who))
    done = _done_by_each(speaker, node.choices, node.query.name, inner.as_doer(who))
    head = Piece(speaker.say("sealed_does", x=found, v=done)) if done else Piece(speaker.say("sealed", x=found), tuple(choices))
    then = block_pieces(speaker, node.block, after)
    return [head, *([Piece(speaker.say("sealed_then"), then)] if then else [])], scope


@sentences(n.Cycle)
def _cycle_sentence(speaker: Speaker, node: n.Cycle, scope: Scope) -> Told:
    inner = bound(speaker, node.query, scope)
    return [Piece(speaker.say("cycle", x=queried(speaker, node.query, scope)), block_pieces(speaker, node.block, inner))], scope


@sentences(n.Repeat)
def _repeat_sentence(speaker: Speaker, node: n.Repeat, scope: Scope) -> Told:
    plain = isinstance(node.count, n.Number | n.Conditional) or len(speaker.phrase(node.count, scope)) == 1
    key = ("repeat_up_to" if node.at_most else "repeat") + ("" if plain else "_for")
    if node.count == n.Number(1) and not node.at_most:
        key = "repeat_once"
    if node.count == n.Number(2) and not node.at_most:
        key = "repeat_twice"
    head = speaker.say(key, n=speaker.phrase(node.count, scope))
    if node.at_most and isinstance(node.count, n.Number) and node.count.value >= _ENDLESS:
        head = (
            speaker.say("repeat_endless")
            if node.condition is None
            else speaker.say("while", c=clause(speaker, node.condition, scope))
        )
    elif node.condition is not None:
        head = speaker.say("repeat_while", a=head, c=clause(speaker, node.condition, scope))
    return [Piece(head, block_pieces(speaker, node.block, scope), joint=speaker.say("heading", a="", b=""))], scope


# ---------- rules for a while ----------
@sentences(n.Under)
def _under_sentence(speaker: Speaker, node: n.Under, scope: Scope) -> Told:
    if node.lender is not None:
        lender = node.lender.owner if isinstance(node.lender, n.Of) else node.lender
        head = speaker.say("under_lent", x=speaker.phrase(lender, scope))
        return [Piece(head, block_pieces(speaker, node.block, scope))], scope
    rules = tuple(piece for ability in node.abilities for piece in tell_ability(speaker, ability, scope))
    colon = speaker.say("heading", a="", b="")
    return [
        Piece(speaker.say("under_do"), block_pieces(speaker, node.block, scope)),
        Piece(speaker.say("under"), rules, joint=colon),
    ], scope


@sentences(n.Until)
def _until_sentence(speaker: Speaker, node: n.Until, scope: Scope) -> Told:
    when = speaker.say(f"the_{node.edge}", s=_until_stretch(speaker, node, scope))
    rules = tuple(piece for ability in node.abilities for piece in tell_ability(speaker, ability, scope))
    return [Piece(speaker.say("until", w=when), rules)], scope


def _until_stretch(speaker: Speaker, node: n.Until, scope: Scope) -> str:
    once = node.count == n.Number(1)
    if node.next:
        return next_stretch(speaker, node.scope, node.of, scope)
    if node.of is None:
        stretch = stretch_name(speaker, node.scope)
        return stretch if once else speaker.say("s_several", n=speaker.phrase(node.count, scope), x=stretch)
    if once:
        return turn_of(speaker, node.of, scope)
    key = "s_turns_of" if isinstance(node.count, n.Number) else "s_turns_as"
    return speaker.say(key, n=speaker.phrase(node.count, scope), p=speaker.phrase(node.of, scope))


@sentences(n.Later)
def _later_sentence(speaker: Speaker, node: n.Later, scope: Scope) -> Told:
    if node.next:
        stretch = next_stretch(speaker, node.scope, node.of, scope)
    else:
        stretch = turn_of(speaker, node.of, scope) if node.of is not None else stretch_name(speaker, node.scope)
    when = speaker.say(f"at_{node.edge}", s=stretch)
    return [Piece(speaker.say("later", w=when), block_pieces(speaker, node.block, scope))], scope


@sentences(n.NextTime)
def _next_time_sentence(speaker: Speaker, node: n.NextTime, scope: Scope) -> Told:
    event, inner = event_clause(speaker, "next", node.pattern, scope)
    if node.where is not None:
        event = speaker.say("where", a=event, c=clause(speaker, node.where, inner))
        inner = known(speaker, node.where, inner)
    return [Piece(speaker.say("next_time", c=event), block_pieces(speaker, node.block, inner))], scope


@sentences(n.Frame)
def _frame_sentence(speaker: Speaker, node: n.Frame, scope: Scope) -> Told:
    who = speaker.phrase(node.of, scope) if node.of is not None else speaker.say("you")
    label = speaker.lexicon.label(node.scope.name or "", node.labels) if node.scope.name or node.labels else ""
    yours = node.scope.word == "turn" and isinstance(node.of, n.You) and not scope.doer
    head = speaker.say("s_your" if yours else f"frame_{node.scope.word}", p=who, x=label)
    inner = scope
    if node.of is not None and not isinstance(node.of, n.You):
        inner = scope.as_doer(who)
    return [Piece(head, block_pieces(speaker, node.block, inner), bullets=True)], scope


@sentences(n.Does)
def _does_sentence(speaker: Speaker, node: n.Does, scope: Scope) -> Told:
    who = speaker.phrase(node.subject, scope)
    inner = scope if isinstance(node.subject, n.You) else scope.as_doer(who)
    body = block_pieces(speaker, node.block, inner)
    return (list(body) if len(body) == 1 else [Piece(speaker.say("does", who=who), body)]), scope
