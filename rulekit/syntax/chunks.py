"""A text cut into declarations.

Contract: `cut(source)` gives each declaration of a file as lines of its own, in order, those of a module one by
one. A declaration begins with a line that is not indented (in a module: not deeper than its first line), so a
broken one never reaches into the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulekit.sources.source import Piece, Source

_MODULE = re.compile(r"module +([a-z][a-z0-9_]*)")
_TAGS = re.compile(r"\s*(\[[A-Za-z][^\]]*\]\s*)*(#.*)?$")  # sources alone, or nothing
_HEAD = re.compile(r"^(?:(?:replace|extend) +)?([a-z][a-z0-9_]*) +([a-z][a-z0-9_, ]*)", re.M)
_WITH_PARTS = ("values", "record", "kind", "board")
_PROPERTY = re.compile(r"(excludes|needs|players)(?![a-z0-9_])")


@dataclass(frozen=True)
class Chunk:
    """Some lines of a source that hold one declaration, shifted left by `column`; `line` is the one before them."""

    source: Source
    lines: list[str]
    line: int
    column: int
    module: str = ""
    piece: Piece | None = None  # what the spans of its nodes hang on, if they are to be moved

    @property
    def at(self) -> Source | Piece:
        return self.source if self.piece is None else self.piece

    @property
    def before(self) -> int:
        """What is added to a line of these to give the row of a span."""
        return self.line if self.piece is None else 0

    @property
    def text(self) -> str:
        # a comment left of the block is no part of it
        cut = (text[self.column :] if not text[: self.column].strip() else "" for text in self.lines)
        return "\n".join(cut) + "\n"

    @property
    def declared(self) -> set[str]:
        """The names that these lines would declare, as far as that can be told without reading them."""
        head = _HEAD.search(self.text)
        if head is None:
            return set()
        parts = re.findall(r"[a-z][a-z0-9_]*", re.sub(r'"[^"\n]*"', "", self.text)) if head[1] in _WITH_PARTS else []
        return {*parts, *(name.split()[0] for name in head[2].split(",") if name.strip())}


def cut(source: Source) -> Iterator[Chunk]:
    """The declarations of a file, in order."""
    return _chunks(source, source.text.split("\n"), 0, 0)


def _chunks(source: Source, lines: list[str], first: int, column: int, module: str = "") -> Iterator[Chunk]:
    """Cuts lines at each one that begins at the given column; the body of a module is cut again."""
    start = None
    for index in [*range(len(lines)), len(lines)]:
        begins = index == len(lines) or (_begins(lines[index], column) and not _below_tags(lines, start, index))
        if begins and start is not None:
            yield from _cut(source, lines[start:index], first + start, column, module)
            start = None
        if begins and index < len(lines):
            start = index


def is_tags(line: str) -> bool:
    """Does a line hold nothing but sources, or nothing at all?"""
    return _TAGS.match(line) is not None


def _begins(line: str, column: int) -> bool:
    text = line[:column].strip() == "" and line[column:]
    return bool(text) and not str(text).startswith((" ", "\t", "#", "\r", ")", "}"))


def _below_tags(lines: list[str], start: int | None, index: int) -> bool:
    """Is all that stands from `start` to here sources, which belong to the declaration below them?"""
    return start is not None and all(_TAGS.match(line) for line in lines[start:index])


def _cut(source: Source, lines: list[str], line: int, column: int, module: str) -> Iterator[Chunk]:
    top = next((i for i, text in enumerate(lines) if not _TAGS.match(text)), 0)
    body = [i for i, text in enumerate(lines) if i > top and text.strip() and not text.strip().startswith("#")]
    head = _MODULE.match(lines[top][column:])
    if head is None or not body:
        yield Chunk(source, lines, line, column, module)
        return
    inner = len(lines[body[0]]) - len(lines[body[0]].lstrip())
    words = [i for i in body if _PROPERTY.match(lines[i][inner:]) and not lines[i][:inner].strip()]
    yield Chunk(source, _head(lines, top, words, body[0], inner), line, column)
    rest = ["" if i <= top or i in words else text for i, text in enumerate(lines)]
    yield from _chunks(source, rest, line, inner, head[1])


def _head(lines: list[str], top: int, words: list[int], first: int, inner: int) -> list[str]:
    """The first line of a module, and its sources, with its properties alone; the grammar asks for at least one."""
    head = [text if i <= top or i in words else "" for i, text in enumerate(lines)]
    if not words:
        head[first] = " " * inner + "needs nothing_else"
    return head
