"""A rule that fails is told with the same message, place and trace by every tier, however it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State
from rulekit.errors import RunError

RULES = """game fails: players 2
var n: number = 2000000000
var k: number = 2
stat worth of player: number = n + n
define big = n + n
define wrap(number a) = big + a

to bump number a:
  set k to 2
  set k to a + big

to act:
  turn of you:
    menu:
      option a "A" if wrap(2) > 1: end menu
      option b "B": end menu

to hurry: set k to 4 then set k to wrap(2) then set k to 3

to play_game:
  for each player p in players:
    p chooses number q in 1..2
    FAILS
  end game with players
"""
FAILS = {
    "in a statement": "set k to n + n",
    "in the second of a line": "set k to 1 then set k to n + n",
    "in a define": "set k to wrap(3)",
    "in a condition": "if wrap(3) > 1: set k to 1",
    "in a loop": "for each number i in 1..3 where wrap(i) > 2: set k to i",
    "in a stat": "set k to p's worth",
    "in a verb": "p bumps 3",
    "in what may be chosen": "p chooses number j in 1..4 where wrap(j) > 1",
    "in an option of a menu": "p acts",
    "in a verb of one line": "p hurries",
}


def _by_play(state: State) -> None:
    state.play("1")


def _by_apply(state: State) -> None:
    state.apply("1")


def _quietly(state: State) -> None:
    state.quiet = True
    state.apply("1")


def _from_a_save(state: State) -> None:
    state.game.from_json(state.to_json()).play("1")


@pytest.mark.parametrize("fails", FAILS.values(), ids=FAILS)
def test_all_tiers_tell_the_same_place(tmp_path: Path, fails: str) -> None:
    path = tmp_path / "fails.rules"
    path.write_text(RULES.replace("FAILS", fails), "utf-8")
    told = []
    for engine in ("interpreted", "compiled"):
        game = rulekit.load(path, engine=engine)
        for way in (_by_play, _by_apply, _quietly, _from_a_save):
            with pytest.raises(RunError) as caught:
                way(game.new())
            told.append((str(caught.value), caught.value.span, caught.value.trace))
    assert set(told) == {told[0]}
    assert "4,000,000,000 is no number" in told[0][0] and told[0][2]


def test_the_start_of_a_game_too(tmp_path: Path) -> None:
    path = tmp_path / "start.rules"
    path.write_text(RULES.replace("p chooses number q in 1..2", "set k to 1 then set k to wrap(2)").replace("FAILS", "nothing"))
    told = []
    for engine in ("interpreted", "compiled"):
        for chance in ("sample", "ask"):
            with pytest.raises(RunError) as caught:
                rulekit.load(path, engine=engine).new(chance=chance)
            told.append(str(caught.value))
    assert set(told) == {told[0]}
