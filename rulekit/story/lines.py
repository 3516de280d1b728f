"""A story in lines.

Contract: `event_lines` tells event by event, `story_lines` as people read it: headed by round, phase and turn, what happened
within an event indented under it or, where it is short, behind it; what belongs together in one sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from rulekit.program import types as t
from rulekit.runtime.table import Table
from rulekit.sources.tongues import FIRST
from rulekit.story.event import Event, Part
from rulekit.story.sentences import HEADINGS, SILENT, Sentences, sentences

_INDENT = "  "
_ROW = 4  # sentences behind an event, at most
_PLAIN = ("yes", "no", "done", "none")  # answers that say nothing by themselves


def told_events(table: Table, events: Sequence[Event], lang: str = FIRST) -> list[tuple[Event, str]]:
    """Each event that is told in words."""
    s = sentences(table, lang)
    return [(event, text) for event in events if event.kind not in SILENT and (text := _told(s, event))]


def _told(s: Sentences, event: Event) -> str:
    return _cached(s, event)


def _cached(s: Sentences, event: Event) -> str:
    """Texts of events are asked for again and again while a game goes on."""
    known: dict[Event, str] = s.__dict__.setdefault("known", {})
    key = replace(event, number=0, parent=None, depth=0)
    found = known.get(key)
    if found is None:
        if len(known) > 20_000:
            known.clear()
        found = known[key] = s.tell(event)
    return found


def event_lines(table: Table, events: Sequence[Event], lang: str = FIRST) -> list[str]:
    return [text for _, text in told_events(table, events, lang)]


def outcome_line(table: Table, events: Sequence[Event], lang: str = FIRST, since: int = 0) -> str:
    """What has happened since, in one line; the answers themselves left out."""
    s = sentences(table, lang)
    told = [event for event in events[since:] if event.kind != "answer"]
    return "; ".join(text for node in _merged(s, _tree(s, told)) for text in _flat(node))


def _flat(node: _Node) -> Iterator[str]:
    yield node.text
    for inner in node.inner:
        yield from _flat(inner)


# ---------- as people read it ----------
@dataclass(slots=True)
class _Node:
    """An event with what happened within it."""

    event: Event
    text: str
    inner: list[_Node] = field(default_factory=list)


class Row(NamedTuple):
    """A line of a story."""

    text: str
    heading: bool = False


def story_lines(table: Table, events: Sequence[Event], lang: str = FIRST, width: int = 100, since: int = 0) -> list[str]:
    """A story as people read it; `since`: from this event on."""
    return [row.text for row in story_rows(table, events, lang, width, since)]


def story_rows(
    table: Table, events: Sequence[Event], lang: str = FIRST, width: int = 100, since: int = 0, end: int | None = None
) -> list[Row]:
    """The same, with what is a heading; `end`: up to this event."""
    s, found = sentences(table, lang), list[Row]()
    now = stretch_of(events[since - 1]) if since else None
    opening = _openers(events)
    for chunk in _chunks(events[since:end]):
        rows = [Row(line) for node in _merged(s, _tree(s, chunk, opening)) for line in _lines(s, node, width, 0)]
        if rows and stretch_of(chunk[0]) != now:
            before, now = now, stretch_of(chunk[0])
            found += [Row("")] if found else []
            if before is None or now != (0, "", None):
                found.append(Row(stretch(s, chunk[0]), True))
        found += rows
    return found


def stretch_of(event: Event) -> tuple[int, str, int | None]:
    return event.round, event.phase, event.turn


def _chunks(events: Sequence[Event]) -> Iterator[list[Event]]:
    """What happened in one stretch after the other."""
    for _, group in groupby(events, stretch_of):
        yield list(group)


def stretch(s: Sentences, event: Event) -> str:
    """Round, phase and turn of an event: `Round 2, market, turn of Ann`."""
    parts = [s.say("told_round", n=str(event.round))] if event.round else []
    if event.phase and ("phase", event.phase) in s.program.parts:
        parts.append(s.words.label(s.program.parts["phase", event.phase]))
    if event.turn is not None:
        parts.append(s.say("told_turn", who=s.words.thing(event.turn)))
    told = ", ".join(parts) or s.say("told_set_up")
    return s.grammar.finish(told[:1].upper() + told[1:])


def _tree(s: Sentences, events: list[Event], opening: Collection[int] = ()) -> list[_Node]:
    """The events that are told, each with those within it and, of an answer, those that it has led to. What is silent hands on
    what is within it; so does what only goes on to another stretch of play."""
    top = _Node(events[0], "") if events else None
    nodes: dict[int | None, _Node] = {}
    within: dict[int, int | None] = {}
    last: dict[int | None, _Node] = {}  # the last answer within an event
    fruitless = _fruitless(events)
    for event in events:
        within[event.number] = event.parent
        text = "" if event.kind in SILENT or event.kind in HEADINGS or _passing(s, event) else _told(s, event)
        if not text or event.number in fruitless:
            continue
        parent = event.parent
        while parent is not None and parent not in nodes:
            parent = within.get(parent)
        node = nodes[event.number] = _Node(event, text)
        asked = last.get(parent)
        if event.kind == "answer":
            last.pop(parent, None)
            if event.name or parent is None:  # in the middle of something, what follows belongs to that
                last[parent] = node
        elif asked is not None and event.kind != "end" and event.player in (None, asked.event.player):
            asked.inner.append(node)
            continue
        else:
            last.pop(parent, None)
        holder = top if parent is None else nodes[parent]
        assert holder is not None
        holder.inner.append(node)
    return [] if top is None else [kept for node in top.inner for kept in _plainer(s, node, opening)]


def _fruitless(events: list[Event]) -> set[int]:
    """The verbs that ended at a requirement, without a reason and before anything had come of them."""
    inner: dict[int, list[Event]] = {}
    for event in events:
        if event.parent is not None:
            inner.setdefault(event.parent, []).append(event)
    return {at for at, found in inner.items() if len(found) == 1 and found[0].kind == "refuse" and not found[0].texts}


def _passing(s: Sentences, event: Event) -> bool:
    """A variable that is gone when something ends is how that is done, and no news."""
    return event.kind == "set" and s.program.vars[event.name].lasts is not None


def _openers(events: Sequence[Event]) -> set[int]:
    """The events within which a round, phase or turn begins."""
    parents = {event.number: event.parent for event in events}
    found: set[int] = set()
    for event in events:
        at = event.parent if event.kind in HEADINGS else None
        while at is not None and at not in found:
            found.add(at)
            at = parents.get(at)
    return found


def _settled(nodes: list[_Node]) -> list[_Node]:
    """Without what was changed and changed back."""
    undone: set[int] = set()
    for at, node in enumerate(nodes):
        if node.event.kind != "set" or at in undone:
            continue
        for later in range(len(nodes) - 1, at, -1):
            other = nodes[later].event
            if _same_variable(other, node.event) and other.value("to") == node.event.value("from"):
                undone |= {at, later}
                break
    return [node for at, node in enumerate(nodes) if at not in undone]


def _same_variable(one: Event, other: Event) -> bool:
    owners = [(event.kind, event.name, event.value("of"), event.value("with")) for event in (one, other)]
    return one.kind == "set" and owners[0] == owners[1]


def _plainer(s: Sentences, node: _Node, opening: Collection[int]) -> list[_Node]:
    """An event without what need not be said: a cost that the answer names, an answer that the verb after it says again, a
    plain yes or no, a verb that only asks."""
    event = node.event
    node.inner = _settled(node.inner)
    first = node.inner[0].event if node.inner else None
    asks = event.kind == "verb" and not event.parts and first is not None and first.kind == "answer" and bool(first.name)
    node.inner = [kept for inner in node.inner for kept in _plainer(s, inner, opening)]
    if asks or (event.number in opening and not node.inner):
        return node.inner
    if event.kind in ("answer", "forced"):
        cost = event.value("cost")
        node.inner = [i for i in node.inner if not (i.event.kind == "pay" and i.event.value("amounts") == cost)]
        if event.value("text") in _PLAIN or (event.kind == "forced" and not event.name):
            return node.inner
        then = node.inner[0] if node.inner else None
        if then is not None and then.event.kind == "verb" and then.event.player == event.player and event.name:
            paid = event.first("cost")
            then.text = then.text if paid is None else s.say("aside", a=then.text, b=s.part(paid))
            return node.inner
    return [node]


def _merged(s: Sentences, nodes: list[_Node]) -> list[_Node]:
    """Neighbours that are one sentence made one."""
    found: list[_Node] = []
    for node in nodes:
        node.inner = _merged(s, node.inner)
        last = found[-1] if found else None
        one = None if last is None or last.inner or node.inner else _together(last.event, node.event)
        if last is not None and one is not None:
            found[-1] = _Node(one, s.tell(one))
        else:
            found.append(node)
    return found


def _together(one: Event, two: Event) -> Event | None:
    """Two events as one: what moves to the same place, what is rolled or shown together."""
    if one.kind != two.kind or one.player != two.player or _told_of(one) != _told_of(two):
        return None
    if one.kind == "move" and one.value("to") == two.value("to"):
        return replace(one, parts=(*one.all("thing"), *two.all("thing"), *(p for p in one.parts if p.role == "to")))
    if one.kind in ("reveal", "hide") or (one.kind == "dice" and one.value("dice") == two.value("dice")):
        return replace(one, parts=(*one.parts, *(p for p in two.parts if p.role in ("thing", "result"))))
    if one.kind in ("gain", "lose") and not (_odd(one) or _odd(two)) and one.player is not None:
        return _amounts(one, two)
    if one.kind == "pay" and one.player is not None:
        bundle = (*one.value("amounts")[0], *two.value("amounts")[0])
        return replace(one, parts=(Part("amounts", (bundle,), t.BUNDLE),))
    return None


def _told_of(event: Event) -> int | None:
    return None if event.source is None else event.source.value


def _odd(event: Event) -> bool:
    return any(part.role in ("of", "with", "surplus") for part in event.parts)


def _amounts(one: Event, two: Event) -> Event | None:
    if one.name != two.name:
        return None
    total = (one.value("amount") or 0) + (two.value("amount") or 0)
    return replace(one, parts=(Part("amount", total, t.NUMBER),))


def _lines(s: Sentences, node: _Node, width: int, depth: int) -> list[str]:
    """An event and what happened within it: behind it where that is short, else below."""
    front = _INDENT * depth + node.text[:1].upper() + node.text[1:]
    if node.inner and len(node.inner) <= _ROW and not any(inner.inner for inner in node.inner):
        behind = "; ".join(inner.text for inner in node.inner)
        row = f"{front} — {behind}" if node.event.kind == "answer" else s.grammar.headed(front, behind)
        if len(row) <= width:
            return [row]
    return [front, *(line for inner in node.inner for line in _lines(s, inner, width, depth + 1))]


__all__ = ["HEADINGS", "Row", "event_lines", "outcome_line", "story_lines", "story_rows", "stretch_of", "told_events"]
