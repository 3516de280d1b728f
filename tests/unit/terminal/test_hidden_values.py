"""A variable that names a card which the viewer cannot see does not tell him which, in any place of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.story.event import NOBODY
from rulekit.terminal.table import table_text

RULES = """\
game held: players 2

kind card
card ace, king
kind spot is cell: var mark "mark": card = none
board plan of spot "Plan": square 2, 1
zone hand of player: holds card; seen by owner
record memo "{about}, {count}":
  about: card
  count: number
var chosen "chosen": card = none
var held of player "held": card = none
var lots "lots": list of card
var notes of player "notes": list of memo

to play_game:
  move ace to first(players)'s hand
  move king to last(players)'s hand
  turn of first(players):
    set chosen to ace
    set your held to ace
    set lots to {ace}
    set your notes to {memo(about: ace, count: 3)}
    set first(plan)'s mark to ace
    choose one:
      - nothing
      - end turn
"""


@pytest.mark.parametrize(("viewer", "told"), [(0, True), (1, False), (NOBODY, False)])
def test_hidden_cards_are_not_named(viewer: int, told: bool, tmp_path: Path) -> None:
    path = tmp_path / "held.rules"
    path.write_text(RULES, encoding="utf-8")
    lines = table_text(rulekit.load(path).new(2), viewer, full=True)
    assert "notes" in lines and "chosen" in lines and "lots" in lines
    assert ("Ace" in lines) is told
