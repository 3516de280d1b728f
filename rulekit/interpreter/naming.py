"""What of a table has things in its name: variables and zones that belong to them, members of kinds; and what those are called.

Contract: pure, worked out once for a table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from rulekit.program.types import Type
from rulekit.runtime.describe import open_key
from rulekit.runtime.table import Table

_Owners = tuple[int, ...]


class Naming:
    """What of a table has things in its name, worked out once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._members: dict[tuple[str, ...], frozenset[int]] = {}
        self.slots: dict[int, list[int]] = {}
        self.zones: dict[int, list[int]] = {}
        for slot, (_, owners) in enumerate(table.slot_of):
            for owner in owners:
                if isinstance(owner, int):
                    self.slots.setdefault(owner, []).append(slot)
        for zone, (_, owners) in enumerate(table.zone_of):
            for owner in owners:
                if isinstance(owner, int):
                    self.zones.setdefault(owner, []).append(zone)
        types = {name: _names_things(table, var.type) for name, var in table.program.vars.items()}
        self.naming = [slot for slot, (name, _) in enumerate(table.slot_of) if types[name]]  # their values may name things

    # ---------- what they are called ----------
    @cached_property
    def zone_keys(self) -> list[str]:
        """The names of all zones, as one reads them who sees what they belong to."""
        return [open_key(self._table, owners, zone.head.name) for zone, owners in self._table.zone_of]

    @cached_property
    def slot_keys(self) -> list[str]:
        """The same of variables and resources."""
        variables = self._table.program.vars
        return [open_key(self._table, owners, variables[name].head.name) for name, owners in self._table.slot_of]

    @cached_property
    def zone_things(self) -> list[_Owners]:
        """Of each zone: those that it belongs to and that somebody may not see."""
        return [self._hideable(owners) for _, owners in self._table.zone_of]

    @cached_property
    def slot_things(self) -> list[_Owners]:
        return [self._hideable(owners) for _, owners in self._table.slot_of]

    @cached_property
    def _owners(self) -> _Owners:
        return tuple(dict.fromkeys(one for owners in (*self.zone_things, *self.slot_things) for one in owners))

    def _hideable(self, owners: tuple[object, ...]) -> _Owners:
        """Only what has a design, and is no player and no cell, ever lies in a zone."""
        t = self._table
        things = [owner for owner in owners if isinstance(owner, int)]
        return tuple(one for one in things if not t.fixed[one] and t.entities[one].design in t.program.designs)

    def unseen(self, visible: Callable[[int], bool]) -> frozenset[int]:
        """Which of the things that zones and variables belong to cannot be seen."""
        return frozenset(one for one in self._owners if not visible(one))

    # ---------- kinds ----------
    def members(self, *names: str) -> frozenset[int]:
        """The things of some kinds or designs."""
        found = self._members.get(names)
        if found is None:
            found = self._members[names] = frozenset(one for name in names for one in self._table.members(name))
        return found

    @staticmethod
    def of(table: Table) -> Naming:
        if table.naming is None:
            table.naming = Naming(table)
        found: Naming = table.naming
        return found


def _names_things(table: Table, type_: Type) -> bool:
    if type_.tag == "record":
        return any(_names_things(table, part) for _, part in table.program.records[type_.name])
    if type_.many:
        return type_.tag == "zone" or _names_things(table, type_.element)
    if type_.tag == "thing":
        return any(not table.fixed[number] for number in table.members(type_.name))
    return type_.tag in ("bundle", "any")
