"""Cells named by coordinates, as on a chessboard."""

from __future__ import annotations

import re
from dataclasses import replace

from rulekit.boards.layout import Board

_COORDINATE = re.compile(r"([a-z])([1-9]\d?)")


def as_grid(board: Board) -> Board:
    """A graph without any link whose cells are all called like `a1` or `b3`, laid as a grid; any other board as it is."""
    found = [_COORDINATE.fullmatch(name) for name in board.cells]
    if board.shape != "graph" or any(map(any, board.neighbours)) or not all(found):
        return board
    places = [(float(ord(m[1]) - ord("a")), float(m[2]) - 1) for m in found if m]
    return replace(board, shape="square", positions=tuple(places), sides=(("",) * 4,) * len(board.cells))
