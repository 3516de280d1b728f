"""Worlds that cannot be drawn: looking for one takes counted work and no more, however dear each of them is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.api import State
from rulekit.errors import ResampleError
from rulekit.interpreter.resample import Drawing, TooMany

BUDGET = 50_000
# What the first player is offered tells in which order the other holds his cards: hardly any other order fits.
TELLS = """
game tells: players 2
kind card:
  field worth: number
card a: worth 1; copies COPIES
card b: worth 2; copies COPIES
card d: worth 3; copies COPIES
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
resource turn of player
var key: number = 0
define code = sum(item({1, 4, 16, 64, 256, 1024, 4096, 16384}, i) * item(last(players)'s hand, i)'s worth for number i in 1..8)
define pairs = sum(sum(1 for number j in 1..TURNS where i * j > first(players)'s turn) for number i in 1..TURNS)

to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 8 from deck to p's hand
  set key to code
  first(players) asks
  end game with players

to ask:
  choose one:
    option one: guess
    option pass: gain 1 turn

to guess:
  require pairs > 1
  require code == key
  gain 1 turn
"""


def asked(folder: Path, engine: str, *, copies: int = 8, turns: int = 2, budget: int = BUDGET) -> State:
    path = folder / "tells.rules"
    path.write_text(TELLS.replace("COPIES", str(copies)).replace("TURNS", str(turns)), encoding="utf-8")
    return rulekit.load(path, engine=engine, budget=budget).new(2, seed=1)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often a way to deal has been looked at."""
    tried, plain = [0], Drawing._attempt

    def attempt(self: Drawing, pick: Any) -> bool:
        tried[0] += 1
        return plain(self, pick)

    monkeypatch.setattr(Drawing, "_attempt", attempt)
    return tried


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_dear_questions_are_asked_a_few_times_only(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question takes several thousand units of work: the budget of one decision is soon spent."""
    state, tried = asked(tmp_path, engine, turns=50), counted(monkeypatch)
    with pytest.raises(
        ResampleError, match=r"no state was found that fits what player1 knows.* more than 50,000 units of work"
    ):
        state.resample(0, 1)
    assert 2 < tried[0] < BUDGET // 2_000


def test_many_hidden_things_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So does dealing, where the question itself is cheap."""
    state, tried = asked(tmp_path, "compiled", copies=1_000), counted(monkeypatch)
    with pytest.raises(ResampleError, match="units of work"):
        state.resample(0, 1)
    assert tried[0] < 10


def test_a_larger_budget_looks_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = counted(monkeypatch)
    found = []
    for budget in (BUDGET, 4 * BUDGET):
        before = tried[0]
        with pytest.raises(ResampleError):
            asked(tmp_path, "compiled", turns=50, budget=budget).resample(0, 1)
        found.append(tried[0] - before)
    assert found[1] > 2 * found[0]


def test_all_worlds_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants all of them is told that they are too many, as if there were too many to count."""
    state, tried = asked(tmp_path, "interpreted", turns=50), counted(monkeypatch)
    monkeypatch.setattr("rulekit.interpreter.deal.Deal.draw", lambda self, pick: {} if pick(900) else None)
    with pytest.raises(TooMany, match="would take more than 200,000 units of work"):
        list(state.worlds(0))
    assert tried[0] < 4 * BUDGET // 2_000


def test_the_next_world_has_its_own_budget(tmp_path: Path) -> None:
    state = asked(tmp_path, "compiled", copies=4, budget=20_000)
    drawing = state._drawing_for(0)
    for seed in range(400):
        assert state.resample(0, seed).view(0) == state.view(0)
        if drawing.machine.worked() > 2 * 20_000:
            return
    raise AssertionError("too little was drawn to tell")
