"""Pig and rock, paper, scissors against plain arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from rulekit.api import load
from rulekit.api.outcomes import odds

BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


def test_one_roll_of_pig_is_a_fair_die() -> None:
    state = load("pig").new()
    found = odds(state, "roll").of(lambda s: (s.active, s.get("pot")))
    sixth = Fraction(1, 6)
    assert found == {(1, 0): sixth} | {(0, pips): sixth for pips in range(2, 7)}


def test_two_rolls_of_pig() -> None:
    """11 of 36 pairs hold a one, and the mean of the others is 8."""
    state = load("pig").new(chance="ask")
    lost, kept = Fraction(0), Fraction(0)
    for first in state.apply("roll").decision.options:
        after = state.apply("roll").apply(first)
        if after.active == 1:
            lost += first.probability or 0
            continue
        for second in after.apply("roll").decision.options:
            end = after.apply("roll").apply(second)
            chance = (first.probability or Fraction(0)) * (second.probability or Fraction(0))
            lost += chance if end.active == 1 else 0
            kept += chance * end.get("pot")
    assert lost == Fraction(11, 36)
    assert kept / (1 - lost) == 8


def test_all_nine_throws() -> None:
    start = load("rock_paper_scissors").new()
    for one, two in product(BEATS, BEATS):
        end = start.apply(one).apply(two)
        assert end.scores == (int(BEATS[one] == two), int(BEATS[two] == one))
