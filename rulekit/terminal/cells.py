"""Boards as text, with what lies on each cell.

Small rasters show the names of their cells and what lies there; large ones show a sign a cell and explain the
signs; graphs list the cells where something lies. On large rasters, cells that can be chosen show the number of
their option.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase

from rulekit.boards.draw import board_text
from rulekit.boards.grid_names import as_grid
from rulekit.boards.layout import Board
from rulekit.terminal.sight import Sight
from rulekit.terminal.style import Style

_FEW = 6  # graphs with so few cells are always listed in full
_DIGITS = re.compile(r"\d+")
_NAMED = 48  # rasters with so many cells show names, larger ones signs


def board_lines(sight: Sight, style: Style, *, full: bool = False, only: str = "") -> list[str]:
    """All boards of a table, each under its name."""
    lines: list[str] = []
    for name, board in sight.table.boards.items():
        if only in ("", name):
            title = sight.words.label(sight.program.boards[name].head)
            lines += [style.paint("label", f"  {title}:"), *_draw(BoardSight(sight, name, board), style, full=full)]
    return lines


@dataclass
class BoardSight:
    """One board seen by somebody."""

    sight: Sight
    name: str
    board: Board

    def thing(self, cell: int) -> int:
        return self.sight.table.board_cells[self.name][cell]

    def things(self, cell: int) -> list[str]:
        """What lies on a cell or is marked on it, in words."""
        number = self.thing(cell)
        found = list(self.sight.told(number, marks=True))
        for place in self.sight.on_cell(number):
            if place:
                found.append(self.sight.content(place, figures=True))
        return found + self._standing.get(number, [])

    @property
    def _standing(self) -> dict[int, list[str]]:
        """Who says of himself that he is on a cell: variables of players that name one."""
        found: dict[int, list[str]] = {}
        for name, slots in self.sight.table.slot.items():
            var = self.sight.program.vars[name]
            for owners, slot in (
                slots.items() if var.owners == ("player",) and var.type.tag == "thing" and not var.secret else ()
            ):
                value = self.sight.data.vals[slot]
                if value in self.sight.table.board_at:
                    found.setdefault(value, []).append(self.sight.words.player(owners[0]))
        return found

    def offers(self) -> dict[int, int]:
        """The cells that can be chosen now, with the number of their first option."""
        question = self.sight.state.question
        found: dict[int, int] = {}
        if question is not None and question.player == self.sight.viewer:
            for number, choice in enumerate(question.choices, 1):
                if choice.item_type is not None and choice.item_type.tag == "thing" and choice.item is not None:
                    found.setdefault(choice.item, number)
        return found

    def label(self, cell: int) -> str:
        """The name of a cell and its label, once where the label says the name."""
        name = self.board.cells[cell]
        said = self.sight.words.thing(self.thing(cell))
        return said if name.replace("_", " ").casefold() in said.casefold() else f"{name} {said}"

    def short(self, text: str) -> str:
        """Players by their seat, and no blanks: for the inside of a drawing."""
        for seat in self.sight.table.players:
            text = text.replace(self.sight.words.player(seat), self.sight.words.seat(seat))
        return text.replace(" ", "_")


def _draw(seen: BoardSight, style: Style, *, full: bool) -> list[str]:
    board = as_grid(seen.board)
    if board.shape == "graph":
        return _graph(seen, style, full=full)
    contents = {cell: seen.things(cell) for cell in range(len(board.cells))}
    spelt = _spelt(seen, board, contents)
    if _fits(spelt, style):
        return spelt
    named = _raster(board, lambda cell: board.cells[cell] + ("*" if contents[cell] else ""))
    if len(board.cells) <= _NAMED and _fits(named, style):
        return named + _list(seen, contents, style)
    return _signs(seen, board, contents, style)


def _fits(lines: list[str], style: Style) -> bool:
    return max(map(len, lines), default=0) <= style.width


# ---------- rasters ----------
Contents = Mapping[int, list[str]]


def _spelt(seen: BoardSight, board: Board, contents: Contents) -> list[str]:
    """Each cell with its name and all that lies there."""
    return _raster(board, lambda cell: seen.short(":".join([board.cells[cell], *contents[cell]])))


def _list(seen: BoardSight, contents: Contents, style: Style) -> list[str]:
    """What lies where; cells with the same on them together."""
    where: dict[str, list[str]] = {}
    for cell, things in contents.items():
        if things:
            where.setdefault(", ".join(things), []).append(seen.label(cell))
    parts: list[tuple[str, str]] = []
    for said, cells in where.items():
        parts += [("label", f"{'| ' if parts else ''}{'; '.join(cells)}:"), ("", said)]
    return style.flow(parts, indent=4, hang=6)


def _raster(board: Board, say: Callable[[int], str]) -> list[str]:
    return [f"    {line}".rstrip() for line in board_text(board, say).splitlines()]


def _signs(seen: BoardSight, board: Board, contents: Contents, style: Style) -> list[str]:
    """A sign a cell: the number of its option, a letter for what lies there, or the symbol of the map."""
    data = seen.sight.table.maps.get(seen.name)
    symbols = data.symbols if data is not None else ["."] * len(board.cells)
    free = [letter for letter in ascii_uppercase if letter not in set(symbols)]
    letters: dict[str, str] = {}
    for things in contents.values():
        if things and ", ".join(things) not in letters:
            letters[", ".join(things)] = free[len(letters) % len(free)]
    offers = seen.offers()
    lines = _raster(board, lambda cell: _sign(seen, cell, contents, letters, offers, symbols[cell]))
    painted = [_DIGITS.sub(lambda found: style.paint("option", found[0]), line) for line in lines]
    return painted + _legend(seen, letters, set(symbols), style)


def _legend(seen: BoardSight, letters: Mapping[str, str], symbols: set[str], style: Style) -> list[str]:
    """What the signs of a drawing mean: those of the map, then what lies there."""
    marks = seen.sight.program.boards[seen.name].marks
    known = [(symbol, " ".join(marks[symbol]).replace("_", " ")) for symbol in sorted(symbols & set(marks))]
    parts = [part for sign, said in known for part in (("label", sign), ("dim", f"{said};"))]
    parts += [part for said, sign in letters.items() for part in (("option", sign), ("", f"{said};"))]
    return style.flow(parts, 4, 6)


def _sign(
    seen: BoardSight, cell: int, contents: Contents, letters: Mapping[str, str], offers: Mapping[int, int], symbol: str
) -> str:
    offer = offers.get(seen.thing(cell))
    if contents[cell]:
        return letters[", ".join(contents[cell])] + (str(offer) if offer else "")
    return str(offer) if offer else symbol


# ---------- graphs ----------
def _graph(seen: BoardSight, style: Style, *, full: bool) -> list[str]:
    """The cells where something lies, and where they lead; all cells when there are few."""
    board = seen.board
    lines: list[str] = []
    for cell in range(len(board.cells)):
        things = seen.things(cell)
        if things or full or len(board.cells) <= _FEW:
            ways = ", ".join(board.cells[other] for other in board.neighbours[cell])
            parts = [
                ("label", f"{seen.label(cell)}:"),
                ("", ", ".join(things) or "-"),
                ("dim", f"-> {ways}" if ways else ""),
            ]
            lines += style.flow(parts, indent=4, hang=6)
    return lines or [f"    {seen.sight.words.say('empty')}"]
