"""Declarations: heads, bodies and the lines in them.

Contract: one method a rule of the grammar, no checks.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import bound, inside, of_types, params, tag_words, word_or_none
from rulekit.syntax.from_tree.places import Places


@v_args(meta=True)
class Declarations(Places):
    """Builds everything that has a name."""

    # ---------- heads ----------
    def start(self, meta: Meta, c: list[Any]) -> tuple[n.Decl, ...]:
        return tuple(c)

    def label(self, meta: Meta, c: list[Any]) -> tuple[str, ...]:
        return tuple(inside(t) for t in c if t is not None)

    def tags(self, meta: Meta, c: list[Any]) -> tuple[str, ...]:
        return tag_words(c)

    def head(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"labels": c[0] or (), "tags": c[1] or ()}

    def names(self, meta: Meta, c: list[Any]) -> tuple[str, ...]:
        return tuple(str(t) for t in c)

    def plain_type(self, meta: Meta, c: list[Any]) -> n.TypeName:
        return n.TypeName(str(c[0]), span=self.span(meta))

    def list_type(self, meta: Meta, c: list[Any]) -> n.TypeName:
        return n.TypeName(str(c[0]), True, span=self.span(meta))

    def param(self, meta: Meta, c: list[Any]) -> n.Param:
        return n.Param(c[0], str(c[1]), "", c[2], span=self.span(meta))

    def prep(self, meta: Meta, c: list[Any]) -> Token:
        token: Token = c[0]
        return token

    # ---------- declarations ----------
    def declared(self, meta: Meta, c: list[Any]) -> n.Decl:
        decl: n.Decl = c[1]
        return decl if c[0] is None else dataclasses.replace(decl, change=str(c[0]))

    def remove(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Remove(name=str(c[1]), kind=str(c[0]), span=self.span(meta))

    def remove_invariant(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Remove(name=inside(c[0]), kind="invariant", span=self.span(meta))

    def game(self, meta: Meta, c: list[Any]) -> n.Decl:
        items = c[2] if len(c) > 2 and c[2] else ()
        return n.Game(name=str(c[0]), **c[1], items=items, span=self.span(meta))

    def import_(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Import(name=str(c[0]), span=self.span(meta))

    def excludes(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "excludes", tuple(map(str, c))

    def needs(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "needs", tuple(map(str, c))

    def module_players(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[int, ...]]:
        return "players", (int(c[0]), int(c[1] or c[0]))

    def module(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, head, *rest = c
        words: dict[str, Any] = {}
        for item in rest:
            if isinstance(item, tuple):
                words[item[0]] = words.get(item[0], ()) + item[1]
        return n.Module(name=str(name), **head, **words, body=of_types(rest, n.Decl), span=self.span(meta))

    def option_decl(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.OptionDecl(name=str(c[0]), **c[1], type=c[2], default=c[3], span=self.span(meta))

    def values(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Values(name=str(c[0]), **c[1], members=tuple(c[2:]), span=self.span(meta))

    def value(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...]]:
        return str(c[0]), c[1] or ()

    def record(self, meta: Meta, c: list[Any]) -> n.Decl:
        fields = tuple((name, type_) for name, _, type_ in c[2:])
        labels = tuple((name, labels) for name, labels, _ in c[2:] if labels)
        return n.Record(name=str(c[0]), **c[1], fields=fields, field_labels=labels, span=self.span(meta))

    def record_field(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...], n.TypeName]:
        return str(c[0]), c[1] or (), c[2]

    def resource(self, meta: Meta, c: list[Any]) -> n.Decl:
        names, of, head, items = [*c, ()][:4]
        return n.Resource(name=names[0], names=names, **head, of=word_or_none(of), items=items or (), span=self.span(meta))

    def var(self, meta: Meta, c: list[Any]) -> n.Decl:
        names, of, head, type_, default, lasts = c[:6]
        secret = self._code(meta).endswith(" secret")
        return n.Var(
            name=names[0], names=names, **head, of=of or (), type=type_, default=default, lasts=lasts, secret=secret,
            span=self.span(meta),
        )  # fmt: skip

    def stat_of(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, kind, head, type_, value = c
        return n.StatOf(name=str(name), kind=str(kind), **head, type=type_, value=value, span=self.span(meta))

    def kind(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, parent, head, items = [*c, ()][:4]
        return n.Kind(name=str(name), **head, parent=word_or_none(parent), items=items or (), span=self.span(meta))

    def zone(self, meta: Meta, c: list[Any]) -> n.Decl:
        names, of, head, items = [*c, ()][:4]
        return n.Zone(name=names[0], names=names, **head, of=of or (), items=items or (), span=self.span(meta))

    def board(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Board(name=str(c[0]), cells=word_or_none(c[1]), **c[2], items=c[3], span=self.span(meta))

    def actor(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, head, items = [*c, ()][:3]
        return n.Actor(name=str(name), **head, items=items or (), span=self.span(meta))

    def define(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, *middle, head, value = c
        return n.Define(name=str(name), **head, params=of_types(middle, n.Param), value=value, span=self.span(meta))

    def verb(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, *middle, head, block = c
        return n.Verb(name=str(name), **head, params=params(middle), block=block, span=self.span(meta))

    def moment(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, *middle, head = c
        return n.Verb(name=str(name), **head, params=params(middle), block=None, span=self.span(meta))

    def rule(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Rule(name=str(c[0]), **c[1], abilities=of_types(c, n.Ability), span=self.span(meta))

    def thing(self, meta: Meta, c: list[Any]) -> n.Decl:
        kind, names, of, head, items = [*c, ()][:5]
        return n.Thing(
            name=names[0], names=names, kind=str(kind), of=word_or_none(of), **head, items=items or (), span=self.span(meta)
        )

    def invariant(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Invariant(name=inside(c[0]), tags=c[1] or (), value=c[2], span=self.span(meta))

    def body(self, meta: Meta, c: list[Any]) -> tuple[n.Node, ...]:
        return tuple(c)

    def prop(self, meta: Meta, c: list[Any]) -> n.Node:
        values = c[-1] if isinstance(c[-1], tuple) else ()
        prep = next((str(t) for t in c[1:] if isinstance(t, Token)), "")
        return n.Prop(str(c[0]), prep, values, span=self.span(meta))

    def verb_prop(self, meta: Meta, c: list[Any]) -> n.Node:
        span = self.span(meta)
        return n.Prop(str(c[0]), "", (n.Name(str(c[1]), span=span),), span=span)

    def lasting(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Lasting(c[0], span=self.span(meta))

    def field(self, meta: Meta, c: list[Any]) -> n.Node:
        required = isinstance(c[3], Token)
        default = None if required else c[3]
        return n.Field(c[0], c[2], default, labels=c[1] or (), required=required, span=self.span(meta))

    def link(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Field(c[0], c[2], None, True, labels=c[1] or (), span=self.span(meta))

    def stat(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Stat(str(c[0]), c[2], c[3], labels=c[1] or (), span=self.span(meta))

    def power(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.PowerDecl(str(c[0]), params(c[1:-1]), labels=c[-1] or (), span=self.span(meta))

    def power_text(self, meta: Meta, c: list[Any]) -> n.Node:
        name, *middle, tags, block = c
        return n.PowerText(str(name), bound(middle), tags or (), block, span=self.span(meta))

    def map(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Map(tuple(str(t)[1:].rstrip() for t in c), span=self.span(meta))

    def mark(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Mark(inside(c[0]), c[1], span=self.span(meta))

    def cell(self, meta: Meta, c: list[Any]) -> n.Node:
        names, head, arrow, items = [*c, ()][:4]
        following, more = arrow or ((), {"labels": (), "tags": ()})
        labels, tags = head["labels"] or more["labels"], head["tags"] + more["tags"]
        return n.Cell(names, following, labels, tags, items or (), span=self.span(meta))

    def arrow(self, meta: Meta, c: list[Any]) -> tuple[Any, Any]:
        return c[0], c[1]
