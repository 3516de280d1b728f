"""What an example writes belongs to the first question that it fits, also where that one had a single answer."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.testing.examples import run_file
from rulekit.testing.replay import replay
from rulekit.testing.write_example import Script
from rulekit.tryout.as_example import as_example
from rulekit.tryout.trial import Trial

GAME = """
game turns: players 2
resource coin of player
to one_turn:
  menu:
    option work if your coin > 0: gain 1 coin
    option stop: end menu
to two:
  one_turn
  gain 5 coin
  one_turn
to both:
  for each player p in players: p has_one
to has_one:
  choose one:
    option stop: gain 1 coin
to play_game:
  last(players) does: has_one
  first(players) does: two
  end game with players
"""


def outcome(tmp_path: Path, when: str, then: str = "ann's coin > 0") -> str:
    path = tmp_path / "turns.rules"
    lines = "".join(f"    {line}\n" for line in when.split("; "))
    path.write_text(f'{GAME}example "one":\n  given:\n    players ann, bob\n  when:\n{lines}  then:\n    {then}\n', "utf-8")
    [(_, failure)] = run_file(path)
    return "" if failure is None else failure.message


@pytest.mark.parametrize(
    ("when", "then"),
    [
        ("do ann two; ann: stop; ...", "ann can work"),
        ("do ann two; ...", "ann can work"),
        ("do ann two; ann: stop, work, stop", "ann's coin == 6"),
        ("do ann two; ann: work, stop", "ann's coin == 6"),
        ("do ann two; ann: stop, stop", "ann's coin == 5"),
        ("do ann one_turn; do ann gains 1 coin; do ann one_turn; ann: stop", "ann's coin == 1"),
        ("do both; bob: stop", "bob's coin == 1"),
    ],
)
def test_each_answer_is_that_of_the_question_it_stands_for(tmp_path: Path, when: str, then: str) -> None:
    assert outcome(tmp_path, when, then) == ""


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("do ann two; ann: stop", "a choice is not scripted: ann must answer one of: work, stop"),
        ("do both; bob: stop, stop", "bob is not asked now"),
        ("do both; ann: stop; bob: stop; ann: stop", "ann is not asked now"),
    ],
)
def test_no_answer_is_spent_on_another_question(tmp_path: Path, when: str, message: str) -> None:
    assert message in outcome(tmp_path, when)


def test_examples_that_are_written_by_rulekit_say_what_was_played(tmp_path: Path) -> None:
    """By a play, and by a trial: the second `stop` is written so that it is not taken for the first."""
    path = tmp_path / "turns.rules"
    path.write_text(GAME, "utf-8")
    said = replay(rulekit.load(path), 2, ["stop"]).said
    script = Script("one", ("ann", "bob"), runs=("play_game",), answers=tuple(said), then=("1 == 1",)).text
    path.write_text(GAME + script.replace("player1", "ann"), "utf-8")
    [(_, failure)] = run_file(path)
    assert failure is None and "ann: stop, stop" in script.replace("player1", "ann")
    game = rulekit.load(path)
    trial = Trial(game, ("players ann, bob",), "ann two")
    trial.begin()
    trial.answer("stop")
    assert trial.answers == [("ann", "stop")] and "ann: stop, stop" in as_example(trial, game, "tried")[0]
