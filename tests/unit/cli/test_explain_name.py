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
    assert capsys.readouterr().err == "rulekit: nothing is called `aple` in orchard; did you mean `apple`?\n"


def test_codes_stay(capsys: Capture) -> None:
    assert main(["explain", "rk012"]) == 0
    assert capsys.readouterr().out.startswith("RK012: wrong type\n")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "karen",
            [
                "combat_card karen",
                "declared at: ",
                "can change: gains force, destroys things",
                "copies: 3",
                "fields: cost 3 nugget",
            ],
        ),
        ("Gloric", ["uses: fight", "can change: does fight", "turns up things (fight)"]),
        (
            "hammer",
            [
                "listens to: after gain",
                "sets laps, gains glory",
                "reactions to it: ",
                "sentinel (instead gain)",
                "stores: gold",
            ],
        ),
        ("silver_hind", ["exploit silver_hind", "texts: "]),
        ("gold1", ["texts: applied (of every gift)", "can change: gains resources", "reactions to it: "]),
        ("winged_breastplate", ["armour winged_breastplate", "modifies: wings (raised), defence (raised)"]),
        ("Triple Stout", ["consumable triple_stout", "can change: sets courage"]),
        ("pot", ["var pot", "lasts: turn"]),
    ],
)
def test_a_name_of_a_bundled_game_needs_no_game(capsys: Capture, name: str, lines: list[str]) -> None:
    assert main(["explain", name]) == 0
    out = capsys.readouterr().out
    assert [line for line in lines if line not in out] == []


def test_a_gain_of_something_else_wakes_nobody(capsys: Capture) -> None:
    """The Hammer watches gold; a card that gives glory only does not name it."""
    assert main(["explain", "owl", "--game", "dice_forge"]) == 0
    owl = capsys.readouterr().out
    assert "can change: gains gold, moon, sun" in owl and "hammer (after gain)" in owl
    assert main(["explain", "elder"]) == 0
    elder = capsys.readouterr().out
    assert "can change: pays gold, gains glory" in elder and "hammer (after gain)" not in elder


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["rival"], "`rival` belongs to the module `solo`; add --module solo"),
        (
            ["xyzzy"],
            "no code and no bundled game has `xyzzy`; name the game before it, or see `rulekit explain` for the codes",
        ),
        (["karin"], "no code and no bundled game has `karin`; did you mean `karen`?"),
        (["goldblivion", "karin"], "nothing is called `karin` in goldblivion; did you mean `karen`?"),
        (["goldblivion", "karen", "twice"], "`twice` is one word too many for `rulekit explain`"),
        (["rk999"], "there is no code `rk999`; `rulekit explain` lists all codes"),
        (["score"], "`score` is in several games; name one before it: "),
    ],
)
def test_what_cannot_be_explained(capsys: Capture, args: list[str], message: str) -> None:
    assert main(["explain", *args]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"rulekit: {message}") and err.count("\n") == 1


def test_a_game_alone_gives_all_its_names(capsys: Capture) -> None:
    assert main(["explain", "miniature"]) == 0
    text = capsys.readouterr().out
    assert "\nanswers\n  buy\n  play\n  rest  End the turn\n" in text and "\nthings of the kind money\n  penny\n" in text
    assert main(["explain", "examples/miniature.rules", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["answers"]["rest"] == "End the turn" and not [n for names in found.values() for n in names if n[0] == "_"]


def test_the_game_may_stand_before_the_name(capsys: Capture) -> None:
    assert main(["explain", "goldblivion", "karen"]) == 0
    found = capsys.readouterr().out
    assert main(["explain", "karen", "--game", "goldblivion"]) == 0
    assert capsys.readouterr().out == found


def test_a_name_of_a_module_with_it(capsys: Capture) -> None:
    assert main(["explain", "rival_board", "--module", "solo"]) == 0
    assert capsys.readouterr().out.startswith("zone rival_board")
