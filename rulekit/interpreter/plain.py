"""Values as plain data, for whoever reads them from outside.

Contract: what comes out is ready for JSON and holds nothing of the machine: things, players and cells are their names, none is
None, lists are lists, records are mappings of parts, bundles mappings of resources to amounts. A viewer who does not see
which thing something is gets the place where it lies.
"""

from __future__ import annotations

from typing import Any

from rulekit.program.types import ANY, Type
from rulekit.runtime.describe import describe, owner_key, zone_key
from rulekit.runtime.dice import groups_of
from rulekit.runtime.machine import Machine

Value = bool | int | str | None | list["Value"] | dict[str, "Value"]
_PLAIN = frozenset({"number", "yesno", "values", "resource", "design", "text"})


def plain(machine: Machine, value: Any, type_: Type, viewer: int | None = None) -> Value:
    """A value of the language as plain data, as a viewer may know it."""
    if value is None or type_.tag in _PLAIN:
        return value  # type: ignore[no-any-return]
    if type_.many and isinstance(value, tuple):
        return [plain(machine, item, type_.element, viewer) for item in value]
    if type_.tag == "record":
        parts = machine.program.records[type_.name]
        return {name: plain(machine, part, of, viewer) for part, (name, of) in zip(value, parts, strict=True)}
    if type_.tag == "bundle":
        ways = [_amounts(machine, entries, viewer) for entries in value]
        return ways[0] if len(ways) == 1 else {"or": list(ways)}
    if type_.tag == "dice" and isinstance(value, tuple):
        return dice_text(value)
    if type_.tag == "zone":
        return zone_key(machine, value, viewer)
    if type_.tag in ("thing", "direction"):
        return describe(machine, value, type_, viewer)
    return [plain(machine, item, ANY, viewer) for item in value] if isinstance(value, tuple) else value


def _amounts(machine: Machine, entries: Any, viewer: int | None) -> dict[str, Value]:
    """How much of each resource; what is not one's own carries the name of its holder."""
    found: dict[str, int] = {}
    for resource, amount, *holder in entries:
        own = not holder or holder[0] is None
        key = resource if own else f"{_holders(machine, holder[0], viewer)}.{resource}"
        found[key] = found.get(key, 0) + amount
    return {**found}


def _holders(machine: Machine, holder: Any, viewer: int | None) -> str:
    return ".".join(owner_key(machine, one, viewer) for one in (holder if isinstance(holder, tuple) else (holder,)))


def dice_text(dice: tuple[Any, ...]) -> str:
    """Dice as the language writes them.

    >>> dice_text((2, 6, 1)), dice_text((-1, (1, 4), (2, 6))), dice_text((0, 0, 0))
    ('2d6 + 1', '1d4 + 2d6 - 1', '0')
    """
    plus, groups = groups_of(dice)
    said = " + ".join(f"{count}d{sides}" for sides, count in sorted(groups.items()))
    if not said:
        return str(plus)
    return said if not plus else f"{said} {'+' if plus > 0 else '-'} {abs(plus)}"
