"""Attributes of things that every game has: `thing's owner`, `thing's zone`.

Contract: `ATTRIBUTES[name](m, thing)` gives the attribute; nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.runtime.bearers import owner_of
from rulekit.runtime.machine import Machine

ATTRIBUTES: dict[str, Callable[[Machine, int], Any]] = {}


def attribute_of(name: str) -> Callable[[Callable[[Machine, int], Any]], Callable[[Machine, int], Any]]:
    """Registers the function of an attribute."""

    def mark(function: Callable[[Machine, int], Any]) -> Callable[[Machine, int], Any]:
        ATTRIBUTES[name] = function
        return function

    return mark


@attribute_of("owner")
def attr_owner(m: Machine, thing: int) -> Any:
    return owner_of(m, thing)


@attribute_of("zone")
def attr_zone(m: Machine, thing: int) -> Any:
    zone = m.s.where[thing]
    return None if zone < 0 else zone


@attribute_of("name")
def attr_name(m: Machine, thing: int) -> Any:
    return m.t.entities[thing].design


@attribute_of("position")
def attr_position(m: Machine, thing: int) -> Any:
    zone = m.s.where[thing]
    return 0 if zone < 0 else m.s.zones[zone].index(thing) + 1


@attribute_of("face_up")
def attr_face_up(m: Machine, thing: int) -> Any:
    return m.s.up[thing]


@attribute_of("cell")
def attr_cell(m: Machine, thing: int) -> Any:
    return holder_of(m, thing, "cell")


@attribute_of("die")
def attr_die(m: Machine, thing: int) -> Any:
    return holder_of(m, thing, "die")


@attribute_of("seat")
def attr_seat(m: Machine, player: int) -> Any:
    return m.t.entities[player].copy


@attribute_of("left")
def attr_left(m: Machine, player: int) -> Any:
    players = m.t.players
    return players[(player + 1) % len(players)] if player in players else None


def holder_of(m: Machine, thing: int, kind: str) -> Any:
    return m.t.holder(m.s.where[thing], kind)
