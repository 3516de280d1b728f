"""Boards as text, with what lies on each cell.

A raster whose cells hold little is drawn with a sign a cell, a smaller one with tiles of several lines; what can be
chosen shows the number of its option. A graph is drawn with lines where there is room; the cells where something lies
are listed with where they lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from rulekit.boards.grid_names import as_grid
from rulekit.boards.layout import Board
from rulekit.drawing.characters import graph_lines
from rulekit.outlook.sight import Sight
from rulekit.terminal.board_sight import BoardSight
from rulekit.terminal.raster import across, raster
from rulekit.terminal.signs import signs
from rulekit.terminal.style import Row, Style
from rulekit.terminal.style import seen as width

_FEW = 8  # graphs with so few cells are always listed in full
_TILES = 48  # rasters with more cells show a sign a cell
_NARROW, _WIDE, _LINES = 10, 18, 3  # how wide a tile is, and how many lines of text it may have


def board_lines(sight: Sight, style: Style, *, full: bool = False, brief: bool = False, only: str = "") -> list[str]:
    """All boards of a table, each under its name; in brief only those cells, or drawings, that matter now."""
    lines: list[str] = []
    for name in sight.table.boards if not only else (only,):
        seen = board_sight(sight, name)
        if (not brief or _matters(seen)) and _tells(seen):
            title = sight.words.label(sight.program.boards[name].head)
            lines += [style.paint("label", f"  {title}"), *_draw(seen, style, full=full, brief=brief)]
    return lines


def is_small_grid(sight: Sight, name: str) -> bool:
    """A few cells named by coordinates: all of them are looked at before every answer."""
    board = sight.table.boards[name]
    return as_grid(board) is not board and len(board.cells) <= _TILES


def _matters(seen: BoardSight) -> bool:
    """Is there something to choose on a board, or is it one that is always looked at?"""
    return is_small_grid(seen.sight, seen.name) or any(seen.near(cell) for cell in range(len(seen.board.cells)))


def _tells(seen: BoardSight) -> bool:
    """Does a board show more than the names of its cells? Those are told with the question."""
    board = seen.board
    cells = range(len(board.cells))
    return board.shape != "graph" or any(map(any, board.neighbours)) or any([*seen.things(c), *seen.beside(c)] for c in cells)


def board_sight(sight: Sight, name: str) -> BoardSight:
    return BoardSight(sight, name, as_grid(sight.table.boards[name]))


def has_numbers(sight: Sight, name: str) -> bool:
    """Whether the numbers of options stand on the drawing of a board."""
    return board_sight(sight, name).board.shape != "graph"


def _draw(seen: BoardSight, style: Style, *, full: bool, brief: bool) -> list[str]:
    board = seen.board
    if board.shape == "graph":
        return _graph(seen, style, full=full, brief=brief)
    wide = min(_WIDE, int((style.width - 4) / max(across(board, level) for level in board.levels)) - 1)
    drawn = seen.name in seen.sight.table.maps or len(board.cells) > _TILES or wide < _NARROW
    if drawn or all(_small(seen, cell) for cell in range(len(board.cells))):
        return signs(seen, style, full=full)
    return _tiles(seen, board, style, wide)


def _small(seen: BoardSight, cell: int) -> bool:
    """Whether a sign says all about a cell: a player's piece, or nothing."""
    pieces = seen.pieces(cell)
    plain = not seen.marks(cell) and not seen.hidden(cell) and seen.label(cell) == seen.board.cells[cell]
    return plain and len(pieces) <= 1 and all(piece in seen.sight.table.seats for piece in pieces)


# ---------- tiles ----------
def _tiles(seen: BoardSight, board: Board, style: Style, wide: int) -> list[str]:
    """Each cell with its label and what lies there, in a few short lines; what is cut off is told below."""
    cut: list[Row] = []

    def say(cell: int) -> list[str]:
        lines = [part for said in seen.things(cell) for part in wrap(said, wide)]
        if len(lines) > _LINES:
            cut.append((seen.label(cell), seen.things(cell)))
            lines = [*lines[: _LINES - 1], "..."]
        return [_tile_head(seen, cell, style, wide), *lines]

    drawn: list[str] = []
    for level in board.levels:
        drawn += raster(board, level, say, lambda symbol: style.paint("dim", symbol), least=_NARROW)
    return [f"    {line}".rstrip() for line in drawn] + style.rows(cut, 4)


def _tile_head(seen: BoardSight, cell: int, style: Style, wide: int) -> str:
    """The label of a cell, after the number of its option if it can be chosen."""
    number = seen.offers.get(seen.thing(cell))
    sign = f"{number} " if number else ""
    label = seen.label(cell)
    label = label if len(sign) + len(label) <= wide else seen.board.cells[cell]
    return style.paint("option", sign) + style.paint("label", label)


# ---------- graphs ----------
def _graph(seen: BoardSight, style: Style, *, full: bool, brief: bool) -> list[str]:
    """The cells where something lies, with what belongs to them and where they lead; all cells when there are few."""
    shown = [cell for cell in range(len(seen.board.cells)) if (seen.near(cell) if brief else _shown(seen, cell, full))]
    rows = [(seen.label(cell), list(_cell(seen, cell))) for cell in shown]
    drawn = [] if brief else graph_lines(seen.board, _names(seen, style), width, style.width - 4, fancy=style.fancy)
    return [f"    {line}" for line in drawn] + (style.rows(rows, 4, 14) or [f"    {seen.sight.words.say('empty')}"])


def _names(seen: BoardSight, style: Style) -> dict[int, str]:
    """What stands for each cell in a drawing: who stands there, else its name; painted if it can be chosen."""
    found = {}
    for cell, name in enumerate(seen.board.cells):
        seats = [seat for piece in seen.pieces(cell) if (seat := seen.seat(piece)) is not None]
        if seats:
            sign = seen.sight.words.seat(seats[0])
            found[cell] = style.seat(seats[0], sign if len(set(seats)) == 1 else f"{sign[0]}+")
        else:
            found[cell] = style.paint("option" if seen.thing(cell) in seen.offers else "", name)
    return found


def _shown(seen: BoardSight, cell: int, full: bool) -> bool:
    return full or len(seen.board.cells) <= _FEW or bool(seen.things(cell))


def _cell(seen: BoardSight, cell: int) -> Iterator[str]:
    things = [*seen.things(cell), *seen.beside(cell)]
    yield from things or ["-"]
    ways = [seen.label(other) for other in seen.board.neighbours[cell]]
    if ways:
        yield f"-> {', '.join(ways)}"
