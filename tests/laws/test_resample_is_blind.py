"""A state drawn anew hangs on what the player sees and on the seed, not on what really lies where he cannot see."""

from __future__ import annotations

import pytest

import rulekit


@pytest.mark.parametrize("name, players", [("kuhn_poker", 2), ("miniature", 2), ("goldblivion", 3)])
def test_two_states_that_look_the_same_are_drawn_anew_alike(name: str, players: int) -> None:
    state = rulekit.load(name).new(players, seed=4)
    for step in range(12):
        player = state.decision.player
        if state.over or player is None:
            break
        other = state.resample(player, 100 + step)
        assert other.resample(player, 7) == state.resample(player, 7)
        state = state.apply(step % len(state.decision.options))
