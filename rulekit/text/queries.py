"""Queries: `card in your hand that is not tired`.

Contract: the name that a query binds is known in `bound`; conditions hang on the noun with `relative` of `clauses.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.clauses import known, relative
from rulekit.text.names import called_by_several, is_common
from rulekit.text.nouns import Noun
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker


def query_noun(speaker: Speaker, query: n.Query, scope: Scope) -> tuple[Noun, Type]:
    """What a query binds: its noun and its type. `face f ... where f is boar_face` is a Boar face."""
    found, _ = _narrowed(speaker, query)
    if found in speaker.program.designs:
        return _design_noun(speaker, found), t.thing(speaker.program.designs[found].kind)
    if found is not None:
        return speaker.lexicon.kind_noun(found), t.thing(found)
    source = speaker.type_of(query.source, scope)
    if query.kind == "zone" and source.element.tag == "zone":  # what lies there is known from where they were taken
        return speaker.grammar.word("zone"), source.element
    if query.kind is None:
        type_ = source.element if source.many else source
        return speaker.lexicon.type_noun(source if type_.tag == "list" else type_), type_
    type_ = speaker.lexicon.declared_type(n.TypeName(query.kind))
    if isinstance(query.source, n.Name) and query.source.name == "opponents":
        return speaker.grammar.word("opponent"), type_
    return speaker.lexicon.type_noun(type_), type_


def _design_noun(speaker: Speaker, design: str) -> Noun:
    """Something of one design: a Moon token, a copy of The Wind."""
    word = speaker.lexicon.head_noun(speaker.program.designs[design].head)
    if is_common(speaker, design, word):
        return word
    return speaker.grammar.noun(speaker.say("copy_of", x=speaker.grammar.inside(word.one)))


def bound(speaker: Speaker, query: n.Query, scope: Scope, *, many: bool = False) -> Scope:
    """The scope in which the name of a query is bound."""
    word, type_ = query_noun(speaker, query, scope)
    person = type_ == t.PLAYER
    held = t.list_of(type_) if many else type_
    return scope.bind(query.name, Ref(held, word, many=many, person=person))


def holding(speaker: Speaker, query: n.Query, scope: Scope) -> Scope:
    """The scope in which the condition of a query holds too."""
    return scope if query.where is None else known(speaker, query.where, scope)


def queried(
    speaker: Speaker, query: n.Query, scope: Scope, *, many: bool = False, choosing: bool = False, closed: bool = False
) -> str:
    """What a query looks for, without an article: `card in your hand that is not tired`.

    A query is closed where nothing after it speaks of what was found: then it needs no letter of its own.
    """
    word, _ = query_noun(speaker, query, scope)
    letter = bound(speaker, query, scope, many=many and choosing).refs[query.name].letter
    noun = word.many if many else word.one
    told, asked = _found(speaker, noun, query, scope, many=many, choosing=choosing)
    if not letter or (many and not choosing) or (closed and not re.search(rf"\b{letter}\b", asked)):
        return told
    return _found(speaker, f"{noun} {letter}", query, scope, many=many, choosing=choosing)[0]


def _found(speaker: Speaker, noun: str, query: n.Query, scope: Scope, *, many: bool, choosing: bool) -> tuple[str, str]:
    """What is looked for, with its place and its condition, and the condition alone.

    The condition follows the place (`a card in your hand that is tired`), but it stands before what it must not seem to be
    said of: `a face that is no mirror among the faces of that player`.
    """
    plain = placed_query(speaker, noun, query, scope, many=many, choosing=choosing)
    told = with_where(speaker, plain, query, scope, many=many)
    asked = told.removeprefix(plain)
    if asked and (_just_named(query.source) or not plain.startswith(speaker.say("among", a=noun, b=""))):
        return told, asked
    return placed_query(speaker, noun + asked, query, scope, many=many, choosing=choosing), asked


def _just_named(source: n.Expr) -> bool:
    """Things called by one name: what follows `those faces` cannot be said of anybody else."""
    return isinstance(source, n.Name)


def _narrowed(speaker: Speaker, query: n.Query) -> tuple[str | None, n.Expr | None]:
    """The kind or design that the condition of a query asks for first, and what is left of the condition."""
    first = query.where
    while isinstance(first, n.Binary) and first.op == "and":
        first = first.left
    plain = isinstance(first, n.Is) and not first.negated and first.bind is None and first.value == n.Name(query.name)
    if not plain or not isinstance(first, n.Is) or first.word not in {**speaker.program.kinds, **speaker.program.designs}:
        return None, query.where
    return first.word, _without(query.where, first)


def _without(condition: n.Expr | None, part: n.Expr) -> n.Expr | None:
    if condition is part or not isinstance(condition, n.Binary):
        return None if condition is part else condition
    left = _without(condition.left, part)
    return condition.right if left is None else replace(condition, left=left)


def with_where(speaker: Speaker, text: str, query: n.Query, scope: Scope, *, many: bool) -> str:
    _, where = _narrowed(speaker, query)
    if where is None:
        return text
    return relative(speaker, text, where, query.name, bound(speaker, query, scope), many=many)


def placed_query(
    speaker: Speaker, text: str, query: n.Query, scope: Scope, *, many: bool = True, choosing: bool = False
) -> str:
    return placed(speaker, text, query.source, speaker.type_of(query.source, scope), scope, many=many, choosing=choosing)


def placed(
    speaker: Speaker, text: str, source: n.Expr, type_: Type, scope: Scope, *, many: bool = True, choosing: bool = False
) -> str:
    """Where to look: `in your hand`, `of the board`, `among those cards`; everywhere needs no word."""
    if isinstance(source, n.Call) and source.function == n.Name("all"):
        return text
    if isinstance(source, n.Name) and source.name in ("players", "seating", "everyone", "opponents"):
        return text
    if source == n.Name("turn_order"):
        return speaker.say("in_turn_order", a=text)
    if isinstance(source, n.ListOf) and len(source.items) > 1:
        items = [_alternative(speaker, item, scope) for item in source.items]
        return speaker.say("choice_of" if choosing else "among", a=text, b=speaker.join(items, "or" if choosing else "and"))
    if isinstance(source, n.Filter):
        return with_where(speaker, placed_query(speaker, text, source.query, scope, many=many), source.query, scope, many=many)
    told = speaker.spelt(source, scope)
    if told.startswith(f"{text} "):  # `the faces among the faces on offer` are the faces on offer
        return told
    if isinstance(source, n.Name) and source.name in speaker.program.boards:
        if speaker.grammar.the_many(speaker.lexicon.type_noun(type_)).casefold() == told.casefold():
            return text  # `an island of the islands` is an island
        return speaker.say("on_board", a=text, b=told)
    if isinstance(source, n.Binary) and source.op == "..":
        return speaker.say("from_range", a=text, b=told)
    if _all_zones(speaker, source, type_, scope) and not called_by_several(speaker, source, scope):
        return speaker.say("in_zone", a=text, b=told)
    several = isinstance(source, n.Binary)  # the first of them must not be told for all
    return ("" if several else _one_of_them(speaker, text, told, type_)) or speaker.say("among", a=text, b=told)


def _one_of_them(speaker: Speaker, text: str, told: str, type_: Type) -> str:
    """`face of your dice`, for a face among the faces of your dice; nothing where it cannot be said like that."""
    word = speaker.lexicon.type_noun(type_.element if type_.many else type_)
    rest = told.removeprefix(speaker.grammar.the_many(word) + " ")
    if rest == told:
        return ""
    if text in (word.many, speaker.grammar.the_many(word)):
        return told if text != word.many else f"{text} {rest}"
    named = text == word.one or text[:-1] == f"{word.one} "
    return f"{text} {rest}" if named and speaker.grammar.fits_one(rest) else ""


def _alternative(speaker: Speaker, item: n.Expr, scope: Scope) -> str:
    """One of several to choose from; a label of several words in quotes, so that the words keep together."""
    told = speaker.phrase(item, scope)
    member = isinstance(item, n.Name) and item.name in speaker.program.members
    return speaker.say("quoted", x=told) if member and " " in told else told


def _all_zones(speaker: Speaker, source: n.Expr, type_: Type, scope: Scope) -> bool:
    """Whether to look into zones: one, or several joined by `+`."""
    if isinstance(source, n.Binary) and source.op == "+":
        return all(_all_zones(speaker, side, speaker.type_of(side, scope), scope) for side in (source.left, source.right))
    return type_.tag == "zone" or (isinstance(source, n.Name) and source.name in speaker.program.zones)
