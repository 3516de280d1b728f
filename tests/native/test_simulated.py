"""Simulations by native code: the same outcomes, to the last figure, as game by game in Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rulekit
from rulekit.api.native_games import bounded_games
from rulekit.native.background import background, carried_out
from rulekit.simulate import simulate
from rulekit.simulate.native import NativeGames
from rulekit.simulate.play import play
from rulekit.simulate.task import Task
from rulekit.testing.law import LawBroken
from rulekit.testing.laws_game import ends_within
from tests.native.compared import needs_compiler

pytestmark = needs_compiler
LARGE = ("goldblivion", "dice_forge", "better_than_gold")


def compared(name: str, seeds: range, limit: int = 5000) -> int:
    """How many of these games native code has played; all of them as Python does."""
    game = rulekit.load(name, engine="native")
    task = Task.of(game, players=None, limit=limit, invariants=True, bots=())
    native = NativeGames.of(game, task, build=True)
    assert native is not None
    found = [(seed, native.play(seed)) for seed in seeds]
    for seed, outcome in found:
        assert outcome is None or outcome == play(game, task, seed)
    return sum(outcome is not None for _, outcome in found)


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "kuhn_poker", "rock_paper_scissors", "miniature"])
def test_the_same_outcomes(name: str) -> None:
    assert compared(name, range(100, 108)) == 8
    assert compared(name, range(2), limit=7) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_same_outcomes_of_large_games(name: str) -> None:
    assert compared(name, range(6)) == 6


@pytest.mark.parametrize("name, seeds", [("tic_tac_toe", 9), ("pig", 9), ("miniature", 9)])
def test_the_law_that_a_play_is_bounded_counts_the_same(name: str, seeds: int) -> None:
    native, python = (rulekit.load(name, engine=engine) for engine in ("native", "compiled"))
    played = bounded_games(native, None)
    assert played is not None
    for seed in range(seeds):
        length = ends_within(python, 5000, seed=seed)
        assert played.length(seed, 5000) == played.length(seed, length) == ends_within(native, 5000, seed=seed) == length
        assert played.length(seed, length - 1) is None
        with pytest.raises(LawBroken, match="a play is bounded"):
            ends_within(native, length - 1, seed=seed)


def test_a_report_says_the_same_whatever_plays() -> None:
    texts = [simulate(rulekit.load("pig", engine=engine), games=20, seed=5).text() for engine in ("native", "compiled")]
    assert texts[0] == texts[1]


def test_who_thinks_is_left_to_python() -> None:
    game = rulekit.load("tic_tac_toe", engine="native")
    task = Task.of(game, players=None, limit=50, invariants=False, bots=("greedy",))
    assert NativeGames.of(game, task, build=True) is None


SUMS = """game sums: players 2

var sum: number

to play_game:
  repeat 9 times:
    for each player p in players:
      turn of p:
        menu:
          option one "one":
            set sum to sum + 1
            end turn
          option two "two":
            set sum to sum + 2
            end turn

invariant "not much": sum < 30
invariant "not nine": sum != 9
"""


def test_a_game_in_which_an_invariant_is_broken_is_told_by_the_reference(tmp_path: Path) -> None:
    path = tmp_path / "sums.rules"
    path.write_text(SUMS, "utf-8")
    native, python = (rulekit.load(path, engine=engine) for engine in ("native", "compiled"))
    task = Task.of(native, players=None, limit=50, invariants=True, bots=())
    games, outcomes = NativeGames.of(native, task, build=True), [play(python, task, seed) for seed in range(30)]
    assert games is not None and 3 < sum(outcome.fault is not None for outcome in outcomes) < 30
    for seed, outcome in enumerate(outcomes):
        assert games.play(seed) == (None if outcome.fault else outcome)
    told = [simulate(game, games=30, seed=0, invariants=True).text() for game in (native, python)]
    assert told[0] == told[1] and "invariant broken: not nine" in told[0]


def test_a_program_that_ends_does_not_wait_for_its_compiler(tmp_path: Path) -> None:
    code = "from rulekit.native.background import *; import time\n"
    code += f"background(lambda: carried_out([['sleep', '60']], {str(tmp_path)!r}, 90)); time.sleep(0.3)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=50).returncode == 0


def test_what_fails_in_the_background_is_told(tmp_path: Path) -> None:
    assert background(lambda: carried_out([["sh", "-c", "echo no >&2; exit 3"]], str(tmp_path), 9)).result() == (3, "no\n")
    with pytest.raises(subprocess.TimeoutExpired):
        background(lambda: carried_out([["sleep", "9"]], str(tmp_path), 0.1)).result()
