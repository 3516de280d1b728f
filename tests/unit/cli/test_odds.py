"""Exact odds at the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from rulekit.api import load
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
    assert main(["odds", dice, "one", "--log"]) == 0
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
    assert rows[1] == {"probability": "1/6", "value": pytest.approx(1 / 6), "outcome": "Player 1 +3 point; the turn ends"}


def test_outcomes_are_told_by_what_changes(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "two"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        " 83.33%  5/6  Player 1 +1 point; the turn ends",
        " 16.67%  1/6  Player 1 +3 point; the turn ends",
    ]
    assert main(["odds", dice, "two", "--player", "2"]) == 0
    assert capsys.readouterr().out == "100.00%  1  nothing changes\n"
    assert main(["odds", dice, "two", "--player", "3"]) == 2
    assert capsys.readouterr().err == "rulekit: there is no player 3; they are 1 to 2\n"


def test_a_blessing_of_two_dice_for_one_player(capsys: Capture) -> None:
    """Light 5 gold and a sun, dark 4 gold, a moon and 2 glory: two gold in 5/6 * 4/6."""
    assert main(["odds", "dice_forge", "pass", "--seed", "2", "--player", "1", "--players", "3"]) == 0
    chance, text = capsys.readouterr().out.splitlines()[0].split(maxsplit=2)[1:]
    assert (Fraction(chance), text) == (Fraction(5, 9), "Player 1 +2 gold")


def test_odds_of_a_saved_game(dice: str, tmp_path: Path, capsys: Capture) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(load(dice).new().apply("one").to_json())
    assert main(["odds", dice, "one", "--load", str(kept)]) == 0
    assert capsys.readouterr().out == "100.00%  1  Player 2 +1 point; the turn ends\n"


@pytest.mark.parametrize(("option", "hint"), [("tow", "did you mean `two`?"), ("9", "there are: one, two")])
def test_a_wrong_option_is_one_sentence(dice: str, option: str, hint: str, capsys: Capture) -> None:
    assert main(["odds", dice, option]) == 2
    assert capsys.readouterr().err == f"rulekit: `{option}` is no option after 0 answers; {hint}\n"


def test_variables_are_told_where_nothing_else_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "pig", "roll"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in lines] == [*(f"pot +{pips}" for pips in range(2, 7)), "the turn ends"]


def test_the_limit_can_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "pig", "roll", "--limit", "3"]) == 2
    assert "more than 3 ways" in capsys.readouterr().err
    assert main(["odds", "pig", "roll", "--limit", "0"]) == 2
