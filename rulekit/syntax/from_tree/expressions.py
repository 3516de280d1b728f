"""Expressions.

Contract: one function a rule of the grammar, no checks.
"""

from __future__ import annotations

from typing import Any

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import patterns, unquoted, word_or_none
from rulekit.syntax.from_tree.places import Place, builds


@builds
def exprs(place: Place, c: list[Any]) -> tuple[n.Expr, ...]:
    return tuple(c)


@builds
def cond(place: Place, c: list[Any]) -> n.Expr:
    return n.Conditional(*c, span=place.span)


@builds
def case(place: Place, c: list[Any]) -> n.Case:
    return n.Case(patterns(c[0]), c[1], span=place.span)


@builds
def match_value(place: Place, c: list[Any]) -> n.Expr:
    value, *cases, otherwise = c
    return n.MatchValue(value, tuple(cases), otherwise, span=place.span)


@builds
def has_power(place: Place, c: list[Any]) -> n.Expr:
    return n.Has(c[0], str(c[1]), span=place.span)


def _fold(op: str, c: list[Any]) -> n.Expr:
    left: n.Expr = c[0]
    for right in c[1:]:
        left = n.Binary(op, left, right, span=left.span.to(right.span))
    return left


@builds
def or_(place: Place, c: list[Any]) -> n.Expr:
    return _fold("or", c)


@builds
def and_(place: Place, c: list[Any]) -> n.Expr:
    return _fold("and", c)


@builds
def not_(place: Place, c: list[Any]) -> n.Expr:
    return n.Not(c[0], span=place.span)


@builds
def compare(place: Place, c: list[Any]) -> n.Expr:
    return n.Binary(str(c[1]), c[0], c[2], span=place.span)


@builds
def in_(place: Place, c: list[Any]) -> n.Expr:
    return n.In(c[0], c[1], span=place.span)


@builds
def is_in(place: Place, c: list[Any]) -> n.Expr:
    return n.In(n.Name(str(c[0]), span=place.span.word(str(c[0]))), c[1], span=place.span)


@builds
def not_in(place: Place, c: list[Any]) -> n.Expr:
    return n.In(c[0], c[1], True, span=place.span)


@builds
def is_(place: Place, c: list[Any]) -> n.Expr:
    return n.Is(c[0], str(c[1]), bind=word_or_none(c[2]), span=place.span)


@builds
def is_not(place: Place, c: list[Any]) -> n.Expr:
    return n.Is(c[0], str(c[1]), True, span=place.span)


@builds
def verb_running(place: Place, c: list[Any]) -> n.Expr:
    return n.VerbRunning(str(c[0]), span=place.span)


@builds
def span_(place: Place, c: list[Any]) -> n.Expr:
    return n.Binary("..", c[0], c[1], span=place.span)


@builds
def add(place: Place, c: list[Any]) -> n.Expr:
    return n.Binary("+", c[0], c[1], span=place.span)


@builds
def sub(place: Place, c: list[Any]) -> n.Expr:
    return n.Binary("-", c[0], c[1], span=place.span)


@builds
def mul(place: Place, c: list[Any]) -> n.Expr:
    return n.Binary("*", c[0], c[1], span=place.span)


@builds
def div(place: Place, c: list[Any]) -> n.Expr:
    return n.Binary("/", c[0], c[1], span=place.span)


@builds
def neg(place: Place, c: list[Any]) -> n.Expr:
    return n.Negative(c[0], span=place.span)


@builds
def amount(place: Place, c: list[Any]) -> n.Expr:
    return n.Amount(c[0], str(c[1]), c[2], span=place.span)


@builds
def number_per(place: Place, c: list[Any]) -> n.Expr:
    return n.Amount(c[0], "", c[1], span=place.span)


@builds
def amount_held(place: Place, c: list[Any]) -> n.Expr:
    return n.Amount(c[0], str(c[1]), None, c[2], span=place.span)


@builds
def amount_at(place: Place, c: list[Any]) -> n.Expr:
    holder = c[2][0] if len(c[2]) == 1 else n.ListOf(c[2], span=place.span)
    return n.Amount(c[0], str(c[1]), None, holder, span=place.span)


@builds
def amount_of(place: Place, c: list[Any]) -> n.Expr:
    return n.AmountOf(c[0], c[1], span=place.span)


@builds
def per(place: Place, c: list[Any]) -> n.Per:
    return n.Per(int(c[0] or 1), str(c[1]), c[2], span=place.span)


@builds
def number(place: Place, c: list[Any]) -> n.Expr:
    return n.Number(int(c[0]), span=place.span)


@builds
def dice(place: Place, c: list[Any]) -> n.Expr:
    count, sides = str(c[0]).split("d")
    return n.Dice(int(count), int(sides), span=place.span)


@builds
def string(place: Place, c: list[Any]) -> n.Expr:
    return n.String(unquoted(c[0]), span=place.span)


@builds
def yesno(place: Place, c: list[Any]) -> n.Expr:
    return n.YesNo(str(c[0]) == "yes", span=place.span)


@builds
def none(place: Place, c: list[Any]) -> n.Expr:
    return n.NoneValue(span=place.span)


@builds
def empty_bundle(place: Place, c: list[Any]) -> n.Expr:
    return n.NothingValue(span=place.span)


@builds
def name_ref(place: Place, c: list[Any]) -> n.Expr:
    return n.Name(str(c[0]), span=place.span)


@builds
def this(place: Place, c: list[Any]) -> n.Expr:
    return n.This(span=place.span)


@builds
def you(place: Place, c: list[Any]) -> n.Expr:
    return n.You(span=place.span)


@builds
def your(place: Place, c: list[Any]) -> n.Expr:
    return n.Of(n.You(span=place.span), str(c[0]), span=place.span)


@builds
def its(place: Place, c: list[Any]) -> n.Expr:
    return n.Of(n.This(span=place.span), str(c[0]), span=place.span)


@builds
def of(place: Place, c: list[Any]) -> n.Expr:
    return n.Of(c[0], str(c[2]), span=place.span)


@builds
def call(place: Place, c: list[Any]) -> n.Expr:
    args = c[1] or ()
    plain = tuple(a for a in args if isinstance(a, n.Expr))
    named = tuple(a for a in args if not isinstance(a, n.Expr))
    return n.Call(c[0], plain, named, span=place.span)


@builds
def args(place: Place, c: list[Any]) -> tuple[Any, ...]:
    return tuple(c)


@builds
def named_arg(place: Place, c: list[Any]) -> tuple[str, n.Expr]:
    return str(c[0]), c[1]


@builds
def list_of(place: Place, c: list[Any]) -> n.Expr:
    return n.ListOf(tuple(c), span=place.span)


@builds
def _filter(place: Place, c: list[Any]) -> n.Expr:
    return n.Filter(c[0], span=place.span)


@builds
def supposed(place: Place, c: list[Any]) -> n.Expr:
    return n.Supposed(tuple(c[:-1]), c[-1], span=place.span)


@builds
def comprehension(place: Place, c: list[Any]) -> n.Expr:
    return _nested(place, c[0], c[1:])


def _nested(place: Place, value: n.Expr, queries: list[n.Query]) -> n.Expr:
    """`{e for q1 for q2}` is the list of the lists `{e for q2}` for each of q1; such lists are joined into one."""
    for query in reversed(queries):
        value = n.Comprehension(value, query, span=place.span)
    return value


@builds
def count_agg(place: Place, c: list[Any]) -> n.Expr:
    return n.Aggregate(str(c[0]), c[1], span=place.span)


@builds
def fold_agg(place: Place, c: list[Any]) -> n.Expr:
    function, value, queries = str(c[0]), c[1], c[2:]
    if function in ("sum", "every"):  # a sum of sums, each of each
        for query in reversed(queries):
            value = n.Aggregate(function, query, value, span=place.span)
        return value  # type: ignore[no-any-return]
    if len(queries) > 1:
        whole = n.Query(None, queries[-1].name, _nested(place, value, queries), span=queries[-1].span)
        return n.Aggregate(function, whole, n.Name(whole.name, span=value.span), span=place.span)
    return n.Aggregate(function, queries[0], value, span=place.span)


@builds
def rank_agg(place: Place, c: list[Any]) -> n.Expr:
    return n.Aggregate(str(c[0]), c[1], None, c[2], str(c[3] or "up") == "down", span=place.span)
