"""A story in lines.

Contract: `event_lines` tells event by event, `story_lines` as people read it: headed by round, phase and turn, what happened
within an event indented under it or, where it is short, behind it; what belongs together in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from typing import NamedTuple

from rulekit.program import types as t
from rulekit.runtime.table import Table
from rulekit.sources.tongues import FIRST
from rulekit.story.event import Event, Part
from rulekit.story.origin import with_origin
from rulekit.story.outline import Node, course, outline, told
from rulekit.story.sentences import HEADINGS, SILENT, Sentences, sentences

_INDENT = "  "
_ROW = 4  # sentences behind an event, at most
_SHORT = ("gain", "lose", "roll", "turn_to", "shuffle", "set")  # several may share a line


def told_events(table: Table, events: Sequence[Event], lang: str = FIRST) -> list[tuple[Event, str]]:
    """Each event that is told in words."""
    s = sentences(table, lang)
    return [(event, text) for event in events if event.kind not in SILENT and (text := told(s, event))]


def event_lines(table: Table, events: Sequence[Event], lang: str = FIRST) -> list[str]:
    return [text for _, text in told_events(table, events, lang)]


def outcome_line(table: Table, events: Sequence[Event], lang: str = FIRST, since: int = 0) -> str:
    """What has happened since, in one line; the answers themselves left out."""
    s = sentences(table, lang)
    happened = [event for event in events[since:] if event.kind != "answer"]
    return s.grammar.apart(text for node in _merged(s, outline(s, happened)) for text in _flat(node))


def _flat(node: Node) -> Iterator[str]:
    yield node.text
    for inner in node.inner:
        yield from _flat(inner)


# ---------- as people read it ----------
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
    of = course(events)
    for chunk in _chunks(events[since:end]):
        rows = [Row(line) for line in _block(s, _merged(s, with_origin(s, outline(s, chunk, of))), width, 0)]
        if rows and (stretch_of(chunk[0]) != now or (found and chunk[0].kind == "turn")):
            before, now = now, stretch_of(chunk[0])
            found += [Row("")] if found else []
            if before is None or now != (0, "", None):
                found.append(Row(stretch(s, chunk[0]), True))
        found += rows
    return found


def stretch_of(event: Event) -> tuple[int, str, int | None]:
    return event.round, event.phase, event.turn


def _chunks(events: Sequence[Event]) -> Iterator[list[Event]]:
    """What happened in one stretch after the other; another turn of the same player is another stretch."""
    turns = accumulate(event.kind == "turn" for event in events)
    for _, group in groupby(zip(events, turns, strict=True), lambda one: (stretch_of(one[0]), one[1])):
        yield [event for event, _ in group]


def stretch(s: Sentences, event: Event) -> str:
    """Round, phase and turn of an event: `Round 2, market, turn of Ann`."""
    parts = [s.say("told_round", n=str(event.round))] if event.round else []
    if event.phase and ("phase", event.phase) in s.program.parts:
        parts.append(s.words.label(s.program.parts["phase", event.phase]))
    if event.turn is not None:
        parts.append(s.say("told_turn", who=s.words.thing(event.turn)))
    text = ", ".join(parts) or s.say("told_set_up")
    return s.grammar.finish(text[:1].upper() + text[1:])


def _merged(s: Sentences, nodes: list[Node]) -> list[Node]:
    """Neighbours that are one sentence made one, which is told when all of them are in it."""
    found: list[Node] = []
    grown: set[int] = set()  # places of sentences that more has come into
    for node in _dealt(nodes):
        node.inner = _merged(s, node.inner)
        last = found[-1] if found else None
        one = None if last is None or last.inner or node.inner else _together(s, last.event, node.event)
        if last is not None and one is not None:
            found[-1] = Node(one, "")
            grown.add(len(found) - 1)
        else:
            found.append(node)
    for at in grown:
        found[at].text = told(s, found[at].event)
    return found


def _dealt(nodes: list[Node]) -> list[Node]:
    """What goes from one place to several by turns, as cards are dealt, place by place."""
    found: list[Node] = []
    for _, run in groupby(nodes, lambda node: node.event.value("from") if node.event.kind == "move" else node.event.number):
        same = list(run)
        first = {goal: at for at, goal in reversed([(at, node.event.value("to")) for at, node in enumerate(same)])}
        plain = len(same) > len(first) > 1 and None not in first and not any(node.inner for node in same)
        found += sorted(same, key=lambda node: first[node.event.value("to")]) if plain else same
    return found


def _together(s: Sentences, one: Event, two: Event) -> Event | None:
    """Two events as one: what moves to the same place, or step by step over a board, what is rolled or shown together."""
    if one.kind != two.kind or one.player != two.player:
        return None
    if one.kind == "move" and one.value("to") == two.value("to"):
        where = [part for part in one.parts if part.role in ("to", "out_of")]
        return replace(one, parts=(*one.all("thing"), *two.all("thing"), *where)) if _same_place(one, two) else None
    if one.kind == "move" and _goes_on(s, one, two):
        return replace(one, parts=(*one.parts, *two.all("to")))
    if one.kind in ("reveal", "hide") or (one.kind == "dice" and one.value("dice") == two.value("dice")):
        return replace(one, parts=(*one.parts, *(p for p in two.parts if p.role in ("thing", "result"))))
    if one.kind in ("gain", "lose") and not (_odd(one) or _odd(two)) and one.player is not None:
        return _amounts(one, two)
    if one.kind == "pick" or _same_deed(one, two):
        return replace(one, parts=(*one.parts, *two.parts))
    if one.kind == "set" and one.name == two.name and _of_things(one) and _of_things(two):
        return replace(one, parts=(*one.parts, *two.parts))
    if one.kind == "pay" and one.player is not None:
        bundle = (*one.value("amounts")[0], *two.value("amounts")[0])
        return replace(one, parts=(Part("amounts", (bundle,), t.BUNDLE),))
    return None


def _same_place(one: Event, two: Event) -> bool:
    """Is of both told that they come from the same place, or of none?"""
    return bool(one.value("out_of") == two.value("out_of"))


def _goes_on(s: Sentences, one: Event, two: Event) -> bool:
    """Does the same thing go on from the cell to which it has come?"""
    things, came = [[part.value for part in event.all("thing")] for event in (one, two)], list(one.all("to"))[-1:]
    same = len(things[0]) == 1 and things[0] == things[1] and things[0][0] is not None
    at = came[0].value if came else None
    return same and at is not None and at == two.value("from") and bool(set(s.table.zone_of[at][1]) & set(s.table.board_at))


def _same_deed(one: Event, two: Event) -> bool:
    """The same verb, done to one thing after the other: `walks to a1, a2, a3`."""
    return one.kind == "verb" and one.name == two.name and len({part.role for part in (*one.parts, *two.parts)}) == 1


def _of_things(event: Event) -> bool:
    """A variable of a thing or cell, not of a player."""
    of = event.first("of")
    return of is not None and not of.hidden and of.type.tag == "thing" and event.player is None and event.first("with") is None


def _odd(event: Event) -> bool:
    return any(part.role in ("of", "with", "surplus", "missing", "because") for part in event.parts)


def _amounts(one: Event, two: Event) -> Event | None:
    if one.name != two.name:
        return None
    total = (one.value("amount") or 0) + (two.value("amount") or 0)
    return replace(one, parts=(Part("amount", total, t.NUMBER),))


def _lines(s: Sentences, node: Node, width: int, depth: int) -> list[str]:
    """An event and what happened within it: behind it where that is short, else below."""
    front = _INDENT * depth + node.text[:1].upper() + node.text[1:]
    if node.inner and len(node.inner) <= _ROW and not any(inner.inner for inner in node.inner):
        behind = _row(s, node.inner, s.who(node.event))
        row = f"{front} — {behind}" if node.event.kind == "answer" else s.grammar.headed(front, behind)
        if len(row) <= width:
            return [row]
    return [front, *_block(s, node.inner, width, depth + 1)]


def _block(s: Sentences, nodes: list[Node], width: int, depth: int) -> list[str]:
    """Events one after the other; short ones of the same kind share a line."""
    found: list[str] = []
    row: list[Node] = []  # what shares the last line
    for node in nodes:
        short = node.event.kind in _SHORT and not node.inner
        if short and row and row[-1].event.kind == node.event.kind:
            text = _row(s, [*row, node])
            shared = _INDENT * depth + text[:1].upper() + text[1:]
            if len(shared) <= width:
                found[-1] = shared
                row.append(node)
                continue
        found += _lines(s, node, width, depth)
        row = [node] if short else []
    return found


def _row(s: Sentences, nodes: list[Node], who: str = "") -> str:
    """Events in one line; whoever does several things in a row is named once. `who`: who stands before them."""
    told: list[str] = []
    for node in nodes:
        event, doer = node.event, s.who(node.event)
        named = bool(doer) and node.text.startswith(f"{doer} ")
        answered = s.grammar.headed(doer, "|").rstrip("|") if doer and event.kind in ("answer", "forced") else ""
        if named and doer == who:
            rolled = event.kind == "dice" and not told  # what a deed that rolls comes to
            told.append(s.rolled(event) if rolled else node.text.removeprefix(f"{doer} "))
        elif answered and doer == who and node.text.startswith(answered):
            told.append(node.text.removeprefix(answered))
        else:
            told.append(node.text)
        who = doer if named else ""
    return s.grammar.apart(told)


__all__ = ["HEADINGS", "Row", "event_lines", "outcome_line", "story_lines", "story_rows", "stretch_of", "told_events"]
