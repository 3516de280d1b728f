"""Boards from rows of words, and hex boards from plain rows of one character a cell.

Hexes stand on a point; directions run clockwise from NE. In free rows the column where a token starts is its place,
and each row is shifted by half a cell against the one above. Plain rows are "odd-r": every second row lies half a
cell to the right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulekit.boards.grids import Legend, no_cell, read_symbols
from rulekit.boards.layout import DIAGONAL_STEPS, HEX_STEPS, SQUARE_STEPS, Board, Point, Shape, from_points
from rulekit.boards.rows import Row, as_rows
from rulekit.sources.diagnostics import Label, Sink
from rulekit.sources.source import Span

# A shift by half of an odd pitch is a third of a half cell off at worst.
SLACK = 0.34


@dataclass(frozen=True)
class Token:
    text: str
    row: int
    column: int
    span: Span


def hex_board(name: str, rows: Sequence[Row | str], marks: Mapping[str, str], sink: Sink) -> Board | None:
    """A board from free rows such as `"~   ~"`, `"  n1  n2"`; marks gives the meaning of symbols that are no cells."""
    before = len(sink.errors)
    tokens = _tokens(as_rows(rows))
    points = _points(tokens, sink)
    _check_names(tokens, marks, sink)
    return None if len(sink.errors) > before else _of_words(name, "hex", tokens, points, marks, HEX_STEPS)


def word_board(name: str, rows: Sequence[Row | str], marks: Mapping[str, str], sink: Sink, diagonal: bool) -> Board | None:
    """A board of squares from rows of words: the third word of a row lies in the third column."""
    before = len(sink.errors)
    tokens = _tokens(as_rows(rows))
    _check_names(tokens, marks, sink)
    if len(sink.errors) > before:
        return None
    points = [(sum(t.row == token.row and t.column < token.column for t in tokens), token.row) for token in tokens]
    return _of_words(name, "square", tokens, points, marks, DIAGONAL_STEPS if diagonal else SQUARE_STEPS)


def _of_words(
    name: str, shape: Shape, tokens: Sequence[Token], points: Sequence[Point], marks: Mapping[str, str], steps: Sequence[Point]
) -> Board:
    """Words are cells, but for those that are marks; `none` is no mark either, only a place without a cell."""
    laid = list(zip(tokens, points, strict=True))
    cells = {point: token.text for token, point in laid if token.text not in marks}
    printed = {point: (marks[token.text], token.text) for token, point in laid if marks.get(token.text, "none") != "none"}
    return from_points(name, shape, cells, printed, steps, "")


def _tokens(rows: Sequence[Row]) -> list[Token]:
    found = ((y, row, match) for y, row in enumerate(rows) for match in re.finditer(r"\S+", row.text))
    return [Token(m.group(), y, m.start(), row.place(m.start(), len(m.group()))) for y, row, m in found]


def _points(tokens: Sequence[Token], sink: Sink) -> list[Point]:
    pitch = _pitch(tokens)
    left = min((token.column for token in tokens), default=0)
    points = [(round(2 * (token.column - left) / pitch), token.row) for token in tokens]
    for token, (x, y) in zip(tokens, points, strict=True):
        off = abs(2 * (token.column - left) / pitch - x)
        if off > SLACK or (x + y - points[0][0] - points[0][1]) % 2:
            _misplaced(token, pitch, sink)
    return points


def _pitch(tokens: Sequence[Token]) -> int:
    """The width of a cell in characters: the smallest step between two tokens of one row."""
    steps = [b.column - a.column for a, b in pairwise(tokens) if a.row == b.row]
    return min(steps, default=2)


def _misplaced(token: Token, pitch: int, sink: Sink) -> None:
    message = f"`{token.text}` does not lie on the hex raster."
    hint = f"A cell is {pitch} characters wide here; shift each row by half of that against the row above."
    sink.error("RK105", message, token.span, hint)


def _check_names(tokens: Sequence[Token], marks: Mapping[str, str], sink: Sink) -> None:
    first: dict[str, Token] = {}
    for token in tokens:
        if token.text in marks:
            continue
        if not re.fullmatch(r"[a-z][a-z0-9_]*", token.text):
            hint = "Name cells with small letters, digits and _, or declare the symbol as a mark."
            sink.error("RK111", f"`{token.text}` is neither a mark nor a name for a cell.", token.span, hint)
        elif (other := first.setdefault(token.text, token)) is not token:
            label = (Label(other.span, "first here"),)
            sink.error("RK113", f"Two cells are named `{token.text}`.", token.span, "Give each its own name.", label)


def offset_board(
    name: str, rows: Sequence[Row | str], legend: Legend, sink: Sink, *, level: str = "", prefix: str = ""
) -> Board | None:
    """A board from plain rows of one character a cell, every second row half a cell to the right."""
    symbols = read_symbols(as_rows(rows), legend, sink)
    if symbols is None:
        return None
    raster = {(x, y): (2 * x + y % 2, y) for x, y in symbols}
    cells = {raster[p]: f"{prefix}c{p[0]}_{p[1]}" for p, symbol in symbols.items() if no_cell(legend[symbol]) is None}
    marks = {raster[p]: (mark, s) for p, s in symbols.items() if (mark := no_cell(legend[s])) is not None}
    return from_points(name, "hex", cells, marks, HEX_STEPS, level)
