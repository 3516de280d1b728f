"""Numbers of plays that everybody agrees on: othello, English draughts."""

from __future__ import annotations

import pytest

import rulekit
from rulekit import State
from rulekit.api.perft import perft
from tests.native.compared import needs_compiler

OTHELLO = (4, 12, 56, 244, 1_396, 8_200, 55_092)
DRAUGHTS = (7, 49, 302, 1_469, 7_361, 36_768)


def moves(state: State, depth: int) -> int:
    """Plays of so many moves. A chain of captures is one move, though each of its jumps is an answer."""
    if state.over:
        return 0
    found = 0
    for new in (state.apply(option) for option in state.decision.options):
        if not new.over and new.decision.player == state.decision.player:
            found += moves(new, depth)  # the chain goes on
        else:
            found += moves(new, depth - 1) if depth > 1 else 1
    return found


@pytest.mark.parametrize("depth", range(1, 5))
def test_othello(depth: int) -> None:
    assert perft(rulekit.load("othello").new(forced="ask"), depth) == OTHELLO[depth - 1]


@needs_compiler
@pytest.mark.parametrize("depth", (5, 6, 7))
def test_othello_in_native_code(depth: int) -> None:
    assert perft(rulekit.load("othello", engine="native").new(forced="ask"), depth) == OTHELLO[depth - 1]


@pytest.mark.parametrize("depth", range(1, 4))
def test_english_draughts(depth: int) -> None:
    assert moves(rulekit.load("english_draughts").new(forced="ask"), depth) == DRAUGHTS[depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("depth", (5, 6, 7))
def test_othello_deeper(depth: int) -> None:
    assert perft(rulekit.load("othello").new(forced="ask"), depth) == OTHELLO[depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("depth", (4, 5, 6))
def test_english_draughts_deeper(depth: int) -> None:
    assert moves(rulekit.load("english_draughts").new(forced="ask"), depth) == DRAUGHTS[depth - 1]
