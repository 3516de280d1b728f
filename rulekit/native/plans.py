"""What a search in native code is given: how worlds are drawn, how players are judged.

Contract: as `c/worlds.c` and `c/judged.c` read it. Whoever makes these keeps them as long as native code may read them.
"""

from __future__ import annotations

import ctypes as c
from array import array
from collections.abc import Sequence
from typing import Any

from rulekit.interpreter.dealt import MARK, Deals, Plan
from rulekit.native.convert import Layout, Unfit
from rulekit.runtime.table import Table

SEATS_MAX = 64


class _Worlds(c.Structure):
    _fields_ = (
        ("plan", c.c_void_p),
        ("sets", c.c_void_p),
        ("row", c.c_void_p),
        ("work", c.c_void_p),
        ("count", c.c_int64),
    )


class _Judge(c.Structure):
    _fields_ = (("seats", c.c_int64), ("held", c.c_int64), ("seat", c.c_void_p), ("slots", c.c_void_p))


def _address(row: array[int]) -> int:
    return row.buffer_info()[0]


class Worlds:
    """The worlds of a player, as native code draws them."""

    def __init__(self, plan: Plan, layout: Layout, things: int) -> None:
        self._row = layout.packed(plan.marked, shared=False)
        self._work = array("q", bytes(8 * len(self._row)))
        self._sets, self._numbers = array("B"), dict[frozenset[int], int]()
        self._things = things
        found = array("q", [len(plan.deals)])
        for deals in plan.deals:
            found.extend(self._group(deals, plan))
        found.extend(self._named(plan))
        found.extend(self._unordered(plan, layout))
        self._plan = found
        self._struct = _Worlds(_address(found), _address(self._sets), _address(self._row), _address(self._work), len(self._row))
        self.address = c.addressof(self._struct)

    def _group(self, deals: Deals, plan: Plan) -> list[int]:
        group = deals.group
        found = [int(deals.nested), len(group.places), group.rest, *deals.order, *sorted(group.places)]
        for thing, allowed in zip(group.places, group.allowed, strict=True):
            found += [thing, plan.where[thing], int(plan.up[thing]), -1 if allowed is None else self._set(allowed)]
        return found

    def _set(self, allowed: frozenset[int]) -> int:
        if allowed not in self._numbers:
            self._numbers[allowed] = len(self._numbers)
            self._sets.extend([int(thing in allowed) for thing in range(self._things)])
        return self._numbers[allowed]

    def _named(self, plan: Plan) -> list[int]:
        """The places of the row that name a thing."""
        found = [(at, v - MARK) for at, v in enumerate(self._row) if v - MARK in plan.where]
        for at, thing in found:
            self._row[at] = thing
        return [len(found), *(number for pair in found for number in pair)]

    def _unordered(self, plan: Plan, layout: Layout) -> list[int]:
        """Things that lie without order, in zones that have some of those that are dealt."""
        found: list[tuple[int, int]] = []
        for zone in sorted(set(plan.where.values())):
            count = plan.marked.mixed[zone]
            if count > 1:
                found.append((layout.items_at(self._row, zone), count))
        return [len(found), *(number for pair in found for number in pair)]


def worlds_of(plan: Plan, layout: Layout, things: int) -> Worlds:
    """The worlds of a plan; `Unfit` where a number of the game could be taken for a mark."""
    if plan.deals and any(MARK <= v < MARK + things for v in layout.packed(plan.plain)):
        raise Unfit("a number as large as a mark")
    return Worlds(plan, layout, things)


class Judge:
    """Whose position is judged, and what each holds of lasting resources."""

    def __init__(self, table: Table, held: Sequence[str]) -> None:
        self._seats, self._slots = array("q", table.seats), array("q")
        for seat in table.seats:
            for name in held:
                slots: Any = table.holders[name]
                slot = slots.get(seat, slots.get(None))
                self._slots.append(-1 if slot is None else slot)
        if len(table.seats) > SEATS_MAX:
            raise Unfit(f"more than {SEATS_MAX} seats")
        self._struct = _Judge(len(table.seats), len(held), _address(self._seats), _address(self._slots))
        self.address = c.addressof(self._struct)
