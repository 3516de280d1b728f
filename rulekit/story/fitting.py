"""Whether an event that was read could have happened at a table."""

from __future__ import annotations

from typing import Any

from rulekit.program.types import Type
from rulekit.runtime.table import Table
from rulekit.story.event import NOBODY, Event, Part

_NAMED = {"gain": "vars", "lose": "vars", "set": "vars", "verb": "verbs", "moment": "verbs"}


def fitting(event: Event, at: int, table: Table) -> bool:
    """Do its numbers mean something, and are its names declared?"""
    before = event.parent is None or 0 <= event.parent < event.number
    people = all(p is None or p in table.seats for p in (event.player, event.turn))
    readers = event.to is None or all(p in (NOBODY, *table.players) for p in event.to)
    named = event.kind not in _NAMED or event.name in getattr(table.program, _NAMED[event.kind])
    if event.kind in ("phase", "step"):
        named = (event.kind, event.name) in table.program.parts
    where = event.place is None or event.place[0] in table.program.routines
    parts = all(_part(part, table) for part in (*event.parts, *((event.source,) if event.source is not None else ())))
    return event.number == at and before and people and readers and named and where and parts


def _part(part: Part, table: Table) -> bool:
    known = part.known is None or all(viewer in (NOBODY, *table.players) for viewer, _ in part.known)
    return known and (part.hidden or _value(part.value, part.type, table))


def _value(value: Any, type_: Type, table: Table) -> bool:
    if value is None:
        return True
    program = table.program
    if type_.tag == "thing":
        return type(value) is int and 0 <= value < len(table.entities)
    if type_.tag == "zone":
        return type(value) is int and 0 <= value < len(table.zone_of)
    if type_.tag == "list":
        return isinstance(value, tuple) and all(_value(item, type_.element, table) for item in value)
    if type_.tag == "record":
        parts = program.records.get(type_.name)
        return (
            parts is not None
            and isinstance(value, tuple)
            and len(value) == len(parts)
            and all(_value(item, part, table) for item, (_, part) in zip(value, parts, strict=True))
        )
    if type_.tag == "bundle":
        return isinstance(value, tuple) and all(_amounts(entries, table) for entries in value)
    return type_.tag in _PLAIN and type(value) in _PLAIN[type_.tag]


_PLAIN: dict[str, tuple[type, ...]] = {
    "number": (int,), "yesno": (bool,), "text": (str,), "design": (str,), "values": (str,), "resource": (str,),
    "direction": (int, str), "dice": (tuple,), "none": (), "any": (int, str, bool, tuple),
}  # fmt: skip


def _amounts(entries: Any, table: Table) -> bool:
    return isinstance(entries, tuple) and all(
        isinstance(entry, tuple) and len(entry) == 3 and entry[0] in table.program.vars and type(entry[1]) is int
        for entry in entries
    )
