"""What must hold for a map as a whole: closed areas, no cell left over, everything in its place and in reach.

Contract: each method reports what is wrong at its place in the file and changes nothing. They build on each other: who
calls them runs a check only when what it rests on was read without a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulekit.boards.grids import MOST_FINDINGS, flood
from rulekit.boards.layout import Board
from rulekit.boards.map_rules import Home, Sort
from rulekit.sources.diagnostics import Label, Sink
from rulekit.sources.labels import Labels
from rulekit.sources.source import Span


@dataclass(frozen=True)
class Area:
    """Cells that hang together, with the fields that the rules declare for areas."""

    id: str
    level: str
    cells: tuple[int, ...]
    fields: dict[str, object]
    seed: int
    span: Span = field(compare=False, repr=False)
    labels: Labels = field(default=Labels(), compare=False)


@dataclass
class Checks:
    """What must hold for the map as a whole."""

    board: Board
    fields: Sequence[Mapping[str, object]]
    areas: Sequence[Area]
    area_of: Sequence[int]
    span_of: Callable[[int], Span]  # where a cell is drawn
    sink: Sink
    blocked: frozenset[int] = frozenset()  # cells that nobody can stand on, though they are floor

    def closed(self) -> bool:
        """Reports areas that hang together; True if there are none."""
        first: dict[int, Area] = {}
        for area in self.areas:
            other = first.setdefault(area.cells[0], area)
            if other is not area:
                message = f"The areas `{other.id}` and `{area.id}` run into each other."
                hint = "Close the gap with walls or doors, or remove one of the two."
                self.sink.error("RK116", message, area.span, hint, (Label(other.span, f"`{other.id}` begins here"),))
        return len(first) == len(self.areas)

    def all_covered(self) -> bool:
        """Reports pieces of floor in no area; True if there are none."""
        left = {cell for cell, area in enumerate(self.area_of) if area < 0 and self.fields[cell].get("floor") is True}
        covered = not left
        for _ in range(MOST_FINDINGS):
            if left:
                group = flood(min(left), self.board.neighbours.__getitem__, left.__contains__)
                left.difference_update(group)
                self._left(len(group), self.span_of(group[0]))
        return covered

    def _left(self, count: int, span: Span) -> None:
        message = f"{count} floor cells from here on belong to no area." if count > 1 else "This floor cell belongs to no area."
        self.sink.error("RK117", message, span, "Add an area whose seed lies here, or close the gap.")

    def joins(self) -> None:
        asked = [cell for cell, fields in enumerate(self.fields) if "joins" in fields]
        touched = {cell: len({self.area_of[other] for other in self.board.neighbours[cell]} - {-1}) for cell in asked}
        wrong = [cell for cell in asked if touched[cell] != self.fields[cell]["joins"]]
        for cell in wrong[:MOST_FINDINGS]:
            message = f"This cell touches {touched[cell]} areas and must touch {self.fields[cell]['joins']}."
            self.sink.error("RK108", message, self.span_of(cell), "Put it between two areas, with walls beside it.")

    def homes(self, symbols: Sequence[str], homes: Sequence[Home]) -> None:
        """Reports, for each symbol, the first cell that lies in an area of another sort than the rules ask for."""
        for home in homes:
            lost = [cell for cell, symbol in enumerate(symbols) if symbol == home.symbol and not self._lies(cell, home)]
            if lost:
                message = f"`{home.symbol}` must lie in an area with `{home.field}: {home.value}`."
                self.sink.error("RK109", message, self.span_of(lost[0]), self._hint(home))

    def _lies(self, cell: int, home: Home) -> bool:
        return self.area_of[cell] >= 0 and self.areas[self.area_of[cell]].fields.get(home.field) == home.value

    def _hint(self, home: Home) -> str:
        found = [area.id for area in self.areas if area.fields.get(home.field) == home.value]
        return f"Draw it in {' or '.join(f'`{name}`' for name in found)}." if found else "No area is of that sort."

    def sorts(self, sorts: Sequence[Sort], span: Span) -> bool:
        """Reports what too few areas are, or too many; True if there are as many of each as there must be."""
        before = len(self.sink.errors)
        for sort in sorts:
            found = [area for area in self.areas if area.fields.get(sort.field) == sort.value]
            if len(found) < sort.least:
                many = f"Only {len(found)} areas have" if found else "No area has"
                message = f"{many} `{sort.field}: {sort.value}`."
                self.sink.error("RK109", message, span, _as_many(sort, "must"))
            for area in found[sort.most :]:
                label = (Label(found[0].span, f"`{found[0].id}` has it too"),)
                message = f"More than {_number(sort.most)} {'area has' if sort.most == 1 else 'areas have'} "
                self.sink.error("RK109", f"{message}`{sort.field}: {sort.value}`.", area.span, _as_many(sort, "may"), label)
        return len(self.sink.errors) == before

    def in_reach(self, start: Sequence[int]) -> None:
        """Reports areas to which no way leads over floor, joining cells and links."""
        seen, edge = set(start), list(start)
        while edge:
            cell = edge.pop()
            linked_cells = [other for targets in self.board.links.values() for other in targets[cell]]
            fresh = {other for other in (*self.board.neighbours[cell], *linked_cells) if self._open(other)} - seen
            seen |= fresh
            edge.extend(fresh)
        for area in self.areas if start else ():
            if seen.isdisjoint(area.cells):
                hint = "Join it with a door or a link."
                self.sink.error("RK118", f"The area `{area.id}` cannot be reached from the start.", area.span, hint)

    def _open(self, cell: int) -> bool:
        """Can one ever stand here? A cell that is neither floor nor joins areas is as good as a wall."""
        return cell not in self.blocked and (self.fields[cell].get("floor") is True or "joins" in self.fields[cell])


def _number(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))


def _as_many(sort: Sort, word: str) -> str:
    if sort.least == sort.most == 1:
        return f"Exactly one {word} have it."
    return f"From {sort.least} to {sort.most} areas may have it."
