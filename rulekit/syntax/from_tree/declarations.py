"""Declarations: heads, bodies and the lines in them.

Contract: one function a rule of the grammar, no checks.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from lark import Token

from rulekit.sources.labels import Labels
from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import bound, of_types, params, tag_words, unquoted, with_tags, word_or_none
from rulekit.syntax.from_tree.formulas import formula
from rulekit.syntax.from_tree.places import Place, builds
from rulekit.syntax.words import forms


# ---------- heads ----------
@builds
def start(place: Place, c: list[Any]) -> tuple[n.Decl, ...]:
    return tuple(c)


@builds
def label(place: Place, c: list[Any]) -> Labels:
    return Labels(unquoted(t) for t in c if t is not None)


@builds
def tags(place: Place, c: list[Any]) -> tuple[str, ...]:
    return tag_words(c)


@builds
def head(place: Place, c: list[Any]) -> dict[str, Any]:
    return {"labels": c[0] or (), "tags": c[1] or ()}


@builds
def names(place: Place, c: list[Any]) -> tuple[str, ...]:
    return tuple(str(t) for t in c)


@builds
def plain_type(place: Place, c: list[Any]) -> n.TypeName:
    return n.TypeName(str(c[0]), span=place.span)


@builds
def list_type(place: Place, c: list[Any]) -> n.TypeName:
    return n.TypeName(str(c[0]), True, span=place.span)


@builds
def param(place: Place, c: list[Any]) -> n.Param:
    return n.Param(c[0], str(c[1]), "", c[2], span=place.span)


@builds
def prep(place: Place, c: list[Any]) -> Token:
    token: Token = c[0]
    return token


# ---------- declarations ----------
@builds
def declared(place: Place, c: list[Any]) -> n.Decl:
    tags, change, decl = c
    found: n.Decl = decl if tags is None else with_tags(decl, tags)
    return found if change is None else dataclasses.replace(found, change=str(change))


@builds
def tagged(place: Place, c: list[Any]) -> Any:
    return with_tags(c[1], c[0])


@builds
def remove(place: Place, c: list[Any]) -> n.Decl:
    return n.Remove(name=str(c[1]), kind=str(c[0]), span=place.span)


@builds
def remove_invariant(place: Place, c: list[Any]) -> n.Decl:
    return n.Remove(name=unquoted(c[0]), kind="invariant", span=place.span)


@builds
def game(place: Place, c: list[Any]) -> n.Decl:
    items = c[2] if len(c) > 2 and c[2] else ()
    return n.Game(name=str(c[0]), **c[1], items=tuple(map(_about, items)), span=place.span)


def _about(item: n.Node) -> n.Node:
    """`goal "..." / "..."`: texts in each language, where a formula would divide them."""
    if not isinstance(item, n.Prop) or item.name not in ("goal", "theme", "hint") or len(item.values) != 1:
        return item
    texts: list[str] = []
    value = item.values[0]
    while isinstance(value, n.Binary) and value.op == "/" and isinstance(value.right, n.String):
        texts.insert(0, value.right.value)
        value = value.left
    return n.About(item.name, Labels((value.value, *texts)), span=item.span) if isinstance(value, n.String) else item


@builds
def import_(place: Place, c: list[Any]) -> n.Decl:
    return n.Import(name=str(c[0]), span=place.span)


@builds
def excludes(place: Place, c: list[Any]) -> tuple[str, tuple[str, ...]]:
    return "excludes", tuple(map(str, c))


@builds
def needs(place: Place, c: list[Any]) -> tuple[str, tuple[str, ...]]:
    return "needs", tuple(map(str, c))


@builds
def module_players(place: Place, c: list[Any]) -> tuple[str, tuple[int, ...]]:
    return "players", (int(c[0]), int(c[1] or c[0]))


@builds
def module(place: Place, c: list[Any]) -> n.Decl:
    name, head, *rest = c
    words: dict[str, Any] = {}
    for item in rest:
        if isinstance(item, tuple):
            words[item[0]] = words.get(item[0], ()) + item[1]
    return n.Module(name=str(name), **head, **words, body=of_types(rest, n.Decl), span=place.span)


@builds
def option_decl(place: Place, c: list[Any]) -> n.Decl:
    return n.OptionDecl(name=str(c[0]), **c[1], type=c[2], default=c[3], span=place.span)


@builds
def values(place: Place, c: list[Any]) -> n.Decl:
    return n.Values(name=str(c[0]), **c[1], members=of_types(c, tuple), span=place.span)


@builds
def value(place: Place, c: list[Any]) -> tuple[str, tuple[str, ...]]:
    return str(c[0]), c[1] or ()


@builds
def record(place: Place, c: list[Any]) -> n.Decl:
    fields = tuple((name, type_) for name, _, type_ in c[2:])
    labels = tuple((name, labels) for name, labels, _ in c[2:] if labels)
    return n.Record(name=str(c[0]), **c[1], fields=fields, field_labels=labels, span=place.span)


@builds
def record_field(place: Place, c: list[Any]) -> tuple[str, tuple[str, ...], n.TypeName]:
    return str(c[0]), c[1] or (), c[2]


@builds
def resource(place: Place, c: list[Any]) -> n.Decl:
    names, of, head, items = [*c, ()][:4]
    return n.Resource(name=names[0], names=names, **head, of=of or (), items=items or (), span=place.span)


@builds
def var(place: Place, c: list[Any]) -> n.Decl:
    names, of, head, type_, default, lasts = c[:6]
    secret = place.code.endswith(" secret")
    return n.Var(
        name=names[0], names=names, **head, of=of or (), type=type_, default=default, lasts=lasts, secret=secret,
        span=place.span,
    )  # fmt: skip


@builds
def stat_of(place: Place, c: list[Any]) -> n.Decl:
    name, kind, head, type_, value = c
    return n.StatOf(name=str(name), kind=str(kind), **head, type=type_, value=value, span=place.span)


@builds
def kind(place: Place, c: list[Any]) -> n.Decl:
    name, parent, head, items = [*c, ()][:4]
    return n.Kind(name=str(name), **head, parent=word_or_none(parent), items=items or (), span=place.span)


@builds
def zone(place: Place, c: list[Any]) -> n.Decl:
    names, of, head, items = [*c, ()][:4]
    return n.Zone(name=names[0], names=names, **head, of=of or (), items=items or (), span=place.span)


@builds
def board(place: Place, c: list[Any]) -> n.Decl:
    return n.Board(name=str(c[0]), cells=word_or_none(c[1]), **c[2], items=c[3], span=place.span)


@builds
def actor(place: Place, c: list[Any]) -> n.Decl:
    name, head, items = [*c, ()][:3]
    return n.Actor(name=str(name), **head, items=items or (), span=place.span)


@builds
def define(place: Place, c: list[Any]) -> n.Decl:
    name, *middle, head, value = c
    value = formula(value, place.span) if isinstance(value, tuple) else value
    return n.Define(name=str(name), **head, params=of_types(middle, n.Param), value=value, span=place.span)


@builds
def verb(place: Place, c: list[Any]) -> n.Decl:
    name, *middle, head, block = c
    return n.Verb(name=str(name), **head, params=params(middle), block=block, span=place.span)


@builds
def moment(place: Place, c: list[Any]) -> n.Decl:
    name, *middle, head = c
    return n.Verb(name=str(name), **head, params=params(middle), block=None, span=place.span)


@builds
def rule(place: Place, c: list[Any]) -> n.Decl:
    return n.Rule(name=str(c[0]), **c[1], abilities=of_types(c, n.Ability), span=place.span)


@builds
def thing(place: Place, c: list[Any]) -> n.Decl:
    cross = of_types(c, n.Cross)
    kind, names, of, head, *rest = [x for i, x in enumerate(c) if not isinstance(x, n.Cross) and (i < 3 or x is not None)]
    items = rest[0] if rest else ()
    return n.Thing(
        name=names[0], names=names, kind=str(kind), of=word_or_none(of), **head, items=items, cross=cross, span=place.span
    )


@builds
def cross(place: Place, c: list[Any]) -> n.Cross:
    low, high = (None if word is None else int(word) for word in c[2:])
    return n.Cross(str(c[0]), str(c[1]), low, high, span=place.span)


@builds
def invariant(place: Place, c: list[Any]) -> n.Decl:
    return n.Invariant(name=unquoted(c[0]), tags=c[1] or (), value=c[2], span=place.span)


@builds
def body(place: Place, c: list[Any]) -> tuple[n.Node, ...]:
    return tuple(c)


@builds
def prop(place: Place, c: list[Any]) -> n.Node:
    values = c[-1] if isinstance(c[-1], tuple) else ()
    prep = next((str(t) for t in c[1:] if isinstance(t, Token)), "")
    return n.Prop(_as_written(place, c[0]), prep, values, span=place.span)


def _as_written(place: Place, word: Token) -> str:
    """A verb counts as its order (`hold` for `holds`); as the name of a property it stays what it is."""
    if word.type != "VERB":
        return str(word)
    line = place.span.source.line(place.span.line)
    return max((form for form in forms(str(word)) if line.startswith(form, place.span.column - 1)), key=len)


@builds
def verb_prop(place: Place, c: list[Any]) -> n.Node:
    span = place.span
    return n.Prop(str(c[0]), "", (n.Name(str(c[1]), span=span),), span=span)


@builds
def lasting(place: Place, c: list[Any]) -> n.Node:
    return n.Lasting(c[0], span=place.span)


@builds
def field(place: Place, c: list[Any]) -> n.Node:
    required = isinstance(c[3], Token)
    default = None if required else c[3]
    return n.Field(c[0], c[2], default, labels=c[1] or (), required=required, span=place.span)


@builds
def link(place: Place, c: list[Any]) -> n.Node:
    return n.Field(c[0], c[2], None, True, labels=c[1] or (), span=place.span)


@builds
def stat(place: Place, c: list[Any]) -> n.Node:
    return n.Stat(str(c[0]), c[2], c[3], labels=c[1] or (), span=place.span)


@builds
def power(place: Place, c: list[Any]) -> n.Node:
    return n.PowerDecl(str(c[0]), params(c[1:-1]), labels=c[-1] or (), span=place.span)


@builds
def power_text(place: Place, c: list[Any]) -> n.Node:
    name, *middle, tags, block = c
    return n.PowerText(str(name), bound(middle), tags or (), block, span=place.span)


@builds
def _map(place: Place, c: list[Any]) -> n.Node:
    return n.Map(tuple(str(t)[1:].rstrip() for t in c), span=place.span)


@builds
def mark(place: Place, c: list[Any]) -> n.Node:
    return n.Mark(unquoted(c[0]), c[1], span=place.span)


@builds
def cell(place: Place, c: list[Any]) -> n.Node:
    names, head, arrow, items = [*c, ()][:4]
    following, more = arrow or ((), {"labels": (), "tags": ()})
    labels, tags = head["labels"] or more["labels"], head["tags"] + more["tags"]
    return n.Cell(names, following, labels, tags, items or (), span=place.span)


@builds
def arrow(place: Place, c: list[Any]) -> tuple[Any, Any]:
    return c[0], c[1]
