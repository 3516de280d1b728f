"""`rulekit laws`: one line a law, and the shortest play that breaks one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.cli.main import main
from rulekit.testing.law_report import law_names
from rulekit.testing.suite import Suite
from tests.unit.testing.conftest import change

FEW = ("--plays", "2", "--most", "4")


def test_a_lawful_game(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", str(shop), *FEW]) == 0
    out = capsys.readouterr().out
    assert f"{len(law_names())} laws hold, 0 broken" in out
    assert all(f"holds   {name} (" in out for name in law_names())


def test_json(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", str(shop), *FEW, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["broken"] == [] and data["unreached"] == []
    assert {law["law"] for law in data["laws"]} == set(law_names())
    assert all(law["holds"] for law in data["laws"])


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "--list"]) == 0
    assert "Probabilities are exact, positive and add up to 1" in capsys.readouterr().out
    assert main(["laws"]) == 2
    assert "needs a GAME" in capsys.readouterr().err


def test_an_invariant_with_its_example(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(shop, "  move c to your hand", "  destroy c")
    assert main(["laws", str(shop), "--most", "12", "--only", "invariants_hold", "--json"]) == 1
    (law,) = json.loads(capsys.readouterr().out)["laws"]
    assert not law["holds"] and law["found"] == "broken: a card is never lost"
    assert law["answers"] == ["gain 2 gold", "gain 2 gold", "shop_around", "lamp"]  # the shortest there is
    shop.write_text(shop.read_text(encoding="utf-8") + "\n" + law["example"], encoding="utf-8")
    failure = Suite(shop).cases[-1].run()
    assert failure is not None and "a card is never lost" in failure.message


def test_an_error_with_its_example(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(shop, "    gain 2 gold\n", '    gain 2 gold\n    todo "the crown"\n')
    assert main(["laws", str(shop), "--plays", "8", "--most", "12", "--only", "plays_run_without_errors"]) == 1
    out = capsys.readouterr().out
    assert "BROKEN  plays_run_without_errors" in out and "the crown" in out
    assert "    example " in out


def test_endless_games_are_told(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", str(shop), *FEW, "--limit", "3", "--only", "ends_within"]) == 1
    assert "it is not over after 3 decisions" in capsys.readouterr().out


def test_a_game_without_invariants(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shop.read_text(encoding="utf-8")
    shop.write_text(text[: text.index("invariant ")], encoding="utf-8")
    assert Game(shop).program.invariants == []
    assert main(["laws", str(shop), *FEW]) == 1
    assert "the game declares no invariant" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--only", "views_hide_thing"), "did you mean `views_hide_things`"),
        (("--plays", "0"), "--plays needs a number above 0"),
        (("--most", "-1"), "--most needs a number above 0"),
        (("--players", "9"), "shop is for 2 players, not 9"),
        (("--module", "winter"), "there is no module `winter`"),
    ],
)
def test_bad_input(shop: Path, args: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", str(shop), *args]) == 2
    assert message in capsys.readouterr().err


def test_a_file_with_errors(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(shop, "gain 1 gold", "gain 1 silver")
    assert main(["laws", str(shop)]) == 1
    assert "silver" in capsys.readouterr().err
