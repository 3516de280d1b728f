"""Counting plays in native code.

Contract: `counted(state, depth, only_plays)` gives plays and ends by depth, as `perft.count` counts them; None where native
code leaves that to Python: above all where chance comes in, which is enumerated there. With `only_plays` the last answers are
counted and not given, where no rule could ask chance.
"""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable
from typing import Any

from rulekit.api.native import kept_library, library
from rulekit.api.state import State
from rulekit.native.convert import Unfit
from rulekit.native.library import Machine
from rulekit.program import ops as o
from rulekit.runtime.table import Table

_WORTH = 3  # answers deep; less than that is done before native code is found
_AT_ONCE = 20_000  # plays that native code counts without a break, if there are as many options all the way as at first
_POINTER, _COUNT = c.sizeof(c.c_void_p), c.sizeof(c.c_int64)
Told = Callable[[list[int], list[int]], None]
_CHANCE = (o.Draw, o.Shuffle, o.Settle, o.RollDie, o.RollNumber)


def counted(
    state: State, depth: int, *, only_plays: bool, build: bool = False, told: Told = lambda plays, over: None
) -> tuple[list[int], list[int]] | None:
    """How many plays get to each depth, and how many are over there (not at the last depth, if only plays are wanted). `build`:
    native code that is not there yet is begun in the background. `told` hears what is known when a depth is done, unless only
    the plays of the last one are wanted."""
    if depth < _WORTH or state.game.engine not in ("auto", "native") or State.machine_class is not None:
        return None
    found: Any = _library(state, build)
    if found is None:
        return None
    machines = [Machine(found) for _ in range(depth + 1)]
    try:
        if machines[0].load(state._data) or found.ready(machines[0].address):
            return None
    except Unfit:
        return None
    if machines[0].told[1] or state._data.ended:
        return None
    walk = _Walk(found, machines, certain=not may_ask_chance(state.table))
    if only_plays:
        return walk.counts(depth, bulk=walk.certain)
    for deep in range(1, depth):
        counts = walk.counts(deep, bulk=False)
        if counts is None:
            return None
        told(*counts)
    return walk.counts(depth, bulk=False)


def _library(state: State, build: bool) -> Any:
    if state.game.engine == "native":
        return library(state.game, state.table, wait=True)
    return kept_library(state.game, state.table, build=build)


class _Walk:
    """A walk through all plays. Native code hears no Ctrl-C: it goes at once only through what is short, and whoever loses
    patience can end it in between."""

    def __init__(self, found: Any, machines: list[Machine], certain: bool) -> None:
        self.certain = certain  # can no rule ask chance?
        self._found, self._machines = found, machines
        self._counter = None if certain else machines[0].dump(0)[0].counter

    def counts(self, depth: int, bulk: bool) -> tuple[list[int], list[int]] | None:
        """The counts to a depth; None where Python must do it."""
        plays, over = (c.c_int64 * (depth + 1))(), (c.c_int64 * (depth + 1))()
        memory = (c.c_void_p * (depth + 1))(*(machine.address for machine in self._machines[: depth + 1]))
        places = [c.addressof(row) for row in (memory, plays, over)]
        return (list(plays), list(over)) if self._below(0, depth, bulk, places) else None

    def _below(self, at: int, depth: int, bulk: bool, places: list[int]) -> bool:
        """Counts what lies so deep below a position; could it be done here?"""
        found, here = self._found, self._machines[at]
        options, ended = here.told[0], here.told[1]
        memory, plays, over = places
        if ended or options**depth <= _AT_ONCE:
            return not found.perft(memory, depth, int(bulk), plays, over)
        c.c_int64.from_address(plays).value += 1
        below, deeper = self._machines[at + 1], [memory + _POINTER, plays + _COUNT, over + _COUNT]
        for option in range(options):
            found.copy(below.address, here.address)
            if found.apply(below.address, found.before(), option) or not self._is_as_certain(below):
                return False
            if not self._below(at + 1, depth - 1, bulk, deeper):
                return False
        return True

    def _is_as_certain(self, machine: Machine) -> bool:
        """Has nothing been drawn since the first position?"""
        return self._counter is None or machine.dump(0)[0].counter == self._counter


def may_ask_chance(table: Table) -> bool:
    """Could a rule of the game ask chance?"""
    for routine in table.program.routines.values():
        for op in routine.ops:
            if isinstance(op, _CHANCE) or getattr(op, "random", False) or getattr(op, "shuffle", False):
                return True
    return any(table.keeps_mixed)
