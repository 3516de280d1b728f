"""Expressions.

Contract: one method a rule of the grammar, no checks.
"""

from __future__ import annotations

from typing import Any

from lark import v_args
from lark.tree import Meta

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import inside
from rulekit.syntax.from_tree.places import Places


@v_args(meta=True)
class Expressions(Places):
    """Builds formulas, lists, queries and amounts."""

    def exprs(self, meta: Meta, c: list[Any]) -> tuple[n.Expr, ...]:
        return tuple(c)

    def cond(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Conditional(*c, span=self.span(meta))

    def has_power(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Has(c[0], str(c[1]), span=self.span(meta))

    def _fold(self, op: str, c: list[Any]) -> n.Expr:
        left: n.Expr = c[0]
        for right in c[1:]:
            left = n.Binary(op, left, right, span=left.span.to(right.span))
        return left

    def or_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return self._fold("or", c)

    def and_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return self._fold("and", c)

    def not_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Not(c[0], span=self.span(meta))

    def compare(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary(str(c[1]), c[0], c[2], span=self.span(meta))

    def in_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.In(c[0], c[1], span=self.span(meta))

    def not_in(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.In(c[0], c[1], True, span=self.span(meta))

    def is_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Is(c[0], str(c[1]), span=self.span(meta))

    def is_not(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Is(c[0], str(c[1]), True, span=self.span(meta))

    def verb_running(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.VerbRunning(str(c[0]), span=self.span(meta))

    def span_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("..", c[0], c[1], span=self.span(meta))

    def add(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("+", c[0], c[1], span=self.span(meta))

    def sub(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("-", c[0], c[1], span=self.span(meta))

    def mul(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("*", c[0], c[1], span=self.span(meta))

    def div(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("/", c[0], c[1], span=self.span(meta))

    def neg(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Negative(c[0], span=self.span(meta))

    def amount(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Amount(c[0], str(c[1]), c[2], span=self.span(meta))

    def amount_held(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Amount(c[0], str(c[1]), None, c[2], span=self.span(meta))

    def amount_of(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.AmountOf(c[0], c[1], span=self.span(meta))

    def per(self, meta: Meta, c: list[Any]) -> n.Per:
        return n.Per(int(c[0] or 1), str(c[1]), c[2], span=self.span(meta))

    def number(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Number(int(c[0]), span=self.span(meta))

    def dice(self, meta: Meta, c: list[Any]) -> n.Expr:
        count, sides = str(c[0]).split("d")
        return n.Dice(int(count), int(sides), span=self.span(meta))

    def string(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.String(inside(c[0]), span=self.span(meta))

    def yesno(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.YesNo(str(c[0]) == "yes", span=self.span(meta))

    def none(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.NoneValue(span=self.span(meta))

    def empty_bundle(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.NothingValue(span=self.span(meta))

    def name_ref(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Name(str(c[0]), span=self.span(meta))

    def this(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.This(span=self.span(meta))

    def you(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.You(span=self.span(meta))

    def your(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Of(n.You(span=self.span(meta)), str(c[0]), span=self.span(meta))

    def its(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Of(n.This(span=self.span(meta)), str(c[0]), span=self.span(meta))

    def of(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Of(c[0], str(c[2]), span=self.span(meta))

    def call(self, meta: Meta, c: list[Any]) -> n.Expr:
        args = c[1] or ()
        plain = tuple(a for a in args if isinstance(a, n.Expr))
        named = tuple(a for a in args if not isinstance(a, n.Expr))
        return n.Call(c[0], plain, named, span=self.span(meta))

    def args(self, meta: Meta, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def named_arg(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return str(c[0]), c[1]

    def list_of(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.ListOf(tuple(c), span=self.span(meta))

    def filter(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Filter(c[0], span=self.span(meta))

    def comprehension(self, meta: Meta, c: list[Any]) -> n.Expr:
        return self._nested(c[0], c[1:], meta)

    def _nested(self, value: n.Expr, queries: list[n.Query], meta: Meta) -> n.Expr:
        """`{e for q1 for q2}` is the list of the lists `{e for q2}` for each of q1; such lists are joined into one."""
        for query in reversed(queries):
            value = n.Comprehension(value, query, span=self.span(meta))
        return value

    def count_agg(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Aggregate(str(c[0]), c[1], span=self.span(meta))

    def fold_agg(self, meta: Meta, c: list[Any]) -> n.Expr:
        function, value, queries = str(c[0]), c[1], c[2:]
        if function in ("sum", "every"):  # a sum of sums, each of each
            for query in reversed(queries):
                value = n.Aggregate(function, query, value, span=self.span(meta))
            return value  # type: ignore[no-any-return]
        if len(queries) > 1:
            whole = n.Query(None, queries[-1].name, self._nested(value, queries, meta), span=queries[-1].span)
            return n.Aggregate(function, whole, n.Name(whole.name, span=value.span), span=self.span(meta))
        return n.Aggregate(function, queries[0], value, span=self.span(meta))

    def rank_agg(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Aggregate(str(c[0]), c[1], None, c[2], str(c[3] or "up") == "down", span=self.span(meta))
