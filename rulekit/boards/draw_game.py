"""Boards of a game as pictures: the names of cells, what their labels say below, a colour for each value they carry."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING

from rulekit.boards.draw import board_svg, board_text
from rulekit.boards.draw_map import AREA_FILLS, map_svg, map_text
from rulekit.boards.grid_names import as_grid
from rulekit.program.core import Const, Core

if TYPE_CHECKING:
    from rulekit.interpreter.table import Table

_LETTERS = 16


def game_board_svg(table: Table, name: str, lang: str = "en") -> str:
    """The board as an SVG picture."""
    if name in table.maps:
        return map_svg(table.maps[name], symbols=_symbols(table, name))
    board = as_grid(table.boards[name])
    values = cell_values(table, name)
    colours = dict(zip(dict.fromkeys(values.values()), AREA_FILLS, strict=False))
    fills = {cell: colours[value] for cell, value in values.items() if value in colours}
    legend = {_member(table, value, lang): colour for value, colour in colours.items()}
    title = table.program.boards[name].head.label(lang)
    return board_svg(board, None, cell_notes(table, name, lang), fills, legend=legend, title=title)


def game_board_text(table: Table, name: str, lang: str = "en") -> str:
    """The board in characters, with what the labels of its cells say."""
    if name in table.maps:
        return map_text(table.maps[name])
    board = as_grid(table.boards[name])
    notes = {cell: " ".join(lines) for cell, lines in cell_notes(table, name, lang).items()}
    if board.shape != "graph":
        return board_text(board) + "".join(f"{board.cells[cell]}: {note}\n" for cell, note in notes.items())
    lines = board_text(board).splitlines()
    return "".join(f"{line}{' : ' + notes[cell] if cell in notes else ''}\n" for cell, line in enumerate(lines))


def _symbols(table: Table, name: str) -> dict[str, str]:
    """What the symbols of a map mean, by the words of the rules; plain ground, the commonest, needs none."""
    used = Counter(table.maps[name].symbols)
    plain = used.most_common(1)[0][0] if used else ""
    marks = table.program.boards[name].marks
    shared = set(marks.get(plain, ()))
    words = {symbol: [word for word in marks.get(symbol, ()) if word not in shared] for symbol in used if symbol != plain}
    return {symbol: " ".join(found).replace("_", " ") for symbol, found in words.items() if found}


def cell_notes(table: Table, name: str, lang: str) -> dict[int, list[str]]:
    """The labels of cells in short lines, where they say more than the name."""
    found: dict[int, list[str]] = {}
    for at, cell in enumerate(table.boards[name].cells):
        head = table.program.designs[cell].head if cell in table.program.designs else None
        if head is not None and head.labels and head.label(lang).casefold() != cell.casefold():
            found[at] = wrap(head.label(lang), _LETTERS)
    return found


def cell_values(table: Table, name: str) -> dict[int, str]:
    """What each cell is by the first field of its kind that takes one of declared values."""
    program = table.program
    kind = program.kinds.get(program.boards[name].cell_kind)
    field = next((f.name for f in kind.fields.values() if f.type.tag == "values"), "") if kind is not None else ""
    given = {at: program.designs[cell].fields.get(field) for at, cell in enumerate(table.boards[name].cells)} if field else {}
    return {at: value for at, core in given.items() if (value := _constant(core))}


def _constant(core: Core | None) -> str:
    return str(core.value) if isinstance(core, Const) else ""


def _member(table: Table, value: str, lang: str) -> str:
    head = table.program.members.get(value)
    return head.label(lang) if head is not None else value
