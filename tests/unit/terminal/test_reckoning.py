"""At the end a player reads how each score came about."""

from __future__ import annotations

import re
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


@pytest.mark.parametrize("name", ["goldblivion", "dice_forge", "auction_house", "garden_plots", "iron_roads", "kalah"])
def test_adds_up(name: str) -> None:
    """The parts of a player come to what the score is."""
    state = played(name)
    rows = [[int(n) for n in re.findall(r"Player \d (-?\d+)", line)] for line in reckoning(state, Words(state.table, "en"))]
    assert rows and tuple(map(sum, zip(*rows, strict=True))) == state.scores
