"""Places of the protocol and places of ours.

Contract: the protocol counts lines from 0 and columns in units that client and server have agreed on (UTF-16 unless they say
otherwise); a `Span` counts both from 1, columns in characters. These functions are the only ones that convert.
"""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types as lsp

from rulekit.sources.source import Source, Span

_WIDTHS = {"utf-8": 1, "utf-16": 2}


@dataclass(frozen=True)
class Positions:
    """Converts for one client."""

    encoding: str = "utf-16"

    def units(self, text: str) -> int:
        """How long a text is for the client."""
        if text.isascii() or self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return sum(2 if ord(letter) > 0xFFFF else 1 for letter in text)

    def characters(self, text: str, units: int) -> int:
        """How many characters of a line lie before a column of the client; at most all of them."""
        if text.isascii() or self.encoding == "utf-32":
            return min(units, len(text))
        count = 0
        for letter in text:
            width = self.units(letter)
            if units < width:
                break
            units -= width
            count += 1
        return count

    def position(self, source: Source, line: int, column: int) -> lsp.Position:
        text = source.line(line)
        return lsp.Position(max(line - 1, 0), self.units(text[: max(column - 1, 0)]))

    def range(self, span: Span) -> lsp.Range:
        source = span.source
        start = self.position(source, span.line, span.column)
        end = self.position(source, span.end_line, span.end_column)
        return lsp.Range(start, max(start, end, key=lambda at: (at.line, at.character)))

    def place(self, source: Source, position: lsp.Position) -> tuple[int, int]:
        """The line and column, both from 1, of a position."""
        line = position.line + 1
        return line, self.characters(source.line(line), position.character) + 1

    def whole(self, source: Source) -> lsp.Range:
        lines = source.text.split("\n")
        return lsp.Range(lsp.Position(0, 0), lsp.Position(len(lines) - 1, self.units(lines[-1])))


def within(span: Span, line: int, column: int) -> bool:
    """Does a place lie in a piece of text, or right behind it?"""
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
