"""`rulekit text GAME [NAME]`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.cli.main import main

Capture = pytest.CaptureFixture[str]
ORCHARD = str(Path(__file__).resolve().parents[1] / "terminal" / "data" / "orchard.rules")
QUIET = """\
  choose one:
    option one: set n to 1
    option two:
      if n > 1: announce "here" to first(players)
      else: set n to 2
  sealed for each player p in players:
    p chooses number k in 1..2
  then:
    announce "done"
"""


def told(capsys: Capture, *args: str) -> str:
    assert main(["text", *args]) == 0
    return capsys.readouterr().out


def test_a_card(capsys: Capture) -> None:
    out = told(capsys, ORCHARD, "apple")
    assert out.startswith("Apple (fruit)\n")
    assert "[T-1]" in out


def test_by_its_label_in_any_case_and_language(capsys: Capture) -> None:
    assert told(capsys, ORCHARD, "POMME") == told(capsys, ORCHARD, "apple")
    assert told(capsys, ORCHARD, "apple", "--lang", "fr").startswith("Pomme (")


def test_every_card_without_a_name(capsys: Capture) -> None:
    out = told(capsys, ORCHARD)
    assert "Apple (fruit)" in out and "Pear (fruit)" in out
    assert len(told(capsys, ORCHARD, "--all")) > len(out)


def test_for_programs(capsys: Capture) -> None:
    (page,) = json.loads(told(capsys, ORCHARD, "apple", "--json"))
    assert page["name"] == "apple" and page["title"] == "Apple" and page["text"]
    assert "{" not in json.dumps(page)[1:]


def test_what_happens_without_anything_to_tell(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "quiet.rules"
    path.write_text(
        "game quiet: players 1\nvar n: number\nto count:\n  set n to n + 1\nto play_game:\n" + QUIET, encoding="utf-8"
    )
    out = told(capsys, str(path), "--all")
    assert "each player chooses a number N from 1 to 2." in " ".join(out.split())
    assert "Then" not in out


def test_a_name_of_a_module_that_is_not_chosen(capsys: Capture) -> None:
    assert main(["text", "dice_forge_rebellion", "moon_golem"]) == 0
    found = capsys.readouterr()
    assert found.out.startswith("The Moon Golem") and "module goddess" in found.err


def test_an_unknown_name_gets_the_nearest(capsys: Capture) -> None:
    assert main(["text", ORCHARD, "aple"]) == 2
    assert "nothing is called `aple`" in (err := capsys.readouterr().err) and "did you mean `apple`?" in err


def test_what_has_no_words_in_both_languages(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "half.rules"
    path.write_text(
        'game half "Half" / "Demi": players 2\nvalues mood: glad "glad" / "gai", sad "sad"\nzone shelf: holds bun\n'
        'kind bun "bun" / "pain"\nto play_game:\n  choose one:\n    option go "Go": nothing\n'
    )
    assert main(["text", str(path), "--untranslated"]) == 1
    found = [line.rpartition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert found == [f"`{name}` has no French label" for name in ("mood", "sad", "shelf", "go")]
    for game in ("goldblivion", "dice_forge", "dice_forge_rebellion", "better_than_gold"):
        assert main(["text", game, "--untranslated"]) == 0
