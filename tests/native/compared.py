"""Native code held against printed Python: whole states, at every decision."""

from __future__ import annotations

import marshal
import random
from typing import Any

import pytest

import rulekit
from rulekit.api.native import library, reason
from rulekit.native.build import compiler
from rulekit.runtime.state import KEPT, Data

needs_compiler = pytest.mark.skipif(not compiler(), reason="no C compiler here: native code is left out")


def begun(name: str, players: int | None = None, seed: int = 1, **more: Any) -> rulekit.State:
    """A new game whose table has native code."""
    state = rulekit.load(name, engine="native", **more).new(players, seed)
    assert reason(state.game, state.table) == ""
    return state


def by_python(state: rulekit.State) -> rulekit.State:
    """The same position, played by printed Python whatever the engine."""
    new = rulekit.State(state.game, state.table, state._data.following())
    new.quiet = True
    return new


def walk(state: rulekit.State, seed: int, most: int = 10_000) -> int:
    """A random play by handle and by state, side by side; gives how many decisions were compared."""
    pick = random.Random(seed)
    handle, count = state.native(), 0
    state = by_python(state)
    _, asked, offered = _dumped(handle)
    while not state.over and count < most:
        question = state.question
        assert question is not None
        assert (len(handle.options), handle.player, asked) == (question.count, question.player, question.player)
        if offered is not None:  # else there is no list of them before the answer
            assert _exact(list(offered[1])) == _exact(list(question.values))
        option, machine = pick.randrange(question.count), handle._machine
        handle.apply(option)
        assert handle._machine is machine, "native code has left it to Python"
        state.play(option)
        data, asked, offered = _dumped(handle)
        _same_data(data, state._data)
        count += 1
    assert handle.over is state.over and handle.scores == state.scores and handle.winners == state.winners
    return count


def _dumped(handle: Any) -> Any:
    return handle._machine.dump(handle._seed)


def same(native: rulekit.State, python: rulekit.State) -> None:
    """Two states are equal in every part."""
    _same_data(native._data, python._data)
    assert native == python


def _same_data(native: Data, python: Data) -> None:
    """To the byte: `True` is not 1, and a list is no tuple."""
    if exactly(native) != exactly(python):
        one, other = native.as_plain(), python.as_plain()
        assert {name: part for name, part in one.items() if repr(part) != repr(other[name])} == {}, "parts that differ"


def exactly(data: Data) -> bytes:
    """All that is kept of a state."""
    parts = [getattr(data, name) for name in KEPT if name not in ("scopes", "lasting")]
    return _exact([parts, [tuple(scope) for scope in data.scopes], [sorted(entry.items()) for entry in data.lasting]])


def _exact(values: Any) -> bytes:
    """Version 2 writes nothing but values and their types: none is told by a place where it stood before."""
    return marshal.dumps(values, 2)


def played(state: rulekit.State, seeds: range, limit: int | None = None) -> None:
    """Whole playouts, and playouts cut short: the state at the end, and what `playouts` says of it."""
    start = state.native()
    found = rulekit.playouts(state, len(seeds), seeds.start, limit=limit)
    for at, seed in enumerate(seeds):
        end = rulekit.playout(state, seed, limit=limit)
        same(start.playout(seed, limit=limit).to_state(), end)
        assert tuple(found.scores[at]) == end.scores
        assert [p for p, won in enumerate(found.winners[at]) if won] == [p for p in state.players if p in end.winners]
        assert found.lengths[at] == end._data.answered - state._data.answered
        assert bool(found.over[at]) is end.over


def has_native(state: rulekit.State) -> bool:
    return library(state.game, state.table, wait=True) is not None
