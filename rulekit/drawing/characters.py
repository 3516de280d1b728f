"""A graph in characters: cells where the picture has them, lines between them, heads where they lead.

Contract: the same order as the picture. Ways that leave from different cells never share a turn, so that no way can be
read into the drawing that is not there; where one crosses another it passes under it. What is given for a cell may be
painted by the caller, who says how wide it is. Where a drawing would be wider than there is room, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import floor

from rulekit.boards.graphs import main_links
from rulekit.boards.layers import arrange
from rulekit.boards.layout import Board, Position

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_BACK = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}
_FANCY = " │─└││┌├─┘─┴┐┤┬┼"  # by the sides that a line goes on to
_PLAIN = " |-+||++-+-+++++"
_HEADS = {EAST: (">", "▶"), WEST: ("<", "◀"), SOUTH: ("v", "▼"), NORTH: ("^", "▲")}
_GAP = 3  # characters between two cells: two places to turn, and a head
Spot = tuple[int, int]  # row and column


@dataclass(frozen=True)
class Leg:
    """A piece of a way between places in neighbouring columns, or in one column."""

    source: int
    here: Spot  # row, and number of the column of cells
    there: Spot
    first: bool
    last: bool
    both: bool

    @property
    def gap(self) -> int:
        return min(self.here[1], self.there[1])

    @property
    def rows(self) -> tuple[int, int]:
        return min(self.here[0], self.there[0]), max(self.here[0], self.there[0])


def graph_lines(board: Board, say: Mapping[int, str], width: Callable[[str], int], room: int, *, fancy: bool) -> list[str]:
    """The drawing of a graph whose cells read as given; nothing if it is wider than the room or there are no links."""
    if board.shape != "graph" or not any(map(any, board.neighbours)):
        return []
    wide = max(width(words) for words in say.values())
    sheet = _Sheet(board, wide)
    if sheet.columns > room:
        return []
    cells = {sheet.spot(*_place(p)): say[c] + " " * (wide - width(say[c])) for c, p in enumerate(board.positions)}
    return sheet.lines(cells, fancy=fancy)


def _place(position: Position) -> Spot:
    """Twice as many rows as the picture has, so that a bend and a cell seldom share one."""
    return floor(2 * position[1] + 0.5), round(position[0])


def legs(board: Board) -> list[Leg]:
    """All ways in pieces; a way and the way back are one."""
    links = main_links(board.links, len(board.cells))
    routes = arrange(links).routes
    found: list[Leg] = []
    for a, targets in enumerate(links):
        for b in targets:
            both = a in links[b]
            if both and b < a:
                continue
            places = [_place(p) for p in (board.positions[a], *routes.get((a, b), ()), board.positions[b])]
            last = len(places) - 2
            for at in range(len(places) - 1):
                found.append(Leg(a, places[at], places[at + 1], at == 0, at == last, both))
    return found


class _Sheet:
    """Characters by row and column."""

    def __init__(self, board: Board, wide: int) -> None:
        self.wide = wide
        self.found = legs(board)
        self.tracks = _tracks(self.found)
        count = max(round(x) for x, _ in board.positions) + 1
        most = [max([t for (gap, _), t in self.tracks.items() if gap == at], default=0) + 1 for at in range(count)]
        self.gaps = [max(_GAP, tracks + 1) for tracks in most]
        self.columns = sum(self.gaps[:-1]) + wide * count
        self.masks: dict[Spot, dict[int, int]] = {}  # for each character, where the ways of each cell go on to
        self.heads: dict[Spot, int] = {}
        for leg in self.found:
            (self._upright if leg.here[1] == leg.there[1] else self._across)(leg)

    def spot(self, row: int, column: int) -> Spot:
        """The first character of a place."""
        return row, sum(self.gaps[:column]) + self.wide * column

    # ---------- ways ----------
    def _across(self, leg: Leg) -> None:
        """From the side of a place to a turn, up or down there, and on to the side of the next."""
        (row, left), (other, right) = self.spot(*leg.here), self.spot(*leg.there)
        east = right > left
        start = left + self.wide if east else left - 1
        end = right - 1 if east else right + self.wide
        track = self.tracks[leg.gap, leg.source]
        turn = end - 1 - track if east else end + 1 + track
        stops = [(row, start), (row, turn), (other, turn), (other, end)]
        if not leg.last:
            stops.append((other, end + (self.wide + 1 if east else -self.wide - 1)))
        self._line(leg.source, stops)
        self._mark((row, start), leg.source, WEST if east else EAST)
        if leg.last:
            self.heads[other, end] = EAST if east else WEST
        if leg.first and leg.both:
            self.heads[row, start] = WEST if east else EAST

    def _upright(self, leg: Leg) -> None:
        (row, column), (other, _) = self.spot(*leg.here), self.spot(*leg.there)
        middle, step = column + (self.wide - 1) // 2, 1 if other > row else -1
        self._line(leg.source, [(row + step, middle), (other - step, middle)])
        if leg.last:
            self.heads[other - step, middle] = SOUTH if step > 0 else NORTH

    def _line(self, source: int, stops: Iterable[Spot]) -> None:
        """Marks a way along its stops: each character knows to which sides it goes on."""
        at: Spot | None = None
        for stop in stops:
            while at is not None and at != stop:
                rows, columns = _sign(stop[0] - at[0]), _sign(stop[1] - at[1])
                toward = EAST if columns > 0 else WEST if columns < 0 else SOUTH if rows > 0 else NORTH
                self._mark(at, source, toward)
                at = (at[0] + rows, at[1] + columns)
                self._mark(at, source, _BACK[toward])
            at = stop
            self._mark(at, source, 0)

    def _mark(self, at: Spot, source: int, side: int) -> None:
        here = self.masks.setdefault(at, {})
        here[source] = here.get(source, 0) | side

    # ---------- characters ----------
    def lines(self, cells: Mapping[Spot, str], *, fancy: bool) -> list[str]:
        taken = {(row, column + at) for row, column in cells for at in range(self.wide)}
        rows = max(row for row, _ in [*cells, *self.masks]) + 1
        lines = [self._row(row, cells, taken, fancy).rstrip() for row in range(rows)]
        return [line for line in lines if line.strip(" |│")]  # rows that are only passed are left out

    def _row(self, row: int, cells: Mapping[Spot, str], taken: set[Spot], fancy: bool) -> str:
        line = ""
        for column in range(self.columns):
            spot = (row, column)
            line += cells.get(spot, "") if spot in taken else self._character(spot, fancy)
        return line

    def _character(self, spot: Spot, fancy: bool) -> str:
        if spot in self.heads:
            return _HEADS[self.heads[spot]][fancy]
        ways = self.masks.get(spot)
        if not ways:
            return " "
        masks = [_straight(mask) for mask in ways.values()]
        crossing = {NORTH | SOUTH, EAST | WEST} == set(masks)
        both = NORTH | SOUTH if crossing else _union(masks)  # what crosses passes under
        return (_FANCY if fancy else _PLAIN)[both]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _straight(mask: int) -> int:
    """A line that ends goes on to the other side: nothing hangs in the air."""
    return {0: EAST | WEST, NORTH: NORTH | SOUTH, SOUTH: NORTH | SOUTH, EAST: EAST | WEST, WEST: EAST | WEST}.get(mask, mask)


def _tracks(found: Iterable[Leg]) -> dict[tuple[int, int], int]:
    """The place where the ways of each cell turn in each gap: cells whose turns would touch have different ones."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    for leg in found:
        key, (low, high) = (leg.gap, leg.source), leg.rows
        old = spans.get(key, (low, high))
        spans[key] = min(old[0], low), max(old[1], high)
    tracks: dict[tuple[int, int], int] = {}
    for (gap, source), (low, high) in spans.items():
        others = [key for key in tracks if key[0] == gap and _touch(spans[key], (low, high))]
        taken = {tracks[key] for key in others} if low != high else set()
        tracks[gap, source] = next(t for t in range(len(taken) + 1) if t not in taken)
    return tracks


def _touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] <= b[1] and b[0] <= a[1] and a[0] != a[1] and b[0] != b[1]
