"""The ways in which hidden things may lie, and one of them drawn.

Contract: things that a player cannot tell apart fall into groups: those that lie in zones between which things have moved
unseen. `draw(pick)` deals the things of each group to the places of the group, each way as likely as the others, copies of a
card being different cards. A place takes what may be there: what the zone holds, what a variable or a running rule takes the
thing for, what has the variables that are kept there. Which way comes out hangs on what the player sees and on `pick` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulekit.interpreter.mentions import Mentions, SeeThing
from rulekit.interpreter.naming import Naming
from rulekit.interpreter.view import visible
from rulekit.program.types import Type
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import initial_value
from rulekit.runtime.state import Data

Pick = Callable[[int], int]  # draws a number below n
_NEVER = 1 << 30


@dataclass
class Group:
    """Places, each known by the thing that lies there now and with the things that may lie there (None: all)."""

    places: list[int]
    allowed: list[frozenset[int] | None]
    rest: int  # from here on the places are all the same: what is left lies there


def hidden_things(machine: Machine, player: int) -> list[int]:
    """The things on the table that a player cannot see."""
    where, box = machine.s.where, machine.t.box
    things = (e.number for e in machine.t.entities)
    return [thing for thing in things if where[thing] >= 0 and where[thing] != box and not visible(machine, thing, player)]


class Deal:
    """How the things lie that a player cannot see."""

    def __init__(self, machine: Machine, player: int) -> None:
        self._machine, self._t, self._s = machine, machine.t, machine.s
        self.hidden = hidden_things(machine, player)
        self._naming = Naming.of(self._t)
        self._rank: dict[int, int] = {}  # things that something names, the first one first
        self._bounds: dict[int, list[frozenset[int]]] = {}
        self.untold = self._untold_places()
        self.groups = self._grouped() if len(self.hidden) > 1 else []

    # ---------- things whose text is at work ----------
    def _untold_places(self) -> list[tuple[int, list[int]]]:
        """That the text of a hidden thing is being carried out tells what it is, not where it lies: for each that nothing else
        names, its zone and the places where it could be. It is laid in the first of them."""
        hidden, working, told = set(self.hidden), list[int](), set[int]()
        if not any(path[0] != "@" and local[1] in hidden for path, _, local in self._s.stack):
            return []

        def see(thing: int, _type: Type, path: str) -> int:
            if path and thing in hidden and thing not in working:
                working.append(thing)
            elif not path:
                told.add(thing)
            return thing

        self._look_through(see)
        fixed = {thing for thing in hidden if thing in told or self._kept(thing)}
        found = []
        for thing in working:
            zone = self._s.where[thing]
            items, mixed = self._s.zones[zone], self._s.mixed[zone]
            others = hidden - fixed - set(working)
            places = [at for at, item in enumerate(items) if at >= mixed and (item == thing or item in others)]
            if thing not in fixed and len(places) > 1 and items.index(thing) >= mixed:
                _exchange(self._s, zone, places[0], items.index(thing))
                found.append((zone, places))
        return found

    def waits(self) -> bool:
        """Does the text of a hidden thing wait for its turn? Nobody else knows that it will be carried out."""
        queues = (local[0] for path, _, local in self._s.stack if path == "@queue")
        return any(this in self.hidden for queue in queues for *_, this in queue)

    def place(self, data: Data, pick: Pick) -> None:
        """Lays each of them in one of the places where it could be."""
        for zone, places in self.untold:
            _exchange(data, zone, places[0], places[pick(len(places))])

    # ---------- groups ----------
    def _grouped(self) -> list[Group]:
        pools: dict[int, list[int]] = {}
        for thing in self.hidden:
            pools.setdefault(self._s.pools[self._s.where[thing]], []).append(thing)
        several = [things for things in pools.values() if len(things) > 1]
        if several:
            self._note_mentions()
        found = [self._group(things) for things in several]
        return sorted(found, key=lambda group: self._place(group.places[0]))

    def _place(self, thing: int) -> tuple[int, int]:
        """Zone and place; what has no order lies before the first place."""
        zone = self._s.where[thing]
        at = self._s.zones[zone].index(thing)
        return zone, at if at >= self._s.mixed[zone] else -1

    def _group(self, things: list[int]) -> Group:
        keys = {thing: (*self._place(thing), self._rank.get(thing, _NEVER), self._kept(thing)) for thing in things}
        allowed = {thing: self._allowed(thing, frozenset(things)) for thing in things}
        piles: dict[int, list[int]] = {}
        for thing, (zone, at, rank, kept) in keys.items():
            if at < 0 and rank == _NEVER and not kept and allowed[thing] is None:
                piles.setdefault(zone, []).append(thing)
        pile = max(piles.items(), key=lambda item: (len(item[1]), item[0]))[1] if piles else []
        first = sorted((thing for thing in things if thing not in set(pile)), key=lambda thing: (keys[thing], thing))
        places = [*first, *sorted(pile)]
        return Group(places, [allowed[thing] for thing in places], len(first))

    def _kept(self, thing: int) -> str:
        """What is kept on a thing and in its zones, and who knows it: all that tells places apart where there is no order."""
        s, naming = self._s, self._naming
        seers = [player for known, player in s.known if known == thing]
        slots = [slot for slot in naming.slots.get(thing, ()) if s.vals[slot] != self._initial(slot)]
        zones = [zone for zone in naming.zones.get(thing, ()) if s.zones[zone]]
        if not (seers or slots or zones):
            return ""
        hidden = set(self.hidden)
        mask = Mentions(self._machine, lambda one, _type, _path: -1 if one in hidden else one, lambda zone: zone)
        values = [(self._t.slot_of[slot][0], mask.slot(slot, s.vals[slot])) for slot in slots]
        held = [(self._t.zone_of[z][0].head.name, [-1 if one in hidden else one for one in s.zones[z]]) for z in zones]
        return repr((seers, values, held))

    def _initial(self, slot: int) -> Any:
        return initial_value(self._machine, *self._t.slot_of[slot])

    # ---------- what may lie where ----------
    def _note_mentions(self) -> None:
        hidden = set(self.hidden)

        def see(thing: int, type_: Type, path: str) -> int:
            if thing in hidden:
                self._rank.setdefault(thing, len(self._rank))
                self._bind(thing, type_.name)
                if path:
                    self._bind(thing, self._bearer(path))
            return thing

        self._look_through(see)

    def _look_through(self, see: SeeThing) -> None:
        """Shows a visitor all that is named."""
        mentions, probe = Mentions(self._machine, see, lambda zone: zone), self._s.following()
        for slot in self._naming.naming:
            mentions.slot(slot, self._s.vals[slot])
        mentions.running(probe)
        for scope in self._s.scopes:
            for first, values in scope.saved:
                for at, value in enumerate(values):
                    mentions.slot(first + at, value)

    def _bearer(self, path: str) -> str:
        """The kind or design whose text a routine is; empty if it is nobody's."""
        first, _, rest = path.partition("/")
        if ":" in first:  # rules that a thing lends
            return first.partition(":")[2]
        name = rest.partition("/")[0]
        design = self._t.program.designs.get(name)
        return name if first == "kind" or (design is not None and design.kind == first) else ""

    def _bind(self, thing: int, name: str) -> None:
        """Only things of a kind or design may stand where this one does."""
        if name not in ("", "thing"):
            self._bounds.setdefault(thing, []).append(self._naming.members(name))

    def _allowed(self, thing: int, group: frozenset[int]) -> frozenset[int] | None:
        found = group
        for members in self._bounds.get(thing, ()):
            found &= members
        held = self._t.zone_of[self._s.where[thing]][0].holds
        if "thing" not in held:
            found &= self._naming.members(*held)
        for slot in self._naming.slots.get(thing, ()):
            name, owners = self._t.slot_of[slot]
            if self._s.vals[slot] != self._initial(slot):
                found &= self._naming.members(self._t.program.vars[name].owners[owners.index(thing)])
        return None if found == group else found

    # ---------- drawing ----------
    def draw(self, pick: Pick) -> dict[int, int] | None:
        """Who stands in whose place; None if it came out so that somebody found no place."""
        turn: dict[int, int] = {}
        for group in self.groups:
            dealt = _nested(group, pick) if is_nested(group) else _shuffled(group, pick)
            if dealt is None:
                return None
            turn.update(dealt)
        return {thing: other for thing, other in turn.items() if thing != other}


def _exchange(data: Data, zone: int, one: int, other: int) -> None:
    """What lies in two places of a zone changes places."""
    items = list(data.zones[zone])
    items[one], items[other] = items[other], items[one]
    data.zones[zone] = tuple(items)


def is_nested(group: Group) -> bool:
    """Of any two sets of things that may lie somewhere, does one hold the other, or have they nothing in common?"""
    sets = list({allowed for allowed in group.allowed if allowed is not None})
    return all(a <= b or b <= a or not a & b for at, a in enumerate(sets) for b in sets[:at])


def _nested(group: Group, pick: Pick) -> dict[int, int]:
    """The places that take the fewest first: then each thing that is chosen leaves as many ways for the rest as any other."""
    left, found = sorted(group.places), dict[int, int]()
    ways = len(left)
    order = sorted(range(group.rest), key=lambda at: len(group.allowed[at] or ()) or ways)
    for at in order:
        allowed = group.allowed[at]
        fit = left if allowed is None else [thing for thing in left if thing in allowed]
        taken = fit[pick(len(fit))] if len(fit) > 1 else fit[0]
        left.remove(taken)
        found[group.places[at]] = taken
    found.update(zip(group.places[group.rest :], left, strict=True))
    return found


def _shuffled(group: Group, pick: Pick) -> dict[int, int] | None:
    """Any order, if everybody may be where that puts him."""
    left, found = sorted(group.places), dict[int, int]()
    for place, allowed in zip(group.places, group.allowed, strict=True):
        taken = left.pop(pick(len(left)) if len(left) > 1 else 0)
        if allowed is not None and taken not in allowed:
            return None
        found[place] = taken
    return found
