"""One thing that has happened.

Contract: an `Event` is plain data: declared names, numbers of players, things and zones, and who may know what. `seen_by` gives
the form in which one viewer may know it, or nothing. No text of any language stands here but what rules announce.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rulekit.program.types import Type
from rulekit.sources.labels import Labels

NOBODY: Final = -1  # a viewer who is no player: he sees what all see
EVERYTHING: Final = -2  # a viewer to whom all lies open: designers, replays

# What kinds there are, and what `name` and the parts are of each; `docs/reference/events.md` is the table for readers.
KINDS: Final = (
    "start", "answer", "forced", "round", "phase", "step", "turn", "verb", "moment", "activate", "ability", "gain", "lose",
    "pay", "move", "reveal", "hide", "show", "swap", "put", "roll", "dice", "pick", "turn_to", "set", "shuffle", "short",
    "refuse", "announce", "inner", "end", "gap",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """Something that an event is about: a thing, a zone, an amount, a value."""

    role: str
    value: Any
    type: Type
    # Who knows what it is, and under which identity: one that is renewed whenever a thing has been out of his sight. None: all.
    known: tuple[tuple[int, int], ...] | None = None
    hidden: bool = False  # was it taken out for a viewer who may not know it?

    def known_to(self, viewer: int) -> bool:
        return self.known is None or viewer == EVERYTHING or any(who == viewer for who, _ in self.known)

    def identity(self, viewer: int) -> int | None:
        """The number under which a viewer follows a thing; none for what has no place, and for who may not know it."""
        return next((found for who, found in self.known or () if who == viewer), None)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that has happened."""

    kind: str
    player: int | None = None  # who does it, or whom it befalls
    name: str = ""  # the verb, power, variable, resource, option or stretch, as declared
    parts: tuple[Part, ...] = ()
    to: tuple[int, ...] | None = None  # who may know that it has happened; None: all
    number: int = 0  # in the order in which it happened, from 0
    parent: int | None = None  # the number of the event within which it happened
    depth: int = 0  # how many events it is within
    source: Part | None = None  # the thing whose text did it
    round: int = 0
    phase: str = ""
    turn: int | None = None  # whose turn it was
    place: tuple[str, int] | None = None  # in the routines: `State.span_of` gives the place in the text
    texts: tuple[str, ...] = ()  # what rules announce or give as a reason, in each language

    def first(self, role: str) -> Part | None:
        """The part of that role."""
        for part in self.parts:  # asked for all the time while a story is told
            if part.role == role:
                return part
        return None

    def all(self, role: str) -> Iterator[Part]:
        return (part for part in self.parts if part.role == role)

    def value(self, role: str) -> Any:
        found = self.first(role)
        return None if found is None else found.value

    def known_to(self, viewer: int) -> bool:
        """May a viewer know that it has happened?"""
        return self.to is None or viewer == EVERYTHING or viewer in self.to

    def seen_by(self, viewer: int) -> Event | None:
        """The event as a viewer may know it."""
        if viewer == EVERYTHING:
            return self
        if not self.known_to(viewer):
            return None
        return self.as_known(viewer, self.number, self.parent, self.depth)

    def as_known(self, viewer: int, number: int, parent: int | None, depth: int) -> Event:
        """What a viewer knows of an event that he knows of, under the number that he gives it. Written out, since stories are
        long and `replace` is slow; an event that all know stays the same one, so that its text is found at once."""
        parts, kind, place = self.parts, self.kind, self.place
        if kind == "forced":
            kind, parts = _for_another(kind, parts, viewer)
        if any(part.known is not None for part in parts):
            parts = tuple([_seen(part, viewer) for part in parts])
        source = self.source
        if source is not None and not source.known_to(viewer):
            source = place = None  # where a text stands tells whose text it is
        elif source is not None:
            source = _seen(source, viewer)
        same = parts is self.parts and source is self.source
        if same and number == self.number and parent == self.parent and depth == self.depth:
            return self
        return Event(
            kind, self.player, self.name, parts, self.to, number, parent, depth, source, self.round, self.phase, self.turn,
            place, self.texts,
        )  # fmt: skip


def _for_another(kind: str, parts: tuple[Part, ...], viewer: int) -> tuple[str, tuple[Part, ...]]:
    """A choice without an alternative, for one who may not know that there was none."""
    if all(part.known_to(viewer) for part in parts if part.role == "only"):
        return kind, parts
    return "answer", tuple([part for part in parts if part.role != "only"])


def _seen(part: Part, viewer: int) -> Part:
    """A part as one viewer knows it: with his identity alone."""
    if part.known is None:
        return part
    for pair in part.known:  # each viewer has one number for a thing
        if pair[0] == viewer:
            return Part(part.role, part.value, part.type, (pair,), part.hidden)
    return Part(part.role, None, part.type, (), True)


def told_to(events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
    """A story as a viewer may know it. Its numbers count what he knows of, so that they tell nothing of the rest."""
    return events if viewer == EVERYTHING else heard(events, viewer).told


@dataclass(frozen=True, slots=True)
class Heard:
    """What a viewer knows of a story, with what is needed to go on from there."""

    events: tuple[Event, ...]  # the story
    told: tuple[Event, ...]
    numbers: dict[int, int]  # of each event of the story that he knows of, or that is within one: its number for him

    def as_story(self) -> Heard:
        """What he knows of a story that is what he has heard."""
        return Heard(self.told, self.told, dict(enumerate(range(len(self.told)))))


def heard(events: tuple[Event, ...], viewer: int, before: Heard | None = None) -> Heard:
    """What a viewer knows of a story. If `before` is of its beginning, only what has happened since is looked at."""
    first = len(before.events) if before is not None else 0
    if before is None or not first or first > len(events) or events[first - 1] is not before.events[-1]:
        before, first = Heard((), (), {}), 0
    found, numbers = list(before.told), dict(before.numbers)
    for event in events[first:]:
        if not event.known_to(viewer):
            if event.parent in numbers:
                numbers[event.number] = numbers[event.parent]  # what is within it is within that
            continue
        parent = None if event.parent is None else numbers.get(event.parent)
        depth = 0 if parent is None else found[parent].depth + 1
        numbers[event.number] = len(found)
        found.append(event.as_known(viewer, len(found), parent, depth))
    return Heard(events, tuple(found), numbers)


# ---------- plain data ----------
def as_plain(event: Event) -> dict[str, Any]:
    """An event as JSON holds it; what is as usual is left out."""
    found: dict[str, Any] = {"kind": event.kind, "number": event.number}
    for name, usual in _USUAL.items():
        value = getattr(event, name)
        if value != usual or (type(value) is not type(usual) and name != "texts"):
            found[name] = list(value) if isinstance(value, tuple) else value
    if event.texts:
        spoken = getattr(event.texts, "languages", ()) or ("",) * len(event.texts)
        found["texts"] = [[code, text] for code, text in zip(spoken, event.texts, strict=True)]
    if event.parts:
        found["parts"] = [_plain_part(part) for part in event.parts]
    if event.source is not None:
        found["source"] = _plain_part(event.source)
    return found


_USUAL: dict[str, Any] = {
    "player": None, "name": "", "parent": None, "depth": 0, "round": 0, "phase": "", "turn": None, "to": None, "place": None,
    "texts": (),
}  # fmt: skip


def _plain_part(part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {"role": part.role, "value": _listed(part.value), "type": _plain_type(part.type)}
    if part.known is not None:
        found["known"] = [list(pair) for pair in part.known]
    if part.hidden:
        found["hidden"] = True
    return found


def _plain_type(type_: Type) -> list[Any]:
    return [type_.tag, type_.name, *([] if type_.of is None else [_plain_type(type_.of)])]


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def from_plain(plain: dict[str, Any]) -> Event:
    """The event that `as_plain` wrote; a `ValueError`, `KeyError` or `TypeError` for what it cannot have written."""
    known = {name: _tupled(plain[name]) for name in plain if name not in ("parts", "source", "texts")}
    known["texts"] = Labels([text for _, text in plain.get("texts", ())], [code for code, _ in plain.get("texts", ())])
    if known["kind"] not in KINDS or not set(plain) <= set(Event.__slots__):
        raise ValueError("no event")
    parts = tuple(_read_part(part) for part in plain.get("parts", ()))
    source = _read_part(plain["source"]) if "source" in plain else None
    return _sound(Event(**known, parts=parts, source=source))


_WHOLE = ("number", "depth", "round")
_MAY_LACK = ("player", "parent", "turn")


def _sound(event: Event) -> Event:
    """Every field has its type."""
    whole = all(type(getattr(event, name)) is int for name in _WHOLE)
    lacking = all(getattr(event, name) is None or type(getattr(event, name)) is int for name in _MAY_LACK)
    texts = all(type(text) is str for text in (event.name, event.phase, *event.texts))
    to = event.to is None or all(type(who) is int for who in event.to)
    place = event.place is None or tuple(map(type, event.place)) == (str, int)
    if not (whole and lacking and texts and to and place):
        raise ValueError("no event")
    return event


def _read_part(plain: dict[str, Any]) -> Part:
    if type(plain["role"]) is not str:
        raise ValueError("no part of an event")
    known = None if "known" not in plain else tuple((int(who), int(number)) for who, number in plain["known"])
    return Part(plain["role"], _tupled(plain["value"]), _read_type(plain["type"]), known, bool(plain.get("hidden", False)))


def _read_type(plain: list[Any]) -> Type:
    tag, name, *of = plain
    if type(tag) is not str or type(name) is not str or len(of) > 1:
        raise ValueError("no type")
    return _type(tag, name, _read_type(of[0]) if of else None)


@lru_cache(1000)
def _type(tag: str, name: str, of: Type | None) -> Type:
    """The same one again: texts are looked up by what events are about, and equal types are slow to compare."""
    return Type(tag, name, of)


def _tupled(value: Any) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value
