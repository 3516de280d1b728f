"""`bob sees 1 hidden in ann's pips`: an example claims who sees a variable, and the claim can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.testing.examples import run_file

GAME = """\
game cups:
  players 2
values colour: red, green
kind card
card ash: copies 2
zone hand of player: holds card; seen by owner
var pips of player: number = 0 secret
var stake of player: number = 3
var likes of player: colour = red secret
var laid: card
to play_game: nothing

example "one":
  given:
    players ann, bob
    ann's pips = 5
    ann's likes = green
    ann's hand = ash
    laid = ash
  then:
"""


def outcome(tmp_path: Path, claim: str) -> str:
    path = tmp_path / "cups.rules"
    path.write_text(f"{GAME}    {claim}\n", "utf-8")
    [(_, failure)] = run_file(path)
    return "" if failure is None else failure.message


@pytest.mark.parametrize(
    "claim",
    [
        "ann sees 5 in ann's pips",
        "bob sees 1 hidden in ann's pips",
        "bob sees 3 in ann's stake",
        "ann sees green in ann's likes",
        "bob sees 1 hidden in ann's likes",
        "ann sees ash in laid",
    ],
)
def test_what_is_seen(tmp_path: Path, claim: str) -> None:
    assert outcome(tmp_path, claim) == ""


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("bob sees 5 in ann's pips", "bob sees 1 hidden"),
        ("ann sees 1 hidden in ann's pips", "ann sees 5"),
        ("ann sees 4 in ann's pips", "ann sees 5"),
        ("bob sees 1 hidden in ann's stake", "bob sees 3"),
        ("ann sees red in ann's likes", "ann sees green"),
        ("ann sees 3 in 1 + 2", "no zone and no variable"),
    ],
)
def test_what_is_not_seen_is_told(tmp_path: Path, claim: str, told: str) -> None:
    assert told in outcome(tmp_path, claim)
