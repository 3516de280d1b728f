"""Source text and places in it.

Contract: a `Span` names a piece of one file by line and column (both from 1, end exclusive); it never takes part in
the equality of what carries it. Every node, diagnostic and log entry points back to the text through one of these.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from functools import lru_cache

# A name begins and ends where none of these stands beside it; in quotes it is a text.
_NOT_AFTER = frozenset(string.ascii_letters + string.digits + "_")
_NOT_BEFORE = _NOT_AFTER | {'"'}


@dataclass(frozen=True, slots=True)
class Source:
    """One file: the name shown to the user and its text."""

    name: str
    text: str = field(repr=False)
    # of a rules file, its translations by language: they are read with it and travel with it
    catalogues: tuple[tuple[str, Source], ...] = field(default=(), repr=False)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1; empty past the end."""
        lines = _lines(self)
        return lines[number - 1] if 0 < number <= len(lines) else ""


# Every node asks for lines; without it a long file would be split once for each.
@lru_cache(maxsize=16)
def _lines(source: Source) -> list[str]:
    return source.text.split("\n")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a source, from (line, column) up to but not including (end_line, end_column)."""

    source: Source = field(repr=False)
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def word(self, name: str) -> Span:
        """Where a name stands in the first line of this piece; the whole piece if it is not there."""
        line = self.source.line(self.line)
        at = line.find(name, self.column - 1)
        while at >= 0 and (line[at - 1 : at] in _NOT_BEFORE or line[at + len(name) : at + len(name) + 1] in _NOT_AFTER):
            at = line.find(name, at + 1)
        return self if at < 0 else Span(self.source, self.line, at + 1, self.line, at + len(name) + 1)

    def to(self, other: Span) -> Span:
        """The span that begins here and ends where the other ends."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span(Source("<none>", ""), 1, 1, 1, 1)
