"""Where in a file the text of a rule stands.

Contract: spans are trimmed to the text a reader would underline: a block rule ends with its newline, its span does not.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta

from rulekit.sources.source import Source, Span
from rulekit.syntax.spacing import spaced, split_comment


class Places(Transformer[Token, Any]):
    """A transformer that knows its source; `line` and `column` shift positions of a declaration cut out of a file."""

    def __init__(self, source: Source, line: int = 0, column: int = 0) -> None:
        super().__init__()
        self.source, self.line, self.column = source, line, column

    def span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.source, self.line + 1, self.column + 1, self.line + 1, self.column + 1)
        end_line, end_column = meta.end_line, meta.end_column
        if end_line > meta.line and not self.source.line(end_line + self.line)[: end_column + self.column - 1].strip():
            end_line, end_column = self._last_text(meta.line, end_line - 1)
        return Span(
            self.source,
            meta.line + self.line,
            meta.column + self.column,
            end_line + self.line,
            end_column + self.column,
        )

    def _last_text(self, first: int, line: int) -> tuple[int, int]:
        while line > first and not self.source.line(line + self.line).strip():
            line -= 1
        text = self.source.line(line + self.line).rstrip()
        return line, max(len(text) - self.column, 1) + 1

    def _code(self, meta: Meta) -> str:
        """The line on which something begins, in standard spacing, without its comment."""
        return spaced(split_comment(self.source.line(meta.line + self.line))[0])
