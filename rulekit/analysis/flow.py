"""What is known of a routine at each of its places: which locals have been set, which scopes it has opened.

Contract: pure, over lowered code. `set_at[pc]` holds the locals that every way to that place has set; `open_at[pc]` the
places of the operations that opened the scopes that are open there, outermost first. Both are None at places that no way
leads to. A scope may be left from anywhere inside it, so its end is reached from its beginning too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulekit.program import ops as o
from rulekit.program.ops import Routine

_ENDS = (o.Return, o.EndScope, o.Todo)


@dataclass(frozen=True, slots=True)
class Flow:
    set_at: tuple[frozenset[int] | None, ...]
    open_at: tuple[tuple[int, ...] | None, ...]


Step = tuple[int, tuple[int, ...]]  # where it goes on, and the locals that are set on the way


def steps(op: o.Operation, at: int) -> Iterator[Step]:
    """The ways on from an operation."""
    match op:
        case o.Jump():
            yield op.to, ()
        case o.JumpUnless():
            yield at + 1, ()
            yield op.to, ()
        case o.Let() | o.AskTimes():
            yield at + 1, (op.slot,)
        case o.Gain() | o.Draw() | o.RollNumber():
            yield at + 1, (op.bind,) if op.bind >= 0 else ()
        case o.Pay():
            yield at + 1, ()
            if op.failed >= 0:
                yield op.failed, ()
        case o.Choose():
            yield at + 1, (op.slot,)
            yield op.empty, (op.slot,)
        case o.Ask():
            yield op.empty, ()
            for head in op.options:
                yield head.to, (head.slot,) if head.slot >= 0 else ()
        case o.AskYes():
            yield at + 1, ()
            yield op.no, ()
        case o.NextItem():
            yield at + 1, (op.slot,)
            yield op.done, ()
        case o.CycleNext():
            yield at + 1, (op.slot, op.last)
            yield op.done, ()
        case o.CountDown():
            yield at + 1, ()
            yield op.done, ()
        case o.ScopeBegin() | o.UnderBegin():
            yield at + 1, ()
            yield op.end, ()
        case o.SealedLoad():
            yield at + 1, tuple(range(op.first, op.last))
        case _ if not isinstance(op, _ENDS):
            yield at + 1, ()


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
        if isinstance(op, o.ScopeBegin | o.UnderBegin):
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
