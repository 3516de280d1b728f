"""The start of a game: everything laid out, and the first verb begun."""

from __future__ import annotations

from array import array
from typing import Any

from rulekit.runtime.changes import enter_routine, move_thing
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import initial_value, open_scope


def set_up(m: Machine) -> None:
    """An empty table: all things where they start, all variables at their start."""
    t, s = m.t, m.s
    s.zones = [() for _ in t.zone_of]
    s.mixed = array("i", [0]) * len(t.zone_of)
    s.pools = array("i", range(len(t.zone_of)))
    s.where = [-1 for _ in t.entities]
    s.up = [False for _ in t.entities]
    s.vals = [None for _ in t.slot_of]
    put_out(m)
    for slot, (var, owners) in enumerate(t.slot_of):
        s.vals[slot] = initial_value(m, var, owners)
    for die, faces in t.die_faces:
        s.vals[t.slot["_shown"][(die,)]] = faces[0] if faces else None


def put_out(m: Machine) -> None:
    on_dice = {face: die for die, faces in m.t.die_faces for face in faces}
    for entity in m.t.entities:
        if entity.kind == "player" or entity.number in m.t.board_at or entity.design not in m.program.designs:
            continue
        move_thing(m, None, entity.number, start_zone(m, entity, on_dice.get(entity.number)), told=False)


def start_zone(m: Machine, entity: Any, die: int | None) -> int:
    if die is not None:
        return m.t.zone_number[("_faces", die)]
    design = m.program.designs[entity.design]
    starts = design.starts or kind_starts(m, entity.kind)
    if starts is None:
        return m.t.box
    if design.starts_with is not None:
        return m.t.zone_number[(starts, m.t.by_design[design.starts_with][0])]
    return m.t.zone_number.get((starts, entity.owner), m.t.zone_number.get((starts,), m.t.box))


def kind_starts(m: Machine, kind: str) -> str | None:
    at: str | None = kind
    while at is not None and at not in m.t.starts:
        at = m.program.parents.get(at)
    return None if at is None else m.t.starts[at]


def start_game(m: Machine) -> None:
    """Runs a new game to its first question; the table remembers how it is laid out."""
    if m.t.fresh is None:
        set_up(m)
        m.t.fresh = m.s.copy()
    else:
        s, fresh = m.s, m.t.fresh
        s.vals, s.zones, s.where, s.up = fresh.vals[:], fresh.zones[:], fresh.where[:], fresh.up[:]
        s.mixed, s.pools = fresh.mixed[:], fresh.pools[:]
    enter_routine(m, m.program.verbs[m.program.start].routine, None, None, [])
    if m.program.start in m.program.scoped_verbs:
        open_scope(m, "verb", m.program.start, None, -1, 0)
    m.run()
