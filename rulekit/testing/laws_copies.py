"""A law about looking ahead: what is tried out and dropped leaves no trace.

Contract: see `law.py`. A state is made several times in the same way; from all but one somebody looks ahead, and then all go
on with the same answers. States are made in every way there is, since each may share something with where it came from.
"""

from __future__ import annotations

import copy
import pickle
import zlib
from collections.abc import Callable
from typing import Any

from rulekit.api import State
from rulekit.api.native import handle
from rulekit.errors import ResampleError, RulekitError, UsageError
from rulekit.testing.law import choices, require

_PEEKS = 3  # options that are tried out
_AHEAD = 3  # decisions for which both go on

WAYS: dict[str, Callable[[State], State]] = {
    "copy": State.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "from_json": lambda state: state.game.from_json(state.to_json()),
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "undo": lambda state: state.apply(0).undo(anyway=True),
    "resample": lambda state: _resampled(state),
    "new": lambda state: _replayed(state),
    "native": lambda state: _there_and_back(state),
}


def peeks_change_nothing(state: State) -> None:
    """An answer that is tried out and dropped changes nothing of what follows, however the state was made."""
    if state.over:
        return
    for way in _ways(state):
        wanted = _future(WAYS[way](state))
        for index in range(min(_PEEKS, len(state.decision.options))):
            looked = WAYS[way](state)  # each time anew: what one look leaves behind may hide what another does
            _peek(looked, index)
            _compare(_future(looked), wanted, state, f"made by {way}, option {index} tried out")


def _ways(state: State) -> list[str]:
    """A read save has worked out nothing yet, so it is looked at always; the other ways take turns, by the answers."""
    others = [way for way in WAYS if way != "from_json" and (way != "pickle" or state.game.as_written)]
    turn = zlib.crc32(repr((state._data.seed, state.answers)).encode())  # in short games too each way has its turn
    chosen = [others[turn % len(others)]] if others else []
    return ["from_json", *chosen] if "from_json" in WAYS else chosen


def _peek(state: State, index: int) -> None:
    try:
        after = state.apply(index)
        if not after.over:
            after.apply(0)
    except RulekitError:
        pass  # a rule that fails there has been tried out too


def _future(state: State) -> list[dict[str, Any]]:
    """What can be learnt of a state and of those that follow; the last of them tells the whole story."""
    found: list[dict[str, Any]] = []
    for step in range(_AHEAD):
        if state.over:
            break
        found.append({"options": choices(state), "states": state.copy()})
        try:
            state.play((step * 7) % len(state.decision.options))
        except RulekitError as error:
            return [*found, {"errors": str(error)}]
    return [*found, _story(state)]


def _compare(found: list[dict[str, Any]], wanted: list[dict[str, Any]], state: State, how: str) -> None:
    law = "a peek changes nothing"
    for step, (one, two) in enumerate(zip(found, wanted, strict=False)):
        differ = ", ".join(part for part in {**one, **two} if one.get(part) != two.get(part))
        require(not differ, law, state, f"{how}: after {step} more answers {differ} differ")


def _story(state: State) -> dict[str, Any]:
    """All that can be learnt of a state; players take turns to look, since a save holds what has happened for all of them."""
    viewer = state.players[len(state.answers) % len(state.players)]
    return {"options": choices(state), "views": state.view(viewer), "saves": state.to_json()}


def _resampled(state: State) -> State:
    try:
        return state.resample(0, 1)
    except ResampleError:
        return state.copy()


def _replayed(state: State) -> State:
    """The state played anew from the start; one that was not played from there, as an example's, is copied."""
    names = [state.table.entities[p].name for p in state.players]
    chance = "ask" if state._data.ask_chance else "sample"
    default = names == [f"player{seat + 1}" for seat in range(len(names))]
    try:
        again = state.game.new(len(names), state._data.seed, chance=chance, names=() if default else names)
        for answer in state.answers:
            again.play(answer)
    except RulekitError:
        return state.copy()
    return again if again == state else state.copy()


def _there_and_back(state: State) -> State:
    """The position in native memory made a state again, if somebody plays this table natively."""
    if (state.table.twin or state.table).native is None:
        return state.copy()
    try:
        return handle(state).to_state()
    except UsageError:
        return state.copy()
