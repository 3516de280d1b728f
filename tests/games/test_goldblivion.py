"""GOLDblivion: the box is complete, and a game can be kept and taken up again wherever it stands."""

from __future__ import annotations

from functools import cache

import pytest

import rulekit
from rulekit.interpreter.chance import draw

BOX = [
    ("size(all(g_card)) - size(all(tom)) - size(all(naya)) - size(all(gloric))", 60),
    ("count(character c in all(character) where c is noble)", 4),
    ("size(all(building_card))", 16),
    ("count(tile t in all(tile) where t's ground is forest)", 8),
    ("size(all(magic))", 7),
]


@cache
def _game() -> rulekit.Game:
    return rulekit.load("goldblivion")


@pytest.mark.parametrize(("what", "count"), BOX)
def test_the_box_is_complete(what: str, count: int) -> None:
    assert _game().new(players=4).get(what) == count


def test_eighty_four_cards_and_fifty_four_combat_cards_with_four_players() -> None:
    state = _game().new(players=4)
    assert (state.get("size(all(g_card))"), state.get("size(all(combat_card))")) == (84, 54)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_kept_game_goes_on_like_the_other_everywhere(players: int) -> None:
    """At every decision of a game, those inside fights and reactivations too."""
    state = _game().new(players=players, seed=players)
    inside = set()
    for length in range(160):
        if state.over:
            break
        again = _game().from_json(state.to_json())
        assert again == state
        index = draw(players, length, len(state.decision.options))
        inside |= {frame[0] for frame in state.data.stack}
        state, again = state.apply(index), again.apply(index)
        assert again == state and again.log[-3:] == state.log[-3:]
    assert "verb/fight" in inside
    assert _game().replay(state.answers, players=players, seed=players) == state


def test_a_kept_game_goes_on_inside_a_reactivation() -> None:
    """A card that lets another act again, saved while the other one asks."""
    found = 0
    for seed in range(60):
        state = _game().new(players=2, seed=seed)
        for length in range(300):
            if state.over or state.question is None or found >= 3:
                break
            index = draw(seed, length, len(state.question.choices))
            if any(frame[0].startswith("verb/reactivate") for frame in state.data.stack):
                again = _game().from_json(state.to_json())
                assert again.apply(index) == state.apply(index)
                found += 1
            state.play(index)
    assert found >= 3
