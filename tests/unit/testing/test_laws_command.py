"""`rulekit laws`: one line a law, and the shortest play that breaks one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.cli.main import main
from rulekit.testing import LawBroken, check_laws
from rulekit.testing.law_report import Amount, LawRun, law_names
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


# ---------- rules that stop ----------
def stopping(shop: Path) -> None:
    """Brooding runs on for ever, so that laws of whole games cannot be checked."""
    change(shop, "    - shop_around\n", "    - shop_around\n    - brood\n")
    change(shop, "to act:", "to brood: brood\n\nto act:")


def test_an_error_in_a_whole_game_is_told_with_its_example(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stopping(shop)
    assert main(["laws", str(shop), "--plays", "1", "--most", "1", "--only", "plays_run_without_errors,ends_within"]) == 1
    out = capsys.readouterr().out
    assert "for ever" in out and " broods\n" in out
    assert "unknown ends_within: a play stops with an error" in out and "0 laws hold, 1 broken, 1 not checked" in out


def test_all_laws_are_told_though_plays_stop(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stopping(shop)
    change(shop, "when used: gain 1 gold", "when used: destroy this")
    assert main(["laws", str(shop), "--plays", "20", "--most", "6"]) == 1
    out = capsys.readouterr().out
    assert "BROKEN  plays_run_without_errors" in out and "BROKEN  invariants_hold" in out


def test_check_laws_shows_the_error_of_a_whole_game(shop: Path) -> None:
    stopping(shop)
    with pytest.raises(LawBroken) as caught:
        check_laws(Game(shop), plays=1, most=1)
    assert " broods\n" in caught.value.example


def test_check_laws_wants_invariants(shop: Path) -> None:
    lines = shop.read_text(encoding="utf-8").splitlines()
    shop.write_text("\n".join(line for line in lines if not line.startswith("invariant")) + "\n", encoding="utf-8")
    with pytest.raises(LawBroken, match="declares no invariant"):
        check_laws(Game(shop), plays=1, most=1)


def test_a_short_play_is_looked_at_up_to_its_end(shop: Path) -> None:
    report = LawRun(Game(shop), Amount(plays=2, most=4), ("options_are_clear",)).run()
    assert report.states == 10
