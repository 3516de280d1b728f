"""Whatever reads the order of a shuffled pile reads one that chance has given: each as likely as the others."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import rulekit

GAME = """
game small: players 2
kind card:
  field worth: number
card one: worth 1
card two: worth 2
card three: worth 3
zone deck: holds card; seen by nobody
zone pile of player: holds card; seen by nobody
var number_read: number = 0
define place(card c) = c's position

to play_game:
  move all(card) to deck
  shuffle deck
  read
  for each player p in players: p chooses number n in 1..2
  end game with players
"""
READS = {
    "for each": "to read:\n  for each card c in deck:\n    if number_read == 0: set number_read to c's worth\n",
    "for each of some": (
        "to read:\n  for each card c in deck where c's worth > 0:\n    if number_read == 0: set number_read to c's worth\n"
    ),
    "for each of a zone that was given": (
        "to look zone z:\n  for each card c in z:\n    if number_read == 0: set number_read to c's worth\nto read: look deck\n"
    ),
    "position": "to read: set number_read to one's position\n",
    "position in a define": "to read: set number_read to place(two)\n",
    "position in a query": (
        "to read: set number_read to sum(c's worth for card c in deck where c's position == 1)\n"
    ),
    "the first of two piles": "to read: set number_read to first(deck + first(players)'s pile)'s worth\n",
    "the first of all piles": (
        "to read:\n  move all(card) to first(players)'s pile\n  shuffle first(players)'s pile\n"
        "  set number_read to first(pile)'s worth\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize("case", READS)
def test_chance_has_given_it(case: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "small.rules"
    path.write_text(GAME + READS[case], encoding="utf-8")
    game = rulekit.load(path, engine=engine)
    found = Counter(game.new(seed=seed).get("number_read") for seed in range(90))
    assert set(found) == {1, 2, 3} and min(found.values()) > 15
    asked = rulekit.odds(game.new(chance="ask"), everything_open=True)
    assert asked.of("number_read") == dict.fromkeys((1, 2, 3), Fraction(1, 3))
