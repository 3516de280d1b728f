"""The changes of a state: amounts, places, faces. The only code that writes to the table.

Contract: `perform` carries out one event, after everything that wanted to answer it before has done so. There is one way to
change an amount (`change_amount`) and one to move a thing (`move_thing`); printed code calls the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.errors import RunError
from rulekit.runtime.bearers import owner_of, power_routine
from rulekit.runtime.chance import chance
from rulekit.runtime.describe import seer, sees
from rulekit.runtime.machine import Event, Machine
from rulekit.runtime.numbers import number
from rulekit.runtime.payment import stores_of
from rulekit.runtime.scopes import open_scope

Change = Callable[[Machine, Event], None]
CHANGES: dict[str, Change] = {}  # by verb; a game may declare one of these verbs itself
_NONES = (None,) * 20  # locals that a cap may bind


def changes(verb: str) -> Callable[[Change], Change]:
    """Registers what an event of a built-in verb does."""

    def mark(function: Change) -> Change:
        CHANGES[verb] = function
        return function

    return mark


def perform(m: Machine, event: Event) -> None:
    verb, subject, _, args = event
    definition = m.program.verbs.get(verb)
    if definition is None:
        CHANGES[verb](m, event)
        return
    if m.observer is not None:
        m.observer.verb(event)
    if definition.routine:
        enter_routine(m, definition.routine, subject, None, args)
        if verb in m.program.scoped_verbs:
            open_scope(m, "verb", verb, subject, -1, len(m.s.stack) - 1)


@changes("gain")
def perform_gain(m: Machine, event: Event) -> None:
    _, subject, _, args = event
    resource, amount, holder = args[0], args[1], args[2] if len(args) > 2 else None
    owner = m.t.owner_in(resource, subject, holder)
    stores = stores_of(m, subject, resource) if holder is None and m.t.stores.get(resource) else []
    added = amount
    if stores:
        m.s.stack.append(["@store", 0, [subject, resource, amount, stores]])
    else:
        added = change_amount(m, resource, owner, amount)
    if m.observer is not None:
        m.observer.gained(subject, resource, amount, holder, added)


@changes("lose")
def perform_lose(m: Machine, event: Event) -> None:
    _, subject, _, args = event
    resource, amount, holder = args[0], args[1], args[2] if len(args) > 2 else None
    lost = -change_amount(m, resource, m.t.owner_in(resource, subject, holder), -amount)
    report_loss(m, resource, lost, holder if resource in m.t.pairs else None)
    if m.observer is not None:
        m.observer.lost(subject, resource, lost, holder, amount)


def report_loss(m: Machine, resource: str, lost: int, holder: Any = None) -> None:
    """What was lost is what another gains: of a pair, with the same second owner."""
    for path, _, local in reversed(m.s.stack):
        if path == "@gain":
            local[4] = (*local[4], (resource, lost, holder))
            return


def change_amount(m: Machine, resource: str, owner: Any, amount: int) -> int:
    """Adds to a resource within its floor and cap; gives what was really added. Most have no cap, or one that is known."""
    slots, vals = m.t.holders[resource], m.s.vals
    slot = slots.get(owner)
    if slot is None:
        slot = slots.get(None)
        if slot is None:
            return nothing_holds(resource) if amount else 0
    floor, cap = m.bounds.get(resource) or m.bounds_of(resource)
    old: int = vals[slot]
    new = old + amount
    if amount > 0 and cap is not None:
        limit = cap if type(cap) is int else cap(m, m.s, [*cap_owners(m, owner), *_NONES])
        new = new if limit is None else max(old, min(new, limit))
    if amount < 0 and floor is not None:
        new = max(new, min(old, floor))
    vals[slot] = number(new)
    return new - old


def nothing_holds(resource: str) -> int:
    """What is gained or lost must not come from nowhere, nor go there, in silence."""
    note = "ask first, as in `if x is not none: ...`"
    raise RunError(f"there is nobody and nothing here to hold `{resource}`: what it should belong to is none", note=note)


def cap_owners(m: Machine, owner: Any) -> tuple[Any, Any]:
    """Who `you` and `this` are in a cap: of what is no player's, `you` is its owner."""
    you, this = m.t.whose(owner if isinstance(owner, tuple) else (owner,))
    return (owner_of(m, this) if you is None and this is not None else you), this


@changes("move")
def perform_move(m: Machine, event: Event) -> None:
    thing, _, zone, place = event[3]
    move_thing(m, event[1], thing, zone, place)


def move_thing(
    m: Machine, subject: Any, thing: int, zone: int, place: str = "bottom", told: bool = True, mixes: bool = False
) -> None:
    """Takes a thing out of where it lies and lays it at the bottom or on top of a zone, and says so to whoever watches. If the
    zone is shuffled next (`mixes`), nobody can follow it."""
    s, t = m.s, m.t
    zones, old = s.zones, s.where[thing]
    if place == "top" and s.ask_chance and s.mixed[zone] > 1:
        # whoever asks for chance is asked for the order below before something is laid on it
        s.stack += [["@laid", 0, [subject, thing, zone]], ["@settle", 0, [zone]]]
        return
    if told and m.observer is not None:
        m.observer.moving(thing)
    saw = going_from_sight(m, thing, zone, place) if told and t.hides[zone] and not mixes else ()
    if old >= 0:
        if t.hides[old] and t.hides[zone]:
            mix_pools(m, old, zone)
        items = zones[old]  # as `take_out`, which would be a call more for every move
        at = items.index(thing)
        if at < s.mixed[old]:
            s.mixed[old] -= 1
            if s.known and thing in dict(s.known):
                forget_known(m, (thing,))
        zones[old] = items[:at] + items[at + 1 :]
    if place == "top":
        settle_order(m, zone)
        zones[zone] = (thing, *zones[zone])
    else:
        zones[zone] += (thing,)
    s.where[thing] = zone
    if s.live and t.listens[thing]:
        forget_listeners(m, thing)
    if t.hides[zone]:
        s.up[thing] = False
    if saw:
        s.known = tuple(sorted({*s.known, *saw}))
    elif told and s.known and not t.hides[zone] and zone != t.box and thing in dict(s.known):
        s.known = tuple([pair for pair in s.known if pair[0] != thing])  # of what lies open nothing need be kept
    if m.observer is not None:
        m.observer.moved(thing, zone)
        if told:
            m.observer.has_moved(subject, thing, old, zone)


def forget_listeners(m: Machine, thing: int) -> None:
    """What a thing listens to must be looked up again: its abilities may hold now, or no longer."""
    if m.s.live:
        gone = m.t.listens[thing]
        m.s.live = {key: found for key, found in m.s.live.items() if key not in gone}


def mix_pools(m: Machine, old: int, new: int) -> None:
    """A hidden thing that goes to another hidden place may be any of those that lay where it came from. A pool is known by the
    first of its zones, so that equal positions have equal numbers, whatever way led there."""
    pools = m.s.pools
    if pools[old] != pools[new]:
        one, other = sorted((pools[old], pools[new]))
        m.s.pools = pools = pools[:]
        for _ in range(pools.count(other)):  # mostly one: quicker than a look at every zone
            pools[pools.index(other)] = one
    if len(m.s.zones[old]) == 1:  # nothing is left there
        m.s.pools = pools = pools[:]
        others = [zone for zone, pool in enumerate(pools) if pool == pools[old] and zone != old]
        for zone in others:
            pools[zone] = others[0]
        pools[old] = old


def going_from_sight(m: Machine, thing: int, zone: int, place: str) -> tuple[tuple[int, int], ...]:
    """Who sees a thing that goes where he will not: he knows where it is. Nobody looks into the box."""
    t, old = m.t, m.s.where[thing]
    if old < 0 or old == t.box or not (t.shows[old] or m.s.up[thing]):
        return ()
    seen = t.zone_of[zone][0].seen
    if seen == "top" and (place == "top" or not m.s.zones[zone]):
        return ()
    owner = seer(m, t.zone_owner[zone]) if t.actors else t.zone_owner[zone]
    lost = [player for player in t.players if seen not in ("owner", "others") or (owner == player) is not (seen == "owner")]
    return tuple([(thing, player) for player in lost if sees(m, thing, player)])


def forget_known(m: Machine, things: tuple[int, ...]) -> None:
    """Who knows a thing can follow it from place to place, but not out of a pile without an order."""
    m.s.known = tuple(pair for pair in m.s.known if pair[0] not in things)


def take_out(m: Machine, thing: int) -> None:
    """Takes a thing out of the zone it lies in."""
    s = m.s
    old = s.where[thing]
    items = s.zones[old]
    at = items.index(thing)
    if at < s.mixed[old]:
        s.mixed[old] -= 1
        if s.known:
            forget_known(m, (thing,))
    s.zones[old] = items[:at] + items[at + 1 :]


def settle_order(m: Machine, zone: int) -> None:
    """Fixes the order of a shuffled zone, by chance."""
    count = m.s.mixed[zone]
    if not count:
        return
    items = list(m.s.zones[zone])
    if m.s.known and not set(dict(m.s.known)).isdisjoint(items[:count]):
        forget_known(m, tuple(items[:count]))
    for at in range(count - 1, 0, -1):
        other = chance(m.s, at + 1)
        items[at], items[other] = items[other], items[at]
    m.s.zones[zone] = tuple(items)
    m.s.mixed[zone] = 0


def shuffle_zone(m: Machine, zone: int) -> None:
    """Its order is unknown from now on; where everybody sees it, chance fixes it at once."""
    if m.observer is not None:
        m.observer.shuffled(zone)
    if m.s.known:
        forget_known(m, m.s.zones[zone])
    m.s.mixed[zone] = len(m.s.zones[zone])
    if not m.t.keeps_mixed[zone]:
        if m.s.ask_chance:
            m.s.stack.append(["@settle", 0, [zone]])
        else:
            settle_order(m, zone)
    else:
        m.s.zones[zone] = tuple(sorted(m.s.zones[zone]))


def put_in_place(m: Machine, new: int, old: int, swap: bool) -> None:
    """A thing takes the exact place of another, which goes where the first one was, or to the box."""
    if new == old:
        return
    zone, came = m.s.where[old], m.s.where[new]
    if zone < 0:
        raise RunError("nothing can be put in place of a thing that lies nowhere")
    other = m.s.zones[came].index(new) if came >= 0 else 0
    target = came if swap and came >= 0 else m.t.box
    goes = ((new, zone, m.s.zones[zone].index(old)), (old, target, other))
    hidden = [(thing, to, "" if at else "top") for thing, to, at in goes if m.t.hides[to] and not m.s.up[thing]]
    saw = [pair for thing, to, place in hidden for pair in going_from_sight(m, thing, to, place)]
    if came >= 0:
        take_out(m, new)
    items = m.s.zones[zone]
    at = items.index(old)
    m.s.zones[zone] = (*items[:at], new, *items[at + 1 :])
    m.s.where[new] = zone
    rest = m.s.zones[target]
    at = other if swap and came >= 0 else len(rest)
    m.s.zones[target] = (*rest[:at], old, *rest[at:])
    m.s.where[old] = target
    open_now = tuple([thing for thing, to, _ in goes if not m.t.hides[to] and to != m.t.box])
    if m.s.known or saw:
        m.s.known = tuple(sorted({*(pair for pair in m.s.known if pair[0] not in open_now), *saw}))
    forget_listeners(m, new)
    forget_listeners(m, old)


def exchange_places(m: Machine, subject: Any, new: int, old: int, swap: bool) -> None:
    """The same, for whoever watches."""
    if m.observer is None or new == old:
        put_in_place(m, new, old, swap)
        return
    m.observer.exchanged("swap" if swap else "put", subject, new, old)
    put_in_place(m, new, old, swap)
    m.observer.were_exchanged("swap" if swap else "put", subject, new, old)


@changes("reveal")
def perform_reveal(m: Machine, event: Event) -> None:
    turn_face(m, event, True)


def turn_face(m: Machine, event: Event, up: bool) -> None:
    """Turns a thing face up or down; what lies so already is no news."""
    verb, subject, _, (thing, *_) = event
    old, m.s.up[thing] = m.s.up[thing], up
    if m.observer is not None and old != up:
        m.observer.faced(verb, subject, thing)


@changes("hide")
def perform_hide(m: Machine, event: Event) -> None:
    turn_face(m, event, False)


@changes("roll")
def perform_roll(m: Machine, event: Event) -> None:
    m.s.stack.append(["@rolling", 0, [event[3][0]]])


@changes("put")
def perform_put(m: Machine, event: Event) -> None:
    exchange_places(m, event[1], event[3][0], event[3][1], False)


@changes("activate")
def perform_activate(m: Machine, event: Event) -> None:
    _, subject, _, args = event
    thing, power, *values = args
    path = power_routine(m, thing, power)
    if path is not None:
        if m.observer is not None:
            m.observer.activated(subject, thing, power, path)
        enter_routine(m, path, subject, thing, values)


def enter_routine(m: Machine, path: str, you: Any, this: Any, values: list[Any]) -> None:
    """Starts a routine with its parameters."""
    routine = m.program.routines[path]
    local = [you, this] + [None] * (routine.size - 2)
    for slot, value in zip(routine.params, values, strict=False):
        local[slot] = value
    m.s.stack.append([path, 0, local])
