"""Which routine, laid rules and ability of one program are those of another: the ones that are written the same.

Contract: places in the text and what only people read (labels, reasons) make no difference; everything that is carried out
does. A path that holds the number of a line is compared without it. Where several are written the same, the one of the same
path is meant, else the one at the same place in their order.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any

from rulekit.program.game import ClockDef, Program, Watch
from rulekit.program.ops import Routine
from rulekit.sources.source import Span

_LINES = re.compile(r"\d+(?:\.\d+)?(?=/|$)")
_READ_ONLY = frozenset(("labels", "because", "span", "tags"))  # what no rule looks at
_APART: dict[type, set[str]] = {  # by what something is looked up, and what follows from the rest
    Watch: {"number", "reads", "writes"},
    ClockDef: {"number"},
    Routine: {"path", "names"},
}


class Counterparts:
    """What of one program is what of another."""

    def __init__(self, old: Program, new: Program) -> None:
        self.old, self.new = old, new
        self._routines: dict[str, str | None] = {}
        self._abilities: dict[int, int | None] | None = None

    def routine(self, path: str) -> str | None:
        """The path of the routine that is written as the one of this path; None if there is none."""
        if path not in self._routines:
            self._routines[path] = self._found(path)
        return self._routines[path]

    def _found(self, path: str) -> str | None:
        stem, old = _stem(path), self.old.routines.get(path)
        if old is None:
            return None
        code = _code(old)
        group = _group(self.new, stem)
        same = [one for one in group if _code(self.new.routines[one]) == code]
        if path in same or len(same) <= 1:
            return path if path in same else next(iter(same), None)
        at = _group(self.old, stem).index(path)
        return group[at] if at < len(group) and group[at] in same else None

    def bundle(self, path: str) -> str | None:
        """The same for rules that are laid over a block or lent: they see the same locals."""
        old = self.old.bundles.get(path)
        if old is None:
            return None
        stem = _stem(path)
        same = [
            one.path
            for one in self.new.bundles.values()
            if _stem(one.path) == stem and one.captured == old.captured and self.routine(old.routine) == one.routine
        ]
        return path if path in same else same[0] if len(same) == 1 else None

    def ability(self, number: int) -> int | None:
        """The number of the ability that is written as the one of this number."""
        if self._abilities is None:
            olds, news = _abilities(self.old), _abilities(self.new)
            self._abilities = {old.number: self._same_ability(old, news) for old in olds}
        return self._abilities.get(number)

    def _same_ability(self, old: Watch | ClockDef, news: list[Watch | ClockDef]) -> int | None:
        path = self.routine(old.routine) if old.routine else ""
        same = [new for new in news if type(new) is type(old) and new.routine == path and _code(new) == _code(old)]
        return same[0].number if len(same) == 1 else None


def _abilities(program: Program) -> list[Watch | ClockDef]:
    return [*program.watches, *program.clocks]


def _stem(path: str) -> str:
    return _LINES.sub("#", path)


def _group(program: Program, stem: str) -> list[str]:
    """The routines whose paths differ in lines alone, in the order of the text."""
    found = [path for path in program.routines if _stem(path) == stem]
    return sorted(found, key=lambda path: [tuple(map(int, one.split("."))) for one in _LINES.findall(path)])


def _code(node: Any) -> Any:
    """What is carried out."""
    if isinstance(node, list | tuple):
        return tuple(_code(one) for one in node)
    if isinstance(node, dict):
        return tuple((_code(key), _code(value)) for key, value in node.items())
    if isinstance(node, Span):
        return None
    if isinstance(node, str):
        return _stem(node) if "/" in node else node
    if not is_dataclass(node):
        return node
    skipped = _READ_ONLY | _APART.get(type(node), set())
    return (type(node).__name__, *(_code(getattr(node, one.name)) for one in fields(node) if one.name not in skipped))
