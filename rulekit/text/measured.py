"""What an amount was counted by, where the rules say so: `1 coin per scholar in your cards`.

Contract: found by its place in the text of the rules; in the words of the rules, with the one who gains named. What hangs on
names that are bound around it, such as a card that was chosen before, is left out: nobody could tell what they stood for.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker


def measure(speaker: Speaker, resource: str, place: Span, doer: str, this: str | None = None) -> str:
    """By what an amount of a resource was counted that was gained or lost at a place; nothing where it is a plain number."""
    found = [amount for amount in speaker.lexicon.measured if amount.name == resource and _within(amount.span, place)]
    if len(found) != 1 or not all(name in _known(speaker) for name in _names(found[0])):
        return ""
    return speaker.grammar.finish(speaker.phrase(found[0], Scope(doer=doer, this=this)))


def _within(one: Span, other: Span) -> bool:
    if one.source is not other.source:
        return False
    begin, end = (other.line, other.column), (other.end_line, other.end_column)
    return begin <= (one.line, one.column) and (one.end_line, one.end_column) <= end


def _names(amount: n.Amount) -> Iterator[str]:
    """The names that are used in it and not bound in it."""
    bound = {node.name for node in walk(amount) if isinstance(node, n.Query)}
    return (node.name for node in walk(amount) if isinstance(node, n.Name) and node.name not in bound)


def _known(speaker: Speaker) -> set[str]:
    return {*speaker.lexicon.decls, *speaker.program.members, *speaker.lexicon.cells, "players", "opponents", "everyone"}
