"""A formula changes nothing: a name that it binds for a while is afterwards what it was, on every tier."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from tests.native.compared import exactly, needs_compiler

RULES = """\
game loops: players 2
resource gold of player
kind card
kind wild is card
card jack
wild queen
wild king
zone pile: holds card
var wanted: number = 3

to play_game:
  move all(card) to pile
  repeat 2 times:
    for each wild x in first(pile, wanted):
      first(players) gains 1 gold
    set wanted to 0
    first(players) chooses number k in 1..2
  end game
"""


@pytest.mark.parametrize("engine", ["compiled", pytest.param("native", marks=needs_compiler)])
def test_what_a_loop_leaves_is_the_same_everywhere(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "loops.rules"
    path.write_text(RULES, encoding="utf-8")
    reference, other = (rulekit.load(path, engine=name).new(2) for name in ("interpreted", engine))
    while not reference.over:
        assert exactly(other._data) == exactly(reference._data)
        reference, other = reference.play(0), other.play(0)
