"""A seat is told the same in every world that it could be in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import rulekit
from rulekit.api import State
from rulekit.sources.bundled import whole_games
from rulekit.studio.messages import table_message

QUICK = ("kuhn_poker", "leduc_poker", "liars_dice", "miniature", "rock_paper_scissors", "blackjack")


def positions(name: str, seed: int, most: int, every: int = 1) -> Iterator[State]:
    game, rng = rulekit.load(name), Random(seed)
    state = game.new(game.player_counts[-1] if seed % 2 else None, seed)
    for number in range(most):
        if number % every == 0:
            yield state
        if state.over:
            return
        state = state.apply(rng.choice(state.decision.options))


def compare(state: State, seed: int) -> int:
    """The message of each seat against that of another world; the number of comparisons."""
    for player in state.players:
        mine, other = table_message(state, player, "en"), table_message(state.resample(player, seed), player, "en")
        del mine["table"]["can_undo"], other["table"]["can_undo"]  # a world drawn anew has no past
        assert mine == other
    return len(state.players)


@pytest.mark.parametrize("name", QUICK)
def test_a_seat_is_told_what_its_view_holds(name: str) -> None:
    assert sum(compare(state, 3) for state in positions(name, 1, 12)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", whole_games())
def test_a_seat_is_told_what_its_view_holds_in_hundreds_of_positions(name: str) -> None:
    done = sum(compare(state, seed) for seed in range(6) for state in positions(name, seed, 240, 3))
    assert done >= 10
