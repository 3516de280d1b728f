"""Which zones have mixed has one name for each position, so that worlds that are the same are equal."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.runtime.state import named_pools
from rulekit.testing.laws_hidden import resamples_fit

# Each card has a zone of its own: when two hidden cards change places, their zones do too.
BAGS = """
game bags: players 2
kind card:
  field rank: number
card fig: rank 1
card plum: rank 2
card pear: rank 3
card nut: rank 4
kind coin
coin penny, cent
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone bag of card: holds coin; seen by nobody
zone left: holds coin; seen by nobody
zone right: holds coin; seen by nobody

to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 1 from deck to p's hand
  move all(coin) to left
  for each player p in players:
    p chooses number k in 1..2
    if k == 1: move first(left) to right
    else: move last(left) to right
  item(players, 1) chooses player q in players
  end game with players
"""


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_worlds_that_are_the_same_are_equal(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "bags.rules"
    path.write_text(BAGS, encoding="utf-8")
    state = Game(path, engine=engine).new(seed=1)
    for answer in ("1", "2"):
        resamples_fit(state)
        assert list(named_pools(state.data.pools)) == list(state.data.pools)
        state.play(answer)
    resamples_fit(state)
    assert list(named_pools(state.data.pools)) == list(state.data.pools)


def test_a_pool_is_known_by_its_first_zone() -> None:
    assert list(named_pools([5, 7, 5, 9, 7])) == [0, 1, 0, 3, 1]
