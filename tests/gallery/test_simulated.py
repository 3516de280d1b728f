"""Genres that no other program plays: bots bring every table to an end, and the invariants hold on the way."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.simulate import simulate
from tests.sizes import some

TABLES = [
    ("auction_house", 3), ("auction_house", 5), ("caravan", 2), ("caravan", 5), ("fireworks", 5), ("garden_plots", 1),
    ("garden_plots", 4), ("harbour", 2), ("harbour", 3), ("harbour", 4), ("hill_country", 4), ("iron_roads", 4),
    ("long_winter", 2),
    ("long_winter", 4), ("market_town", 2), ("market_town", 4), ("night_village", 5), ("night_village", 8), ("orchards", 3),
    ("steep_climb", 4),
]  # fmt: skip


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_bots_come_to_an_end(name: str, players: int) -> None:
    report = simulate(rulekit.load(name), games=some(1, 50), players=players, bots=["random"], invariants=True, jobs=1)
    assert (report.errors, report.unfinished) == ([], 0)


def test_a_draft_of_five_gives_everybody_as_many_cards() -> None:
    state = rulekit.load("caravan").new(players=5, seed=2)
    end = rulekit.playout(state, 7)
    assert [end.get(f"size(item(players, {seat})'s load)") for seat in range(1, 6)] == [15] * 5


def test_a_railway_with_four_comes_to_an_end_when_all_tracks_are_built() -> None:
    for seed in range(some(3, 50)):
        end = rulekit.playout(rulekit.load("iron_roads").new(players=4, seed=seed), seed)
        assert end.over and end.get("finisher") is not None
