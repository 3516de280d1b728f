"""Scopes that take each other's place.

Contract: `merge_scopes(body)` gives a body that does the same. A scope that closes and one that opens next, with nothing in
between that could look, are one assignment; where both were opened by the same operation for different players, the new one
is remembered by player.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.runtime.scopes import Scope

_SUBJECT = Scope._fields.index("you")


def merge_scopes(block: n.Block) -> n.Block:
    found: n.Block = []
    at = 0
    while at < len(block):
        s = n.rebuilt(block[at], None, merge_scopes)
        at += 1
        if isinstance(s, n.Close) and s.names and s.pops and s.end >= 0:
            merged = _merged(s, block[at:])
            if merged is not None:
                return [*found, *merged[0], *merge_scopes(merged[1])]
        found.append(s)
    return found


def _merged(close: n.Close, rest: n.Block) -> tuple[n.Block, n.Block] | None:
    """The statements from a scope that closes up to the one that takes its place, and what is left behind them."""
    kept: n.Block = [replace(close, pops=False, restores=False)]
    for at, s in enumerate(rest):
        if isinstance(s, n.Open):
            return _opened(close, s, kept, rest[at + 1 :])
        if isinstance(s, n.For) and s.otherwise and not n.falls(s.otherwise) and not _looks(close, [s.source]):
            if not all(_blind(close, inner) for inner in s.body):
                return None
            kept.append(replace(s, otherwise=[replace(close, names=False, line=s.line), *s.otherwise]))
        elif isinstance(s, n.Assign) and _blind(close, s):
            kept.append(s)
        else:
            return None
    return None


def _opened(close: n.Close, s: n.Open, kept: n.Block, rest: n.Block) -> tuple[n.Block, n.Block]:
    """If the scope that closes was opened by the same operation under the same subject, they differ in their players alone."""
    subject = n.Part(n.Name("scope"), _SUBJECT)
    before = [k.target for k in kept if isinstance(k, n.Assign) and k.value == subject]
    if close.end == s.end and close.saved is not None and (s.you in before or s.you == subject):
        return [*kept, replace(s, mode="after")], _first_within(s, rest)
    restore: n.Block = [replace(close, names=False, pops=False, line=s.line)]
    return [*kept, *restore, replace(s, mode="replaces")], rest


def _first_within(outer: n.Open, rest: n.Block) -> n.Block:
    """What a player opens first in such a scope, if it is nobody's and sets nothing aside."""
    for at, s in enumerate(rest):
        if isinstance(s, n.Open) and s.player == n.NONE and s.saved == () and s.you == outer.player:
            return [*rest[:at], replace(s, mode="within"), *rest[at + 1 :]]
        if not isinstance(s, n.Assign) or effects.writes(s.value):
            break
    return rest


def _blind(close: n.Close, s: n.Statement) -> bool:
    """Can a statement not see whether the scope is still there, and what it has set aside?"""
    if isinstance(s, n.If):
        return not _looks(close, [s.test]) and all(_blind(close, inner) for inner in (*s.yes, *s.no))
    return isinstance(s, n.Assign | n.Leave) and not _looks(close, n.values(s))


def _looks(close: n.Close, values: list[n.Value]) -> bool:
    for value in values:
        for node in n.walk(value):
            if isinstance(node, n.Call | n.Invoke) and effects.of(node)[0]:
                return True
            if isinstance(node, n.State) and node.field != "place":
                return True
            if close.saved != () and isinstance(node, n.At | n.Held) and node.column == "vals":
                return True
    return False
