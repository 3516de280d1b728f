"""Positions laid out so that certain things can be used at once.

Contract: `lay_out` changes a position that play has reached as little as needed: a thing comes to lie beside, or in
the place of, another that the next player can reach. What breaks an invariant or a bound is not laid out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.api import State
from rulekit.errors import RulekitError
from rulekit.program.types import is_kind
from rulekit.runtime.chance import draw
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.testing.fault import CRASHES
from rulekit.testing.search import state_fault

TRIES = 6  # places tried for a thing that is laid out


def lay_out(state: State, targets: tuple[str, ...], seed: int, *, boxed: bool = False) -> Data:
    """The position with things of these names where the next player can reach them, as far as the invariants allow. `boxed`:
    one that is out of the game is taken where none is in it."""
    data = state.data.copy()
    for index, name in enumerate(targets):
        at = State(state.game, state.table, data)
        things = in_play(at, (name,)) or (state.table.by_design.get(name, []) if boxed else [])
        if things:
            data = _laid(at, things[0], draw(seed, 50 + index, 1000)) or data
    return data


def _laid(state: State, thing: int, turn: int) -> Data | None:
    """The position with a thing in a zone where it may do something, or in the place of another; None if all are wrong."""
    for zone in _zones(state, thing, turn)[:TRIES]:
        for data in _ways(state, thing, zone, turn):
            if _sound(State(state.game, state.table, data)):
                return data
    return None


def _ways(state: State, thing: int, zone: int, turn: int) -> Iterator[Data]:
    """A thing laid in a zone, then in the place of one that lies there and may lie where it lay."""
    data = state.data.copy()
    lay_in(data, thing, zone)
    yield data
    others = [other for other in state.data.zones[zone] if holds(state.table, state.data.where[thing], other)]
    if others:
        data = state.data.copy()
        exchange(data, thing, others[turn % len(others)])
        yield data


def _sound(state: State) -> bool:
    try:
        return state_fault(state) is None
    except (RulekitError, *CRASHES):  # a position that the rules cannot even look at
        return False


def _zones(state: State, thing: int, turn: int) -> list[int]:
    """Zones to lay a thing in: one of each sort, each sort first in its turn."""
    sorts = [zones for zones in _sorts_of_zones(state, thing) if zones]
    first = turn % len(sorts) if sorts else 0
    found = [zones[(turn // len(sorts)) % len(zones)] for zones in sorts[first:] + sorts[:first]]
    return list(dict.fromkeys([*found, *(zone for zones in sorts for zone in zones)]))


def _sorts_of_zones(state: State, thing: int) -> Iterator[list[int]]:
    """Where a thing may do something: among what is offered, awake before the one who decides, beside his pieces, with him."""
    table, data = state.table, state.data
    player = state.question.player if state.question is not None else None
    fit = [zone for zone in range(len(table.zone_of)) if _fits(state, thing, zone, player)]
    kind = table.entities[thing].kind
    yield list(dict.fromkeys(data.where[other] for other in offered_places(state, thing)))
    yield [zone for zone in fit if table.works[kind] is not None and zone in table.works_in[kind]]
    yield [zone for zone in fit if any(table.entities[other].owner == player for other in data.zones[zone])]
    yield [zone for zone in fit if table.owner_zone(zone) == player]


def _fits(state: State, thing: int, zone: int, player: int | None) -> bool:
    table, here = state.table, state.data.where[thing]
    return zone not in (here, table.box) and table.owner_zone(zone) in (player, None) and holds(table, zone, thing)


def lay_in(data: Data, thing: int, zone: int) -> None:
    """A thing leaves its place and comes to lie in another zone."""
    old = data.where[thing]
    items = data.zones[old]
    if items.index(thing) < data.mixed[old]:
        data.mixed[old] -= 1
    data.zones[old] = tuple(item for item in items if item != thing)
    data.up[thing] = data.up[data.zones[zone][0]] if data.zones[zone] else data.up[thing]
    data.zones[zone] = (*data.zones[zone], thing)
    data.where[thing] = zone


def in_play(state: State, names: tuple[str, ...]) -> list[int]:
    things = [thing for name in names for thing in state.table.by_design.get(name, ())]
    return [thing for thing in things if state.data.where[thing] not in (-1, state.table.box)]


def offered_places(state: State, wanted: int) -> Iterator[int]:
    """Things among the options of the next decision that a thing can change places with."""
    offered = {c.item for c in state.question.choices if isinstance(c.item, int)} if state.question is not None else set()
    yield from (thing for thing in _places(state, wanted) if thing in offered)


def _places(state: State, wanted: int) -> Iterator[int]:
    """Things that a thing can change places with: in a zone of the player who decides or of nobody, each zone holding both."""
    table, data = state.table, state.data
    player = state.question.player if state.question is not None else None
    for thing in table.entities:
        zone = data.where[thing.number]
        if zone < 0 or zone == table.box or zone == data.where[wanted] or table.owner_zone(zone) not in (player, None):
            continue
        if holds(table, zone, wanted) and holds(table, data.where[wanted], thing.number):
            yield thing.number


def holds(table: Table, zone: int, thing: int) -> bool:
    """May a thing lie in a zone?"""
    kinds = table.zone_of[zone][0].holds
    return not kinds or any(is_kind(table.entities[thing].kind, kind, table.program.parents) for kind in kinds)


def exchange(data: Data, one: int, other: int) -> None:
    """Two things change places; whatever was known of them stays with the place."""
    places = data.where[one], data.where[other]
    if min(places) < 0:
        return
    for zone in set(places):
        swap = {one: other, other: one}
        data.zones[zone] = tuple(swap.get(item, item) for item in data.zones[zone])
    data.where[one], data.where[other] = places[1], places[0]
    data.up[one], data.up[other] = data.up[other], data.up[one]
