"""Where the zones of a table belong on a screen: found once for each table, because it never changes."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from rulekit.program.types import is_kind
from rulekit.runtime.machine import Machine
from rulekit.runtime.table import Table
from rulekit.story.words import Words


class Homes:
    """The homes of all zones of one table."""

    def __init__(self, table: Table, machine: Machine) -> None:
        self.table = table
        self.shelves = _shelves(table, machine)
        self.of = tuple(self._home(zone) for zone in range(len(table.zone_of)))

    def _home(self, zone: int) -> str:
        """`cell`, `die`, `shelf` (beside a cell), `player` or `table`."""
        owners = self.table.zone_of[zone][1]
        if any(owner in self.table.seats for owner in owners):
            return "player"  # also what a player has on a cell of a board that all share
        for owner in owners:
            if isinstance(owner, int) and owner in self.table.board_at:
                return "cell"
            if isinstance(owner, int) and is_die(self.table, owner):
                return "die"
            if owner in self.shelves:
                return "shelf"
        return "player" if self.table.owner_zone(zone) is not None else "table"

    @cached_property
    def common(self) -> tuple[int, ...]:
        """The zones in the middle of the table."""
        return tuple(zone for zone, home in enumerate(self.of) if home == "table" and zone != self.table.box)

    @cached_property
    def cells(self) -> dict[int, tuple[int, ...]]:
        """The zones on each cell."""
        found: dict[int, tuple[int, ...]] = {}
        for zone in (zone for zone, home in enumerate(self.of) if home == "cell"):
            cell = next(o for o in self.table.zone_of[zone][1] if isinstance(o, int) and o in self.table.board_at)
            found[cell] = (*found.get(cell, ()), zone)
        return found

    @cached_property
    def players(self) -> dict[int, tuple[int, ...]]:
        """The zones before each player."""
        zones = [zone for zone, home in enumerate(self.of) if home == "player"]
        return {seat: tuple(zone for zone in zones if self.table.owner_zone(zone) == seat) for seat in self.table.seats}


def is_die(table: Table, thing: int) -> bool:
    return is_kind(table.entities[thing].kind, "die", table.program.parents) and thing not in table.seats


def _shelves(table: Table, machine: Machine) -> dict[int, int]:
    """Things with zones of their own that name a cell in a field, with that cell: they stand beside it."""
    owners = dict.fromkeys(o for _, owners in table.zone_of for o in owners if isinstance(o, int))
    words, found = Words(table), dict[int, int]()
    for owner in owners:
        if owner not in table.board_at and owner not in table.seats:
            cells = [machine.field(owner, name) for name in words.cell_fields(table.entities[owner].kind)]
            if cells and cells[0] in table.board_at:
                found[owner] = cells[0]
    return found


_KNOWN: WeakKeyDictionary[Table, Homes] = WeakKeyDictionary()


def homes(table: Table, machine: Machine) -> Homes:
    found = _KNOWN.get(table)
    if found is None:
        found = _KNOWN[table] = Homes(table, machine)
    return found
