"""Connect four against published counts of move sequences."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulekit.api import Game, State, load

SEQUENCES = {1: 7, 2: 49, 3: 343, 4: 2401, 5: 16807, 6: 117649, 7: 823536}
# Distinct positions after 0, 1, 2, ... discs (OEIS A212693).
POSITIONS = (1, 7, 49, 238, 1120, 4263, 16422)


@pytest.fixture(scope="module")
def game() -> Game:
    return load("connect_four")


def position(state: State) -> tuple[Any, ...]:
    return tuple(state.data.vals)


def levels(game: Game, depth: int) -> tuple[list[tuple[int, int]], int]:
    """(sequences, positions) after 0 to `depth` moves, and the sequences of one more.

    Sequences that meet in a position are walked once; for the last move it is enough to count options.
    """
    states, counts = {position(game.new()): game.new()}, Counter({position(game.new()): 1})
    found = [(1, 1)]
    for _ in range(depth):
        states, counts = _one_move(states, counts)
        found.append((counts.total(), len(states)))
    return found, sum(counts[at] * len(state.decision.options) for at, state in states.items())


def _one_move(states: dict[Any, State], counts: Counter[Any]) -> tuple[dict[Any, State], Counter[Any]]:
    after: dict[Any, State] = {}
    total: Counter[Any] = Counter()
    for at, state in states.items():
        for index in range(len(state.decision.options)):
            new = state.apply(index)
            key = position(new)
            after[key] = new
            total[key] += counts[at]
    return after, total


def plain_count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(plain_count(state.apply(index), depth - 1) for index in range(len(state.decision.options)))


def test_sequences_one_by_one(game: Game) -> None:
    assert plain_count(game.new(), 3) == SEQUENCES[3]


def test_sequences_to_five_moves(game: Game) -> None:
    found, following = levels(game, 4)
    assert [count for count, _ in found[1:]] + [following] == [SEQUENCES[n] for n in range(1, 6)]
    assert tuple(positions for _, positions in found) == POSITIONS[:5]


@pytest.mark.slow
def test_sequences_to_seven_moves(game: Game) -> None:
    found, following = levels(game, 6)
    assert [count for count, _ in found[1:]] + [following] == list(SEQUENCES.values())
    assert tuple(positions for _, positions in found) == POSITIONS
