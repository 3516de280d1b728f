"""Abilities that wait for their turn, of things that a player cannot tell.

Contract: where several answer an event, the first one acts and the others wait; nobody knows of those that wait in a hand he
cannot see. `Waiting(machine, hidden)` takes those out of a state, and `put_back` lays in those that would wait there instead:
of the hidden things as they are now, all that answer the event and come behind the one that acts or that is asked. Where that
does not give those that really wait, because something has changed since, or at the edge of a turn, they stay where they are.
"""

from __future__ import annotations

from typing import Any

from rulekit.program.game import Watch
from rulekit.runtime.bearers import in_turn_order
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import use_up
from rulekit.runtime.state import Frame

_TIMINGS = {2: "before", 4: "after"}  # by the stage of the event below
_Rank = tuple[int, int, int]  # in which order abilities act: the owner's seat, the ability, the thing that bears it


class Waiting:
    """What waits behind another in a state, as far as it is hidden."""

    def __init__(self, machine: Machine, hidden: frozenset[int]) -> None:
        self._hidden = hidden
        self._queues: list[tuple[int, int | None]] = []  # the frame, and whose abilities it is if he is asked for their order
        for at, frame in enumerate(machine.s.stack):
            if frame[0] == "@queue" and self._answering(machine, at):
                self._take_out(machine, at, frame)

    def __bool__(self) -> bool:
        return bool(self._queues)

    def _answering(self, machine: Machine, at: int) -> list[Watch]:
        """The abilities of things, of which some are hidden, that may answer the event below a queue."""
        path, stage, local = machine.s.stack[at - 1] if at else ("", 0, [])
        if path != "@event" or stage not in _TIMINGS:
            return []
        t, lying = machine.t, {machine.s.where[thing] for thing in self._hidden}
        return [
            watch
            for watch in t.watches.get((local[0][0], _TIMINGS[stage]), ())
            if watch.bearer.startswith(("kind:", "design:"))
            and any(thing in self._hidden and not lying.isdisjoint(zones) for thing, zones in t.bearers_by_zones(watch.bearer))
        ]

    def _take_out(self, machine: Machine, at: int, frame: Frame) -> None:
        items = frame[2][0]
        unseen = [item for item in items if item[4] in self._hidden]
        asked = items[0][2] if at + 1 == len(machine.s.stack) and items else None
        _forget_use(machine, unseen)
        if self._behind(machine, at, asked) == unseen:
            frame[2][0] = [item for item in items if item[4] not in self._hidden]
            self._queues.append((at, asked))
        else:
            _note_use(machine, unseen)

    def put_back(self, machine: Machine) -> None:
        """Lays in what would wait, the hidden things being what they are now."""
        for at, asked in self._queues:
            found = self._behind(machine, at, asked)
            _note_use(machine, found)
            local = machine.s.stack[at][2]
            local[0] = sorted([*local[0], *found], key=lambda item: _rank(machine, item[2], item[3], item[4]))

    def _behind(self, machine: Machine, at: int, asked: int | None) -> list[list[Any]]:
        """What waits of hidden things, as it should."""
        _, stage, (event, used, _) = machine.s.stack[at - 1]
        found = machine.outside(lambda: machine.answers(event, _TIMINGS[stage], used))
        first = self._first(machine, at, asked, event[0], _TIMINGS[stage])
        items = [[watch.routine, env, env[0], watch.number, env[1]] for watch, env in found if env[1] in self._hidden]
        return [item for item in items if first is not None and _rank(machine, item[2], item[3], item[4]) > first]

    def _first(self, machine: Machine, at: int, asked: int | None, verb: str, timing: str) -> _Rank | None:
        """What those that wait come behind; None if nobody can say."""
        stack = machine.s.stack
        if at + 1 == len(stack):
            return (_seat(machine, asked), -1, -1)
        path, _, local = stack[at + 1]
        number = next((watch.number for watch in machine.t.watches[verb, timing] if watch.routine == path), None)
        return None if number is None else _rank(machine, local[0], number, local[1])


def _rank(machine: Machine, owner: int | None, number: int, thing: int | None) -> _Rank:
    return _seat(machine, owner), number, -1 if thing is None else thing


def _seat(machine: Machine, owner: int | None) -> int:
    order = in_turn_order(machine, machine.t.players)
    return order.index(owner) if owner in order else len(order)


def _note_use(machine: Machine, items: list[list[Any]]) -> None:
    """What acts once in a while has been used up when it began to wait."""
    for *_, number, thing in items:
        once = machine.program.watches[number].once if number >= 0 else None
        if once is not None:
            use_up(machine, once, (number, thing))


def _forget_use(machine: Machine, items: list[list[Any]]) -> None:
    s, keys = machine.s, {(number, thing) for *_, number, thing in items}
    if keys:
        s.once = tuple(key for key in s.once if key not in keys)
        s.scopes = [scope._replace(once=tuple(key for key in scope.once if key not in keys)) for scope in s.scopes]
