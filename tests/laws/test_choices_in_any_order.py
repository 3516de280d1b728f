"""Several things are chosen in any order; the same things are the same choice, and sealed ones tell nothing by their number."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State
from rulekit.testing import laws_hidden

HANDS = """
game hands: players 2
kind card
card red: copies 2
card blue, green
zone hand of player: holds card; seen by owner
zone row: holds card
resource coin of player

to play_game:
  for each card c in all(card): move c to item(players, 1)'s hand
  item(players, 1) begins

to begin:
  choose 2 card c in your hand
  move c to row
  choose one:
    option a: end game with players
    option b: end game with players
"""
SEALED = """
game lots: players 2
kind card
card red: copies 4
card blue: copies 2
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card

to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 3 from deck to p's hand
  sealed for each player p in players:
    p chooses 2 card c in p's hand
  then:
    move c to row
  end game with players
"""


def begun(folder: Path, text: str, engine: str, seed: int = 1) -> State:
    path = folder / "hands.rules"
    path.write_text(text, encoding="utf-8")
    return rulekit.load(path, engine=engine).new(2, seed=seed)


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_any_that_is_left_may_come_next(engine: str, tmp_path: Path) -> None:
    state = begun(tmp_path, HANDS, engine)
    assert [str(option) for option in state.decision.options] == ["red", "blue", "green"]
    assert [str(option) for option in state.apply("green").decision.options] == ["red", "blue"]
    assert [str(option) for option in state.apply("red").decision.options] == ["red", "blue", "green"]
    assert state.apply("green").apply("blue") == state.apply("blue").apply("green")
    row = state.apply("green").apply("blue").view(0)["zones"]["row"]["things"]
    assert row == ["blue", "green"]


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_sealed_choices_are_as_many_whatever_is_chosen(engine: str, tmp_path: Path) -> None:
    for seed in range(12):
        state = begun(tmp_path, SEALED, engine, seed)
        numbers = set()
        for option in state.decision.options:
            at, number = state.apply(option), 1
            laws_hidden.sealed_stay_sealed(state)
            while at.decision.player == 0:
                laws_hidden.sealed_stay_sealed(at)
                at, number = at.apply(0), number + 1
            numbers.add(number)
        assert numbers == {2}
