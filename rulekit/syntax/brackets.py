"""Brackets without a partner.

Contract: `lonely_bracket(lines)` gives the first bracket of a declaration that is never closed or that closes nothing. The
parser notices such a bracket far behind it, or at the end of the declaration; a reader wants to see the bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_PARTNER = {"(": ")", "{": "}"}
_SIGN = re.compile(r'"[^"]*"|#.*|\[[A-Za-z][^\]]*\]|(?P<bracket>[(){}])')


@dataclass(frozen=True)
class Lonely:
    """A bracket that stands alone, by line and column from 1."""

    line: int
    column: int
    sign: str

    @property
    def message(self) -> str:
        return f"`{self.sign}` is never closed" if self.sign in _PARTNER else f"`{self.sign}` closes nothing"

    @property
    def hint(self) -> str:
        if self.sign in _PARTNER:
            return f"put `{_PARTNER[self.sign]}` where it ends"
        return "take it away, or open it before"


def lonely_bracket(lines: Sequence[str]) -> Lonely | None:
    """The first bracket without a partner."""
    waiting: list[Lonely] = []
    for bracket in _brackets(lines):
        if bracket.sign in _PARTNER:
            waiting.append(bracket)
        elif not waiting or _PARTNER[waiting.pop().sign] != bracket.sign:
            return bracket
    return waiting[0] if waiting else None


def _brackets(lines: Sequence[str]) -> Iterator[Lonely]:
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("|"):  # a row of a map
            continue
        for found in _SIGN.finditer(line):
            if found["bracket"]:
                yield Lonely(number, found.start() + 1, found["bracket"])
