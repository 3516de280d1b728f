"""What has changed in words: cards and rules as they are told to players, line by line.

Contract: pure. Only what reads differently is a change: another order in the file, another layout or comment is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher

from rulekit.program.game import Program
from rulekit.text import Teller


@dataclass
class Change:
    """One card, verb, kind ... that is another one now."""

    name: str
    title: str
    what: str  # added, removed, changed
    old: list[str] = field(default_factory=list)  # lines that are gone
    new: list[str] = field(default_factory=list)  # lines that have come


def changes(old: Program, new: Program, lang: str = "") -> list[Change]:
    """All that is told otherwise, in the order of the new rules; what is gone comes last."""
    before, after = _pages(old, lang), _pages(new, lang)
    found = [change for name, page in after.items() if (change := _change(name, before.get(name), page)) is not None]
    found += [Change(name, page[0], "removed", old=page[1:]) for name, page in before.items() if name not in after]
    if old.players != new.players:
        told = [f"For {low} to {high} players." for low, high in (old.players, new.players)]
        found.insert(0, Change("players", "Players", "changed", [told[0]], [told[1]]))
    return found


def _pages(program: Program, lang: str) -> dict[str, list[str]]:
    """What is told of each name: its title, then its lines."""
    teller = Teller(program, lang)
    found = {}
    for name in dict.fromkeys([*teller.names(), *program.designs]):
        page = teller.page(name)
        if page is not None:
            found[name] = [page.title, *([page.what] if page.what else []), *page.lines()]
    return found


def _change(name: str, old: list[str] | None, new: list[str]) -> Change | None:
    if old == new:
        return None
    if old is None:
        return Change(name, new[0], "added", new=new[1:])
    found = Change(name, new[0], "changed")
    for word, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if word != "equal":
            found.old += old[a:b]
            found.new += new[c:d]
    return found
