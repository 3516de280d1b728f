"""Values and places of a state, written as expressions of the rules language.

Contract: what `text` gives, put into an `example` on the same table, means the same value there; `Unwritable` is
raised for what the language has no words for. A copy among several is named by where it lies: `item(market, 2)`.
"""

from __future__ import annotations

from typing import Any

from rulekit.program.types import Type
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table


class Unwritable(Exception):
    """There are no words for this value."""


class Wording:
    """Writes the values of one state."""

    def __init__(self, table: Table, data: Data) -> None:
        self.table, self.data = table, data

    # ---------- things ----------
    def thing(self, number: int) -> str:
        """A thing by name where that is clear, else by where it lies."""
        name = self.plain(number)
        if name is not None:
            return name
        zone = self.data.where[number]
        if zone < 0:
            raise Unwritable
        return f"item({self.zone(zone)}, {self.data.zones[zone].index(number) + 1})"

    def plain(self, number: int) -> str | None:
        """A thing by its name alone; None if there are others of that name."""
        entity = self.table.entities[number]
        if entity.kind == "player":
            return entity.name
        same = self.table.by_design[entity.design]
        design = self.table.program.designs.get(entity.design)
        if design is None or not design.per_player or entity.owner is None:
            return entity.design if len(same) == 1 else None
        mine = [other for other in same if self.table.entities[other].owner == entity.owner]
        return f"{self.table.entities[entity.owner].name}'s {entity.design}" if len(mine) == 1 else None

    def owned(self, name: str, owners: tuple[Any, ...]) -> str:
        """A variable or zone of its owners: `marc's hand`, `marc's slot(elf)`, `forest's pile`, `mine's turned`."""
        if not owners:
            return name
        first, *rest = [self._owner(o) if isinstance(o, int) else str(o) for o in owners]
        return f"{first}'s {name}({', '.join(rest)})" if rest else f"{first}'s {name}"

    def _owner(self, number: int) -> str:
        name = self.plain(number)
        if name is None:
            raise Unwritable
        return name

    def zone(self, number: int) -> str:
        definition, owners = self.table.zone_of[number]
        return self.owned(definition.head.name, owners)

    # ---------- values ----------
    def text(self, value: Any, type_: Type) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if type_.tag == "thing":
            return self.thing(value)
        if type_.tag == "zone":
            return self.zone(value)
        if type_.tag in ("list", "bundle", "dice", "record"):
            return self._many(value, type_)
        if isinstance(value, int | str) and type_.tag in ("number", "values", "design", "resource", "text"):
            return f'"{value}"' if type_.tag == "text" else str(value)
        raise Unwritable

    def _many(self, value: Any, type_: Type) -> str:
        if type_.tag == "list":
            return "{" + ", ".join(self.text(item, type_.element) for item in value) + "}"
        if type_.tag == "bundle":
            return " or ".join(self._amounts(entries) for entries in value)
        if type_.tag == "record":
            parts = zip(value, self.table.program.records[type_.name], strict=True)
            return f"{type_.name}({', '.join(f'{name}: {self.text(v, t)}' for v, (name, t) in parts)})"
        raise Unwritable

    def _amounts(self, entries: Any) -> str:
        if any(holder is not None for _, _, holder in entries):
            raise Unwritable
        return " + ".join(f"{amount} {resource}" for resource, amount, _ in entries) or "nothing"
