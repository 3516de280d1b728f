"""Boards: cells and how they hang together.

Contract: every board, however it is written (rows of text, a map file, a list of edges), becomes one `Board`: cells
counted from 0, tuples of neighbours, nothing that changes during play. Mistakes in the text become diagnostics.
"""

from rulekit.boards.graphs import graph_board
from rulekit.boards.grids import flood, square_board
from rulekit.boards.hexes import hex_board, offset_board
from rulekit.boards.layout import Board, Mark, linked, stacked
from rulekit.boards.rows import Row

__all__ = [
    "Board",
    "Mark",
    "Row",
    "flood",
    "graph_board",
    "hex_board",
    "linked",
    "offset_board",
    "square_board",
    "stacked",
]
