"""Worlds of a player that need not be held against the rules each time.

Contract: `plan_of(drawing)` says how hidden things are dealt, where no deal can change what the player is asked; else None. A
state drawn by the plan is the one that `Drawing.resampled` gives for the same seed, but for how pools are numbered and in
which order is kept who was shown what, neither of which rules ever see.

That no deal can matter is tried out, not guessed: the question is put once more where nobody can say which hidden thing is
which. A stand-in for each of them lies where it lies, and whoever looks at one (compares it, looks something up by it, asks
where it is) ends the try.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulekit.errors import RulekitError
from rulekit.interpreter.deal import Group, is_nested
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.mentions import Mentions
from rulekit.interpreter.naming import Naming
from rulekit.interpreter.resample import Drawing, asked
from rulekit.runtime.scopes import initial_value
from rulekit.runtime.state import Data

MARK = 1 << 30  # a thing that is dealt stands in a plan's state as this and its number


@dataclass(frozen=True)
class Deals:
    """A group of places: in which order they are filled if each may take only some things, and what may lie in each."""

    nested: bool
    order: list[int]
    group: Group


@dataclass(frozen=True)
class Plan:
    """The state as it is, and with marks in the place of things that are dealt; where each of these lies, and which way up."""

    plain: Data
    marked: Data
    deals: list[Deals]
    where: dict[int, int]
    up: dict[int, bool]


class _Seen(Exception):
    """Somebody has looked at a thing that he must not know."""


class _Hidden:
    """In the place of a thing that nobody may look at."""

    __slots__ = ()

    def _look(self, *_: Any) -> Any:
        raise _Seen

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __index__ = __int__ = __bool__ = _look
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __floordiv__ = __mod__ = _look
    __contains__ = __iter__ = __len__ = __getitem__ = __str__ = __repr__ = __format__ = _look
    __class__ = property(_look)


def plan_of(drawing: Drawing) -> Plan | None:
    """How the worlds of a player are drawn; None if each must be held against what he knows."""
    base = drawing.base.copy()
    if drawing.certain:
        return Plan(base, base, [], {}, {})
    blank = drawing.only_blank()
    if blank is None or drawing.has_secrets():
        return None
    for frame, slot, empty in blank:
        if base.stack[frame][2][slot] is not None:
            base.stack[frame][2][slot] = empty
    things = {thing for group in drawing.groups for thing in group.places}
    if not _bare(drawing, base, things) or not _same_for_all(drawing, base, things):
        return None
    marked = _replaced(drawing, base, {thing: MARK + thing for thing in things})
    deals = [Deals(is_nested(group), _order(group), group) for group in drawing.groups]
    where, up = {thing: base.where[thing] for thing in things}, {thing: base.up[thing] for thing in things}
    return Plan(base, marked, deals, where, up)


def _order(group: Group) -> list[int]:
    """The places that take the fewest first."""
    return sorted(range(group.rest), key=lambda at: len(group.allowed[at] or ()) or len(group.places))


def _bare(drawing: Drawing, data: Data, things: set[int]) -> bool:
    """Is nothing kept on these things and in their zones, so that nothing goes with a place?"""
    machine, table = drawing.machine, drawing.machine.t
    naming, values = Naming.of(table), dict[str, Any]()
    for thing in things:
        if any(data.zones[zone] or data.mixed[zone] for zone in naming.zones.get(thing, ())):
            return False
        for slot in naming.slots.get(thing, ()):
            name, owners = table.slot_of[slot]
            value = data.vals[slot]
            if value != initial_value(machine, name, owners) or values.setdefault(name, value) != value:
                return False
    return True


def _same_for_all(drawing: Drawing, base: Data, things: set[int]) -> bool:
    """Is the player asked the same, whichever of the things lies where?"""
    data = base.copy()
    machine = Interpreter(drawing.machine.t, data)
    stand_ins = {thing: _Hidden() for thing in things}
    try:
        machine.s = _replaced(drawing, data, stand_ins)
        for thing, hidden in stand_ins.items():
            machine.s.where[thing] = machine.s.up[thing] = hidden  # type: ignore[call-overload]
        return bool(asked(machine, drawing.player) == drawing.wanted)
    except (_Seen, RulekitError):
        return False


def _replaced(drawing: Drawing, base: Data, by: dict[int, Any]) -> Data:
    """The state with others in the place of some things, wherever it names them."""
    machine, data = drawing.machine, base.copy()
    naming = Naming.of(machine.t)
    owned = {zone for thing in by for zone in naming.zones.get(thing, ())}
    mentions = Mentions(machine, lambda thing, _type, _path: by.get(thing, thing), _unless(owned))
    for slot in naming.naming:
        data.vals[slot] = mentions.slot(slot, data.vals[slot])
    mentions.running(data)
    data.scopes = [scope._replace(saved=_set_aside(mentions, scope.saved)) for scope in data.scopes]
    data.zones = [tuple([by.get(thing, thing) for thing in zone]) for zone in data.zones]
    data.known = tuple([(by.get(thing, thing), player) for thing, player in data.known])
    data.result = None
    data.live, data.laid = {}, 0
    return data


def _unless(owned: set[int]) -> Callable[[int], int]:
    def see(zone: int) -> int:
        if zone in owned:
            raise _Seen
        return zone

    return see


def _set_aside(mentions: Mentions, saved: Any) -> Any:
    return tuple((first, tuple(mentions.slot(first + at, value) for at, value in enumerate(values))) for first, values in saved)
