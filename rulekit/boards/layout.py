"""One compiled board, as plain data.

Contract: cells are numbers from 0 in reading order. `sides` says for each direction of a cell (clockwise) which
cell lies there, or the name of the mark printed there, or '' for a blank side; cells of a graph have no sides.
`links` are named and directed; in a grid they come on top of `neighbours` (stairs are no side), in a graph
`neighbours` is their union.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import Any, Literal

Shape = Literal["hex", "square", "graph", "mixed"]
Point = tuple[int, int]
Position = tuple[float, float]
Side = int | str
Links = tuple[tuple[int, ...], ...]

# Hexes are counted in half cells across, so that each direction is one fixed step in every row.
HEX_STEPS: tuple[Point, ...] = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
HEX_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
HEX_ROW = 0.8660254
SQUARE_STEPS: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
SQUARE_DIRECTIONS = ("N", "E", "S", "W")
DIAGONAL_STEPS: tuple[Point, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
DIAGONAL_DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NAMES_BY_SIDES = {4: SQUARE_DIRECTIONS, 6: HEX_DIRECTIONS, 8: DIAGONAL_DIRECTIONS}


@dataclass(frozen=True)
class Mark:
    """A place on the picture that is no cell: its name, the symbol it was written with, and where it lies."""

    name: str
    symbol: str
    level: str
    position: Position


@dataclass(frozen=True)
class Board:
    """The cells of one board and how they hang together; never changed during play."""

    name: str
    cells: tuple[str, ...]
    neighbours: Links
    sides: tuple[tuple[Side, ...], ...]
    positions: tuple[Position, ...]
    shape: Shape
    level: tuple[str, ...]
    links: dict[str, Links] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each cell by its name."""
        return {name: cell for cell, name in enumerate(self.cells)}

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels in order, each once."""
        return tuple(dict.fromkeys((*self.level, *(mark.level for mark in self.marks))))

    def ahead(self, cell: int, direction: int) -> int:
        """The cell next to this one in a direction, or -1."""
        sides = self.sides[cell]
        side = sides[direction] if 0 <= direction < len(sides) else ""
        return side if isinstance(side, int) else -1

    def directions(self, cell: int) -> tuple[int, ...]:
        """The directions in which there is a next cell."""
        return tuple(d for d, side in enumerate(self.sides[cell]) if isinstance(side, int))

    def blank_sides(self, cell: int) -> tuple[int, ...]:
        """The directions in which there is nothing: no cell and no mark."""
        return self.marked_sides(cell, "")

    def marked_sides(self, cell: int, mark: str) -> tuple[int, ...]:
        """The directions in which this mark is printed."""
        return tuple(d for d, side in enumerate(self.sides[cell]) if side == mark)

    def line(self, a: int, b: int) -> int:
        """The direction in which b lies straight ahead of a, with cells all the way; -1 if there is none."""
        return next((d for d in self.directions(a) if b in self.ray(a, d)), -1)

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells straight ahead, nearest first, up to the first gap."""
        found: list[int] = []
        while (cell := self.ahead(cell, direction)) >= 0:
            found.append(cell)
        return tuple(found)

    def direction_name(self, cell: int, direction: int) -> str:
        """What people call a direction there, such as NE."""
        return NAMES_BY_SIDES[len(self.sides[cell])][direction]

    def graph(self) -> Any:
        """A networkx `DiGraph`: nodes with name, level and position; edges with their direction and kinds."""
        graph = import_module("networkx").DiGraph(name=self.name)  # takes 135 ms to import, so only when asked for
        for cell, name in enumerate(self.cells):
            graph.add_node(cell, name=name, level=self.level[cell], position=self.positions[cell])
        graph.add_edges_from(self._edges())
        return graph

    def _edges(self) -> Iterable[tuple[int, int, dict[str, Any]]]:
        for cell, around in enumerate(self.neighbours):
            for other in around:
                yield cell, other, self._edge(cell, other)
            for other in dict.fromkeys(b for targets in self.links.values() for b in targets[cell] if b not in around):
                yield cell, other, self._edge(cell, other)

    def _edge(self, a: int, b: int) -> dict[str, Any]:
        direction = next((d for d, side in enumerate(self.sides[a]) if side == b and isinstance(side, int)), -1)
        return {"direction": direction, "kinds": tuple(kind for kind, targets in self.links.items() if b in targets[a])}


def from_points(
    name: str,
    shape: Shape,
    cells: Mapping[Point, str],
    marks: Mapping[Point, tuple[str, str]],
    steps: Sequence[Point],
    level: str,
) -> Board:
    """A board from cells and marks laid on a raster; marks are (name, symbol)."""
    numbers = {point: number for number, point in enumerate(cells)}
    seen: dict[Point, Side] = {point: mark for point, (mark, _) in marks.items()} | numbers
    sides = tuple(tuple(seen.get((x + dx, y + dy), "") for dx, dy in steps) for x, y in cells)
    return Board(
        name,
        tuple(cells.values()),
        tuple(tuple(side for side in around if isinstance(side, int)) for around in sides),
        sides,
        tuple(_position(shape, point) for point in cells),
        shape,
        (level,) * len(cells),
        marks=tuple(Mark(mark, symbol, level, _position(shape, point)) for point, (mark, symbol) in marks.items()),
    )


def _position(shape: Shape, point: Point) -> Position:
    x, y = point
    return (x / 2, round(y * HEX_ROW, 6)) if shape == "hex" else (float(x), float(y))


def stacked(name: str, boards: Sequence[Board]) -> Board:
    """Several levels as one board: cells counted through, nothing joined yet."""
    shapes = {board.shape for board in boards}
    starts = [sum(len(board.cells) for board in boards[:i]) for i in range(len(boards))]
    return Board(
        name,
        tuple(cell for board in boards for cell in board.cells),
        tuple(_moved(around, start) for board, start in zip(boards, starts, strict=True) for around in board.neighbours),
        tuple(_moved_sides(sides, start) for board, start in zip(boards, starts, strict=True) for sides in board.sides),
        tuple(position for board in boards for position in board.positions),
        shapes.pop() if len(shapes) == 1 else "mixed",
        tuple(level for board in boards for level in board.level),
        marks=tuple(mark for board in boards for mark in board.marks),
    )


def _moved(cells: tuple[int, ...], start: int) -> tuple[int, ...]:
    return tuple(cell + start for cell in cells)


def _moved_sides(sides: tuple[Side, ...], start: int) -> tuple[Side, ...]:
    return tuple(side + start if isinstance(side, int) else side for side in sides)


def linked(board: Board, kind: str, pairs: Iterable[tuple[int, int]]) -> Board:
    """The same board with more directed links of a kind."""
    targets = [list(cells) for cells in board.links.get(kind, ((),) * len(board.cells))]
    for a, b in pairs:
        if b not in targets[a]:
            targets[a].append(b)
    return replace(board, links={**board.links, kind: tuple(map(tuple, targets))})
