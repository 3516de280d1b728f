"""Decisions a second in random play of every bundled game, by the loop a user writes.

Contract: all games and both tiers take turns, so that a noisy machine disturbs all alike; a ratio is taken within a round,
then its median. Both tiers play the same plays, as many decisions in each round; a play is followed for at most `MOST`
decisions. Before anything is measured the fast tier goes through all of them until no function is compiled any more.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time

from benchmarks.handling import variants
from rulekit.api import Game, State, load
from rulekit.sources.bundled import bundled_games

MOST = 400
FEW = 40  # decisions by which it is judged how many fill a slice
BASE = "tic_tac_toe"


@dataclass
class Deciding:
    """Decisions a second of one game, by round."""

    game: str
    fast: list[float] = field(default_factory=list)
    slow: list[float] = field(default_factory=list)  # by the plain interpreter

    def times_interpreted(self) -> float:
        return median(one / other for one, other in zip(self.fast, self.slow, strict=True))

    def part_of(self, base: Deciding) -> float:
        return median(one / other for one, other in zip(base.fast, self.fast, strict=True))


def all_deciding(*, rounds: int, slice_seconds: float) -> list[Deciding]:
    """Measures all games, round by round."""
    pairs = [_Pair(name, modules, rounds, slice_seconds) for name, modules in variants()]
    gc.collect()
    gc.freeze()  # nobody pays for a look through the rules of all the other games
    for _ in range(rounds):
        for pair in pairs:
            pair.round()
    gc.unfreeze()
    return [pair.found for pair in pairs]


class _Pair:
    """Both tiers at the same plays of one game."""

    def __init__(self, name: str, modules: tuple[str, ...], rounds: int, slice_seconds: float) -> None:
        path = bundled_games()[name]
        fast, slow = (load(path, modules=modules, engine=engine) for engine in ("compiled", "interpreted"))
        self.found = Deciding(" ".join([name, *modules]))
        self._length = max(FEW, round(slice_seconds * FEW / Plays(slow).go_on(FEW)))
        made = -1
        while made != (made := compiled_functions(fast)):
            Plays(fast).go_on(rounds * self._length)
        self._fast, self._slow = Plays(fast), Plays(slow)

    def round(self) -> None:
        self.found.fast.append(self._length / self._fast.go_on(self._length))
        self.found.slow.append(self._length / self._slow.go_on(self._length))


def compiled_functions(game: Game) -> int:
    """How many functions have been compiled for the tables of a game."""
    return len(game.new(seed=1).table.code.space)


class Plays:
    """Random plays of a game, one after the other; always the same ones."""

    def __init__(self, game: Game) -> None:
        self._game, self._rng, self._seed = game, Random(1), 0
        self._begin()

    def _begin(self) -> None:
        self._seed += 1
        self._state, self._made = self._game.new(seed=self._seed), 0

    def go_on(self, decisions: int) -> float:
        """Makes so many decisions and says how many CPU seconds they took."""
        start = process_time()
        while decisions:
            if self._state.over or self._made >= MOST:
                self._begin()
            stretch = min(decisions, MOST - self._made)
            made = _play(self._state, self._rng, stretch)
            self._made += made
            decisions -= made
        return process_time() - start


def _play(state: State, rng: Random, most: int) -> int:
    """The loop a user writes."""
    made = 0
    while not state.over and made < most:
        state.play(rng.choice(state.decision.options))
        made += 1
    return made
