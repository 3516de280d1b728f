"""A number may be none where a list has no such item; a save that keeps it is as good as any other."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

RULES = """game g: players 1
resource gold of player
var tally: number = 2

to play_game:
  turn of first(players):
    first(players) waits with {number}
    choose one:
      - gain 1 gold
      - gain 2 gold

to wait with number n:
  until end of game:
    after you gain g gold where g == n: gain 5 gold
"""


@pytest.mark.parametrize("number", ["item({tally}, 3)", "item({1, 2}, tally + 1)", "item({1, 2}, 0)", "item({1, 2}, 2)"])
def test_a_save_that_keeps_a_number_that_is_none(number: str, tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(RULES.replace("{number}", number), encoding="utf-8")
    game = rulekit.load(path)
    state = game.new()
    again = game.from_json(state.to_json())
    assert again == state
    assert again.play(1) == state.play(1)


NOBODY = """game g: players 2
resource gold of player
var rival of player: player = none

to play_game:
  let p = first(players)
  turn of p's rival:
    p does:
      choose one:
        - gain 1 gold
        - gain 2 gold
"""


def test_a_save_of_a_turn_that_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(NOBODY, encoding="utf-8")
    game = rulekit.load(path)
    state = game.new()
    again = game.from_json(state.to_json())
    assert again == state and again.story() == state.story()
