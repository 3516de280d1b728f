"""Who was shown a card knows it as long as he can follow it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State

PEEK = """
game peeks: players 2
kind card
card a, b, c, d
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone vault: holds card; seen by nobody

to play_game:
  for each card c in all(card): move c to deck
  item(players, 1) acts

to act:
  reveal c_on_top(deck) to you
  choose one:
    option draw_it: draw 1 from deck to item(players, 2)'s hand
    option bury: move c_on_top(deck) to vault
    option mix:
      move c_on_top(deck) to vault
      move c_on_top(deck) to vault
      shuffle vault
  choose one:
    option x: end game with players
    option y: end game with players

define c_on_top(zone z) = first(z)
"""


def after(folder: Path, engine: str, answer: str) -> State:
    path = folder / "peeks.rules"
    path.write_text(PEEK, encoding="utf-8")
    return rulekit.load(path, engine=engine).new(2, seed=1).apply(answer)


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_knowledge_goes_with_the_card(engine: str, tmp_path: Path) -> None:
    drawn = after(tmp_path, engine, "draw_it")
    assert drawn.view(0)["zones"]["player2.hand"] == {"things": ["a"], "hidden": 0}
    assert all(drawn.resample(0, seed).view(1)["zones"]["player2.hand"]["things"] == ["a"] for seed in range(10))
    buried = after(tmp_path, engine, "bury")
    assert buried.view(0)["zones"]["vault"]["things"] == ["a"]
    assert buried.view(1)["zones"]["vault"] == {"things": [], "hidden": 1, "order": [None]}


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_a_shuffle_ends_it(engine: str, tmp_path: Path) -> None:
    mixed = after(tmp_path, engine, "mix")
    assert mixed.view(0)["zones"]["vault"] == {"things": [], "hidden": 2}
