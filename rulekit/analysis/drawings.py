"""Drawings of boards in rules files, looked at before anybody plays on them.

Contract: `check_drawing` reports what the board package would refuse when the game is set up, at the place in the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.boards.hexes import hex_board
from rulekit.boards.rows import Row
from rulekit.program.game import BoardDef
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


def check_drawing(decl: n.Board, board: BoardDef, sink: Sink) -> None:
    """Report cells off the raster, unknown symbols and names used twice in a drawing of hexes."""
    if board.shape != "hex" or board.from_map:
        return
    marks = {symbol: words[0] if words else "" for symbol, words in board.marks.items()}
    for item in decl.items:
        if isinstance(item, n.Map):
            hex_board(decl.name, list(_rows(item)), marks, sink)


def _rows(item: n.Map) -> Iterator[Row]:
    """The rows with their places: the lines of the drawing that begin with `|`, in order."""
    source, line = item.span.source, item.span.line
    for text in item.rows:
        while line < item.span.end_line and not source.line(line).lstrip().startswith("|"):
            line += 1
        column = source.line(line).find("|") + 2
        yield Row(text, Span(source, line, column, line, column + len(text)))
        line += 1
