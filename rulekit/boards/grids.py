"""Square grids from rows of one character a cell, and the areas in them.

Contract: the legend gives each symbol its fields. `cell: false` makes a symbol no cell: its first true field names
the mark that its neighbours see on that side. Cells whose field `floor` is true make up areas; other cells (doors)
divide them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulekit.boards.layout import DIAGONAL_STEPS, SQUARE_STEPS, Board, Point, from_points
from rulekit.boards.rows import Row, as_rows
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Span

# A stranger's file must not drown its reader, nor the list of findings.
MOST_FINDINGS = 20

Fields = Mapping[str, object]
Legend = Mapping[str, Fields]


def square_board(
    name: str,
    rows: Sequence[Row | str],
    legend: Legend,
    sink: Sink,
    *,
    diagonal: bool = False,
    level: str = "",
    prefix: str = "",
) -> Board | None:
    """A board of squares with 4 neighbours each, or 8; cells are named by column and row, `c3_7`."""
    symbols = read_symbols(as_rows(rows), legend, sink)
    if symbols is None:
        return None
    cells = {p: f"{prefix}c{p[0]}_{p[1]}" for p, symbol in symbols.items() if no_cell(legend[symbol]) is None}
    marks = {p: (mark, s) for p, s in symbols.items() if (mark := no_cell(legend[s])) is not None}
    return from_points(name, "square", cells, marks, DIAGONAL_STEPS if diagonal else SQUARE_STEPS, level)


def no_cell(fields: Fields) -> str | None:
    """The mark of a symbol that is no cell; None for a cell."""
    if fields.get("cell", True):
        return None
    return next((name for name, value in fields.items() if value is True), "none")


def read_symbols(rows: Sequence[Row], legend: Legend, sink: Sink) -> dict[Point, str] | None:
    """The symbol at each (column, row); None if the rows are uneven or hold a symbol nobody declared."""
    before = len(sink.errors)
    _check_lengths(rows, sink)
    _check_symbols(rows, legend, sink)
    if len(sink.errors) > before:
        return None
    return {(x, y): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row.text)}


def _check_lengths(rows: Sequence[Row], sink: Sink) -> None:
    width = len(rows[0].text) if rows else 0
    for number, row in enumerate(rows):
        length = len(row.text)
        if length != width:
            message = f"Row {number} has {length} characters, the first row has {width}."
            place = row.place(min(length, width), max(1, length - width))
            sink.error("RK110", message, place, "Make all rows of a level equally long.")


def _check_symbols(rows: Sequence[Row], legend: Legend, sink: Sink) -> None:
    """Each unknown symbol is reported once, at its first place."""
    first: dict[str, Span] = {}
    for row in rows:
        for column, symbol in enumerate(row.text):
            if symbol not in legend and symbol not in first and len(first) < MOST_FINDINGS:
                first[symbol] = row.place(column)
                hint = "Declared symbols: " + " ".join(f"`{s}`" for s in sorted(legend)) + "."
                sink.error("RK111", f"The symbol `{symbol}` in column {column} is not declared.", first[symbol], hint)


def flood(seed: int, step: Callable[[int], Iterable[int]], inside: Callable[[int], bool]) -> tuple[int, ...]:
    """All cells that hang together with the seed over cells that are inside, in number order."""
    found, edge = {seed}, [seed]
    while edge:
        fresh = {other for other in step(edge.pop()) if inside(other)} - found
        found |= fresh
        edge.extend(fresh)
    return tuple(sorted(found))
