"""Where in a file the text of a rule stands, and the table of functions that build nodes.

Contract: spans are trimmed to the text a reader would underline: a block rule ends with its newline, its span does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from lark import Token, Tree
from lark.tree import Meta

from rulekit.sources.source import Span
from rulekit.syntax.chunks import Chunk
from rulekit.syntax.spacing import spaced, split_comment

R = TypeVar("R")


class Place(NamedTuple):
    """The place of one rule of the grammar, in a declaration that is cut out of a file."""

    chunk: Chunk
    meta: Meta

    @property
    def span(self) -> Span:
        meta, source, line, column = self.meta, self.chunk.at, self.chunk.before, self.chunk.column
        if meta.empty:
            return Span(source, line + 1, column + 1, line + 1, column + 1)
        end_line, end_column = meta.end_line, meta.end_column
        if end_line > meta.line and not self._line(end_line)[: end_column + column - 1].strip():
            end_line, end_column = self._last_text(meta.line, end_line - 1)
        return Span(source, meta.line + line, meta.column + column, end_line + line, end_column + column)

    def _line(self, number: int) -> str:
        return self.chunk.source.line(number + self.chunk.line)

    def _last_text(self, first: int, line: int) -> tuple[int, int]:
        while line > first and not self._line(line).strip():
            line -= 1
        return line, max(len(self._line(line).rstrip()) - self.chunk.column, 1) + 1

    @property
    def text(self) -> str:
        """The line on which it begins, without its comment."""
        return split_comment(self._line(self.meta.line))[0]

    @property
    def code(self) -> str:
        """That line in standard spacing."""
        return spaced(self.text)


RULES: dict[str, Callable[[Place, list[Any]], Any]] = {}


def builds(build: Callable[[Place, list[Any]], R]) -> Callable[[Place, list[Any]], R]:
    """Marks the function that builds what stands for the rule of that name; `_map` is for `map`, which Python has too."""
    RULES[build.__name__.removeprefix("_")] = build
    return build


def built(tree: Tree[Token], chunk: Chunk) -> Any:
    """What the functions make of a tree, from the leaves up."""
    children = [built(child, chunk) if isinstance(child, Tree) else child for child in tree.children]
    return RULES[tree.data](Place(chunk, tree.meta), children)
