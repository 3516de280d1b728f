"""How values and answers are written, and who sees what.

Contract: the text of an answer is unique within its question and means the same in every process. What somebody may not see is
named by its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from rulekit.program.types import Type, is_kind
from rulekit.runtime.bearers import owner_of
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Names
from rulekit.runtime.table import Table


def sees(m: Machine, thing: int, player: int) -> bool:
    """Does a player know which thing this is? One who is none, by a number below 0, sees what all see."""
    s, t = m.s, m.t
    zone = s.where[thing]
    if zone < 0 or not t.hides[zone] or s.up[thing]:
        return True
    seen = t.zone_of[zone][0].seen
    if seen == "owner" or seen == "others":
        owner = seer(m, t.zone_owner[zone]) if t.actors else t.zone_owner[zone]
        shown = player >= 0 and (owner == player) is (seen == "owner")
    else:
        shown = seen == "top" and s.zones[zone][0] == thing and not s.mixed[zone]  # the top of a heap is nowhere
    return shown or (thing, player) in s.known


def seer(m: Machine, owner: int | None) -> int | None:
    """The one who sees what an owner does: himself, or for an actor the player who decides for it."""
    if owner is None or owner in m.t.players:
        return owner
    rule = m.program.actors[m.t.entities[owner].design][1]
    found: int | None = m.value(rule, [None, None]) if rule is not None else None
    return found


def place_of(m: Machine, thing: int) -> str:
    """The text of a thing that is hidden from the one who reads it: the place where it lies, counted from 1; no place where
    there is no order."""
    zone = m.s.where[thing]
    at = m.s.zones[zone].index(thing)
    return f"{zone_key(m, zone)}.{at + 1 if at >= m.s.mixed[zone] else '?'}"


def zone_key(m: Machine, zone: int, viewer: int | None = None) -> str:
    """The name of a zone that no other has."""
    definition, owners = m.t.zone_of[zone]
    return ".".join([*(owner_key(m, o, viewer) for o in owners), definition.head.name])


def owner_key(m: Machine, owner: Any, viewer: int | None = None) -> str:
    """The name of an owner that no other has: things of one name are counted from the second on. One who does not see
    which thing it is knows its place."""
    if not isinstance(owner, int):
        return str(owner)
    if viewer is not None and not sees(m, owner, viewer):
        return place_of(m, owner)
    return _counted(m.t, owner)


def open_key(t: Table, owners: tuple[Any, ...], name: str) -> str:
    """The name of a zone or variable as one reads it who sees what it belongs to."""
    return ".".join([*(_counted(t, o) if isinstance(o, int) else str(o) for o in owners), name])


def seen_name(t: Table, thing: int) -> str:
    """What a thing is called that somebody sees: of those that each player has one of, as its variables call it."""
    return _counted(t, thing) if t.maker[thing] is not None else str(t.entities[thing].name)


def _counted(t: Table, thing: int) -> str:
    entity = t.entities[thing]
    return entity.name if t.sole[thing] or entity.copy == 1 else f"{entity.name}#{entity.copy}"


_PLAIN = ("number", "yesno", "text", "values", "design", "direction", "resource")


def is_plain(t: Table, type_: Type) -> bool:
    """Is a value of this type written the same, whatever happens?"""
    if type_.tag == "record":
        return all(is_plain(t, part) for _, part in t.program.records[type_.name])
    if type_.tag == "list":
        return is_plain(t, type_.element)
    if type_.tag == "thing":
        return all(t.fixed[thing] for thing in t.members(type_.name)) or not _ever_hidden(t, type_.name)
    return type_.tag in _PLAIN


def _ever_hidden(t: Table, kind: str) -> bool:
    """Can things of a kind lie where not everybody sees them?"""
    parents = t.program.parents
    hiding = [zone for at, (zone, _) in enumerate(t.zone_of) if t.hides[at]]
    return any(
        not zone.holds or any(is_kind(kind, held, parents) or is_kind(held, kind, parents) for held in zone.holds)
        for zone in hiding
    )


def describe(m: Machine, value: Any, type_: Type, viewer: int | None = None) -> str:
    if value is None:
        return "none"
    if type_.tag == "thing":
        return str(m.t.entities[value].name) if viewer is None or sees(m, value, viewer) else place_of(m, value)
    if type_.tag == "zone":
        return zone_text(m, value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if type_.tag == "list" or isinstance(value, tuple):
        return describe_many(m, value, type_, viewer)
    return str(value)


def describe_many(m: Machine, value: Any, type_: Type, viewer: int | None = None) -> str:
    if type_.tag == "list":
        return ", ".join(describe(m, item, type_.element, viewer) for item in value) or "nothing"
    if type_.tag == "bundle":
        return " or ".join(entries_text(entries) for entries in value)
    if type_.tag == "record":
        parts = m.program.records[type_.name]
        return " ".join(describe(m, v, t, viewer) for v, (_, t) in zip(value, parts, strict=True))
    return "-".join(str(v) for v in value)


def entries_text(entries: Any) -> str:
    return " + ".join(f"{n} {r}" for r, n, *_ in entries) or "nothing"


def zone_text(m: Machine, zone: int) -> str:
    return m.t.zone_of[zone][0].head.name


def choices_of(m: Machine, items: Any, type_: Type, viewer: int | None) -> list[Choice]:
    """Choices for a list of values: those that nobody could tell apart are one, texts are made unique."""
    kept, names, unseen = named(m, items, type_, viewer)
    found = [Choice(value, names.at(i), 1, value, type_) for i, value in enumerate(kept)]
    for choice in found:
        choice.unseen = choice.value in unseen
    return found


def named(m: Machine, items: Any, type_: Type, viewer: int | None) -> tuple[list[Any], Names, Sequence[int]]:
    """The values that the one who is asked can tell apart, their names, and which of them are things that he does not see:
    those come last, by place."""
    if type_.tag != "thing":
        values = list(dict.fromkeys(items))
        return values, Names(lambda: plain_texts(m, values, type_, viewer)), ()
    unseen = [] if viewer is None else [item for item in items if item is not None and not sees(m, item, viewer)]
    if not unseen:
        kept = distinguishable(m, items)
        return kept, Names(lambda: unique_texts(m, kept)), ()
    seen = distinguishable(m, [item for item in items if item not in unseen])
    places = sorted(set(unseen), key=lambda item: (m.s.where[item], m.s.zones[m.s.where[item]].index(item)))
    return [*seen, *places], Names(lambda: [*unique_texts(m, seen), *map(partial(place_of, m), places)]), places


def plain_texts(m: Machine, items: list[Any], type_: Type, viewer: int | None = None) -> list[str]:
    texts = [describe(m, item, type_, viewer) for item in items]
    if type_.tag == "zone" and len(set(texts)) < len(texts):
        texts = [f"{text}@{zone_holder(m, zone)}" for text, zone in zip(texts, items, strict=True)]
    return texts


def zone_holder(m: Machine, zone: int) -> str:
    owners = m.t.zone_of[zone][1]
    return ".".join(m.t.entities[o].name if isinstance(o, int) else str(o) for o in owners)


def distinguishable(m: Machine, items: Any, viewer: int | None = None) -> list[int]:
    """Things that can be told apart. What one looks like is asked only where there is another of its name; of two the one that
    a viewer sees does not stand for one that is hidden from him."""
    if len(items) < 2:
        return list(items)
    designs = list(map(m.t.design_of.__getitem__, items))
    if len(set(designs)) == len(designs):
        return list(items)
    m.alike = True
    kept: list[int] = []
    known: dict[str, Any] = {}  # the first of a name, then how all those look that are kept
    for item, design in zip(items, designs, strict=True):
        if viewer is not None and not sees(m, item, viewer):
            kept.append(item)
            continue
        seen = known.get(design)
        if seen is None:
            known[design] = item
            kept.append(item)
            continue
        if type(seen) is int:
            seen = known[design] = {looks(m, seen)}
        mark = looks(m, item)
        if mark not in seen:
            seen.add(mark)
            kept.append(item)
    return kept


def looks(m: Machine, thing: int) -> Any:
    """All that tells a thing from another copy: what it is, where it lies, what is kept on it."""
    t = m.t
    if t.fixed[thing]:
        return thing
    zone = m.s.where[thing]
    # a thing made for a player is told from others of its name only where no zone says whose it is
    maker = t.maker[thing] if zone < 0 or t.zone_owner[zone] is None else None
    if thing not in t.bearing:
        return (t.design_of[thing], maker, zone, m.s.up[thing], (), ())
    slots, zones = t.parts[thing]
    vals = m.s.vals
    held = tuple([m.s.zones[z] for z in zones]) if zones else ()
    return (t.design_of[thing], maker, zone, m.s.up[thing], tuple([vals[slot] for slot in slots]), held)


def unique_texts(m: Machine, items: list[int]) -> list[str]:
    names = [m.t.entities[item].name for item in items]
    texts, often = [], Counter(names)
    for item, name in zip(items, names, strict=True):
        texts.append(name if often[name] == 1 else f"{name}@{place_text(m, item)}")
    often = Counter(texts)
    return [
        text if often[text] == 1 else f"{m.t.entities[item].name}#{m.t.entities[item].copy}"
        for text, item in zip(texts, items, strict=True)
    ]


def place_text(m: Machine, thing: int) -> str:
    """Where it lies, in a word or two: the thing or player whose zone it is in."""
    zone = m.s.where[thing]
    if zone < 0:
        return "nowhere"
    holder = zone_holder(m, zone)
    owner = owner_of(m, thing)
    if owner is not None and holder != m.t.entities[owner].name:
        return f"{m.t.entities[owner].name}.{holder}" if holder else m.t.entities[owner].name
    return holder or zone_text(m, zone)
