"""Queries: `card in your hand that is not tired`.

Contract: the name that a query binds is known in `bound`; conditions hang on the noun with `relative`, which `clauses.py`
tells.
"""

from __future__ import annotations

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.names import Names
from rulekit.text.nouns import Noun
from rulekit.text.scope import Ref, Scope


class Queries(Names):
    """Tells what is looked for, and where."""

    def query_noun(self, query: n.Query, scope: Scope) -> tuple[Noun, Type]:
        """What a query binds: its noun and its type."""
        source = self.type_of(query.source, scope)
        if query.kind is None:
            type_ = source.element if source.many else source
            return self.lexicon.type_noun(type_), type_
        type_ = self.lexicon.declared_type(n.TypeName(query.kind))
        if isinstance(query.source, n.Name) and query.source.name == "opponents":
            return self.tongue.word("opponent"), type_
        return self.lexicon.type_noun(type_), type_

    def bound(self, query: n.Query, scope: Scope, *, many: bool = False) -> Scope:
        """The scope in which the name of a query is bound."""
        word, type_ = self.query_noun(query, scope)
        person = type_ == t.PLAYER
        held = t.list_of(type_) if many else type_
        return scope.bind(query.name, Ref(held, word, many=many, person=person))

    def queried(self, query: n.Query, scope: Scope, *, many: bool = False) -> str:
        """What a query looks for, without an article: `card in your hand that is not tired`."""
        word, _ = self.query_noun(query, scope)
        inner = self.bound(query, scope)
        letter = inner.refs[query.name].letter
        told = word.many if many else word.one
        placed = self._placed_query(f"{told} {letter}" if letter and not many else told, query, scope)
        return self._with_where(placed, query, scope, many=many)

    def _with_where(self, text: str, query: n.Query, scope: Scope, *, many: bool) -> str:
        if query.where is None:
            return text
        return self.relative(text, query.where, query.name, self.bound(query, scope), many=many)

    def _placed_query(self, text: str, query: n.Query, scope: Scope) -> str:
        return self._placed(text, query.source, self.type_of(query.source, scope), scope)

    def _placed(self, text: str, source: n.Expr, type_: Type, scope: Scope) -> str:
        """Where to look: `in your hand`, `of the board`, `among those cards`; everywhere needs no word."""
        if isinstance(source, n.Call) and source.function == n.Name("all"):
            return text
        if isinstance(source, n.Name) and source.name in ("players", "seating", "everyone", "opponents", "turn_order"):
            return text
        if isinstance(source, n.ListOf) and len(source.items) > 1:
            return self.say("choice_of", a=text, b=self.join([self._alternative(item, scope) for item in source.items], "or"))
        if isinstance(source, n.Filter):
            return self._with_where(self._placed_query(text, source.query, scope), source.query, scope, many=True)
        told = self.phrase(source, scope)
        if told.startswith(f"{text} "):  # `the faces among the faces on offer` are the faces on offer
            return told
        if isinstance(source, n.Name) and source.name in self.program.boards:
            return self.say("on_board", a=text, b=told)
        if isinstance(source, n.Binary) and source.op == "..":
            return self.say("from_range", a=text, b=told)
        return self.say("in_zone" if self._all_zones(source, type_, scope) else "among", a=text, b=told)

    def _alternative(self, item: n.Expr, scope: Scope) -> str:
        """One of several to choose from; a label of several words in quotes, so that the words keep together."""
        told = self.phrase(item, scope)
        member = isinstance(item, n.Name) and item.name in self.program.members
        return self.say("quoted", x=told) if member and " " in told else told

    def _all_zones(self, source: n.Expr, type_: Type, scope: Scope) -> bool:
        """Whether to look into zones: one, or several joined by `+`."""
        if isinstance(source, n.Binary) and source.op == "+":
            return all(self._all_zones(side, self.type_of(side, scope), scope) for side in (source.left, source.right))
        return type_.tag == "zone"
