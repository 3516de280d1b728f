"""Source text and places in it.

Contract: a `Span` names a piece of one file by line and column (both from 1, end exclusive); it never takes part in
the equality of what carries it. Every node, diagnostic and log entry points back to the text through one of these.
A span may hang on a `Piece`, some lines of a file that are moved as one: so an editor keeps the nodes of a declaration
when lines are added above it.
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
    # of a rules file or a map, its translations by language: they are read with it and travel with it
    catalogues: tuple[tuple[str, Source], ...] = field(default=(), repr=False)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1; empty past the end."""
        lines = _lines(self)
        return lines[number - 1] if 0 < number <= len(lines) else ""


# Every node asks for lines; without it a long file would be split once for each.
@lru_cache(maxsize=16)
def _lines(source: Source) -> list[str]:
    return source.text.split("\n")


@dataclass(slots=True, eq=False)
class Piece:
    """Some lines of a source; `first` is the number of the line before them. Whoever keeps it may move it."""

    source: Source = field(repr=False)
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """A piece of a source, from (line, column) up to but not including (end_line, end_column).

    `row` and `end_row` count from where it hangs: in a source they are lines, in a piece they begin with its first line.
    """

    at: Source | Piece = field(repr=False)
    row: int
    column: int
    end_row: int
    end_column: int

    @property
    def source(self) -> Source:
        return self.at.source if isinstance(self.at, Piece) else self.at

    @property
    def line(self) -> int:
        return self.at.first + self.row if isinstance(self.at, Piece) else self.row

    @property
    def end_line(self) -> int:
        return self.at.first + self.end_row if isinstance(self.at, Piece) else self.end_row

    def _key(self) -> tuple[Source, int, int, int, int]:
        return self.source, self.line, self.column, self.end_line, self.end_column

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def word(self, name: str) -> Span:
        """Where a name stands in the first line of this piece; the whole piece if it is not there."""
        line = self.source.line(self.line)
        at = line.find(name, self.column - 1)
        while at >= 0 and (line[at - 1 : at] in _NOT_BEFORE or line[at + len(name) : at + len(name) + 1] in _NOT_AFTER):
            at = line.find(name, at + 1)
        return self if at < 0 else Span(self.at, self.row, at + 1, self.row, at + len(name) + 1)

    def to(self, other: Span) -> Span:
        """The span that begins here and ends where the other ends."""
        if other.at is self.at:
            return Span(self.at, self.row, self.column, other.end_row, other.end_column)
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span(Source("<none>", ""), 1, 1, 1, 1)
