"""Which abilities answer an event.

Contract: `answers` gives the abilities in force whose conditions hold for an event, each with its locals, in the order in
which they act: from the active player on. The compiled tier prints the same as a function for each ability.
"""

from __future__ import annotations

from typing import Any

from rulekit.program.game import Bind, Watch
from rulekit.runtime.bearers import carriers, in_turn_order, is_of_kind
from rulekit.runtime.machine import Event, Found, Machine
from rulekit.runtime.scopes import is_used_up


def answers(m: Machine, event: Event, timing: str, used: tuple[Any, ...] = ()) -> Found:
    """The abilities in force that answer an event, with their locals, in the order in which they act."""
    found: Found = []
    for watch in m.t.watches.get((event[0], timing), ()):
        for env in carriers(m, watch.bearer, watch.size):
            m.spend(1)
            if (watch.number, env[1]) in used or not matches(m, watch, env, event):
                continue
            if watch.once is None or not is_used_up(m, watch.once, (watch.number, env[1])):
                found.append((watch, env))
    if len(found) > 1:
        order = in_turn_order(m, m.t.players)
        found.sort(key=lambda pair: order.index(pair[1][0]) if pair[1][0] in order else len(order))
    return found


def matches(m: Machine, watch: Watch, env: list[Any], event: Event) -> bool:
    if watch.bearer == "rule":
        env[0] = event[1]
    for bind in watch.binds:
        if not bind_matches(m, bind, env, event):
            return False
    return watch.where is None or bool(m.value(watch.where, env))


def bind_matches(m: Machine, bind: Bind, env: list[Any], event: Event) -> bool:
    """Is one part of an event what an ability wants? If so, it fills the local of that name."""
    place = bind.place
    if place.startswith("zone "):
        return zone_matches(m, event[3][int(place[5:])], bind)
    by_name = place.startswith("name of ")
    found = event_part(event, place[8:] if by_name else place)
    if by_name:
        found = None if found is None else m.t.entities[found].design
    if bind.kind and not (isinstance(found, int) and is_of_kind(m, found, bind.kind)):
        return False
    if bind.value is not None and not equals_wanted(m, found, bind, env):
        return False
    if bind.slot >= 0:
        env[bind.slot] = found
    return True


def equals_wanted(m: Machine, found: Any, bind: Bind, env: list[Any]) -> bool:
    wanted = m.value(bind.value, env)  # type: ignore[arg-type]
    if isinstance(wanted, tuple) and not isinstance(found, tuple):
        return found in wanted
    return bool(found == wanted)


def zone_matches(m: Machine, zone: int | None, bind: Bind) -> bool:
    name = bind.value.value if bind.value is not None else ""  # type: ignore[attr-defined]
    return zone is not None and zone >= 0 and m.t.zone_of[zone][0].head.name == name


def event_part(event: Event, place: str) -> Any:
    if place == "subject":
        return event[1]
    if place == "source":
        return event[2]
    return event[3][int(place)]
