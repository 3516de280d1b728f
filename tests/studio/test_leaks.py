"""A seat is told the same in every world that it could be in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import rulekit
from rulekit.api import State
from rulekit.errors import ResampleError
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


def compare(state: State, seed: int) -> tuple[int, int]:
    """The message of each seat against that of another world: how many were compared, and of how many positions no other
    world could be drawn, because what is being carried out was worked out from what the seat cannot know."""
    done = 0
    for player in state.players:
        try:
            other = table_message(state.resample(player, seed), player, "en")
        except ResampleError:
            continue
        mine = table_message(state, player, "en")
        del mine["table"]["can_undo"], other["table"]["can_undo"]  # a world drawn anew has no past
        if state.over:  # all are told the final scores, as at any table
            mine["table"]["players"] = other["table"]["players"] = []
        assert mine == other, f"player {player} after {state.answers}"
        done += 1
    return done, len(state.players) - done


def compared(name: str, seeds: int, most: int, every: int) -> tuple[int, int]:
    """The same over some plays of a game."""
    found = [compare(state, seed) for seed in range(seeds) for state in positions(name, seed, most, every)]
    return sum(done for done, _ in found), sum(left for _, left in found)


@pytest.mark.parametrize("name", QUICK)
def test_a_seat_is_told_what_its_view_holds(name: str) -> None:
    done, left = compared(name, 2, 12, 1)
    assert done > 0 and left == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", whole_games())
def test_a_seat_is_told_what_its_view_holds_in_hundreds_of_positions(name: str) -> None:
    done, left = compared(name, 6, 240, 3)
    assert done >= 10 and left * 5 <= done, f"{done} compared, {left} left out"
