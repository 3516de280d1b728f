"""What of a table has things in its name: variables and zones that belong to them, members of kinds.

Contract: pure, worked out once for a table.
"""

from __future__ import annotations

from rulekit.program.types import Type
from rulekit.runtime.table import Table


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
