"""Decisions a second in random play of every bundled game, by the loop a user writes.

Contract: all games and both tiers take turns in short slices, so that a noisy machine disturbs all alike; a ratio is taken
within a round, then its median. A play is followed for at most `MOST` decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time

from benchmarks.handling import variants
from rulekit.api import Game, State, load
from rulekit.bundled import bundled_games

MOST = 400
WARM = 16  # slices
BASE = "tic_tac_toe"
Player = Callable[[float], float]


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
    players = list(_players())
    for _, fast, slow in players:  # warm-up: code is printed when it is first needed
        fast(WARM * slice_seconds)
        slow(slice_seconds)
    found = {name: Deciding(name) for name, _, _ in players}
    for _ in range(rounds):
        for name, fast, slow in players:
            found[name].fast.append(fast(slice_seconds))
            found[name].slow.append(slow(slice_seconds))
    return list(found.values())


def _players() -> Iterator[tuple[str, Player, Player]]:
    for name, modules in variants():
        path = bundled_games()[name]
        fast, slow = (load(path, modules=modules, engine=engine) for engine in ("compiled", "interpreted"))
        yield " ".join([name, *modules]), player(fast), player(slow)


def player(game: Game) -> Player:
    """Plays on for some CPU seconds and says how many decisions a second it made."""
    rng = Random(1)
    states = _states(game)
    state = next(states)

    def play(seconds: float) -> float:
        nonlocal state
        made, start = 0, process_time()
        while (spent := process_time() - start) < seconds or not made:
            if state.over or state.data.answered >= MOST:
                state = next(states)
            for _ in range(8):
                if state.over:
                    break
                state.play(rng.choice(state.decision.options))
                made += 1
        return made / spent

    return play


def _states(game: Game) -> Iterator[State]:
    seed = 0
    while True:
        seed += 1
        yield game.new(seed=seed)
