"""Bots: the same for the same seed, better than chance where they look ahead, and no burden on the chance of the game."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.bots import make
from rulekit.errors import UsageError
from rulekit.simulate import simulate


def test_greedy_beats_random_at_tic_tac_toe() -> None:
    report = simulate(rulekit.load("tic_tac_toe"), games=60, bots=["greedy", "random"])
    assert report.wins[0] > 45


def test_greedy_beats_random_at_pig_from_the_second_seat() -> None:
    report = simulate(rulekit.load("pig"), games=20, players=2, bots=["random", "greedy"])
    assert report.wins[1] >= 15


def test_the_same_seed_gives_the_same_games() -> None:
    game = rulekit.load("kuhn_poker")
    assert simulate(game, games=5, bots=["greedy"]).as_data() == simulate(game, games=5, bots=["greedy"]).as_data()


def test_a_bot_that_thinks_leaves_the_state_alone() -> None:
    state = rulekit.load("pig").new(seed=3)
    before = state.to_json()
    make("greedy")(state)
    assert state.to_json() == before


def test_an_unknown_bot_is_named_with_a_suggestion() -> None:
    with pytest.raises(UsageError, match="did you mean `greedy`"):
        make("gredy")
