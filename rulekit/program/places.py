"""Where a routine may have come from and go to: what is read later, and what may have happened since.

Contract: pure, over lowered code. `Ways(routine)` knows the operations before and behind each place. A place is that of an
operation which has not been carried out yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.derived import parts
from rulekit.program.facts import facts_of

Step = tuple[int, tuple[int, ...]]  # where it goes on, and the locals that are set on the way


def steps(op: o.Operation, at: int) -> Iterator[Step]:
    """The ways on from an operation."""
    facts = facts_of(op)
    bound = tuple(slot for slot in (getattr(op, name) for name in facts.binds) if slot >= 0)
    match op:
        case o.Ask():
            for head in op.options:
                yield head.to, (head.slot,) if head.slot >= 0 else ()
        case o.Choose():
            yield op.empty, bound
        case o.SealedLoad():
            bound = tuple(range(op.first, op.last))
    if facts.goes_on:
        yield at + 1, bound
    for name in facts.jumps:
        if getattr(op, name) >= 0 and not isinstance(op, o.Choose):
            yield getattr(op, name), ()


def reads_of(node: Any) -> set[int]:
    """The locals that an expression or operation reads."""
    found = {node.slot} if isinstance(node, c.Local) else set[int]()
    for part in parts(node):
        found |= reads_of(part)
    return found


def writes_of(op: o.Operation) -> set[int]:
    """The locals that an operation writes."""
    found = {getattr(op, name) for name in facts_of(op).binds}
    if isinstance(op, o.Ask):
        found |= {head.slot for head in op.options}
    if isinstance(op, o.SealedLoad):
        found |= set(range(op.first, op.last))
    return found - {-1}


class Ways:
    """The ways through one routine."""

    def __init__(self, routine: o.Routine) -> None:
        self.routine, self._ops = routine, routine.ops
        self._needed: dict[int, frozenset[int]] = {}
        self._edges = [
            [(to, set_) for to, set_ in steps(op, at) if 0 <= to < len(self._ops)] for at, op in enumerate(self._ops)
        ]
        self._next = [[to for to, _ in edges] for edges in self._edges]
        self._before: list[list[int]] = [[] for _ in self._ops]
        for at, following in enumerate(self._next):
            for to in following:
                self._before[to].append(at)

    @cached_property
    def live(self) -> list[frozenset[int]]:
        """The locals that are read at each place or later, before they are written anew."""
        everything = frozenset(range(self.routine.size))
        read = [everything if _detaches(op) else frozenset(self._reads(op)) for op in self._ops]
        found = list(read)
        waiting = list(range(len(self._ops)))
        while waiting:
            at = waiting.pop()
            later = read[at].union(*(found[to] - set(written) for to, written in self._edges[at]))
            if later != found[at]:
                found[at] = later
                waiting += self._before[at]
        return found

    def needed(self, place: int) -> frozenset[int]:
        """The locals that are read later, those that a call was given just before, and all that they were made of."""
        if place not in self._needed:
            waiting = list(self.live[place]) if place < len(self._ops) else []
            if 0 < place <= len(self._ops):
                waiting += reads_of(self._ops[place - 1])
            found = set[int]()
            while waiting:
                slot = waiting.pop()
                if slot not in found:
                    found.add(slot)
                    lets = [op for op in self._ops if isinstance(op, o.Let) and op.slot == slot]
                    waiting += [one for op in lets for one in reads_of(op.value)]
            self._needed[place] = frozenset(found)
        return self._needed[place]

    @staticmethod
    def _reads(op: o.Operation) -> set[int]:
        found = reads_of(op)
        match op:
            case o.NextItem():
                found.add(op.items)
            case o.CountDown():
                found.add(op.slot)
            case o.Choose():
                found.add(op.picked)
            case o.CycleNext():
                found.add(op.last)
            case o.SealedSave():
                found |= {op.into, *range(op.first, op.last)}
            case o.SealedLoad():
                found.add(op.source)
        return found

    def between(self, since: int, place: int) -> list[o.Operation]:
        """What may have been carried out on the ways from behind an operation (-1: the beginning) to a place."""
        ahead = self._reached(list(self._next[since]) if since >= 0 else [0], self._next, since)
        behind = self._reached(list(self._before[place]), self._before, since)
        return [self._ops[at] for at in sorted(ahead & behind)]

    @staticmethod
    def _reached(waiting: list[int], edges: list[list[int]], cut: int) -> set[int]:
        """What can be reached from some places; uses up the list it is given."""
        found = set[int]()
        while waiting:
            at = waiting.pop()
            if at != cut and at not in found:
                found.add(at)
                waiting += edges[at]
        return found


def _detaches(op: o.Operation) -> bool:
    """Does something that runs later take the locals along?"""
    if isinstance(op, o.EndScope):
        return bool(op.then)
    return isinstance(op, o.Lasting) or (isinstance(op, o.UnderBegin) and bool(op.bundle))
