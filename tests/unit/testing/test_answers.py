"""What an answer of an example means, and that `cannot` can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis.check_file import check_file
from rulekit.testing.answers import FEW, SHOWN, listed
from rulekit.testing.examples import run_file

GAME = """\
game pawns:
  players 2
kind pawn
pawn figure of player
kind card
card ash: copies 5
kind spot is cell
board lane of spot:
  square
  map:
    | a b c
zone hand of player: holds card
zone here of spot: holds pawn
zone under of spot: holds card; seen by nobody
to play_game: nothing
to hit:
  choose one:
    option strike with pawn p in {q for spot s in lane for pawn q in s's here}: nothing
    option rest: nothing
to show:
  choose card c in {d for spot s in lane for card d in s's under}: nothing
to pick:
  choose card c in {d for player p in players for card d in p's hand}: nothing

example "one":
  given:
    players ann, bob
    a's here = ann's figure
    b's here = bob's figure
    a's under = ash
    b's under = ash
    ann's hand = ash
    bob's hand = 2 ash
"""
HIT, PICK, SHOW = ("  when:\n    do ann hits\n", "  when:\n    do ann picks\n", "  when:\n    do ann shows\n")


def outcome(tmp_path: Path, text: str) -> str:
    path = tmp_path / "pawns.rules"
    path.write_text(GAME + text, "utf-8")
    [(_, failure)] = run_file(path)
    return "" if failure is None else failure.message


@pytest.mark.parametrize("said", ["bob's figure", "figure@bob.b", "b's here"])
def test_a_thing_may_be_named_as_rules_name_it(tmp_path: Path, said: str) -> None:
    assert outcome(tmp_path, f"{HIT}    ann: strike {said}\n") == ""
    assert outcome(tmp_path, f"{HIT}    ...\n  then:\n    ann can strike {said}\n") == ""
    assert outcome(tmp_path, f"{HIT}    ...\n  then:\n    ann cannot strike {said}\n") == f"ann can `strike {said}`"


def test_the_place_may_be_told_where_there_is_one_of_the_name(tmp_path: Path) -> None:
    alone = GAME.replace("    b's here = bob's figure\n", "") + f"{HIT}    ann: strike figure@ann.a\n"
    path = tmp_path / "pawns.rules"
    path.write_text(alone, "utf-8")
    assert [failure for _, failure in run_file(path)] == [None]


def test_what_may_mean_several_can_be_chosen_and_must_be_told_apart(tmp_path: Path) -> None:
    assert outcome(tmp_path, f"{HIT}    ...\n  then:\n    ann cannot strike figure\n") == "ann can `strike figure`"
    told = outcome(tmp_path, f"{HIT}    ann: strike figure\n")
    assert told.startswith("`strike figure` cannot be answered: it may mean any of strike figure@ann.a, strike figure@bob.b")


@pytest.mark.parametrize("said", ["gibberish", "strike gibberish", "strike gibberish@bob", "strike bob's gibberish"])
def test_a_word_that_means_nothing_is_no_refusal(tmp_path: Path, said: str) -> None:
    assert "`gibberish`" in outcome(tmp_path, f"{HIT}    ...\n  then:\n    ann cannot {said}\n")
    assert [found.code for found in check_file(str(tmp_path / "pawns.rules")) if found.code == "RK010"] == ["RK010"]


def test_a_list_of_several_names_no_answer(tmp_path: Path) -> None:
    both = f"{HIT}    ann: rest\n{PICK}    ...\n  then:\n    ann cannot bob's hand\n"
    assert outcome(tmp_path, both) == "`bob's hand` is not one thing, so it names no answer"


def test_a_hidden_thing_is_named_by_its_place(tmp_path: Path) -> None:
    told = outcome(tmp_path, f"{SHOW}    ann: ash\n")
    assert "`ash` lies hidden, and what is hidden is named by its place: `a.under.1`" in told
    assert outcome(tmp_path, f"{SHOW}    ann: a.under.1\n") == ""


def test_a_long_list_says_that_it_is_cut() -> None:
    assert listed(["a", "b"]) == "a, b" and listed(["a"] * (SHOWN + FEW + 7)).endswith(f"a and {FEW + 7} more")


def test_an_answer_with_a_word_that_means_nothing_is_found_by_check(tmp_path: Path) -> None:
    path = tmp_path / "pawns.rules"
    path.write_text(f"{GAME}{HIT}    ann: strike gibberish\n", "utf-8")
    assert [found.message for found in check_file(str(path)) if found.code == "RK010"] == [
        "nothing that can be chosen is called `gibberish`"
    ]


def test_examples_are_checked_beside_what_is_broken(tmp_path: Path) -> None:
    """An option may be what is broken, so what nothing is called is told when the rest is mended."""
    path = tmp_path / "pawns.rules"
    broken = GAME.replace("to play_game: nothing", "to play_game: wander")
    path.write_text(f"{broken}{HIT}    anne: strike gibberish\n", "utf-8")
    assert [found.message for found in check_file(str(path)) if found.severity == "error"] == [
        "`wander` is no verb",
        "nobody is called `anne`",
    ]


def test_nothing_is_said_of_names_whose_declaration_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "pawns.rules"
    broken = GAME.replace("card ash: copies 5", "card ash: copies 5; cost ;")
    path.write_text(f"{broken}{HIT}    ann: strike ash\n", "utf-8")
    assert [(found.code, found.span.line) for found in check_file(str(path)) if found.severity == "error"] == [("RK001", 6)]


@pytest.mark.parametrize("what", ["{a}", "size(ann's hand)"])
def test_only_of_things_in_zones_it_is_said_who_sees_them(tmp_path: Path, what: str) -> None:
    found = outcome(tmp_path, f"  then:\n    bob sees nothing in {what}\n")
    assert found == f"`{what}` is no zone and no variable: `sees` asks what a player sees in one"
