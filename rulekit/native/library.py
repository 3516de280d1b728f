"""Loaded native code: a table's functions behind ctypes, which gives the interpreter lock away while they run.

Contract: a `Library` is made of a compiled file and knows the layout of the table's states. A `Machine` is memory for one
state; it is used by one thread at a time. What native code gives back is a reason why printed Python must go on (`OK` is none).
"""

from __future__ import annotations

import ctypes as c
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import local
from typing import Any

from rulekit.native.convert import Layout
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table

_V, _P, _I = c.c_int64, c.c_void_p, c.c_int
_U64 = c.c_uint64
_FUNCTIONS = {
    "rk_new": (_P, ()), "rk_free": (None, (_P,)), "rk_load": (_I, (_P, _P, _V)), "rk_dump": (_V, (_P, _P, _V)),
    "rk_copy": (None, (_P, _P)), "rk_playout": (_I, (_P, _U64, _V)), "rk_ready": (_I, (_P,)), "rk_apply": (_I, (_P, _P, _V)),
    "rk_told": (c.POINTER(_V * 4), (_P,)),
    "rk_room": (_V, (_P,)), "rk_keep": (None, (_P, _P)), "rk_resume": (None, (_P, _P)), "rk_answer": (_I, (_P, _V)),
    "rk_tell": (None, (_P, _P)), "rk_reseed": (None, (_P, _U64)),
    "rk_bytes": (_V, (_P,)), "rk_scores": (_I, (_P, _P)), "rk_winners": (_V, (_P, _P, _V)), "rk_copies": (_V, (_P, _P, _V)),
    "rk_playouts": (_V, (_P, _P, _V, _U64, _V, _P, _P, _P, _P, _P)), "rk_pool": (c.POINTER(_V), ()),
    "rk_walk": (_I, (_P, _U64, _V, _V, _I, _P, _P)), "rk_broken": (_I, (_P,)),
    "rk_begin": (None, (_P, _P, _U64)), "rk_figures": (_I, (_P, _V, _P)),
    "rk_names": (_P, ()), "rk_names_free": (None, (_P,)), "rk_answers": (_V, (_P, _P, _P)), "rk_alike": (_V, (_P,)),
    "rk_call": (_I, (_P, _P, _V, c.c_int32, c.c_int32)), "rk_sealed": (_V, (_P,)),
    "rk_call_things": (_I, (_P, _V, _V, _V, _V, _P, _P, _P)),
    "rk_world": (_I, (_P, _P, _U64)), "rk_standing": (_I, (_P, _P, _V, _P)),
    "rk_thought": (_P, (_P, _P, _P, _U64, _U64, _V, c.c_double)),
    "rk_thought_free": (None, (_P,)), "rk_from_here": (_I, (_P, _P)),
    "rk_ranked": (None, (_P, _P, _P, _V)), "rk_given": (None, (_P, _P, _P, _V)), "rk_think": (_I, (_P, _P, _P, _V, _V, _P)),
    "rk_root": (_V, (_P, c.c_int32, _P)), "rk_decided": (_I, (_P, _V)), "rk_drawn_so_far": (_U64, (_P,)),
    "rk_set_drawn": (None, (_P, _U64)),
    "rk_race": (_P, (_P, _P, _P, _V, _U64, _V, _P, _V)), "rk_race_free": (None, (_P,)), "rk_race_on": (_I, (_P, _P, _V)),
    "rk_race_wants": (_U64, (_P,)), "rk_runner": (_V, (_P, _V, _P, _P)),
    "rk_perft": (_I, (_P, _V, _I, _P, _P)),
    "rk_vals": (c.POINTER(_V), (_P,)), "rk_where": (c.POINTER(c.c_int32), (_P,)), "rk_rounds": (_V, (_P,)),
}  # fmt: skip
_ROW = 256  # values that a row has room for at first
_SPARE = 256  # machines that are kept for others


class Library:
    """The native code of one table."""

    def __init__(self, path: Path, words: tuple[str, ...], table: Table) -> None:
        self.table = table
        self.players = len(table.players)
        self.words = words
        sizes = (len(table.slot_of), len(table.zone_of), len(table.entities))
        self.layout = Layout(words, list(table.program.routines), sizes)
        loaded = c.CDLL(str(path))
        for name, (result, params) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, params
            setattr(self, name.removeprefix("rk_"), function)
        self._loaded = loaded
        self.pool_row = self.pool()  # type: ignore[attr-defined]
        self.row = _ROW  # values that the last position took
        self.own = local()  # of each thread: memory for what was before an answer
        self.spare: list[tuple[int, Any]] = []  # memory that nobody uses now; adding to a list and taking from it needs no lock

    def address(self, name: str) -> int:
        """Where a function lies."""
        return c.cast(getattr(self._loaded, f"rk_{name}"), _P).value or 0

    def before(self) -> int:
        """Memory of this thread, for the position before the last answer."""
        try:
            found: Machine = self.own.before
        except AttributeError:
            found = self.own.before = Machine(self)
        return int(found.address)

    @contextmanager
    def machine(self) -> Iterator[Machine]:
        """Memory for a while."""
        yield Machine(self)


class Machine:
    """Memory for one state."""

    __slots__ = ("_library", "address", "told")

    def __init__(self, library: Any) -> None:
        self._library = library
        self.told: Any  # options, over, asked, answered: read without a call
        try:
            self.address, self.told = library.spare.pop()
        except IndexError:
            self.address = library.new()
            if not self.address:
                raise MemoryError from None
            self.told = library.told(self.address).contents

    def __del__(self) -> None:
        if not getattr(self, "address", None):
            return
        if len(self._library.spare) < _SPARE:
            self._library.spare.append((self.address, self.told))
        else:
            self._library.free(self.address)

    def load(self, data: Data) -> int:
        row = self._library.layout.packed(data)
        found: int = self._library.load(self.address, row.buffer_info()[0], len(row))
        return found

    def dump(self, seed: int) -> tuple[Data, int | None, Any]:
        library, room = self._library, self._library.row
        while True:
            row = array("q", bytes(8 * room))
            count = library.dump(self.address, row.buffer_info()[0], room)
            if count <= room:
                found: tuple[Data, int | None, Any] = library.layout.unpacked(row[:count], library.pool_row, seed)
                return found
            room = library.row = count + count // 4
