"""Cells named by coordinates, as on a chessboard.

Contract: `place_name` is what players read for a cell that a map names by column and row; `axes` are the letters and numbers
that stand beside a drawing of cells with such names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rulekit.boards.layout import Board

_COORDINATE = re.compile(r"([a-z])([1-9]\d?)")
_PLACE = re.compile(r"(?:(\w+)_)?c(\d+)_(\d+)")  # what `grids.py` calls a cell of a map
_SHOWN = re.compile(r"(?:\w+ )?([A-Za-z]+)(\d+)")


def as_grid(board: Board) -> Board:
    """A graph without any link whose cells are all called like `a1` or `b3`, laid as a grid; any other board as it is."""
    found = [_COORDINATE.fullmatch(name) for name in board.cells]
    if board.shape != "graph" or any(map(any, board.neighbours)) or not found or not all(found):
        return board
    numbers = [int(m[2]) for m in found if m]
    upwards = numbers[0] > numbers[-1]  # as it is written: the row that comes first lies on top
    places = [(float(ord(m[1]) - ord("a")), float(max(numbers) - int(m[2]) if upwards else int(m[2]) - 1)) for m in found if m]
    return replace(board, shape="square", positions=tuple(places), sides=(("",) * 4,) * len(board.cells))


def place_name(name: str) -> str:
    """A cell of a map as players read it: its column as a letter, its row as a number, after the level if there are several.

    >>> place_name("c3_12"), place_name("l2_c27_0"), place_name("west_cell")
    ('D13', 'l2 AB1', 'west_cell')
    """
    found = _PLACE.fullmatch(name)
    if found is None:
        return name
    level = f"{found[1]} " if found[1] else ""
    return f"{level}{_letters(int(found[2]))}{int(found[3]) + 1}"


def _letters(column: int) -> str:
    """A, B ... Z, AA, AB ..."""
    return (_letters(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def axes(board: Board, cells: Iterable[int]) -> tuple[dict[float, str], dict[float, str]] | None:
    """The letters of columns and the numbers of rows by their place; none if cells are called otherwise, or their names do not
    run with the drawing."""
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    for cell in cells:
        found, (x, y) = _SHOWN.fullmatch(place_name(board.cells[cell])), board.positions[cell]
        if found is None or rows.setdefault(y, found[2]) != found[2]:
            return None
        if x == int(x) and columns.setdefault(x, found[1]) != found[1]:  # every other row of hexes is moved by half
            return None
    return columns, rows
