"""Scores, as far as a viewer can know them.

Contract: while a game is under way a score is told only if everything that it is worked out from lies open to the viewer: what
was read while it was worked out is noted. When the game is over all scores are told, as at any table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, SupportsIndex

from rulekit.api import State
from rulekit.interpreter.machine import Interpreter
from rulekit.runtime.machine import Machine
from rulekit.story.sight import visible


def known_scores(state: State, viewer: int) -> tuple[int | None, ...]:
    """The score of each player, None for one that the viewer cannot know."""
    if "score" not in state.table.program.defines:
        return tuple(None for _ in state.players)
    if state.over or state.table.open:
        return state.scores
    return tuple(_known(state, player, viewer) for player in state.players)


class _Noted(list[Any]):
    """A list that notes which places were read."""

    def __init__(self, items: list[Any]) -> None:
        super().__init__(items)
        self.read: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        self.read |= set(range(len(self))[at]) if isinstance(at, slice) else {range(len(self))[_place(at)]}
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[Any]:
        self.read |= set(range(len(self)))
        return super().__iter__()


def _place(at: SupportsIndex) -> int:
    return at.__index__()


def _known(state: State, player: int, viewer: int) -> int | None:
    data = state.data.copy()
    zones, vals, where, up = _Noted(data.zones), _Noted(data.vals), _Noted(data.where), _Noted(data.up)
    data.zones, data.vals, data.where, data.up = zones, vals, where, up
    machine = Interpreter(state.table, data)
    score: int = machine.outside(partial(machine.call, "score", [player], player))
    m = state.machine
    things = {thing for zone in zones.read for thing in m.s.zones[zone]} | where.read | up.read
    open_ = all(visible(m, thing, viewer) for thing in things) and all(_may_see(m, slot, viewer) for slot in vals.read)
    return score if open_ else None


def _may_see(m: Machine, slot: int, viewer: int) -> bool:
    """Is the variable of a slot one that a viewer sees?"""
    name, owners = m.t.slot_of[slot]
    hidden = (owner for owner in owners if isinstance(owner, int) and owner not in m.t.seats and not visible(m, owner, viewer))
    return not any(hidden) and (not m.program.vars[name].secret or owners[:1] == (viewer,))
