"""A state in which some things are others.

Contract: `rename(machine, turn)` makes every thing that `turn` names another one, wherever the state speaks of it: where it
lies, what is kept on it and in its zones, who was shown it, what variables and running rules name. What stays is every
place, and what is kept on the thing in that place. `exchange` works out anew what running rules had worked out from the things
too (`reworked.py`), and what waits for its turn (`waiting.py`). `Misfit` if a thing cannot stand where another stood.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.interpreter.mentions import Mentions
from rulekit.interpreter.naming import Naming
from rulekit.interpreter.reworked import Misfit, Reworked
from rulekit.interpreter.waiting import Waiting
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import initial_value
from rulekit.runtime.state import named_pools
from rulekit.runtime.table import Table

Turn = Mapping[int, int]


def exchange(machine: Machine, turn: Turn) -> None:
    """Makes things others, and what follows from them."""
    reworked = Reworked(machine, frozenset(machine.t.entities[thing].kind for thing in turn), frozenset(turn))
    waiting = Waiting(machine, frozenset(turn))
    rename(machine, turn)
    reworked.again(machine)
    waiting.put_back(machine)


def rename(machine: Machine, turn: Turn) -> None:
    """Makes things others, in place."""
    table, s = machine.t, machine.s
    naming = Naming.of(table)
    zone_turn = _zones(machine, naming, turn)
    mentions = Mentions(machine, lambda thing, _type, _path: turn.get(thing, thing), lambda zone: zone_turn.get(zone, zone))
    slot_turn = _slots(table, naming, turn)
    for slot in naming.naming:
        s.vals[slot] = mentions.slot(slot, s.vals[slot])
    s.vals = _moved(machine, s.vals, 0, slot_turn)
    mentions.running(s)
    if any(scope.saved for scope in s.scopes):
        s.scopes = [scope._replace(saved=_set_aside(machine, mentions, scope.saved, slot_turn)) for scope in s.scopes]
    s.result = None  # taken at once by whoever has called
    up = s.up[:]
    for thing, other in turn.items():
        up[other] = s.up[thing]
    s.up = up
    s.known = tuple(sorted((turn.get(thing, thing), player) for thing, player in s.known))
    s.live, s.laid = {}, 0


def _slots(table: Table, naming: Naming, turn: Turn) -> dict[int, int | None]:
    """Where the values of variables go that belong to things; None for one that has no such variable."""
    found: dict[int, int | None] = {}
    for thing in turn:
        for slot in naming.slots.get(thing, ()):
            name, owners = table.slot_of[slot]
            found[slot] = table.slot[name].get(tuple([turn.get(o, o) if isinstance(o, int) else o for o in owners]))
    return found


def _moved(machine: Machine, vals: list[Any], first: int, slot_turn: Mapping[int, int | None]) -> list[Any]:
    """A block of values, from slot `first` on, each gone to where its owner's place is now."""
    found, last = vals[:], first + len(vals)
    targets = set(slot_turn.values())
    for slot, target in slot_turn.items():
        if not first <= slot < last:
            continue
        if target is not None:
            found[target - first] = vals[slot - first]
        elif vals[slot - first] != initial_value(machine, *machine.t.slot_of[slot]):
            raise Misfit
        if slot not in targets:  # nothing was kept in the place where this one is now
            found[slot - first] = initial_value(machine, *machine.t.slot_of[slot])
    return found


def _set_aside(machine: Machine, mentions: Mentions, saved: Any, slot_turn: Mapping[int, int | None]) -> Any:
    blocks = []
    for first, values in saved:
        named = [mentions.slot(first + at, value) for at, value in enumerate(values)]
        blocks.append((first, tuple(_moved(machine, named, first, slot_turn))))
    return tuple(blocks)


def _zones(machine: Machine, naming: Naming, turn: Turn) -> dict[int, int]:
    """Puts things in each other's places, with the zones that they have; gives the zones that have become others."""
    table, s = machine.t, machine.s
    zone_turn: dict[int, int] = {}
    for thing in turn:
        for zone in naming.zones.get(thing, ()):
            definition, owners = table.zone_of[zone]
            key = (definition.head.name, *(turn.get(o, o) if isinstance(o, int) else o for o in owners))
            target = table.zone_number.get(key)
            if target is not None:
                zone_turn[zone] = target
            elif s.zones[zone]:
                raise Misfit
    zones, mixed, pools = s.zones[:], s.mixed[:], s.pools[:]
    for zone in {s.where[thing] for thing in turn} | set(zone_turn):
        target = zone_turn.get(zone, zone)
        zones[target] = tuple([turn.get(item, item) for item in s.zones[zone]])
        mixed[target], pools[target] = s.mixed[zone], s.pools[zone]
    for zone in set(zone_turn) - set(zone_turn.values()):
        zones[zone], mixed[zone] = (), 0
    for zone in {s.where[thing] for thing in turn} | set(zone_turn) | set(zone_turn.values()):
        if mixed[zone]:  # what has no order is kept in that of the numbers
            zones[zone] = (*sorted(zones[zone][: mixed[zone]]), *zones[zone][mixed[zone] :])
        for item in zones[zone]:
            s.where[item] = zone
    s.zones, s.mixed, s.pools = zones, mixed, named_pools(pools)
    return zone_turn
