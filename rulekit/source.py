"""Source text and places in it.

Contract: a `Span` names a piece of one file by line and column (both from 1, end exclusive); it never takes part in
the equality of what carries it. Every node, diagnostic and log entry points back to the text through one of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """One file: the name shown to the user and its text."""

    name: str
    text: str = field(repr=False)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1; empty past the end."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""


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

    def to(self, other: Span) -> Span:
        """The span that begins here and ends where the other ends."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span(Source("<none>", ""), 1, 1, 1, 1)
