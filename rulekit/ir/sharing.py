"""Where values are shared: whole functions that change nothing, and single statements of those that do.

Contract: as `share`. A function whose statements only collect is taken as a whole; of any other, each statement by itself,
where a loop in it may work out again and again what costs much, or where it works out something costly twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.forward import blocks_of, values_of
from rulekit.ir.share import share

_COLLECT = ("append", "add", "extend", "fresh.sort")
WHOLE = ("define", "menu", "stat", "value", "step", "reach", "distance", "way", "around")


def shared(body: n.Block, function: n.Function, fresh: Callable[[], n.Name]) -> n.Block:
    if function.key[0] in WHOLE and all(_collects(s) for s in body):
        return _whole(body, fresh, function.line)
    return _each(body, fresh)


def _whole(body: n.Block, fresh: Callable[[], n.Name], line: int) -> n.Block:
    """What begins with leaving for nobody is shared behind that."""
    for at, s in enumerate(body):
        if isinstance(s, n.Guarded):
            return [*body[:at], n.Guarded(share(s.body, fresh, line)), *body[at + 1 :]]
    first = 1 if isinstance(body[0], n.If) and isinstance(body[0].yes[-1], n.Return) else 0
    return [*body[:first], *share(body[first:], fresh, line)]


def _collects(s: n.Statement) -> bool:
    """Does a statement change nothing but names, and what it collects?"""
    if isinstance(s, n.Do):
        return isinstance(s.call, n.Call) and s.call.function in _COLLECT
    if not isinstance(s, n.Assign | n.If | n.Return | n.For | n.While | n.Guarded) or (
        isinstance(s, n.Assign) and not isinstance(s.target, n.Name)
    ):
        return False
    quiet = not any(effects.writes(value) for value in values_of(s))
    return quiet and all(_collects(inner) for block in blocks_of(s) for inner in block)


def _each(block: n.Block, fresh: Callable[[], n.Name]) -> n.Block:
    found: n.Block = []
    for s in block:
        new = s
        if isinstance(s, n.If):
            new = replace(s, yes=_each(s.yes, fresh), no=_each(s.no, fresh))
        elif isinstance(s, n.For):
            new = replace(s, body=_each(s.body, fresh), otherwise=_each(s.otherwise, fresh))
        elif isinstance(s, n.While | n.Guarded):
            new = replace(s, body=_each(s.body, fresh))
        found += _statement(new, fresh)
    return found


def _statement(s: n.Statement, fresh: Callable[[], n.Name]) -> n.Block:
    """A statement with what its value shares worked out before it."""
    if isinstance(s, n.Assign | n.Return):
        field, value = "value", s.value
    elif isinstance(s, n.If):
        field, value = "test", s.test
    elif isinstance(s, n.For):
        field, value = "source", s.source
    elif isinstance(s, n.Do):
        field, value = "call", s.call
    else:
        return [s]
    if n.size(value) < 6 or effects.writes(value) - {"place"}:
        return [s]
    *before, last = share([n.Return(value, line=s.line)], fresh, s.line)
    assert isinstance(last, n.Return)
    return [*before, replace(s, **{field: last.value})] if before else [s]  # type: ignore[arg-type]
