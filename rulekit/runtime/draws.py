"""One of several things by chance: dice, draws from a pile.

Contract: copies that look the same are one outcome with their joint weight. Where chance is asked, `chance_question` says what
may come; where it is sampled, `by_chance` draws the same outcome as the machine would for that question.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulekit.program import ops as o
from rulekit.program.limits import LIST_MAX
from rulekit.runtime.actions import no_zone
from rulekit.runtime.chance import chance, dice_weights
from rulekit.runtime.changes import move_thing, shuffle_zone
from rulekit.runtime.describe import looks, unique_texts
from rulekit.runtime.dice import to_roll
from rulekit.runtime.machine import Machine
from rulekit.runtime.numbers import long_list
from rulekit.runtime.questions import Choice, Names, Question
from rulekit.runtime.table import Table

_FEW = 8  # things; more are drawn by their order
_MOST_DICE = 10_000  # sets of faces that are remembered


class Die(NamedTuple):
    """The faces of a die by what chance brings."""

    results: tuple[int, ...]  # the face for each number that chance may bring; empty if something lies on one
    several: bool  # are there faces that can be told apart?
    weighed: bool  # are there several of a name?
    slots: tuple[tuple[int, int], ...]  # what must be equal for those of a name to be the same


def chance_question(m: Machine, what: str, items: tuple[int, ...], place: str) -> Question:
    """One of several things by chance; copies that look the same are one outcome with their joint weight."""
    groups: dict[Any, list[int]] = {}
    for item in items:
        groups.setdefault(looks(m, item), []).append(item)
    kept = [group[0] for group in groups.values()]
    names = Names(lambda: unique_texts(m, kept))
    choices = [Choice(k, names.at(i), len(g)) for i, (k, g) in enumerate(zip(kept, groups.values(), strict=True))]
    return Question("chance", None, f"{what} from {place}", choices)


def roll_dice(m: Machine, dice: Any) -> int:
    """The sum of dice of numbers."""
    plus, groups = to_roll(dice)
    weights = dice_weights(groups, plus)
    found = weights[0][0]
    if len(weights) > 1:
        at = chance(m.s, sum([weight for _, weight in weights]))
        found = _weighed(weights, at)
    return found


def roll_all(m: Machine, dice: Any) -> None:
    """Rolls dice with faces where nobody answers it and chance is sampled."""
    s, slots = m.s, m.t.holders["_shown"]
    for die in dice if type(dice) is tuple else (dice,):
        face = None if die is None else roll_die(m, die)
        if face is not None:
            s.vals[slots[die]] = face


def roll_die(m: Machine, die: int) -> int | None:
    """One of the faces of a die, as `by_chance`. Dice change seldom: for each set of faces it is known which one stands
    for which result, as long as nothing is kept on one of several alike that is not kept on the others."""
    zone = m.t.zone_number["_faces", die]
    faces = m.s.zones[zone]
    known = m.t.dice.get(faces)
    if known is None:
        known = die_of(m.t, faces)
    if not known.results or m.t.zone_owner[zone] is None:
        return by_chance(m, faces) if faces else None
    if known.weighed:
        vals = m.s.vals
        if any(map(m.s.up.__getitem__, faces)):
            return by_chance(m, faces)
        for one, other in known.slots:
            if vals[one] != vals[other]:
                return by_chance(m, faces)
    return known.results[chance(m.s, len(faces))] if known.several else faces[0]


def die_of(table: Table, faces: tuple[int, ...]) -> Die:
    groups = dict[str, list[int]]()
    for face in faces:
        groups.setdefault(table.design_of[face], []).append(face)
    pairs = [(group[0], other) for group in groups.values() for other in group[1:]]
    slots = [pair for a, b in pairs for pair in zip(table.parts[a][0], table.parts[b][0], strict=True)]
    plain = not any(table.parts[face][1] for face in faces)
    results = tuple(group[0] for group in groups.values() for _ in group) if plain else ()
    if len(table.dice) >= _MOST_DICE:
        table.dice.clear()
    table.dice[faces] = found = Die(results, len(groups) > 1, bool(pairs), tuple(slots))
    return found


def by_chance(m: Machine, items: tuple[int, ...]) -> int:
    """One of several things; of those that look the same, the first stands for all."""
    t, count = m.t, len(items)
    marks: list[Any] = []
    if count <= _FEW:
        marks = [t.design_of[item] for item in items]
        if len(set(marks)) == count:
            return items[chance(m.s, count)] if count > 1 else items[0]
    # copies in one zone may differ in whom they were made for, unless the zone says whose they are
    made_for = t.zone_owner[m.s.where[items[0]]] is None and not t.made_for_players.isdisjoint(items)
    if made_for or any(map(m.s.up.__getitem__, items)):
        marks = [looks(m, item) for item in items]
    elif not t.bearing.isdisjoint(items):
        bearing = t.bearing
        marks = [(t.design_of[item], *kept_on(m, item)) if item in bearing else t.design_of[item] for item in items]
    elif count > _FEW:
        if t.scattered.isdisjoint(items) and items == tuple(sorted(items)):  # copies lie beside each other
            return one_of_its_kind(m, items)
        marks = [t.design_of[item] for item in items]
    groups: dict[Any, int] = {}
    for mark in marks:
        groups[mark] = groups.get(mark, 0) + 1
    at = chance(m.s, count) if len(groups) > 1 else 0
    for mark, weight in groups.items():
        at -= weight
        if at < 0:
            return items[marks.index(mark)]
    raise AssertionError("weights do not add up")


def one_of_its_kind(m: Machine, items: tuple[int, ...]) -> int:
    """As `by_chance`: the first of the copies that one of the things, by chance, belongs to."""
    designs = m.t.design_of
    if designs[items[0]] == designs[items[-1]]:
        return items[0]
    at = chance(m.s, len(items))
    mark = designs[items[at]]
    while at and designs[items[at - 1]] == mark:
        at -= 1
    return items[at]


def kept_on(m: Machine, thing: int) -> list[Any]:
    """What is kept on a thing: all that tells copies apart which lie face down in one place."""
    slots, zones = m.t.parts[thing]
    vals = m.s.vals
    return [vals[slot] for slot in slots] + [m.s.zones[zone] for zone in zones]


def reshuffled(m: Machine, source: int) -> bool:
    """Shuffles the discards of an empty pile back into it; is there something to draw then?"""
    definition, owners = m.t.zone_of[source]
    if not definition.reshuffles:
        return False
    discards = m.t.zone_number.get((definition.reshuffles, *owners), m.t.zone_number.get((definition.reshuffles,)))
    if discards is None or not m.s.zones[discards]:
        return False
    for item in m.s.zones[discards]:
        move_thing(m, None, item, source, told=False)
    shuffle_zone(m, source)
    return True


def draw_things(m: Machine, op: o.Draw, subject: Any, count: int, source: int | None, zone: int | None) -> None:
    """Where nobody answers a move and chance is not asked, all is drawn in one go."""
    s = m.s
    if s.ask_chance or source is None or zone is None or "move" in m.t.watched:
        lay_draw(m, op, subject, count, source, zone)
        return
    drawn: tuple[int, ...] = ()
    while count > len(drawn) and (s.zones[source] or reshuffled(m, source)):
        items, mixed = s.zones[source], s.mixed[source]
        item = by_chance(m, items[:mixed]) if mixed else items[0]
        move_thing(m, subject, item, zone, op.place)
        drawn += (item,)
        m.spend(1)
        if len(drawn) > LIST_MAX:
            long_list(len(drawn))
    if op.bind >= 0:
        s.stack[-1][2][op.bind] = drawn
    if m.observer is not None and len(drawn) < count:
        m.observer.ran_out(subject, source, len(drawn), count)


def lay_draw(m: Machine, op: o.Draw, subject: Any, count: int, source: int | None, zone: int | None) -> None:
    """Lays a draw on the stack, one thing after another."""
    if op.bind >= 0:
        m.s.stack[-1][2][op.bind] = ()
    if source is not None and zone is not None:
        target = len(m.s.stack) - 1
        m.s.stack.append(["@draw", 0, [subject, count, source, zone, (), op.bind, target, op.place]])
    elif source is not None and count > 0 and m.s.zones[source]:
        no_zone(op)


def _weighed(weights: tuple[tuple[int, int], ...], at: int) -> int:
    for found, weight in weights:
        at -= weight
        if at < 0:
            return found
    raise AssertionError("weights do not add up")
