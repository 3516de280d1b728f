"""What is different between two states, in the words of the rules.

Contract: `differences` gives a line for each variable and each zone that changed, in the order of the table;
it reads everything, hidden things included, so it is for authors and tests, never for players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.interpreter.machine import Interpreter
from rulekit.runtime.describe import describe
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table


def differences(table: Table, before: Data, after: Data) -> Iterator[str]:
    """`marc's gold: 2 -> 3`, `marc's hand: tom, naya -> naya`."""
    machine = Interpreter(table, after)
    for slot, (name, owners) in enumerate(table.slot_of):
        old, new = before.vals[slot], after.vals[slot]
        if old != new:
            type_ = table.program.vars[name].type
            yield _line(owned(table, name, owners), describe(machine, old, type_), describe(machine, new, type_))
    for zone, (definition, owners) in enumerate(table.zone_of):
        if before.zones[zone] != after.zones[zone] and zone != table.box:
            words = [_things(table, data.zones[zone]) for data in (before, after)]
            yield _line(owned(table, definition.head.name, owners), *words)


def owned(table: Table, name: str, owners: tuple[Any, ...]) -> str:
    """A variable or zone as the rules name it: `marc's hand`, `marc's slot(elf)`, `tile_pile(forest)`."""
    things = [table.entities[o].name for o in owners if isinstance(o, int)]
    words = [str(o) for o in owners if not isinstance(o, int)]
    rest = [*things[1:], *words]
    text = f"{name}({', '.join(rest)})" if rest else name
    return f"{things[0]}'s {text}" if things else text


def _things(table: Table, items: tuple[int, ...]) -> str:
    return ", ".join(table.entities[i].name for i in items) or "empty"


def _line(what: str, old: str, new: str) -> str:
    return f"{what}: {old} -> {new}"
