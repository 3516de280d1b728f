"""What is known of a routine at each of its places: which locals have been set, which scopes it has opened.

Contract: pure, over lowered code. `set_at[pc]` holds the locals that every way to that place has set; `open_at[pc]` the
places of the operations that opened the scopes that are open there, outermost first. Both are None at places that no way
leads to. A scope may be left from anywhere inside it, so its end is reached from its beginning too.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.program import ops as o
from rulekit.program.facts import facts_of
from rulekit.program.ops import Routine
from rulekit.program.places import steps


@dataclass(frozen=True, slots=True)
class Flow:
    set_at: tuple[frozenset[int] | None, ...]
    open_at: tuple[tuple[int, ...] | None, ...]


def flow_of(routine: Routine, given: frozenset[int]) -> Flow:
    """The flow of a routine that starts with these locals."""
    ops = routine.ops
    known: list[frozenset[int] | None] = [None] * len(ops)
    opened: list[tuple[int, ...] | None] = [None] * len(ops)
    if not ops:  # nothing but expressions were checked for it
        return Flow((), ())
    known[0], opened[0] = given, ()
    waiting = [0]
    while waiting:
        at = waiting.pop()
        op, before, scopes = ops[at], known[at], opened[at]
        assert before is not None and scopes is not None
        if facts_of(op).opens:
            scopes = (*scopes, at)
        elif isinstance(op, o.ScopeEnd):
            scopes = scopes[:-1]
        for to, more in steps(op, at):
            if not 0 <= to < len(ops):
                continue
            reached = known[to]
            after = before.union(more) if reached is None else reached.intersection(before.union(more))
            if after != reached:
                known[to] = after
                opened[to] = scopes if opened[to] is None else opened[to]
                waiting.append(to)
    return Flow(tuple(known), tuple(opened))
