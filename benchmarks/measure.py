"""Interleaved measurement: every contender gets a short slice in each round, so that a noisy machine disturbs all alike.

Time is CPU time of this process (`process_time`): other processes on the machine count as little as possible. Rates are
compared within a round only; a ratio is the median over the rounds, with the lowest and the highest beside it.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import Any

from benchmarks.contenders import Contender

BRANCHING = 200  # games in which options are counted, apart from the race


@dataclass
class Tally:
    """What a contender did: rates by round, and what its games were like."""

    rates: list[float] = field(default_factory=list)
    move_rates: list[float] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    squares: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0, 0])
    branching: list[float] = field(default_factory=list)  # options a choice, by game; empty where none are offered

    def add(self, moves: int, winner: int) -> None:
        self.games += 1
        self.moves += moves
        self.squares += moves * moves
        self.wins[winner] += 1

    @property
    def mean(self) -> float:
        return self.moves / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean length."""
        variance = self.squares / self.games - self.mean**2
        return math.sqrt(max(variance, 0.0) / self.games)


@dataclass(frozen=True)
class Spread:
    """A median with the lowest and the highest."""

    middle: float
    low: float
    high: float

    @staticmethod
    def of(values: list[float]) -> Spread:
        return Spread(median(values), min(values), max(values))


class Counting(Random):
    """Chooses as ever, and counts among how many. A move without alternative is no choice: not everybody asks for it."""

    choices_made = options = 0

    def choice(self, seq: Any) -> Any:
        if len(seq) > 1:
            self.choices_made += 1
            self.options += len(seq)
        return super().choice(seq)


def branching(play: Contender, games: int) -> list[float]:
    """How many options there are to choose from, on the mean of each game."""
    found = []
    for number in range(games):
        rng = Counting(number)
        play(rng)
        if rng.choices_made:
            found.append(rng.options / rng.choices_made)
    return found


def race(contenders: Mapping[str, Contender], *, rounds: int, slice_seconds: float) -> dict[str, Tally]:
    """Rounds of slices after one round of warm-up that does not count."""
    tallies = {name: Tally() for name in contenders}
    for name, play in contenders.items():
        _slice(play, Random(name), slice_seconds, Tally())
        tallies[name].branching = branching(play, BRANCHING)
    for number in range(rounds):
        for name, play in contenders.items():
            _slice(play, Random(f"{name} {number}"), slice_seconds, tallies[name])
    return tallies


def _slice(play: Contender, rng: Random, seconds: float, tally: Tally) -> None:
    gc.collect()
    games, moves = tally.games, tally.moves
    start = now = process_time()
    while now - start < seconds:
        tally.add(*play(rng))
        now = process_time()
    tally.rates.append((tally.games - games) / (now - start))
    tally.move_rates.append((tally.moves - moves) / (now - start))


def ratio(one: Tally, other: Tally) -> Spread:
    """How many times as fast `one` is, within rounds."""
    return Spread.of([a / b for a, b in zip(one.rates, other.rates, strict=True)])


def same_game(one: Tally, other: Tally, bound: float = 4.5) -> str:
    """Empty if both played the same game as far as chance can tell, else what differs."""
    if _apart((one.mean, one.error), (other.mean, other.error)) > bound:
        return f"mean length {one.mean:.2f} or {other.mean:.2f}"
    if one.branching and other.branching:
        here, there = ((fmean(b), stdev(b) / math.sqrt(len(b))) for b in (one.branching, other.branching))
        if _apart(here, there) > bound:
            return f"{here[0]:.2f} or {there[0]:.2f} options a choice"
    for seat, name in ((0, "the first wins"), (1, "the second wins"), (-1, "nobody wins")):
        shares = [tally.wins[seat] / tally.games for tally in (one, other)]
        joint = (one.wins[seat] + other.wins[seat]) / (one.games + other.games)
        error = math.sqrt(joint * (1 - joint) * (1 / one.games + 1 / other.games)) or 1.0
        if abs(shares[0] - shares[1]) / error > bound:
            return f"{name}: {shares[0]:.3f} or {shares[1]:.3f}"
    return ""


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The distance of two means in standard errors."""
    return abs(one[0] - other[0]) / max(math.hypot(one[1], other[1]), 1e-9)


def per_call(action: Callable[[], object], *, rounds: int, slice_seconds: float) -> Spread:
    """Microseconds of one call."""
    found = []
    for number in range(rounds + 1):
        calls, start = 0, process_time()
        now = start
        while now - start < slice_seconds:
            action()
            calls += 1
            now = process_time()
        if number:  # the first one warms up
            found.append(1e6 * (now - start) / calls)
    return Spread.of(found)
