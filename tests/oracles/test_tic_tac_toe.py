"""Tic-tac-toe against the figures that everybody knows: 255,168 complete games, 5,478 positions."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulekit.api import Game, State, load

Position = tuple[Any, ...]
SQUARES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("tic_tac_toe")


def position(state: State) -> Position:
    marks = state.table.slot["mark"]
    return tuple(state.data.vals[slot] for slot in marks.values())


class Walk:
    """The whole tree with positions joined; a square that is the last one left is marked by the machine itself."""

    def __init__(self) -> None:
        self.games: dict[Position, int] = {}
        self.seen: set[Position] = set()

    def count(self, state: State) -> int:
        at = position(state)
        self.seen.add(at)
        if state.over:
            return 1
        if at not in self.games:
            self.games[at] = sum(self.count(self.follow(state, index)) for index in range(len(state.decision.options)))
        return self.games[at]

    def follow(self, state: State, index: int) -> State:
        new = state.copy()
        new.machine.forced = []
        new.play(index)
        for _, square in new.machine.forced:
            self.seen.add(tuple(None if s == square else mark for s, mark in zip(SQUARES, position(new), strict=True)))
        return new


@cache
def walked(game: Game) -> tuple[int, int]:
    walk = Walk()
    return walk.count(game.new()), len(walk.seen)


def test_complete_games(game: Game) -> None:
    assert walked(game)[0] == 255_168


def test_distinct_positions(game: Game) -> None:
    assert walked(game)[1] == 5_478


def test_perfect_play_is_a_draw(game: Game) -> None:
    assert best_outcome(game) == 0


@cache
def best_outcome(game: Game) -> int:
    known: dict[Position, int] = {}

    def value(state: State) -> int:
        """1 if the first player wins with best play, -1 if he loses."""
        if state.over:
            return 0 if not state.winners else 1 - 2 * state.winners[0]
        at = position(state)
        if at not in known:
            best = max if state.decision.player == 0 else min
            known[at] = best(value(state.apply(index)) for index in range(len(state.decision.options)))
        return known[at]

    return value(game.new())
