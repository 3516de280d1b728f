"""Cells that lie in rows, written in characters: one line or several a cell.

Contract: what is given for a cell may be painted; columns are measured by what is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulekit.boards.grid_names import axes
from rulekit.boards.layout import HEX_ROW, Board
from rulekit.terminal.style import seen

Say = Callable[[int], Sequence[str]]  # the lines of a cell


def raster(board: Board, level: str, say: Say, mark: Callable[[str], str], *, least: int = 1, named: bool = False) -> list[str]:
    """One level as it lies; cells are at least so wide. `mark` paints the symbols of what is no cell and, where cells are found
    by their names, the letters and numbers of columns and rows."""
    is_hex = is_hexes(board, level)
    here = {board.positions[c]: list(say(c)) for c in cells_of(board, level)}
    here |= {m.position: [mark(m.symbol)] for m in board.marks if m.level == level}
    width = max([least, *(seen(line) for lines in here.values() for line in lines)])
    pitch = width + 1 + ((width + 1) % 2 if is_hex else 0)
    rows: dict[int, dict[int, list[str]]] = {}
    for (x, y), lines in here.items():
        rows.setdefault(round(y / HEX_ROW) if is_hex else round(y), {})[round(x * pitch)] = lines
    drawn = [list(_row(rows.get(y, {}))) for y in range(max(rows, default=-1) + 1)]
    found = axes(board, cells_of(board, level)) if named else None
    if found is None:
        return [line for row in drawn for line in row]
    columns, numbers = found
    head = next(iter(_row({round(x * pitch): [letters] for x, letters in columns.items()})))
    beside = {round(y / HEX_ROW) if is_hex else round(y): number for y, number in numbers.items()}
    return _with_axes(drawn, head, beside, mark)


def _with_axes(rows: list[list[str]], head: str, numbers: dict[int, str], mark: Callable[[str], str]) -> list[str]:
    """Rows of lines with a head above them and a number before the first line of each."""
    margin = max(map(len, numbers.values()))
    found = [f"{' ' * margin} {mark(head)}".rstrip()]
    for y, row in enumerate(rows):
        for at, line in enumerate(row):
            number = numbers.get(y, "") if at == 0 else ""
            found.append(f"{' ' * (margin - len(number))}{mark(number) if number else ''} {line}".rstrip())
    return found


def _row(cells: dict[int, list[str]]) -> Iterable[str]:
    """The lines of one row of cells."""
    for at in range(max((len(lines) for lines in cells.values()), default=1)):
        line, used = "", 0
        for column in sorted(cells):
            words = cells[column][at] if at < len(cells[column]) else ""
            line += " " * (column - used) + words
            used = column + seen(words)
        yield line.rstrip()


def cells_of(board: Board, level: str) -> list[int]:
    return [cell for cell, own in enumerate(board.level) if own == level]


def is_hexes(board: Board, level: str) -> bool:
    return any(len(board.sides[cell]) == 6 for cell in cells_of(board, level)[:1])


def across(board: Board, level: str) -> float:
    """How many cells stand side by side."""
    return max([board.positions[c][0] for c in cells_of(board, level)] + [m.position[0] for m in board.marks], default=0.0) + 1
