"""Defines that hang on the table alone are worked out once for each of their values."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game slow: players 2
kind square is cell:
  var man: player = none
board field of square:
  square 6, 6
define steps(square s) = neighbours(s)
define my_row(square s) = first({n in 1..6 where some(square q in field where row(q) == n and q == s)})
define aligned(square a, square b) = count(square q in field where my_row(q) == my_row(a)) > 0 and my_row(a) == my_row(b)
define taken(square s) = s's man is not none
define crowd(square s) = count(square q in field where aligned(s, q) and taken(q))
define mine(square s) = some(player p in players where p == you and s's man == p)

to play_game:
  repeat up to 30 times:
    for each player p in players:
      turn of p:
        choose square s in field where not taken(s) and crowd(s) < 3 and not mine(s)
        set s's man to p
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "slow.rules"
    found.write_text(GAME)
    return found


def test_what_hangs_on_the_state_is_not_kept(path: Path) -> None:
    fixed = rulekit.load(path).program.fixed
    kept = [name for name in ("steps", "my_row", "aligned", "taken", "crowd", "mine") if fixed.is_kept(name)]
    assert kept == ["my_row", "aligned"]  # `steps` is looked up as it is


def test_both_tiers_play_alike(path: Path) -> None:
    first, second = (rulekit.load(path, engine=engine).new(seed=3) for engine in ("interpreted", "compiled"))
    for at in range(12):
        assert [o.text for o in first.decision.options] == [o.text for o in second.decision.options]
        pick = first.decision.options[at * 5 % len(first.decision.options)].text
        first, second = first.apply(pick), second.apply(pick)
    assert first.to_json() == second.to_json()


def test_each_value_is_worked_out_once(path: Path) -> None:
    state = rulekit.load(path, engine="interpreted").new(seed=3)
    known = state.table.kept_defines
    assert len(known["my_row"]) == 36
    before = dict(known["aligned"])
    assert known["aligned"] == before and len(before) == 36 * 36


# ---------- whether the budget ends does not hang on what was asked before ----------
BUDGETED = """game budgeted: players 2
kind card: var marks: number
card one: copies 12; starts in pile
zone pile: holds card
define heavy(card a, card b) = sum(sum(n * m for m in 1..30) for n in 1..40)
define of_number(number k) = sum(n for n in 1..(k + 100))
define deep_0(card a) = size({n in 1..3 where n > 0})
CHAIN
var chosen: number = 0
var total: number = 0

to play_game:
  repeat up to 50 times:
    for each player p in players:
      turn of p:
        choose number k in 1..4
        if k == 1: set total to sum(sum(heavy(a, b) for card b in pile) for card a in pile) / 1000
        if k == 2: set total to sum(of_number(n) for n in 1..40) / 1000
        if k == 3: set total to deep_30(first(pile))
        if k == 4: set total to deep_105(first(pile))
"""
CHAIN = "\n".join(f"define deep_{at}(card a) = deep_{at - 1}(a) + size({{n in 1..3 where n > 0}})" for at in range(1, 106))


def _outcome(state: rulekit.State, answer: str) -> str:
    try:
        return state.apply(answer).to_json()
    except rulekit.RunError as error:
        return f"{error.message} {error.note}"


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("budget", [3_000, 200_000])
def test_the_same_answer_has_the_same_end_after_every_history(engine: str, budget: int, tmp_path: Path) -> None:
    found = tmp_path / "budgeted.rules"
    found.write_text(BUDGETED.replace("CHAIN", CHAIN))
    fresh = {answer: _outcome(rulekit.load(found, engine=engine, budget=budget).new(seed=1), answer) for answer in "1234"}
    for first in "13":
        state = rulekit.load(found, engine=engine, budget=budget).new(seed=1)
        _outcome(state, first)  # it may have worked out what others need, or have come to its end on the way
        assert {answer: _outcome(state, answer) for answer in "4321"} == fresh
