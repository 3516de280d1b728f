"""Positions laid out so that certain things can be used at once.

Contract: `lay_out` changes a position that play has reached as little as needed: a thing comes to lie beside, or in
the place of, another that the next player can reach. What breaks an invariant or a bound is not laid out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.api import State
from rulekit.interpreter.chance import draw
from rulekit.interpreter.state import Data
from rulekit.interpreter.table import Table
from rulekit.program.types import is_kind
from rulekit.testing.search import state_fault

TRIES = 6  # places tried for a thing that is laid out


def lay_out(state: State, targets: tuple[str, ...], seed: int) -> Data:
    """The position with things of these names where the next player can reach them, as far as the invariants allow."""
    data = state.data.copy()
    for index, name in enumerate(targets):
        at = State(state.game, state.table, data)
        things = in_play(at, (name,))
        if things:
            data = _laid(at, things[0], draw(seed, 50 + index, 1000)) or data
    return data


def _laid(state: State, thing: int, turn: int) -> Data | None:
    """The position with a thing laid beside, or in the place of, another that is offered or near; None if all are wrong."""
    places = list(offered_places(state, thing)) or list(_places(state, thing))
    turned = places[turn % len(places) :] + places[: turn % len(places)] if places else []
    for place in turned[:TRIES]:
        for change in (lay_beside, exchange):
            data = state.data.copy()
            change(data, thing, place)
            if state_fault(State(state.game, state.table, data)) is None:
                return data
    return None


def lay_beside(data: Data, thing: int, other: int) -> None:
    """A thing leaves its place and comes to lie in another's zone."""
    old, new = data.where[thing], data.where[other]
    items = data.zones[old]
    if items.index(thing) < data.mixed[old]:
        data.mixed[old] -= 1
    data.zones[old] = tuple(item for item in items if item != thing)
    data.zones[new] = (*data.zones[new], thing)
    data.where[thing] = new
    data.up[thing] = data.up[other]


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
