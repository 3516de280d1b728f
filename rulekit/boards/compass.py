"""Directions by name, rows and columns of a board.

Contract: a direction is one of eight words, the same on every board. Squares know all eight, whether or not corners make
neighbours; hexes know the six of their sides; graphs know none. Rows and columns are counted from 1 as the board is drawn,
from the top and from the left; in a hex board a column counts the cells of its row. Rays are worked out once for each cell
and direction that is asked for.
"""

from __future__ import annotations

from functools import cached_property
from math import floor

from rulekit.boards.layout import HEX_ROW, Board

DIRECTIONS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
ORTHOGONALS, DIAGONALS = DIRECTIONS[::2], DIRECTIONS[1::2]
_BY_SIDES = {0: (), 4: ORTHOGONALS, 6: (*DIRECTIONS[1:4], *DIRECTIONS[5:]), 8: DIRECTIONS}
_CORNERS = dict(zip(DIAGONALS, ((1, -1), (1, 1), (-1, 1), (-1, -1)), strict=True))


def opposite(direction: str) -> str:
    """The direction that leads back.

    >>> opposite("north_east")
    'south_west'
    """
    return DIRECTIONS[(DIRECTIONS.index(direction) + 4) % 8]


class Compass:
    """Where things lie on one board, as seen from each cell."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._rays: dict[tuple[int, str], tuple[int, ...]] = {}

    def directions(self, cell: int) -> tuple[str, ...]:
        """The directions in which there is a neighbour."""
        names = _BY_SIDES[len(self.board.sides[cell])]
        return tuple(names[at] for at in self.board.directions(cell))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The directions in which cells of the board have sides."""
        sides = {len(around) for around in self.board.sides}
        return tuple(name for name in DIRECTIONS if any(name in _BY_SIDES[count] for count in sides))

    def ahead(self, cell: int, direction: str) -> int:
        """The next cell in a direction, or -1."""
        sides = self.board.sides[cell]
        names = _BY_SIDES[len(sides)]
        if direction in names:
            return self.board.ahead(cell, names.index(direction))
        if len(sides) != 4:
            return -1
        (column, row), (right, down) = self.places[cell], _CORNERS[direction]
        return self._squares.get((self.board.level[cell], column + right, row + down), -1)

    def ray(self, cell: int, direction: str) -> tuple[int, ...]:
        """The cells straight ahead, nearest first, up to the first gap."""
        found = self._rays.get((cell, direction))
        if found is None:
            at, seen = cell, list[int]()
            while (at := self.ahead(at, direction)) >= 0:
                seen.append(at)
            found = self._rays[cell, direction] = tuple(seen)
        return found

    def heading(self, a: int, b: int) -> str | None:
        """The direction, of those with neighbours, in which b lies straight ahead of a, with cells all the way."""
        return next((d for d in self.directions(a) if b in self.ray(a, d)), None)

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The column and row of each cell; those of a graph have none."""
        if not any(self.board.sides):
            return ((0, 0),) * len(self.board.cells)
        high = (HEX_ROW if len(sides) == 6 else 1 for sides in self.board.sides)
        return tuple((floor(x) + 1, round(y / tall) + 1) for (x, y), tall in zip(self.board.positions, high, strict=True))

    @cached_property
    def _squares(self) -> dict[tuple[str, int, int], int]:
        return {(level, *place): cell for cell, (level, place) in enumerate(zip(self.board.level, self.places, strict=True))}

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The cell in a column and row; of several levels the first that has one there."""
        found: dict[tuple[int, int], int] = {}
        for cell, place in enumerate(self.places):
            if place != (0, 0):
                found.setdefault(place, cell)
        return found
