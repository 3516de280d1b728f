"""Abilities as sentences: `after you gain coins (once per turn), gain 1 grain`.

Contract: one function a node, with `@abilities`; every ability of the language has one, a test counts them.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.text.blocks import block_pieces, tell_ability
from rulekit.text.choices import option_piece
from rulekit.text.clauses import clause, denied, known
from rulekit.text.identified import identified
from rulekit.text.names import attribute, bind_param
from rulekit.text.patterns import event_clause, event_parts, term_phrase
from rulekit.text.pieces import Piece
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.stretches import how_often, stretch_name
from rulekit.text.tables import abilities

_HOLDERS = {"raised": "raised", "lowered": "lowered", "multiplied": "multiplied", "set_to": "set_to",
            "at_most": "at_most_m", "at_least": "at_least_m"}  # fmt: skip


# ---------- what answers events ----------
@abilities(n.Trigger)
def _trigger_ability(speaker: Speaker, node: n.Trigger, scope: Scope) -> list[Piece]:
    node, others = identified(node)
    event, inner = event_clause(speaker, node.timing, node.pattern, scope.but_for(others))
    inner = replace(inner, rival=_names_a_rival(speaker, scope, inner))
    if node.where is not None:
        joint = "where_instead" if node.timing == "instead" else "where"
        event = speaker.say(joint, a=event, c=clause(speaker, node.where, inner))
        inner = known(speaker, node.where, inner)
    head = speaker.say(node.timing, c=event)
    if node.once is not None:
        head = speaker.say("once", a=head, o=how_often(speaker, node.once))
    return [Piece(head, block_pieces(speaker, node.block, inner), joint=speaker.say("heading", a="", b=""))]


def _names_a_rival(speaker: Speaker, scope: Scope, inner: Scope) -> bool:
    """Does an event name one thing besides the one whose text it is? Then `its` could be said of either."""
    new = [ref for name, ref in inner.refs.items() if name not in scope.refs and not ref.many and not ref.text]
    return any(speaker.grammar.one_possessive or not ref.person for ref in new)


@abilities(n.Forbid)
def _forbid_ability(speaker: Speaker, node: n.Forbid, scope: Scope) -> list[Piece]:
    who, you, verb, inner = event_parts(speaker, node.pattern, scope)
    text = speaker.say("forbid", who=who, v=verb, **speaker.grammar.aux(you))
    if node.where is not None:
        text = speaker.say("forbid_where", a=text, c=clause(speaker, node.where, inner))
    if node.because:
        text = speaker.say("because", a=text, w=speaker.lexicon.label("", node.because))
    return [Piece(text)]


@abilities(n.Clock)
def _clock_ability(speaker: Speaker, node: n.Clock, scope: Scope) -> list[Piece]:
    inner, stretch = scope, stretch_name(speaker, node.scope)
    if node.of is not None:
        told, inner, you = term_phrase(speaker, node.of, t.PLAYER, scope)
        stretch = speaker.say("s_your") if you else speaker.grammar.of(speaker.grammar.word("turn_noun"), told)
    head = speaker.say(f"at_{node.edge}", s=stretch)
    if node.where is not None:
        head = speaker.say("where", a=head, c=clause(speaker, node.where, inner))
        inner = known(speaker, node.where, inner)
    if node.once is not None:
        head = speaker.say("once", a=head, o=how_often(speaker, node.once))
    return [Piece(head, block_pieces(speaker, node.block, inner))]


@abilities(n.Anytime)
def _anytime_ability(speaker: Speaker, node: n.Anytime, scope: Scope) -> list[Piece]:
    return [
        Piece(speaker.say("anytime"), (option_piece(speaker, node.option, scope),), joint=speaker.say("heading", a="", b=""))
    ]


# ---------- what changes values and payments ----------
@abilities(n.Modifier)
def _modifier_ability(speaker: Speaker, node: n.Modifier, scope: Scope) -> list[Piece]:
    if node.change == "set_to" and isinstance(node.value, n.YesNo):
        told = clause(speaker, node.target, scope) if node.value.value else denied(speaker, node.target, scope)
        return [Piece(_if(speaker, told, node.condition, scope))]
    many = (
        isinstance(node.target, n.Of) and attribute(speaker, speaker.type_of(node.target.owner, scope), node.target.name).plural
    )
    parts = {"x": speaker.phrase(node.target, scope), "v": speaker.phrase(node.value, scope)}
    forms = speaker.grammar.forms(_HOLDERS[node.change], **parts)
    return [Piece(_if(speaker, forms[-1 if many else 0], node.condition, scope))]


def _if(speaker: Speaker, text: str, condition: n.Expr | None, scope: Scope) -> str:
    return text if condition is None else speaker.say("where", a=text, c=clause(speaker, condition, scope))


@abilities(n.Payment)
def _payment_ability(speaker: Speaker, node: n.Payment, scope: Scope) -> list[Piece]:
    text = speaker.say("payment", a=speaker.phrase(node.gives, scope), b=speaker.phrase(node.cost, scope))
    return [Piece(_if(speaker, text, node.condition, scope))]


@abilities(n.Stores)
def _stores_ability(speaker: Speaker, node: n.Stores, scope: Scope) -> list[Piece]:
    key = "stores_only" if _is_unspendable(speaker, node.place) else "stores"
    word = speaker.lexicon.head_noun(speaker.program.vars[node.resource].head)
    told = speaker.grammar.choice(key, word, many=not word.mass, x=word.many, y=speaker.phrase(node.place, scope))
    return [Piece(told)]


def _is_unspendable(speaker: Speaker, place: n.Expr) -> bool:
    decl = speaker.lexicon.decls.get(place.name) if isinstance(place, n.Of | n.Name) else None
    items = decl.items if isinstance(decl, n.Resource) else ()
    return any(isinstance(item, n.Prop) and item.name == "unspendable" for item in items)


@abilities(n.Rules)
def _rules_ability(speaker: Speaker, node: n.Rules, scope: Scope) -> list[Piece]:
    inner = scope
    for param in node.params:
        inner = bind_param(speaker, param, inner)
    rules = tuple(piece for ability in node.abilities for piece in tell_ability(speaker, ability, inner))
    return [Piece(speaker.say("lends"), rules)]
