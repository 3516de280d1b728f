"""The geometry of a board: cells with their places, and what lies beside what."""

from __future__ import annotations

from typing import TypedDict

from rulekit.runtime.table import Table
from rulekit.story.words import Words


class CellView(TypedDict):
    """A cell."""

    name: str  # also the `id` of its element in the SVG of the board, after `cell-`
    label: str
    kind: str
    level: str
    at: list[float]  # where it is drawn: across, down; one apart from the cell beside it


class BoardView(TypedDict):
    """A board."""

    name: str
    label: str
    shape: str
    cells: list[CellView]
    edges: list[tuple[str, str]]  # from a cell to one that lies beside it or that a link leads to


def board_view(table: Table, name: str, words: Words) -> BoardView:
    """The geometry of a board."""
    board = table.boards[name]
    numbers = {cell: thing for thing, (of, cell) in table.board_at.items() if of == name}
    cells: list[CellView] = [
        {
            "name": cell,
            "label": words.thing(numbers[at]),
            "kind": table.entities[numbers[at]].kind,
            "level": board.level[at],
            "at": [float(part) for part in board.positions[at]],
        }
        for at, cell in enumerate(board.cells)
    ]
    pairs = {(a, b) for links in (board.neighbours, *board.links.values()) for a, others in enumerate(links) for b in others}
    edges = [(board.cells[a], board.cells[b]) for a, b in sorted(pairs) if b >= 0]
    head = table.program.boards[name].head
    return {
        "name": name,
        "label": words.label(head),
        "shape": str(getattr(board.shape, "value", board.shape)),
        "cells": cells,
        "edges": edges,
    }
