"""The text of a define over several lines, as one expression.

Contract: `let`, `if`, `match` and `result` say the same as an expression; whatever else stands there becomes a `NoFormula`,
which the checker reports. An `if` without `else`, or a `match` without one, goes on with what follows it.
"""

from __future__ import annotations

from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


def formula(block: n.Block, span: Span) -> n.Expr:
    """The value that a block gives; `span` is where it is missed if it gives none."""
    if not block:
        return n.NoFormula("missing", span=span)
    first, rest = block[0], block[1:]
    match first:
        case n.Let():
            return _let(first, rest)
        case n.Result():
            return _last(rest) or first.value
        case n.If():
            return _if(first, rest)
        case n.Match():
            return _match(first, rest)
    return n.NoFormula("statement", span=first.span)


def _last(rest: n.Block) -> n.Expr | None:
    """What stands where nothing comes any more."""
    return n.NoFormula("unreachable", span=rest[0].span) if rest else None


def _let(first: n.Let, rest: n.Block) -> n.Expr:
    body = formula(rest, first.span)
    if first.otherwise is not None:
        missing = n.Is(n.Name(first.name, span=first.span), "none", span=first.span)
        body = n.Conditional(missing, formula(first.otherwise, first.span), body, span=first.span)
    return n.LetIn(first.name, first.value, body, span=first.span)


def _if(first: n.If, rest: n.Block) -> n.Expr:
    if first.otherwise is not None:
        value = _last(rest) or formula(first.otherwise, first.span)
    else:
        value = formula(rest, first.span)
    for condition, block in reversed(first.branches):
        value = n.Conditional(condition, formula(block, condition.span), value, span=first.span)
    return value


def _match(first: n.Match, rest: n.Block) -> n.Expr:
    cases = tuple(n.Case(arm.patterns, formula(arm.block, arm.span), span=arm.span) for arm in first.arms)
    if first.otherwise is not None:
        return n.MatchValue(first.value, cases, _last(rest) or formula(first.otherwise, first.span), span=first.span)
    return n.MatchValue(first.value, cases, formula(rest, first.span) if rest else None, span=first.span)
