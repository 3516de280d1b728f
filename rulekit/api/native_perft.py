"""Counting plays in native code.

Contract: `counted(state, depth, only_plays)` gives plays and ends by depth, as `perft.count` counts them; None where native
code leaves that to Python: above all where chance comes in, which is enumerated there. With `only_plays` the last answers are
counted and not given, where no rule could ask chance.
"""

from __future__ import annotations

import ctypes as c
from typing import Any

from rulekit.api.native import kept_library, library
from rulekit.api.state import State
from rulekit.native.convert import Unfit
from rulekit.native.library import Machine
from rulekit.program import ops as o
from rulekit.runtime.table import Table

_WORTH = 3  # answers deep; less than that is done before native code is found
_CHANCE = (o.Draw, o.Shuffle, o.Settle, o.RollDie, o.RollNumber)


def counted(state: State, depth: int, *, only_plays: bool, build: bool = False) -> tuple[list[int], list[int]] | None:
    """How many plays get to each depth, and how many are over there (not at the last depth, if only plays are wanted). `build`:
    native code that is not there yet is begun in the background."""
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
    return _walked(found, machines, depth, only_plays and not may_ask_chance(state.table))


def _library(state: State, build: bool) -> Any:
    if state.game.engine == "native":
        return library(state.game, state.table, wait=True)
    return kept_library(state.game, state.table, build=build)


def _walked(found: Any, machines: list[Machine], depth: int, bulk: bool) -> tuple[list[int], list[int]] | None:
    """One first answer after the other, so that whoever loses patience can end it in between."""
    plays, over = (c.c_int64 * (depth + 1))(), (c.c_int64 * (depth + 1))()
    plays[0] = 1
    rest = (c.c_void_p * depth)(*(machine.address for machine in machines[1:]))
    first, second = machines[0], machines[1]
    counter = first.dump(0)[0].counter
    for at in range(first.told[0]):
        found.copy(second.address, first.address)
        if found.apply(second.address, found.before(), at) or second.dump(0)[0].counter != counter:
            return None
        if found.perft(rest, depth - 1, int(bulk), c.addressof(plays) + 8, c.addressof(over) + 8):
            return None
    return list(plays), list(over)


def may_ask_chance(table: Table) -> bool:
    """Could a rule of the game ask chance?"""
    for routine in table.program.routines.values():
        for op in routine.ops:
            if isinstance(op, _CHANCE) or getattr(op, "random", False) or getattr(op, "shuffle", False):
                return True
    return any(table.keeps_mixed)
