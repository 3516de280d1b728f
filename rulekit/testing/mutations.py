"""Small wrong changes to rules, one at a time.

Contract: `mutations(decl)` gives every change of one declaration that this file knows, in the order of the text;
whether the changed rules still check is not looked at here. A mutation is data: the declaration's place, the way to
what changes, what comes there instead.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rulekit.program.advice import asked_by_bots
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.testing.equivalents import reason_for
from rulekit.testing.walk import Way, at, rebuilt, walk

Place = tuple[str, int, int]
Change = tuple[Way, Any, str, str, Span]  # way, new value, kind, what was done, where
_BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_OTHER_SCOPE = {"turn": "round", "round": "turn"}
_OTHER_EDGE = {"end": "start", "start": "end"}
PEOPLE = {"opponents": "players", "players": "opponents"}
_CALM = {"gain", "lose"}  # two of them, or two `set`, one after the other: the order cannot matter
_CONDITIONS: dict[type, tuple[str, ...]] = {
    n.Require: ("condition",),
    n.Query: ("where",),
    n.Option: ("condition",),
    n.Conditional: ("condition",),
    n.Repeat: ("condition",),
    n.Trigger: ("where",),
    n.Forbid: ("where",),
    n.Clock: ("where",),
    n.Modifier: ("condition",),
    n.Payment: ("condition",),
    n.NextTime: ("where",),
}


@dataclass(frozen=True)
class Mutation:
    """One wrong change of one declaration."""

    decl: Place
    name: str
    module: str
    way: Way
    new: Any
    kind: str
    text: str
    span: Span
    printed: bool = False  # a figure printed on a thing, such as its cost: data, not a rule

    def applied(self, decl: n.Decl) -> n.Decl:
        changed: n.Decl = rebuilt(decl, self.way, self.new)
        return changed

    @property
    def reason(self) -> str:
        """Why the file says that nobody could notice; empty if it does not say so."""
        return reason_for(self.span.source.name, self.kind, self.name, self.span.source.line(self.span.line))


def place_of(decl: n.Decl) -> Place:
    return decl.span.source.name, decl.span.line, decl.span.column


def mutations(decl: n.Decl) -> list[Mutation]:
    """All changes of one declaration; none of what says no rule."""
    if isinstance(decl, n.Example | n.Invariant | n.Import | n.Module | n.Remove):
        return []
    if isinstance(decl, n.Define) and asked_by_bots(decl.name):
        return []
    found = [
        Mutation(place_of(decl), decl.name, decl.module, *change, _is_printed(decl, change[0]))
        for way, node in walk(decl)
        for make in _MAKERS
        for change in make(way, node)
        if at(decl, change[0]) != change[1]
    ]
    return sorted(found, key=lambda m: (m.span.line, m.span.column))


def _is_printed(decl: n.Decl, way: Way) -> bool:
    """Does something stand in a figure of a thing (`cost 3 coin`), not in a text of it?"""
    return isinstance(decl, n.Thing) and any(isinstance(at(decl, way[:end]), n.Prop) for end in range(1, len(way)))


# ---------- numbers ----------
def _numbers(way: Way, node: n.Node) -> Iterator[Change]:
    if isinstance(node, n.Number):
        for value in (node.value + 1, node.value - 1):
            if value >= 0:
                yield way, dataclasses.replace(node, value=value), "number", f"{node.value} becomes {value}", node.span
    elif isinstance(node, n.Dice):
        sides = dataclasses.replace(node, sides=node.sides + 1)
        yield way, sides, "number", f"d{node.sides} becomes d{node.sides + 1}", node.span
    elif isinstance(node, n.Per):
        yield way, dataclasses.replace(node, size=node.size + 1), "number", f"per {node.size} becomes one more", node.span
    elif isinstance(node, n.Term) and node.mode == "fixed":
        more = dataclasses.replace(node, amount=node.amount + 1)
        yield way, more, "number", f"{node.amount} becomes {node.amount + 1}", node.span


# ---------- statements ----------
def _blocks(way: Way, node: n.Node) -> Iterator[tuple[Way, tuple[n.Stmt, ...]]]:
    """The blocks that stand right in a node."""
    for name in getattr(node, "__dataclass_fields__", ()):
        value = getattr(node, name)
        if isinstance(value, tuple) and value and all(isinstance(item, n.Stmt) for item in value):
            yield (*way, name), value
        elif name == "branches":
            yield from (((*way, name, i, 1), block) for i, (_, block) in enumerate(value))


def _statements(way: Way, node: n.Node) -> Iterator[Change]:
    for where, block in _blocks(way, node):
        for index, stmt in enumerate(block):
            rest = (*block[:index], *block[index + 1 :]) or (n.DoNothing(span=stmt.span),)
            if not isinstance(stmt, n.DoNothing | n.Todo):
                kind = "cost" if isinstance(stmt, n.Pay) else "statement"
                yield where, rest, kind, f"`{words(stmt)}` is left out", stmt.span
        for index, (one, two) in enumerate(pairwise(block)):
            if not _independent(one, two):
                swapped = (*block[:index], two, one, *block[index + 2 :])
                yield where, swapped, "swap", f"`{words(two)}` comes before `{words(one)}`", one.span


def _independent(one: n.Stmt, two: n.Stmt) -> bool:
    """Two statements whose order cannot matter, or whose swap would never check."""
    if isinstance(one, n.Let) or (isinstance(one, n.Choose) and one.block is None):
        return True
    if isinstance(one, n.Set) and isinstance(two, n.Set):
        return not any(part == one.target for _, part in walk(two))
    return isinstance(one, n.Sentence) and isinstance(two, n.Sentence) and {one.verb, two.verb} <= _CALM


def words(node: n.Node) -> str:
    """The text of a node's first line, cut short."""
    span = node.span
    line = span.source.line(span.line)
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    text = line[span.column - 1 : end].split("  #")[0].strip()
    return text if len(text) <= 60 else text[:57] + "..."


# ---------- conditions ----------
def _conditions(way: Way, node: n.Node) -> Iterator[Change]:
    for name in _CONDITIONS.get(type(node), ()):
        condition = getattr(node, name)
        if condition is not None:
            yield _negated((*way, name), condition)
    if isinstance(node, n.If):
        for index, (condition, _) in enumerate(node.branches):
            yield _negated((*way, "branches", index, 0), condition)
    if isinstance(node, n.Binary) and node.op in _BOUNDARY:
        numbers = isinstance(node.left, n.Number) or isinstance(node.right, n.Number)
        if not numbers:
            other = _BOUNDARY[node.op]
            yield way, dataclasses.replace(node, op=other), "condition", f"`{node.op}` becomes `{other}`", node.span


def _negated(way: Way, condition: n.Expr) -> Change:
    return way, n.Not(condition, span=condition.span), "condition", f"not: `{words(condition)}`", condition.span


# ---------- abilities and costs ----------
def _abilities(way: Way, node: n.Node) -> Iterator[Change]:
    for name in ("abilities", "items"):
        held = getattr(node, name, ())
        for index, item in enumerate(held):
            if isinstance(item, n.Ability | n.PowerText):
                kind = "trigger" if isinstance(item, n.Trigger | n.Clock | n.PowerText) else "ability"
                yield (*way, name), (*held[:index], *held[index + 1 :]), kind, f"`{words(item)}` is left out", item.span


def _costs(way: Way, node: n.Node) -> Iterator[Change]:
    if isinstance(node, n.Option | n.Choose) and node.cost is not None:
        free = dataclasses.replace(node, cost=None, purpose=None)
        yield way, free, "cost", f"`{words(node.cost)}` need not be paid", node.cost.span
    if isinstance(node, n.MayPay) and node.often == "once":
        free_may = n.May(node.subject, node.block, node.otherwise, span=node.span)
        yield way, free_may, "cost", f"`{words(node.cost)}` need not be paid", node.span


# ---------- targets and durations ----------
def _targets(way: Way, node: n.Node) -> Iterator[Change]:
    if isinstance(node, n.Name) and node.name in PEOPLE:
        other = PEOPLE[node.name]
        yield way, dataclasses.replace(node, name=other), "target", f"`{node.name}` becomes `{other}`", node.span
    if isinstance(node, n.Sentence) and node.subject is not None and not isinstance(node.subject, n.You):
        yield way, dataclasses.replace(node, subject=None), "target", f"you do it instead: `{words(node)}`", node.span
    if isinstance(node, n.Pattern) and node.subject is not None and isinstance(node.subject.value, n.You):
        anybody = n.Term("any", kind="player", span=node.subject.span)
        yield way, dataclasses.replace(node, subject=anybody), "target", f"anybody: `{words(node)}`", node.span


def _durations(way: Way, node: n.Node) -> Iterator[Change]:
    if isinstance(node, n.Scope) and node.word in _OTHER_SCOPE:
        other = _OTHER_SCOPE[node.word]
        if way[-1] in ("lasts", "once", "scope"):
            yield way, dataclasses.replace(node, word=other), "duration", f"`{node.word}` becomes `{other}`", node.span
    if isinstance(node, n.Clock | n.Until | n.Later):
        edge = _OTHER_EDGE[node.edge]
        yield way, dataclasses.replace(node, edge=edge), "duration", f"`{node.edge}` becomes `{edge}`", node.span
    if isinstance(node, n.Trigger | n.Clock) and node.once is not None:
        yield way, dataclasses.replace(node, once=None), "duration", "as often as it happens", node.span
    if isinstance(node, n.Var) and node.lasts is not None:
        yield way, dataclasses.replace(node, lasts=None), "duration", "lasts for the whole game", node.span


_MAKERS = (_numbers, _statements, _conditions, _abilities, _costs, _targets, _durations)
