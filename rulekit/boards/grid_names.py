"""Cells named by coordinates, as on a chessboard."""

from __future__ import annotations

import re
from dataclasses import replace

from rulekit.boards.layout import Board

_COORDINATE = re.compile(r"([a-z])([1-9]\d?)")


def as_grid(board: Board) -> Board:
    """A graph without any link whose cells are all called like `a1` or `b3`, laid as a grid; any other board as it is."""
    found = [_COORDINATE.fullmatch(name) for name in board.cells]
    if board.shape != "graph" or any(map(any, board.neighbours)) or not found or not all(found):
        return board
    numbers = [int(m[2]) for m in found if m]
    upwards = numbers[0] > numbers[-1]  # as it is written: the row that comes first lies on top
    places = [(float(ord(m[1]) - ord("a")), float(max(numbers) - int(m[2]) if upwards else int(m[2]) - 1)) for m in found if m]
    return replace(board, shape="square", positions=tuple(places), sides=(("",) * 4,) * len(board.cells))
