"""What a player may see.

Contract: `visible` is the one question; `view` is derived from it: plain data that never holds a seed, a hidden
order, a hidden identity or another player's sealed answer. Two states that differ only in what a player cannot see
give that player equal views.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.naming import Naming
from rulekit.program.types import Type
from rulekit.runtime.bearers import active_player
from rulekit.runtime.describe import describe, owner_key, sees, zone_key
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import initial_value

_NOWHERE = ".?"  # in the name of what has no place that anybody could know


def visible(machine: Machine, thing: int, player: int) -> bool:
    """Does the player know which thing this is?"""
    return sees(machine, thing, player)


def view(machine: Machine, player: int) -> dict[str, Any]:
    """Everything the player knows, as plain data."""
    zones: dict[str, Any] = {}
    for zone, items in enumerate(machine.s.zones):
        key = zone_key(machine, zone, player) if items and zone != machine.t.box else _NOWHERE
        if _NOWHERE not in key:
            zones[key] = _zone(machine, zone, player)
    return {
        "player": player,
        "zones": zones,
        "values": _values(machine, player),
        "active": active_player(machine),
        "round": machine.s.rounds,
        "over": machine.s.ended,
        "winners": list(machine.s.winners),
    }


def _zone(machine: Machine, zone: int, player: int) -> dict[str, Any]:
    """What is known to lie in a zone, how much more lies there, and where the places are known, what lies in each of them."""
    items = machine.s.zones[zone]
    known = [machine.t.entities[item].name if sees(machine, item, player) else None for item in items]
    hidden = known.count(None)
    found: dict[str, Any] = {"things": [name for name in known if name is not None], "hidden": hidden}
    if hidden and not machine.s.mixed[zone]:
        found["order"] = known
    return found


def _values(machine: Machine, player: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for slot, (name, owners) in enumerate(machine.t.slot_of):
        var = machine.program.vars[name]
        if var.secret and owners[:1] != (player,):
            continue
        key = ".".join([*(owner_key(machine, owner, player) for owner in owners), name])
        if _NOWHERE not in key and not _tells_kind(machine, slot, player):
            found[key] = _value(machine, machine.s.vals[slot], var.type, player)
    return found


def _tells_kind(machine: Machine, slot: int, player: int) -> bool:
    """Would it tell what a hidden thing is that it has this variable, though nobody has laid anything down there?"""
    name, owners = machine.t.slot_of[slot]
    hidden = [owner for owner in owners if isinstance(owner, int) and not sees(machine, owner, player)]
    if not hidden or machine.s.vals[slot] != initial_value(machine, name, owners):
        return False
    members = Naming.of(machine.t).members
    kinds = [machine.program.vars[name].owners[owners.index(owner)] for owner in hidden]
    held = [machine.t.zone_of[machine.s.where[owner]][0].holds for owner in hidden]
    return not all(members(*names) <= members(kind) for kind, names in zip(kinds, held, strict=True))


def _value(machine: Machine, value: Any, type_: Type, player: int) -> Any:
    """A value as plain data: lists are lists, things are named as the player knows them."""
    if type_.tag == "list" and value is not None:
        return [_value(machine, item, type_.element, player) for item in value]
    return describe(machine, value, type_, player) if type_.tag in ("thing", "record", "zone") else value
