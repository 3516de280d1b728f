"""What a player may see.

Contract: `visible` is the one question; `view` is derived from it: plain data that never holds a seed, a hidden
order, a hidden identity or another player's sealed answer. Two states that differ only in what a player cannot see
give that player equal views.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.machine import Machine


def visible(machine: Machine, thing: int, player: int) -> bool:
    """Does the player know which thing this is?"""
    zone = machine.s.where[thing]
    if zone < 0:
        return True
    seen = machine.t.zone_of[zone][0].seen
    if seen == "everyone" or machine.s.up[thing] or (thing, player) in machine.s.known:
        return True
    if seen == "owner":
        return machine.t.owner_zone(zone) == player
    if seen == "top":
        return machine.s.zones[zone][0] == thing
    return False


def zone_key(machine: Machine, zone: int) -> str:
    definition, owners = machine.t.zone_of[zone]
    names = [machine.t.entities[o].name if isinstance(o, int) else str(o) for o in owners]
    return ".".join([*names, definition.head.name])


def view(machine: Machine, player: int) -> dict[str, Any]:
    """Everything the player knows, as plain data."""
    zones: dict[str, Any] = {}
    for zone, items in enumerate(machine.s.zones):
        if items and zone != machine.t.box:
            known = [machine.t.entities[i].name if visible(machine, i, player) else None for i in items]
            hidden = known.count(None)
            # a zone whose order nobody knows shows what is known in it, not where
            zones[zone_key(machine, zone)] = {"things": [k for k in known if k is not None], "hidden": hidden}
    return {
        "player": player,
        "zones": zones,
        "values": _values(machine, player),
        "active": machine.active(),
        "round": machine.s.rounds,
        "over": machine.s.ended,
        "winners": list(machine.s.winners),
    }


def _values(machine: Machine, player: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for slot, (name, owners) in enumerate(machine.t.slot_of):
        var = machine.program.vars[name]
        owner = owners[0] if owners else None
        if var.secret and owner != player:
            continue
        if isinstance(owner, int) and machine.t.entities[owner].kind != "player" and not visible(machine, owner, player):
            continue
        value = machine.s.vals[slot]
        key = ".".join([*(machine.t.entities[o].name if isinstance(o, int) else str(o) for o in owners), name])
        text = machine.describe(value, var.type) if var.type.tag in ("thing", "list", "record", "zone") else value
        if key in found and isinstance(owner, int):
            key = f"{key}#{machine.t.entities[owner].copy}"
        found[key] = text
    return found
