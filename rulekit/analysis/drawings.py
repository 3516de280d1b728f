"""Drawings of boards in rules files, looked at before anybody plays on them.

Contract: `check_drawing` reports what the board package would refuse when the game is set up, at the place in the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.boards.hexes import hex_board, word_board
from rulekit.boards.rows import Row
from rulekit.program.game import BoardDef
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Span
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n


def check_drawing(decl: n.Board, board: BoardDef, sink: Sink) -> None:
    """Report cells off the raster, unknown symbols, names used twice, and cells that the drawing does not show."""
    drawings = [item for item in decl.items if isinstance(item, n.Map)]
    if drawings and not board.drawn:
        hint = "a map file draws it already" if board.from_map else "say `square` or `hex` above it"
        sink.error("RK014", "this board cannot be drawn by a `map:` here", drawings[0].span, hint)
        return
    if not board.cells and not board.from_map:
        hint = "name its cells by `cell`, draw them by `square` and `map:`, or say `from map`"
        sink.error("RK014", f"the board `{decl.name}` has no cells", decl.span.word(decl.name), hint)
    marks = {symbol: words[0] if words else "" for symbol, words in board.marks.items()}
    for item in drawings:
        rows = list(_rows(item))
        if board.shape == "hex":
            hex_board(decl.name, rows, marks, sink)
        else:
            word_board(decl.name, rows, marks, sink, board.diagonal)
    _missing(decl, board, sink)


def _missing(decl: n.Board, board: BoardDef, sink: Sink) -> None:
    """A cell that is declared and not drawn would lie nowhere."""
    shown = {word for row in board.rows for word in row.split()}
    for item in decl.items if board.drawn else ():
        for name in item.names if isinstance(item, n.Cell) else ():
            if name not in shown:
                hint = did_you_mean(name, shown - set(board.marks)) or "write its name where it lies"
                sink.error("RK010", f"there is no cell `{name}` in the map of this board", item.span.word(name), hint)


def _rows(item: n.Map) -> Iterator[Row]:
    """The rows with their places: the lines of the drawing that begin with `|`, in order."""
    source, line = item.span.source, item.span.line
    for text in item.rows:
        while line < item.span.end_line and not source.line(line).lstrip().startswith("|"):
            line += 1
        column = source.line(line).find("|") + 2
        yield Row(text, Span(source, line, column, line, column + len(text)))
        line += 1
