"""At the end a player reads how each score came about."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.api import State
from rulekit.story.words import Words
from rulekit.terminal.reckoning import reckoning


def played(name: str, answers: int = 400) -> State:
    state, chance = rulekit.load(name).new(seed=1), Random(1)
    for _ in range(answers):
        if state.decision.options:
            state.play(chance.choice(state.decision.options))
    return state


def test_told() -> None:
    state = played("harbour")
    english, french = ([line.split(": Player")[0].split(" : Joueur")[0] for line in reckoning(state, Words(state.table, lang))]
                       for lang in ("en", "fr"))  # fmt: skip
    assert english == ["  That player's glory", "  That player's coins divided by 3 (rounded down)"]
    assert french == [
        "  Les points de gloire de ce joueur",
        "  Les pièces de ce joueur (à diviser par 3 et arrondir à l'inférieur)",
    ]


@pytest.mark.parametrize("name", ["dice_forge", "auction_house", "garden_plots", "iron_roads", "kalah"])
def test_adds_up(name: str) -> None:
    """The parts of a player come to what the score is."""
    state = played(name)
    rows = [[int(n) for n in re.findall(r"Player \d (-?\d+)", line)] for line in reckoning(state, Words(state.table, "en"))]
    assert rows and tuple(map(sum, zip(*rows, strict=True))) == state.scores


@pytest.mark.parametrize("name", ["goldblivion", "fireworks"])
def test_a_score_that_is_no_sum_is_not_told_twice(name: str) -> None:
    state = played(name)
    assert reckoning(state, Words(state.table, "en")) == []


_BONUS = """
game towers "Towers": players 2
resource floor of player "floor"
resource window of player "window"
var builds of player "will build again": yesno = no
define score(player p) = p's floor + p's window + (if p's builds then 3 else 0)
to play_game:
  first(players) gains 2 floor
  last(players) gains 1 window
  BUILDS
  end game
"""


@pytest.mark.parametrize(
    ("builds", "last"),
    [
        ("set first(players)'s builds to no", "  That player's windows: Player 1 0, Player 2 1"),
        (
            "set first(players)'s builds to yes",
            "  3 if that player will build again, otherwise 0: Player 1 3, Player 2 0",
        ),
    ],
)
def test_a_case_that_nobody_met_is_not_told(tmp_path: Path, builds: str, last: str) -> None:
    path = tmp_path / "towers.rules"
    path.write_text(_BONUS.replace("BUILDS", builds), "utf-8")
    state = rulekit.load(path).new(seed=1)
    assert reckoning(state, Words(state.table, "en"))[-1] == last
