"""What a trial changed, in words.

Contract: one line a change, in the order of the table: amounts and variables with old and new value, things with where
they were and where they are, things turned over, and what waits for later. `then_lines` says the same as lines of `then`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.interpreter.machine import Interpreter
from rulekit.runtime.describe import describe
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.testing.difference import owned
from rulekit.testing.wording import Unwritable, Wording


def changes(table: Table, before: Data, after: Data) -> list[str]:
    """Everything that is otherwise than before."""
    return [*_values(table, before, after), *_moves(table, before, after), *_order(table, before, after),
            *_faces(table, before, after), *_later(before, after), *_end(table, before, after)]  # fmt: skip


def _values(table: Table, before: Data, after: Data) -> Iterator[str]:
    machine = Interpreter(table, after)
    for slot, (name, owners) in enumerate(table.slot_of):
        old, new = before.vals[slot], after.vals[slot]
        if old != new:
            type_ = table.program.vars[name].type
            if name == "_shown":
                yield f"{called(table, owners[0])} shows: {describe(machine, old, type_)} -> {describe(machine, new, type_)}"
                continue
            step = f" ({new - old:+d})" if type_.tag == "number" and _numbers(old, new) else ""
            yield f"{owned(table, name, owners)}: {describe(machine, old, type_)} -> {describe(machine, new, type_)}{step}"


def called(table: Table, thing: int) -> str:
    """A thing with the player it was made for."""
    entity = table.entities[thing]
    return entity.name if entity.owner is None else f"{table.entities[entity.owner].name}'s {entity.name}"


def _numbers(*values: Any) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def _moves(table: Table, before: Data, after: Data) -> Iterator[str]:
    for thing, zone in enumerate(after.where):
        if before.where[thing] != zone:
            yield f"{called(table, thing)}: {_zone(table, before.where[thing])} -> {_zone(table, zone)}"


def _zone(table: Table, zone: int) -> str:
    if zone == table.box or zone < 0:
        return "box"
    definition, owners = table.zone_of[zone]
    return owned(table, definition.head.name, owners)


def _order(table: Table, before: Data, after: Data) -> Iterator[str]:
    for zone, items in enumerate(after.zones):
        old = before.zones[zone]
        if zone != table.box and old != items and sorted(old) == sorted(items):
            yield f"{_zone(table, zone)}: in another order"
        if zone != table.box and after.mixed[zone] > before.mixed[zone]:
            yield f"{_zone(table, zone)}: shuffled"


def _faces(table: Table, before: Data, after: Data) -> Iterator[str]:
    for thing, up in enumerate(after.up):
        if before.up[thing] != up:
            yield f"{called(table, thing)}: turned face {'up' if up else 'down'}"


def _later(before: Data, after: Data) -> Iterator[str]:
    more = len(after.lasting) - len(before.lasting)
    if more > 0:
        yield f"{more} rule{'s' if more > 1 else ''} in force from now on, or due later"


def _end(table: Table, before: Data, after: Data) -> Iterator[str]:
    if after.winners and not before.winners:
        yield f"the game is over: {', '.join(table.entities[p].name for p in after.winners)} won"


# ---------- as an example says it ----------
def then_lines(table: Table, before: Data, after: Data) -> list[str]:
    """The changes as lines of `then`; what has no words is left out."""
    wording = Wording(table, after)
    found: list[str] = []
    for slot, (name, owners) in enumerate(table.slot_of):
        if before.vals[slot] != after.vals[slot]:
            try:
                found.append(
                    f"{wording.owned(name, owners)} == {wording.text(after.vals[slot], table.program.vars[name].type)}"
                )
            except Unwritable:
                continue
    for thing, zone in enumerate(after.where):
        if before.where[thing] != zone:
            try:
                place = "box" if zone == table.box else wording.zone(zone)
                found.append(f"{wording.plain(thing) or table.entities[thing].design} in {place}")
            except Unwritable:
                continue
    return list(dict.fromkeys(found))
