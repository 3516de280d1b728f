"""Where nobody is `you`.

Contract: `nobodys(decls, start)` names the verbs that are only ever carried out with nobody as `you`: the one that starts
the game, and those that are called from such verbs without a subject. There `opponents` are all players, so a mutant
that says one for the other is the same game. Whatever is not certain is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.syntax import nodes as n
from rulekit.syntax.words import forms
from rulekit.testing.walk import Way, at, walk

Call = tuple[str, n.Decl, bool]  # the verb, where it is called, and whether somebody is `you` there


def nobodys(decls: Iterable[n.Decl], start: str) -> set[str]:
    """The verbs in which nobody is `you`."""
    known = list(decls)
    verbs = {d.name for d in known if isinstance(d, n.Verb)}
    calls = list(_calls(known, {form: verb for verb in verbs for form in forms(verb)}))
    found = {verb for verb in verbs if verb == start or any(call[0] == verb for call in calls)}
    while wrong := {verb for verb, decl, somebody in calls if verb in found and (somebody or not _nobodys(decl, found))}:
        found -= wrong
    return found


def _nobodys(decl: n.Decl, found: set[str]) -> bool:
    return isinstance(decl, n.Example) or (isinstance(decl, n.Verb) and decl.name in found)


def _calls(decls: list[n.Decl], verbs: dict[str, str]) -> Iterator[Call]:
    for decl in decls:
        for way, node in walk(decl):
            if isinstance(node, n.Sentence) and node.verb in verbs:
                yield verbs[node.verb], decl, somebody(decl, way)


def somebody(decl: n.Decl, way: Way) -> bool:
    """Does something around a place (or there) say who `you` is?"""
    return any(_names_you(at(decl, way[:length])) for length in range(len(way) + 1))


def _names_you(node: Any) -> bool:
    turn = isinstance(node, n.Frame | n.Until | n.Later) and node.of is not None
    return turn or isinstance(node, n.Ability | n.NextTime) or getattr(node, "subject", None) is not None
