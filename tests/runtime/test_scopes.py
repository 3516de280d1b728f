"""Scopes: what lasts for them, how they close, what counts once in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.runtime.actions import leave_routine
from rulekit.runtime.edges import scope_edge
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import initial_value, is_used_up, open_now, open_scope, restore_values, use_up
from tests.runtime.tables import ENGINES, amount, give, machine

LASTING = """
resource purchases of player: lasts turn
var base: number = 4
var luck of player: number = 1 + 1 lasts round
rule evening:
  at end of turn: gain 1 coin
"""


@pytest.fixture(params=ENGINES)
def m(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    return machine(tmp_path, request.param, LASTING)


def begin(m: Machine, word: str, player: int | None = None) -> None:
    open_scope(m, word, "", player, -1, len(m.s.stack) - 1)


def test_what_lasts_for_a_scope_starts_afresh_and_comes_back(m: Machine) -> None:
    give(m, 0, purchases=5, coin=7)
    begin(m, "turn", 1)
    assert (amount(m, "purchases", 0), amount(m, "coin", 0)) == (0, 7)
    give(m, 0, purchases=2, coin=8)
    restore_values(m, m.s.scopes.pop())
    assert (amount(m, "purchases", 0), amount(m, "coin", 0)) == (5, 8)


def test_a_start_that_is_worked_out(m: Machine) -> None:
    give(m, 0, luck=9)
    begin(m, "round")
    assert amount(m, "luck", 0) == 2
    assert initial_value(m, "luck", (1,)) == 2
    assert initial_value(m, "base", ()) == 4


def test_scopes_of_frames_that_are_left_close(m: Machine) -> None:
    give(m, 0, purchases=5)
    m.s.stack.append(["verb/play_game", 0, [None, None]])
    open_scopes = len(m.s.scopes)
    begin(m, "turn", 1)
    begin(m, "round")
    m.s.stack.append(["verb/play_game", 0, [None, None]])
    leave_routine(m)
    assert len(m.s.scopes) == open_scopes + 2
    leave_routine(m)
    assert (len(m.s.scopes), amount(m, "purchases", 0)) == (open_scopes, 5)


def test_inside(m: Machine) -> None:
    assert open_now(m, "turn", "")
    assert not open_now(m, "round", "")
    begin(m, "round")
    assert open_now(m, "round", "")
    assert not open_now(m, "round", "first")


def test_once_counts_in_the_innermost_scope_of_its_word(m: Machine) -> None:
    key, once = (3, None), ("turn", "")
    shared = m.s.copy()
    use_up(m, once, key)
    assert is_used_up(m, once, key)
    assert not is_used_up(m, once, (4, None))
    begin(m, "turn", 1)
    assert not is_used_up(m, once, key)
    m.s.scopes.pop()
    assert is_used_up(m, once, key)
    assert not any(scope.once for scope in shared.scopes)  # a copy of the state shares scopes, and is not touched


def test_once_in_a_scope_that_is_not_open_counts_in_the_game(m: Machine) -> None:
    use_up(m, ("round", ""), (3, None))
    assert m.s.once == ((3, None),)


def test_the_edge_of_a_scope_lets_act_what_waits_for_it(m: Machine) -> None:
    assert not scope_edge(m, "start", "turn", "", 1)
    assert scope_edge(m, "end", "turn", "", 1)
    path, _, (items,) = m.s.stack[-1]
    assert path == "@queue"
    assert [(item[2], item[3]) for item in items] == [(1, -1)]


def test_what_was_put_off_comes_when_its_time_has_come(m: Machine) -> None:
    path = m.program.clocks[0].routine
    entry = {
        "bundle": "",
        "routine": path,
        "edge": "start",
        "count": 2,
        "word": "round",
        "name": "",
        "of": None,
        "locals": (1, None),
    }
    m.s.lasting = [entry]
    assert not scope_edge(m, "start", "turn", "", 0)
    assert not scope_edge(m, "start", "round", "", None)
    assert [e["count"] for e in m.s.lasting] == [1]
    assert scope_edge(m, "start", "round", "", None)
    assert m.s.lasting == []
    assert m.s.stack[-1][2][0][0][:3] == [path, [1, None], 1]
