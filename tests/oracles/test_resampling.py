"""Resampling reaches everything that a player must reckon with."""

from __future__ import annotations

import pytest

from rulekit.api import load


@pytest.mark.parametrize("seed", range(6))
def test_the_other_hand_may_be_any_unseen_card(seed: int) -> None:
    state = load("kuhn_poker").new(seed=seed)
    mine = state.view(0)["zones"]["player1.hand"]["things"][0]
    found = {state.resample(0, again).view(1)["zones"]["player2.hand"]["things"][0] for again in range(40)}
    assert found == {"jack", "queen", "king"} - {mine}
