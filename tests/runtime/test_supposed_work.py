"""A deed that is only supposed takes its share of the budget: it copies the table."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.errors import RunError

RULES = """game wide: players 2
var n: number = 0
kind card:
  var mark: number = 0
card x: copies COPIES

to bump: set n to n + 1

to play_game:
  for each player p in players: p chooses number q in 1..2
  set n to sum(after(bump: n) for number i in 1..150)
  end game with players
"""


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_what_is_supposed_is_work(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "wide.rules"
    for copies, enough in ((1, True), (3000, False)):
        path.write_text(RULES.replace("COPIES", str(copies)), "utf-8")
        state = rulekit.load(path, engine=engine, budget=8_000).new().apply("1")
        if enough:
            assert state.apply("1").over
        else:
            with pytest.raises(RunError, match="run on for ever"):
                state.apply("1")
