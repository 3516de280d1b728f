"""Counting plays: how many ways a game can go, to a depth. An outside check on rules whose counts are known.

Contract: one step is one answer of a player, as somebody gives it who walks through the game from this state: a choice of one
is a step if the game was begun with `forced="ask"`, and none if the machine takes it. Chance is enumerated and takes no step:
each outcome is a way of its own. A game that ends before the depth is reached counts where it ended, not beyond.
"""

from __future__ import annotations

import marshal
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import State
from rulekit.api.native_perft import counted, may_ask_chance

_AT_ONCE = 4000  # so many states are gone through together: equal ones among them once, and memory stays small
_WORTH_BUILDING = 2.0  # seconds of counting after which native code is made
Look = Callable[[], None]  # called now and then: whether native code is there
Level = dict[bytes, tuple[State, int]]  # the states at one depth, each with how many plays lead there


@dataclass
class Counts:
    """What was found at each depth: plays that get there, plays that are over there, and distinct positions."""

    plays: list[int] = field(default_factory=list)
    over: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    distinct: int = 0  # positions in all depths together

    @property
    def complete(self) -> int:
        """Plays that came to an end within the depth."""
        return sum(self.over)

    def learn(self, plays: list[int], over: list[int]) -> None:
        """Takes what reaches deeper than what is known."""
        if len(plays) > len(self.plays):
            self.plays, self.over = plays[:], over[:]


def perft(state: State, depth: int) -> int:
    """How many plays of exactly `depth` answers there are from here."""
    natively = _Natively(state, depth, only_plays=True)
    level: Level = {}
    try:
        natively(build=False)
        _add(level, _asking(state), 1)
        return _plays(level, depth, not may_ask_chance(state.table), natively)
    except _Found as found:
        return found.counts.plays[depth]


def _plays(level: Level, depth: int, certain: bool, look: Look) -> int:
    """Plays that go on from these states for exactly so many answers. What leads to one state each need not be tried."""
    if depth == 0:
        return sum(plays for _, plays in level.values())
    if depth == 1 and certain:
        return sum(plays * _choices(state) for state, plays in level.values())
    if len(level) <= _AT_ONCE:
        return _plays(_next(level, look), depth - 1, certain, look)
    kept = list(level.items())
    parts = (dict(kept[first : first + _AT_ONCE]) for first in range(0, len(kept), _AT_ONCE))
    return sum(_plays(_next(part, look), depth - 1, certain, look) for part in parts)


def _choices(state: State) -> int:
    return len(state.question.choices) if state.question is not None else 0


def count(state: State, depth: int, *, positions: bool = True, into: Counts | None = None) -> Counts:
    """Plays by depth, from 0 to `depth`. Equal states are gone through once, weighed by how many plays lead to them. Without
    `positions` those are not counted, and native code does it where there is some. `into` is filled depth by depth: whoever
    ends it before has there what was found."""
    counts = Counts() if into is None else into
    if positions:
        _count(state, depth, True, lambda: None, counts)
        return counts
    natively = _Natively(state, depth, only_plays=False, into=counts)
    try:
        natively(build=False)
        _count(state, depth, False, natively, counts)
    except _Found as found:
        counts.learn(found.counts.plays, found.counts.over)
    return counts


class _Found(Exception):
    """Native code was there before Python came to an end."""

    def __init__(self, plays: list[int], over: list[int]) -> None:
        super().__init__()
        self.counts = Counts(plays, over)


class _Natively:
    """Asks for native code: at once for what was compiled before, later for what it pays to compile."""

    def __init__(self, state: State, depth: int, only_plays: bool, into: Counts | None = None) -> None:
        self._state, self._depth, self._only_plays = state, depth, only_plays
        self._counts = Counts() if into is None else into
        self._again = 0.0

    def __call__(self, build: bool = True) -> None:
        """Raises `_Found` if it was there."""
        now = time.perf_counter()
        if now < self._again:
            return
        found = counted(self._state, self._depth, only_plays=self._only_plays, build=build, told=self._counts.learn)
        if found is not None:
            raise _Found(*found)
        self._again = now + _WORTH_BUILDING


def _count(state: State, depth: int, positions: bool, look: Look, counts: Counts) -> None:
    plays, over = list[int](), list[int]()
    level: Level = {}
    seen: set[Hashable] = set()
    _add(level, _asking(state), 1)
    for at in range(depth + 1):
        plays.append(sum(plays for _, plays in level.values()))
        over.append(sum(plays for s, plays in level.values() if s.over))
        if positions:
            here = {position(s) for s, _ in level.values()}
            seen |= here
            counts.distinct = len(seen)
            counts.positions.append(len(here))
        counts.learn(plays, over)
        if at < depth:
            level = _next(level, look)


def _next(level: Level, look: Look) -> Level:
    found: Level = {}
    for state, plays in level.values():
        look()
        for at in range(_choices(state)):
            _add(found, _after(state, at), plays)
    return found


def _add(level: Level, state: State, plays: int) -> None:
    for after in _settled(state):
        key = _key(after.data.as_plain())
        level[key] = (after, plays + (level[key][1] if key in level else 0))


def _key(plain: Any) -> bytes:
    """A state as bytes: quick to compare. Version 2 of the format is the last whose bytes depend on values alone."""
    return marshal.dumps(plain, 2)


def _asking(state: State) -> State:
    """A copy that stops at chance, and forgets what does not matter for what comes."""
    start = state.copy()
    start.data.ask_chance = True
    start.forget_past()
    start.quiet, start._answers = True, None
    start.data.answered = start.data.counter = 0
    return start


def _after(state: State, answer: int) -> State:
    """The state after an answer."""
    after = _asking(state)
    return after.play(answer)


def _settled(state: State) -> Iterator[State]:
    """The states at which a player must answer or the game is over, for every outcome of chance."""
    todo = [state]
    while todo:
        at = todo.pop()
        question = at.question
        if question is None or question.kind != "chance":
            at._answers = None
            at.data.answered = 0
            yield at
        else:
            todo += [_after(at, outcome) for outcome in reversed(range(len(question.choices)))]


def position(state: State) -> Hashable:
    """What lies on the table and who is asked: values, places, what lies face up, who is to answer, whether it is over.

    Left out is how the game got there: the routines that are running, and counters of what was done.
    """
    data = state.data
    asked = state.question.player if state.question is not None else None
    return _key([data.vals, data.zones, data.up, asked, data.ended, data.winners])
