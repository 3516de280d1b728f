"""The hand-written twins of the benchmarks play the right games too, and a race notices when somebody does not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from benchmarks.contenders import GAMES, contenders
from benchmarks.measure import BRANCHING, Tally, branching, same_game
from benchmarks.twins import connect_four, pig, tic_tac_toe


def sequences(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(sequences(after(state, move), depth - 1) for move in state.legal())


def complete(state: Any) -> int:
    return 1 if state.over else sum(complete(after(state, move)) for move in state.legal())


def after(state: Any, move: int) -> Any:
    new = state.copy()
    new.apply(move)
    return new


def test_complete_games_of_tic_tac_toe() -> None:
    assert complete(tic_tac_toe.State()) == 255_168


def test_sequences_of_connect_four() -> None:
    assert [sequences(connect_four.State(), depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]


def test_vertical_and_diagonal_lines_of_connect_four() -> None:
    assert all(connect_four.connected(sum(1 << 7 + shift * n for n in range(4))) for shift in (1, 7, 8))
    assert not connect_four.connected(0b111 | 1 << 7)


def test_a_one_ends_the_turn_in_pig() -> None:
    class Ones(Random):
        def random(self) -> float:
            return 0.0

    state = pig.State(Ones())
    state.apply(pig.ROLL)
    assert (state.player, state.pot) == (1, 0)


def tally(play: Callable[[Random], tuple[int, int]], games: int) -> Tally:
    found, rng = Tally(), Random(3)
    for _ in range(games):
        found.add(*play(rng))
    return found


def test_a_race_notices_another_game() -> None:
    honest = tally(tic_tac_toe.playout, 3000)
    assert same_game(honest, tally(tic_tac_toe.playout, 2000)) == ""
    assert "mean length" in same_game(honest, tally(connect_four.playout, 500))
    assert "first wins" in same_game(honest, tally(lambda rng: (tic_tac_toe.playout(rng)[0], 1), 2000))


def test_a_race_notices_other_options() -> None:
    honest, other = tally(tic_tac_toe.playout, 2000), tally(tic_tac_toe.playout, 2000)
    honest.branching = branching(lambda rng: (rng.choice([0, 1]), rng.choice([0])), 50)
    assert honest.branching == [2.0] * 50  # what has no alternative does not count
    assert same_game(honest, other) == ""  # nothing is known of the other
    other.branching = branching(lambda rng: (rng.choice([0, 1, 2]), 0), 50)
    assert "2.00 or 3.00 options" in same_game(honest, other)


@pytest.mark.parametrize(
    "game, interpreted",
    [(game, False) for game in GAMES] + [pytest.param(game, True, marks=pytest.mark.slow) for game in GAMES],
)
def test_all_contenders_play_the_same_game(game: str, interpreted: bool) -> None:
    """The interpreter, twenty times slower, agrees with the compiled tier answer by answer in tests of their own."""
    found = {}
    for name, play in contenders(game).items():
        if name == "rulekit interpreted" and not interpreted:
            continue
        found[name] = tally(play, 600)
        found[name].branching = branching(play, BRANCHING)
    ours = found["rulekit"]
    assert {name: same_game(ours, other) for name, other in found.items() if same_game(ours, other)} == {}
