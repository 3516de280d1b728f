"""Counting plays in native code: the same figures as in Python."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.api import native_perft
from rulekit.api.native import library
from rulekit.api.native_perft import counted, may_ask_chance
from rulekit.api.perft import count, perft
from rulekit.native.library import Machine
from tests.native.compared import needs_compiler

pytestmark = needs_compiler


@pytest.mark.parametrize("forced", ["take", "ask"])
@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 4), ("rock_paper_scissors", 4), ("kuhn_poker", 3)])
def test_the_same_counts(name: str, depth: int, forced: str) -> None:
    fast, slow = (rulekit.load(name, engine=engine).new(seed=2, forced=forced) for engine in ("native", "compiled"))
    expected = count(slow, depth)
    found = counted(fast, depth, only_plays=False)
    assert found == (expected.plays, expected.over)
    assert perft(fast, depth) == expected.plays[depth]
    assert count(fast, depth).positions == expected.positions


def test_a_play_that_ends_early_counts_where_it_ended() -> None:
    found = count(rulekit.load("tic_tac_toe", engine="native").new(), 6, positions=False)
    assert (found.plays, found.over) == ([1, 9, 72, 504, 3024, 15120, 54720], [0, 0, 0, 0, 0, 1440, 5328])


def test_chance_is_enumerated_by_the_reference() -> None:
    state = rulekit.load("pig", engine="native").new(seed=1)
    assert may_ask_chance(state.table)
    assert counted(state, 3, only_plays=True) is None
    assert perft(state, 3) == perft(rulekit.load("pig", engine="compiled").new(seed=1), 3)


def test_who_wants_to_be_asked_everything_is() -> None:
    """A handle of a game that asks even for the only answer."""
    game = rulekit.load("tic_tac_toe", engine="native")
    state = game.new(seed=1, forced="ask")
    handle = state.native()
    for _ in range(9):
        if state.over:
            break
        assert len(handle.options) == len(state.decision.options)
        state.play(0)
        handle.apply(0)
        assert handle.to_state().data.alike(state.data)
    asked = [len(game.new(seed=1, forced=forced).native().playout(3, limit=8).options) for forced in ("ask", "take")]
    assert asked == [1, 0]  # the last free place is taken by itself, or asked for


@pytest.mark.parametrize("name", ["tic_tac_toe", "hex_game"])
def test_native_code_counts_only_what_is_short_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hears no Ctrl-C; in parts the counts are the same, and each depth is told when it is done."""
    state = rulekit.load(name, engine="native").new(forced="ask")
    whole, depths = count(state, 3, positions=False), list[int]()
    asked = Machine(library(state.game, state.table, wait=True))._library
    there = asked.perft

    def noted(memory: int, depth: int, bulk: int, plays: int, over: int) -> int:
        depths.append(depth)
        return int(there(memory, depth, bulk, plays, over))

    monkeypatch.setattr(asked, "perft", noted)
    monkeypatch.setattr(native_perft, "_AT_ONCE", whole.plays[1])
    told: list[list[int]] = []
    assert counted(state, 3, only_plays=False, told=lambda plays, over: told.append(plays)) == (whole.plays, whole.over)
    assert set(depths) == {1} and told == [whole.plays[:2], whole.plays[:3]]
    assert perft(state, 3) == whole.plays[3]
