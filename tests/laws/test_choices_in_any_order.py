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


MANNERS = {
    "up to 2 card c in p's hand": 2,
    "any number of card c in p's hand": 3,
    "any number of card c in p's hand where c is blue": 3,
    "2 card c in p's hand where c is blue": 2,
    "up to 2 card c in p's hand where c is blue": 2,
    "card c in p's hand where c is blue": 1,
}


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize("manner", MANNERS)
def test_sealed_choices_tell_nothing_by_the_number_of_questions(manner: str, engine: str, tmp_path: Path) -> None:
    """Whatever there is to choose and however many are taken: who takes nothing more is asked all the same."""
    for seed in range(6):
        state = begun(tmp_path, SEALED.replace("2 card c in p's hand", manner), engine, seed)
        waiting, numbers = [(state, 0)], set()
        while waiting:
            at, number = waiting.pop()
            if at.decision.player != 0:
                numbers.add(number)
                continue
            laws_hidden.sealed_stay_sealed(at)
            assert at.game.from_json(at.to_json()) == at
            waiting += [(at.apply(option), number + 1) for option in at.decision.options]
        assert numbers == {MANNERS[manner]}


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_who_takes_nothing_more_has_taken_what_he_took(engine: str, tmp_path: Path) -> None:
    state = begun(tmp_path, SEALED.replace("2 card c in p's hand", "up to 2 card c in p's hand"), engine)
    state = state.apply(0).apply("done").apply("done")
    assert [str(option) for option in state.decision.options] == ["done"]
    state = state.apply("done")
    assert state.over and len(state.view(0)["zones"]["row"]["things"]) == 1
