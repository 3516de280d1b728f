"""Can a drawing be laid out with the straight pieces that are in the box?

Contract: `layable` looks at the cells of one symbol over all levels and says no only when it is sure that the pieces do
not cover exactly these cells; where there are too many ways to try them all it says yes. A piece lies in a row or a column
of squares; on hexes, where columns zigzag, only in a row.

A cell that has neighbours both along its row and along its column may belong to either: such *corners* are tried both
ways. Once they are settled, the cells fall into straight runs, and a run may be cut into pieces anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from rulekit.boards.layout import Point

Pieces = Mapping[int, int]  # length to number
_MOST_WAYS = 4096  # of settling corners


@dataclass(frozen=True)
class Drawn:
    """The cells of one level that are covered with pieces."""

    cells: frozenset[Point]
    columns: bool  # pieces may lie in columns too


def layable(levels: Sequence[Drawn], pieces: Pieces) -> bool:
    """Is there a way to cover exactly these cells? Yes as well if nobody could try all ways."""
    return any(number >= _MOST_WAYS or _cut(runs, pieces) for number, runs in enumerate(_all_runs(levels)))


def _all_runs(levels: Sequence[Drawn]) -> Iterator[list[int]]:
    """The lengths of the runs, for each way of settling the corners."""
    corners = [(number, cell) for number, level in enumerate(levels) if level.columns for cell in _corners(level.cells)]
    for choice in product((False, True), repeat=len(corners)):
        upright = {corner for corner, up in zip(corners, choice, strict=True) if up}
        yield [n for number, level in enumerate(levels) for n in _runs(level, {cell for i, cell in upright if i == number})]


def _corners(cells: frozenset[Point]) -> list[Point]:
    return sorted(c for c in cells if _beside(c, cells, 1, 0) and _beside(c, cells, 0, 1))


def _beside(cell: Point, cells: frozenset[Point], dx: int, dy: int) -> bool:
    x, y = cell
    return (x + dx, y + dy) in cells or (x - dx, y - dy) in cells


def _runs(level: Drawn, corners_up: set[Point]) -> Iterator[int]:
    """The lengths of straight runs when these corners belong to columns and all others to rows."""
    up = {c for c in level.cells if level.columns and (c in corners_up or not _beside(c, level.cells, 1, 0))}
    yield from _lengths(up, 0, 1)
    yield from _lengths(level.cells - up, 1, 0)


def _lengths(cells: frozenset[Point] | set[Point], dx: int, dy: int) -> Iterator[int]:
    for x, y in sorted(cells):
        if (x - dx, y - dy) not in cells:
            length = 1
            while (x + dx * length, y + dy * length) in cells:
                length += 1
            yield length


def _cut(runs: Sequence[int], pieces: Pieces) -> bool:
    """Can the runs be cut into these pieces? Goes through the runs and keeps every stock that may be left."""
    sizes = sorted(pieces, reverse=True)
    stocks = {tuple(pieces[size] for size in sizes)}
    for run in sorted(runs):
        stocks = {left for stock in stocks for left in _cuts(run, stock, sizes, 0)}
    return bool(stocks)


def _cuts(run: int, stock: tuple[int, ...], sizes: Sequence[int], first: int) -> Iterator[tuple[int, ...]]:
    """The stocks left after laying one run, longest pieces first."""
    if run == 0:
        yield stock
        return
    for number in range(first, len(sizes)):
        if stock[number] and sizes[number] <= run:
            less = (*stock[:number], stock[number] - 1, *stock[number + 1 :])
            yield from _cuts(run - sizes[number], less, sizes, number)
