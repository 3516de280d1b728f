"""Exact odds at the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from rulekit.cli.main import main

Capture = pytest.CaptureFixture[str]

DICE = """\
game dice "Dice": players 2
resource point of player "point"
to play_game:
  cycle player p in players:
    turn of p:
      menu:
        option one "One die":
          roll 1d6 as r
          gain (if r == 7 then 3 else 1) point
          end menu
        option two "Two dice":
          roll 2d6 as r
          gain (if r == 7 then 3 else 1) point
          end menu
"""


@pytest.fixture
def dice(tmp_path: Path) -> str:
    path = tmp_path / "dice.rules"
    path.write_text(DICE)
    return str(path)


def test_without_an_option_they_are_listed(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice]) == 0
    assert capsys.readouterr().out == "player1 is asked: choose\n   1 one\n   2 two\n"


def test_each_outcome_with_its_exact_chance(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "one"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[0] == " 16.67%  1/6  rolls 1; Player 1 gains 1 point"


def test_odds_of_a_figure(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "two", "--of", "player1's point"]) == 0
    assert capsys.readouterr().out.splitlines() == [" 83.33%  5/6  1", " 16.67%  1/6  3"]


def test_answers_given_before_and_json(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "--answers", "one; 2", "--json", "two"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert sum(Fraction(row["probability"]) for row in rows) == 1
    assert rows[0] == {"probability": "1/6", "value": pytest.approx(1 / 6), "outcome": "rolls 7; Player 1 gains 3 point"}


@pytest.mark.parametrize(("option", "hint"), [("tow", "did you mean `two`?"), ("9", "there are: one, two")])
def test_a_wrong_option_is_one_sentence(dice: str, option: str, hint: str, capsys: Capture) -> None:
    assert main(["odds", dice, option]) == 2
    assert capsys.readouterr().err == f"rulekit: `{option}` is no option after 0 answers; {hint}\n"
