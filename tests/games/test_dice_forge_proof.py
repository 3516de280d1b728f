"""Random games of Dice Forge with random sets: a few here, hundreds when asked for; see `dice_forge_proof` for thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.dice_forge_box import BOXES, candidates, pairs_of, possible_pairs
from tests.games.dice_forge_proof import SAME_TABLE, Met, Plan, golem_lovers, missing, play, play_many


def test_every_kind_of_game_runs_to_its_end() -> None:
    met = Met()
    for number in (0, 25, 50, 75):  # one of each kind, with 2 to 4 players
        met += play(number)
    assert met.faults == []
    assert len(met.games) == 4 and met.pairs and met.bought and met.rolled["gold1"]


def test_two_runs_meet_the_same() -> None:
    assert play(8).as_data() == play(8).as_data()


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    once = play_many(1, tmp_path)
    kept = next(tmp_path.glob("*.json"))
    stamp = kept.stat().st_mtime_ns
    assert play_many(1, tmp_path).as_data() == once.as_data() and kept.stat().st_mtime_ns == stamp


def test_what_can_stand_together() -> None:
    assert [len(candidates(kind)) for kind in BOXES] == [15] * 4
    pairs = possible_pairs(BOXES)
    assert ("chaos", "first_titan") in pairs and ("hammer", "twins") not in pairs and ("chaos", "moon_golem") not in pairs


def test_the_games_of_the_whole_proof_bring_every_two_sets_together() -> None:
    """Which sets stand in a game is settled by its number; six hundred games have thirty tables, too few for all pairs."""
    together = [pairs_of(Plan(number).sets) for number in range(0, 20_000, SAME_TABLE)]
    assert possible_pairs(BOXES) <= set().union(*together)
    assert not possible_pairs(BOXES) <= set().union(*together[:30])


@pytest.mark.slow
def test_six_hundred_random_games() -> None:
    met = play_many(600)
    met += golem_lovers()
    found = missing(met)
    assert found["faults"] == [] and found["sets never accomplished"] == []
    assert len(found["faces never rolled"]) <= 4 and len(found["lines never reached"]) <= 10
