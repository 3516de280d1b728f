"""Cells named by coordinates."""

from __future__ import annotations

from rulekit.boards import graph_board
from rulekit.boards.grid_names import as_grid


def test_cells_named_by_coordinates_lie_as_on_a_chessboard() -> None:
    board = as_grid(graph_board("small", ["a2", "b2", "a1"], {}))
    assert board.shape == "square"
    assert board.positions == ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))


def test_a_board_without_cells_stays_as_it_is() -> None:
    assert as_grid(graph_board("empty", [], {})).cells == ()
