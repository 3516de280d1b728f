"""What a player may see.

Contract: `visible` is the one question; `view` is derived from it: plain data that never holds a seed, a hidden
order, a hidden identity or another player's sealed answer. Two states that differ only in what a player cannot see
give that player equal views. `api/view.schema.json` is its schema.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from rulekit.interpreter.naming import Naming
from rulekit.interpreter.plain import Value, plain
from rulekit.runtime.bearers import active_player
from rulekit.runtime.describe import owner_key, seen_name, sees, zone_key
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import initial_value

_NOWHERE = ".?"  # in the name of what has no place that anybody could know


class ZoneView(TypedDict):
    """What a player knows of a zone."""

    things: list[str]  # what is known to lie there
    hidden: int  # how many more
    order: NotRequired[list[str | None]]  # where something is hidden and the places are known: what lies in each of them


class View(TypedDict):
    """What a player knows of the table. Zones and values are named `owner.name`, those of the table by their name alone."""

    player: int
    names: list[str]
    zones: dict[str, ZoneView]
    values: dict[str, Value]
    active: int | None
    round: int
    over: bool
    winners: list[int]
    asked: int | None
    options: list[str]
    log: list[str]


def visible(machine: Machine, thing: int, player: int) -> bool:
    """Does the player know which thing this is?"""
    return sees(machine, thing, player)


def view(machine: Machine, player: int) -> View:
    """Everything the player knows of the table; what is asked and told stands in the state."""
    unseen = Naming.of(machine.t).unseen(lambda thing: sees(machine, thing, player))
    return {
        "player": player,
        "names": [machine.t.text(seat) for seat in machine.t.players],
        "zones": _zones(machine, player, unseen),
        "values": _values(machine, player, unseen),
        "active": active_player(machine),
        "round": machine.s.rounds,
        "over": machine.s.ended,
        "winners": list(machine.s.winners),
        "asked": None,
        "options": [],
        "log": [],
    }


def _zones(machine: Machine, player: int, unseen: frozenset[int]) -> dict[str, ZoneView]:
    """An empty zone of something hidden is left out: that it has such a zone would tell what it is."""
    found: dict[str, ZoneView] = {}
    naming, box = Naming.of(machine.t), machine.t.box
    keys, things = naming.zone_keys, naming.zone_things
    for zone, items in enumerate(machine.s.zones):
        if zone == box:
            continue
        key = keys[zone]
        if unseen and not unseen.isdisjoint(things[zone]):
            key = zone_key(machine, zone, player)
            if not items or _NOWHERE in key:
                continue
        found[key] = _zone(machine, zone, player) if items else {"things": [], "hidden": 0}
    return found


def _zone(machine: Machine, zone: int, player: int) -> ZoneView:
    """What is known to lie in a zone, how much more lies there, and where the places are known, what lies in each of them."""
    items = machine.s.zones[zone]
    known = [seen_name(machine.t, item) if sees(machine, item, player) else None for item in items]
    hidden = known.count(None)
    found: ZoneView = {"things": [name for name in known if name is not None], "hidden": hidden}
    if hidden and not machine.s.mixed[zone]:
        found["order"] = known
    return found


def _values(machine: Machine, player: int, unseen: frozenset[int]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    naming = Naming.of(machine.t)
    for slot, (name, owners) in enumerate(machine.t.slot_of):
        var = machine.program.vars[name]
        if var.secret and owners[:1] != (player,):
            continue
        key = naming.slot_keys[slot]
        if unseen and not unseen.isdisjoint(naming.slot_things[slot]):
            key = ".".join([*(owner_key(machine, owner, player) for owner in owners), var.head.name])
            if _NOWHERE in key or _tells_kind(machine, slot, player):
                continue
        found[key] = plain(machine, machine.s.vals[slot], var.type, player)
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
