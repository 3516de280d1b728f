"""A sealed answer is nobody's to see: states drawn anew from a player's view hold other answers than the real one."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

CUPS = """
game cups "Cups": players 3

kind marble:
  field worth: number
marble red: worth 3; copies 3
marble blue: worth 1; copies 6
zone bag: holds marble; seen by nobody
zone cup of player: holds marble; seen by owner
zone row: holds marble

to play_game:
  move all(marble) to bag
  shuffle bag
  for each player p in players: draw 3 from bag to p's cup
  sealed for each player p in players:
    p chooses 2 marble m in p's cup
  then:
    move m to row
  end game with players
"""


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_the_second_does_not_know_what_the_first_has_sealed(engine: str) -> None:
    state = rulekit.load("rock_paper_scissors", engine=engine).new().apply("rock")
    outcomes = {state.resample(1, seed).apply("paper").scores for seed in range(20)}
    assert outcomes == {(0, 1), (0, 0), (1, 0)}  # against rock, paper and scissors


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_the_first_remembers_what_he_has_sealed(engine: str) -> None:
    state = rulekit.load("rock_paper_scissors", engine=engine).new().apply("rock")
    assert {state.resample(0, seed).apply("paper").scores for seed in range(20)} == {(0, 1)}


def test_a_choice_of_several_is_redrawn_in_the_middle_of_it(tmp_path: Path) -> None:
    path = tmp_path / "cups.rules"
    path.write_text(CUPS)
    state = rulekit.load(path).new(seed=5)
    while state.decision.player != 2:
        state = state.apply(0)
    begun = state.apply("blue")
    assert begun.decision.player == 2
    rows = set()
    for seed in range(40):
        drawn = begun.resample(2, seed)
        assert drawn.view(2) == begun.view(2)
        assert drawn.decision.options == begun.decision.options
        over = drawn.apply(0)
        assert over.over and over.get("size(row)") == 6
        rows.add(over.get("count(m in row where m is red)"))
    assert len(rows) > 2


def test_what_was_sealed_from_a_hidden_hand_is_not_held_back(tmp_path: Path) -> None:
    """The thing that was chosen may lie anywhere in a state drawn anew."""
    path = tmp_path / "cups.rules"
    path.write_text(CUPS)
    states = (rulekit.load(path).new(seed=seed) for seed in range(20))
    state = next(state for state in states if "red" in state.decision.options)
    state = state.apply("red").apply(0)
    assert state.decision.player == 1
    held = {state.resample(1, seed).get("count(m in player1's cup where m is red)") for seed in range(60)}
    assert 0 in held


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_two_before_the_third(engine: str, tmp_path: Path) -> None:
    """Both others choose again, and a drawn state goes on as the real one would."""
    path = tmp_path / "cups.rules"
    path.write_text(CUPS.replace("chooses 2 marble m", "chooses marble m"))
    state = rulekit.load(path, engine=engine).new(seed=5)
    while state.decision.player != 2:
        state = state.apply(0)
    rows = {state.resample(2, seed).apply(0).get("count(m in row where m is red)") for seed in range(40)}
    assert len(rows) == 3
