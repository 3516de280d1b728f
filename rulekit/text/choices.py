"""Choices as sentences: `you may pay 2 coins to draw a card`, `choose one: ...`.

Contract: as of `sentences.py`; `option_piece` tells one alternative with its label, cost and condition.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.sources.labels import slots_of
from rulekit.syntax import nodes as n
from rulekit.text.acts import Act, choice_phrase, chosen_phrase, cost_phrase, doer_of, infinitives, told_act, who_does
from rulekit.text.blocks import Told, block_pieces
from rulekit.text.clauses import clause, known
from rulekit.text.labels import filled
from rulekit.text.pieces import Piece
from rulekit.text.queries import bound, holding
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import sentences


# ---------- choices ----------
@sentences(n.Choose)
def _choose_sentence(speaker: Speaker, node: n.Choose, scope: Scope) -> Told:
    inner = bound(speaker, node.query, scope, many=node.how_many is not None)
    if node.optional:
        who, you = doer_of(speaker, node.subject, scope)
        what = chosen_phrase(speaker, node, scope)
        if node.cost is not None:
            what = speaker.say(
                "choose_paying", a=what, b=cost_phrase(speaker, node.cost, node.purpose, inner.about(node.query.name))
            )
        head = speaker.say("may_choose", who=who, x=what, **speaker.grammar.aux(you))
    else:
        head = told_act(
            speaker,
            Act(choice_phrase(speaker, node, scope), "" if node.random else who_does(speaker, node.subject, scope)),
            scope,
        )
    pieces = [Piece(head, block_pieces(speaker, node.block or (), inner), joint=speaker.say("heading", a="", b=""))]
    if node.otherwise is not None:
        key = "if_not" if node.optional else "if_nothing"
        pieces.append(Piece(speaker.say(key), block_pieces(speaker, node.otherwise, scope), turn=True))
    return pieces, scope


@sentences(n.May)
def _may_sentence(speaker: Speaker, node: n.May, scope: Scope) -> Told:
    who, you = doer_of(speaker, node.subject, scope)
    inner = scope if you else scope.as_doer(who)
    acts = infinitives(speaker, node.block, inner)
    if acts is not None:
        pieces = [Piece(speaker.say("may", who=who, v=acts, **speaker.grammar.aux(you)))]
    else:
        head = speaker.say("may_block", who=who, **speaker.grammar.aux(you))
        pieces = [Piece(head, block_pieces(speaker, node.block, inner), joint=speaker.say("heading", a="", b=""))]
    return _otherwise(speaker, pieces, node.otherwise, inner), scope


def _otherwise(speaker: Speaker, pieces: list[Piece], block: n.Block | None, scope: Scope) -> list[Piece]:
    return pieces if block is None else [*pieces, Piece(speaker.say("if_not"), block_pieces(speaker, block, scope), turn=True)]


@sentences(n.MayPay)
def _may_pay_sentence(speaker: Speaker, node: n.MayPay, scope: Scope) -> Told:
    who, you = doer_of(speaker, node.subject, scope)
    inner = scope if you else scope.as_doer(who)
    key = {"once": "may_pay", "any": "may_pay_any", "most": "pay_most"}[node.often]
    parts = {"who": who, "x": cost_phrase(speaker, node.cost, node.purpose, scope), **speaker.grammar.aux(you)}
    acts = infinitives(speaker, node.block, inner)
    head = speaker.say(key, v=acts, **parts) if acts is not None else speaker.say(f"{key}_block", **parts)
    if node.often == "most":  # nothing is left to the one who pays
        head = told_act(speaker, Act(head, "" if you else who), scope)
    pieces = [Piece(head, () if acts is not None else block_pieces(speaker, node.block, inner))]
    return _otherwise(speaker, pieces, node.otherwise, inner), scope


@sentences(n.ChooseOne)
def _choose_one_sentence(speaker: Speaker, node: n.ChooseOne, scope: Scope) -> Told:
    who = who_does(speaker, node.subject, scope) or scope.doer
    head = speaker.say("chooses_one", who=who) if who else speaker.say("choose_one")
    pieces = [Piece(head, tuple(option_piece(speaker, o, scope) for o in node.options), bullets=True)]
    if node.otherwise is not None:
        pieces.append(Piece(speaker.say("if_nothing"), block_pieces(speaker, node.otherwise, scope), turn=True))
    return pieces, scope


@sentences(n.Menu)
def _menu_sentence(speaker: Speaker, node: n.Menu, scope: Scope) -> Told:
    who = who_does(speaker, node.subject, scope) or scope.doer
    head = speaker.say("menu_of", who=who) if who else speaker.say("menu")
    return [Piece(head, tuple(option_piece(speaker, o, scope) for o in node.options), bullets=True)], scope


def option_piece(speaker: Speaker, option: n.Option, scope: Scope) -> Piece:
    """An alternative with its label, what it is offered for, its cost and condition."""
    inner = scope
    head = speaker.lexicon.label(option.name, option.labels) if option.labels or option.name else ""
    if option.query is not None:
        inner = bound(speaker, option.query, scope, many=option.how_many is not None)
        told = chosen_phrase(speaker, n.Choose(None, option.how_many, option.query), scope)
        if option.how_many is None:
            inner = holding(speaker, option.query, inner)
        label = speaker.lexicon.raw(option.name, option.labels) if option.labels else ""
        name = option.query.name
        if f"{{{name}}}" in label:
            head = filled(speaker, label, {}, scope, known={name: told})
        else:
            head = filled(speaker, label, {name: n.Name(name)}, inner) if name in slots_of(label) else head
            head = speaker.say("option_with", x=head, q=told)
    if option.cost is not None:
        head = speaker.say("option_cost", x=head, c=cost_phrase(speaker, option.cost, option.purpose, inner))
    if option.condition is not None:
        head = speaker.say("option_if", x=head, c=clause(speaker, option.condition, inner))
        inner = known(speaker, option.condition, inner)
    body = block_pieces(speaker, option.block, inner)
    if len(body) == 1 and (not head or _says_the_same(speaker, head, body[0])):
        return replace(body[0], option=True)
    if not head:
        return Piece("", body, option=True)
    return Piece(head, body, joint=speaker.say("heading", a="", b=""), option=True)


def _says_the_same(speaker: Speaker, label: str, piece: Piece) -> bool:
    """Whether a label is what is done, word for word: `Fight: fight` says it once."""
    order = speaker.grammar.order(label[:1].lower() + label[1:])
    return not piece.parts and piece.text.casefold() in (order.casefold(), label.casefold())
