"""Abilities and event patterns.

Contract: one function a rule of the grammar, no checks.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import of_types, pairs, scope_word, term, word_or_none
from rulekit.syntax.from_tree.places import Place, builds


@builds
def before(place: Place, c: list[Any]) -> str:
    return "before"


@builds
def after(place: Place, c: list[Any]) -> str:
    return "after"


@builds
def instead(place: Place, c: list[Any]) -> str:
    return "instead"


@builds
def once(place: Place, c: list[Any]) -> n.Scope:
    scope: n.Scope = c[0]
    return scope


@builds
def scope(place: Place, c: list[Any]) -> n.Scope:
    return n.Scope(scope_word(c[0]), word_or_none(c[1]), span=place.span)


@builds
def verb_scope(place: Place, c: list[Any]) -> n.Scope:
    return n.Scope("verb", str(c[0]), span=place.span)


@builds
def trigger(place: Place, c: list[Any]) -> n.Ability:
    timing, pattern, where, once, tags, block = c
    return n.Trigger(timing, pattern, where, once, tags or (), block, span=place.span)


@builds
def forbid(place: Place, c: list[Any]) -> n.Ability:
    return n.Forbid(c[0], c[1], c[2] or (), c[3] or (), span=place.span)


@builds
def clock(place: Place, c: list[Any]) -> n.Ability:
    edge, scope, of, where, once, tags, block = c
    whose = None if of is None else term(of)
    return n.Clock(str(edge), scope, whose, where, once, tags or (), block, span=place.span)


@builds
def anytime(place: Place, c: list[Any]) -> n.Ability:
    return n.Anytime(c[0], span=place.span)


@builds
def modifier(place: Place, c: list[Any]) -> n.Ability:
    change, value = c[1]
    return n.Modifier(c[0], change, value, c[2], span=place.span)


@builds
def payment(place: Place, c: list[Any]) -> n.Ability:
    return n.Payment(c[0], c[1], c[2], c[3] or (), span=place.span)


@builds
def stores(place: Place, c: list[Any]) -> n.Ability:
    return n.Stores(str(c[0]), c[1], c[2] or (), span=place.span)


@builds
def rules(place: Place, c: list[Any]) -> n.Ability:
    tags = next((x for x in c if isinstance(x, tuple)), ())
    return n.Rules(str(c[0]), of_types(c, n.Param), of_types(c, n.Ability), tags, span=place.span)


@builds
def bind(place: Place, c: list[Any]) -> n.Term:
    return n.Term("bind", str(c[0]), str(c[1]), span=place.span)


@builds
def bind_list(place: Place, c: list[Any]) -> n.Term:
    return n.Term("list", str(c[0]), str(c[1]), span=place.span)


@builds
def bind_amount(place: Place, c: list[Any]) -> n.Term:
    # `n of resource r`: the amount's name, the kind, the resource's name
    return n.Term("amount", str(c[1]), str(c[2]), str(c[0]), span=place.span)


@builds
def bind_power(place: Place, c: list[Any]) -> n.Term:
    return n.Term("power", str(c[0]), str(c[1]), str(c[3]), span=place.span)


@builds
def any_of(place: Place, c: list[Any]) -> n.Term:
    return n.Term("any", str(c[0]), span=place.span)


@builds
def fixed_amount(place: Place, c: list[Any]) -> n.Term:
    return n.Term("fixed", str(c[1]), amount=int(c[0]), span=place.span)


@builds
def pattern(place: Place, c: list[Any]) -> n.Pattern:
    at = next(i for i, x in enumerate(c) if isinstance(x, Token) and x.type in ("VERB", "ACTIVATE", "PAY"))
    subject = None if c[0] is None or at == 0 else term(c[0])
    obj = c[at + 1] if len(c) > at + 1 and not isinstance(c[at + 1], Token) else None
    args = tuple((prep, term(value)) for prep, value in pairs(c[at + 1 :]))
    verb = {"ACTIVATE": "activate", "PAY": "pay"}.get(c[at].type, str(c[at]))
    return n.Pattern(subject, verb, None if obj is None else term(obj), args, span=place.span)


# ---------- changes of a modifier ----------
@builds
def raised(place: Place, c: list[Any]) -> tuple[str, n.Expr]:
    return "raised", c[0]


@builds
def lowered(place: Place, c: list[Any]) -> tuple[str, n.Expr]:
    return "lowered", c[0]


@builds
def multiplied(place: Place, c: list[Any]) -> tuple[str, n.Expr]:
    return "multiplied", c[0]


@builds
def set_to(place: Place, c: list[Any]) -> tuple[str, n.Expr]:
    return "set_to", c[0]


@builds
def at_most(place: Place, c: list[Any]) -> tuple[str, n.Expr]:
    return "at_most", c[0]


@builds
def at_least(place: Place, c: list[Any]) -> tuple[str, n.Expr]:
    return "at_least", c[0]
