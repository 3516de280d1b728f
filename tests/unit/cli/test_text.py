"""`rulekit text GAME [NAME]`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.cli.main import main

Capture = pytest.CaptureFixture[str]
ORCHARD = str(Path(__file__).resolve().parents[1] / "terminal" / "data" / "orchard.rules")


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
