"""Which of several copies a name means in an example.

Contract: `porter@bob` is the one that lies there. A plain name means, in a sentence, the copy of the one who does it; else the
one that all on the table look like; where they differ it is an error that lists them. In a comparison of lists a name that
stands there n times is n copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from rulekit.api import State
from rulekit.program import core as c
from rulekit.program.derived import parts
from rulekit.runtime.bearers import owner_of
from rulekit.runtime.describe import looks, place_text, zone_holder
from rulekit.runtime.machine import Machine
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.testing.walk import walk


class Unclear(Exception):
    """A name that may mean several things, or none."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message, self.span = message, span


def lies_at(m: Machine, thing: int, place: str) -> bool:
    """Does a thing lie at a place: whose, in or on what, or both (`bob`, `market`, `bob.hand`)?"""
    zone = m.s.where[thing]
    if zone < 0:
        return False
    name, holder = m.t.zone_of[zone][0].head.name, zone_holder(m, zone)
    return place in (place_text(m, thing), name, f"{holder}.{name}")


def told(m: Machine, things: Iterable[int]) -> list[str]:
    """The names of copies by place, as short as they tell them apart; by position where they lie in one zone."""
    things = list(things)
    found = []
    for thing in things:
        name, zone = m.t.entities[thing].name, m.s.where[thing]
        owner, place = zone_holder(m, zone), m.t.zone_of[zone][0].head.name
        short = place_text(m, thing)
        long = f"{owner}.{place}" if owner else place
        alone = [sum(lies_at(m, other, where) for other in things) == 1 for where in (short, long)]
        position = m.s.zones[zone].index(thing) + 1
        whose = f"{owner}'s " if owner else ""
        by_place = f"item({whose}{place}, {position})"
        found.append(f"{name}@{short}" if alone[0] else f"{name}@{long}" if alone[1] else by_place)
    return found


class Copies:
    """The names of copies on the table of one example."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def _m(self) -> Machine:
        return self._state.machine

    def _design(self, node: n.Node) -> str:
        """The design of several copies that a word names; empty for any other."""
        name = node.name if isinstance(node, n.Name) else ""
        return name if len(self._state.table.by_design.get(name, ())) > 1 else ""

    # ---------- by place ----------
    def pointed(self, node: n.Node) -> Iterator[tuple[str, int]]:
        """Each `porter@bob` in a text, and the thing that it is."""
        for _, one in walk(node):
            if isinstance(one, n.Name) and "@" in one.name:
                yield one.name, self._at(one)

    def _at(self, node: n.Name) -> int:
        name, _, place = node.name.partition("@")
        copies = self._on_table(self._state.table.by_design.get(name, ()))
        found = _unlike(self._m, [thing for thing in copies if lies_at(self._m, thing, place)])
        if len(found) != 1:
            listed = ", ".join(f"`{text}`" for text in told(self._m, found or copies))
            none = f"no `{name}` lies there" if not found else f"which `{name}` is meant?"
            raise Unclear(f"{none}{': ' if listed else ''}{listed}", node.span)
        return found[0]

    # ---------- in a sentence ----------
    def meant(self, sentence: n.Node, doer: int | None, given: Callable[[str], int | None]) -> dict[str, list[int]]:
        """For each plain name in a sentence the copies that it may mean, which nobody takes for each other; `given` tells the
        copy that the name means alone, which stands for those that look the same."""
        found = {}
        for _, node in walk(sentence):
            design = self._design(node)
            copies = self._on_table(self._state.table.by_design[design]) if design else []
            copies.sort(key=lambda thing: thing != given(design))
            own = [thing for thing in copies if doer is not None and owner_of(self._m, thing) == doer]
            if copies:
                found[design] = _unlike(self._m, own or copies)
        return found

    def _on_table(self, copies: Iterable[int]) -> list[int]:
        where, box = self._m.s.where, self._state.table.box
        return [thing for thing in copies if where[thing] >= 0 and where[thing] != box]

    # ---------- in a comparison ----------
    def counted(self, node: n.Expr, items: Any, given: Callable[[str], int | None], bind: Callable[[str, int], None]) -> n.Expr:
        """A list in braces in which each name of several copies stands for another one of the things that it is compared with:
        the copy that the name means alone, then the others."""
        if not isinstance(node, n.ListOf):
            return node
        left, named = [thing for thing in items if type(thing) is int], list[n.Expr]()
        for item in node.items:
            design = self._design(item)
            fits = [thing for thing in left if self._state.table.design_of[thing] == design] if design else []
            if not fits:
                named.append(item)
                continue
            one = next((thing for thing in fits if thing == given(design)), fits[0])
            left.remove(one)
            name = f"{design}@{one}"
            bind(name, one)
            named.append(n.Name(name, span=item.span))
        return replace(node, items=tuple(named))


def uses(ops: Iterable[Any], slot: int) -> bool:
    """Is a local used for more than what it is called?"""
    return any(_uses(part, slot) for op in ops for part in parts(op))


def _uses(node: c.Core, slot: int) -> bool:
    if isinstance(node, c.Local):
        return node.slot == slot
    if isinstance(node, c.Attr) and node.name == "name" and isinstance(node.thing, c.Local):
        return False
    return any(_uses(part, slot) for part in parts(node))


def _unlike(m: Machine, things: list[int]) -> list[int]:
    """The first of each that look the same."""
    found: dict[Any, int] = {}
    for thing in things:
        found.setdefault(looks(m, thing), thing)
    return list(found.values())
