"""What has happened, for screens that move things: each event with the identities and zones that one viewer knows.

Contract: numbers of things are those of the viewer (`ThingView.id`), never those of the library; what he may not know is None.
"""

from __future__ import annotations

from typing import Any, TypedDict

from rulekit.api import State
from rulekit.runtime.describe import zone_key
from rulekit.runtime.machine import Machine
from rulekit.story.event import NOBODY, Event, Part

_FROM, _TO, _THING = "from", "to", ("thing", "item", "result", "face", "die")


class EventView(TypedDict):
    """One thing that has happened."""

    number: int
    kind: str
    player: int | None
    name: str
    things: list[int | None]  # None for one that he may not know
    start: str | None  # the zone that something came from
    end: str | None  # the zone or cell that something went to
    amount: int | None
    cells: list[str]  # the cells that it is about


def happened(state: State, viewer: int | None = None, since: int = 0) -> list[EventView]:
    """What has happened since an event, as a player may know it; for None as somebody who only watches."""
    eyes = NOBODY if viewer is None else viewer
    return [_view(state.machine, event, eyes) for event in state.events_for(viewer, since)]


def _view(m: Machine, event: Event, viewer: int) -> EventView:
    amount = event.value("amount")
    return {
        "number": event.number,
        "kind": event.kind,
        "player": event.player,
        "name": event.name,
        "things": [_identity(m, part, viewer) for part in event.parts if part.type.tag == "thing" and part.role in _THING],
        "start": _place(m, event.first(_FROM), viewer),
        "end": _place(m, event.first(_TO), viewer),
        "amount": amount if type(amount) is int else None,
        "cells": [m.t.entities[part.value].name for part in event.parts if _is_cell(m, part)],
    }


def _is_cell(m: Machine, part: Part) -> bool:
    return not part.hidden and part.type.tag == "thing" and part.value in m.t.board_at


def _identity(m: Machine, part: Part, viewer: int) -> int | None:
    return None if part.hidden else part.identity(viewer)


def _place(m: Machine, part: Part | None, viewer: int) -> str | None:
    """A zone by its key, a cell by its name."""
    if part is None or part.hidden or not isinstance(part.value, int) or isinstance(part.value, bool):
        return None
    if part.type.tag == "zone":
        found: Any = zone_key(m, part.value, None if viewer == NOBODY else viewer)
        return str(found)
    return m.t.entities[part.value].name if _is_cell(m, part) else None
