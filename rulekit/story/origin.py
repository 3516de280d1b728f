"""What in a story comes of which thing, and from where.

Contract: what is done by the text of a thing stands under its name, unless somebody reads it already: the lines around it name
the thing, as `Player 1: Play Tom` does, or the line before it names it alone. What has no name of its own says nothing. Of what
a player is given from a place of the table the place is told, unless the line above does; of an amount that the rules count by
something, by what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulekit.program.types import TEXT
from rulekit.story.event import Event, Part
from rulekit.story.outline import Node, told
from rulekit.story.sentences import Sentences
from rulekit.text import teller
from rulekit.text.measured import measure

BECAUSE = "because"  # of words for what an amount was counted by
WHERE_FROM = "out_of"  # the role of a place that is told
_OF_TWO = ("roll", "turn_to", "swap", "put")  # a line that speaks of a die and its face


def with_origin(s: Sentences, nodes: list[Node], above: frozenset[int] = frozenset(), said: str = "") -> list[Node]:
    """Neighbours with what they come of; `above`: the things in the lines around them, `said`: the words of the nearest."""
    found: list[Node] = []
    for node, before in zip(nodes, _spoken_of(nodes), strict=True):
        event, named = node.event, _named(node.event)
        origin = None if event.source is None or event.source.hidden else event.source
        known = above | named if origin is None else above | named | {origin.value}
        node.inner = with_origin(s, node.inner, known, node.text)
        name = "" if origin is None else s.thing(origin)
        idle = not name[:1].isupper() or name.casefold() in f"{said} {node.text}".casefold()
        _say_where_from(s, node, said)
        _say_measure(s, node)
        if origin is None or idle or event.kind in ("answer", "forced") or origin.value in above | before | named:
            found.append(node)
        elif found and found[-1].event.source == origin and found[-1].event.kind == "ability":
            found[-1].inner.append(node)
        else:
            found.append(Node(Event("ability", source=origin), name, [node]))
    return found


def _spoken_of(nodes: list[Node]) -> Iterator[frozenset[int]]:
    """For each line the thing (or the die and its face) of which the one before speaks; what goes to one place is one line."""
    spoken, moved, goal = frozenset[int](), frozenset[int](), None
    for node in nodes:
        yield spoken
        event, named = node.event, _named(node.event)
        moved = moved | named if event.kind == "move" and event.value("to") == goal else named
        goal = event.value("to") if event.kind == "move" else None
        if named:
            spoken = moved if len(moved) == 1 or event.kind in _OF_TWO else frozenset()


def _say_where_from(s: Sentences, node: Node, said: str) -> None:
    """Marks the place of the table from which something comes to a player."""
    came, to = node.event.first("from"), node.event.value("to")
    if node.event.kind != "move" or came is None or came.hidden or to is None or node.event.turn is None:
        return
    plain = came.value != s.table.box and not s.table.zone_of[came.value][1]
    given = any(owner in s.table.seats for owner in s.table.zone_of[to][1])
    if plain and given and s.words.zone(came.value).casefold() not in said.casefold():
        node.event = replace(node.event, parts=(*node.event.parts, replace(came, role=WHERE_FROM)))
        node.text = told(s, node.event)


def _say_measure(s: Sentences, node: Node) -> None:
    """Marks what a gain was counted by, where the rules have a measure."""
    event = node.event
    if event.kind != "gain" or event.place is None or event.player is None:
        return
    path, at = event.place
    kind = path.split("/", 1)[0]
    span = s.program.routines[path].ops[max(at, 1) - 1].span
    this = kind if kind in s.program.kinds else None
    words = measure(teller(s.program, s.lang), event.name, span, s.who(event), this)
    if words:
        node.event = replace(event, parts=(*event.parts, Part(BECAUSE, words, TEXT)))
        node.text = told(s, node.event)


def _named(event: Event) -> frozenset[int]:
    """The things of which an event speaks."""
    told = (part for part in event.parts if part.type.tag == "thing" and not part.hidden)
    return frozenset(part.value for part in told if isinstance(part.value, int))
