"""`rulekit explain NAME --game GAME`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.cli.main import main

Capture = pytest.CaptureFixture[str]
ORCHARD = str(Path(__file__).resolve().parents[1] / "terminal" / "data" / "orchard.rules")


def explained(capsys: Capture, *args: str) -> str:
    assert main(["explain", *args, "--game", ORCHARD]) == 0
    return capsys.readouterr().out


def test_a_thing(capsys: Capture) -> None:
    out = explained(capsys, "apple")
    assert out.startswith('fruit apple  "Apple" / "Pomme"\n')
    assert "orchard.rules:" in out
    assert "  source: T-1\n" in out
    assert "  kind: fruit is thing\n" in out
    assert "cost 1 coin" in out
    assert "  uses: gain\n" in out
    assert "    | fruit apple" in out


def test_by_its_label_in_any_case_and_language(capsys: Capture) -> None:
    assert explained(capsys, "POMME").startswith("fruit apple")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("fruit", "  texts: eaten\n"),
        ("fruit", "  things: apple, pear\n"),
        ("hand", "  seen by: owner\n"),
        ("coin", "  of: player\n"),
        ("hunch", "  seen by: its owner\n"),
        ("act", "  used by: play_game\n"),
        ("act", "  uses: roll, pay, move, activate\n"),
    ],
)
def test_other_names(name: str, line: str, capsys: Capture) -> None:
    assert line in explained(capsys, name)


def test_json(capsys: Capture) -> None:
    data = json.loads(explained(capsys, "pear", "--json"))
    assert (data["what"], data["name"], data["tags"]) == ("fruit", "pear", ["T-2"])


def test_an_unknown_name_is_one_sentence(capsys: Capture) -> None:
    assert main(["explain", "aple", "--game", ORCHARD]) == 2
    assert capsys.readouterr().err == "rulekit: nothing is called `aple` here; did you mean `apple`?\n"


def test_codes_stay(capsys: Capture) -> None:
    assert main(["explain", "rk012"]) == 0
    assert capsys.readouterr().out.startswith("RK012: wrong type\n")
