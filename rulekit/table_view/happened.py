"""What has happened, for screens that move things: each event with the identities and zones that one viewer knows.

Contract: numbers of things are those of the viewer (`ThingView.id`), never those of the library; what he may not know is None.
"""

from __future__ import annotations

from typing import Any, TypedDict

from rulekit.api import State
from rulekit.runtime.describe import zone_key
from rulekit.runtime.machine import Machine
from rulekit.story.event import NOBODY, Event, Part
from rulekit.story.words import dice_text

_FROM, _TO, _THING = "from", "to", ("thing", "item", "result", "face", "die")


class ChangeView(TypedDict):
    """More or less of a resource."""

    name: str
    player: int | None  # whose it is
    thing: int | None  # what it lies on, if that is a thing in sight
    by: int  # less than 0: so much was lost or paid


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
    changes: list[ChangeView]  # of resources
    dice: str  # what was rolled for a number, such as `2d6`; `amount` is what came


def happened(state: State, viewer: int | None = None, since: int = 0) -> list[EventView]:
    """What has happened since an event, as a player may know it; for None as somebody who only watches."""
    eyes = NOBODY if viewer is None else viewer
    return [_view(state.machine, event, eyes) for event in state.events_for(viewer, since)]


def _view(m: Machine, event: Event, viewer: int) -> EventView:
    amount = event.value("result") if event.kind == "dice" else event.value("amount")
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
        "changes": _changes(m, event, viewer),
        "dice": _dice(event),
    }


def _changes(m: Machine, event: Event, viewer: int) -> list[ChangeView]:
    """What somebody has gained, lost or paid."""
    holder = event.first("of")
    if holder is not None and (holder.hidden or holder.type.tag != "thing"):
        return []  # what belongs to words, or lies on something that he may not know, is no counter of a player
    thing = None if holder is None else holder.identity(viewer)
    if event.kind in ("gain", "lose"):
        amount = event.value("amount")
        sign = 1 if event.kind == "gain" else -1
        return [] if type(amount) is not int else [_change(event.name, event.player, thing, sign * amount)]
    if event.kind != "pay":
        return []
    paid: Any = event.value("amounts") or ((),)
    return [_change(name, event.player, None, -amount) for name, amount, of in paid[0] if of is None]


def _change(name: str, player: int | None, thing: int | None, by: int) -> ChangeView:
    return {"name": name, "player": player, "thing": thing, "by": by}


def _dice(event: Event) -> str:
    rolled: Any = event.value("dice") if event.kind == "dice" else None
    return "" if rolled is None else dice_text(rolled)


def _is_cell(m: Machine, part: Part) -> bool:
    return not part.hidden and part.type.tag == "thing" and part.value in m.t.board_at


def _identity(m: Machine, part: Part, viewer: int) -> int | None:
    return None if part.hidden else part.identity(viewer)


def _place(m: Machine, part: Part | None, viewer: int) -> str | None:
    """A zone by its key, a cell by its name."""
    if part is None or part.hidden or not isinstance(part.value, int) or isinstance(part.value, bool):
        return None
    if part.type.tag == "zone":
        found: Any = zone_key(m, part.value, viewer)
        return str(found)
    return m.t.entities[part.value].name if _is_cell(m, part) else None
