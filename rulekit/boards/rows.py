"""Rows of text that draw a board, each knowing where it stands in its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulekit.sources.source import NOWHERE, Span


@dataclass(frozen=True)
class Row:
    """One row of a drawing; `span` begins at its first character."""

    text: str
    span: Span = NOWHERE

    def place(self, column: int, length: int = 1) -> Span:
        """The span of some characters of the row, counted from 0."""
        first = self.span.column + column
        return Span(self.span.source, self.span.line, first, self.span.line, first + length)


def as_rows(rows: Sequence[Row | str]) -> tuple[Row, ...]:
    return tuple(row if isinstance(row, Row) else Row(row) for row in rows)
