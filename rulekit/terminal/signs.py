"""A raster with a sign a cell: the number of an option, a letter for what lies there, fog, or the symbol of the map.

Below it stands what the signs mean, only those that are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters, ascii_lowercase, ascii_uppercase

from rulekit.program.types import is_kind
from rulekit.terminal.board_sight import BoardSight
from rulekit.terminal.raster import raster
from rulekit.terminal.style import Style
from rulekit.text.languages import language

_MARKS = "/=%&*^"  # for cells of which only something is kept in mind
_OTHER = "*"  # for things that have no letter of their own
_TIMES = "x"  # before how many there are
PLAIN = "."


def letters(seen: BoardSight, taken: set[str]) -> dict[str, str]:
    """A letter for everything that may lie on a board, the same on every screen: the first of its name that is free. Where few
    different things may lie, they come first; what finds none left shares a sign."""
    table, program = seen.sight.table, seen.sight.program
    kind = program.boards[seen.name].cell_kind
    holds = [zone.holds for zone in program.zones.values() if any(is_kind(kind, o, program.parents) for o in zone.owners if o)]
    named = {name: design.kind for name, design in program.designs.items() if name in table.by_design}
    fitting = [[name for name, own in named.items() if any(is_kind(own, k, program.parents) for k in held)] for held in holds]
    order = dict.fromkeys(name for group in sorted(fitting, key=len) for name in group)
    found: dict[str, str] = {}
    for at in range(4):  # first all that can have the letter of one of their words
        for name in order:
            free = [sign for sign in _wanted(seen, name)[at] if sign not in taken and sign not in found.values()]
            if name not in found and free:
                found[name] = free[0]
    return found


def _wanted(seen: BoardSight, name: str) -> list[list[str]]:
    """The letters that may stand for something, better ones first: those of its words, in small too, its others, all. Articles
    say nothing."""
    words, program = seen.sight.words, seen.sight.program
    label = words.label(program.designs[name].head)
    said = [word for word in label.split() if word.casefold() not in language(words.lang).leading]
    first = "".join(word[0] for word in said)
    choices = (first.upper(), first.lower(), "".join(said).upper(), ascii_uppercase + ascii_lowercase)
    return [[sign for sign in choice if sign in ascii_letters] for choice in choices]


class Legend:
    """Signs given out so far, each with what it means."""

    def __init__(self, seen: BoardSight, style: Style) -> None:
        self.seen, self.style = seen, style
        data = seen.sight.table.maps.get(seen.name)
        self.symbols = data.symbols if data is not None else (PLAIN,) * len(seen.board.cells)
        self.meaning: dict[str, str] = {}  # what is drawn, and what it means
        self.given: dict[str, str] = {}
        seat, table = seen.sight.words.seat(0)[0], seen.sight.table
        self.letters = letters(seen, {*self.symbols})
        owned = {entity.design for entity in table.entities if entity.owner in table.seats} & self.letters.keys()
        self.sorts = len(owned) > 1  # have players pieces of several sorts here? Then these need letters, and seats none
        if not self.sorts:
            self.letters = letters(seen, {*self.symbols, seat, seat.lower()})

    def sign(self, cell: int) -> str:
        """The sign of a cell, painted."""
        pieces, offer = self.seen.pieces(cell), self.seen.offers.get(self.seen.thing(cell))
        if pieces:
            return (
                (self._number(offer) if offer else "") + "".join(self._piece(piece) for piece in pieces[:2]) + self._many(cell)
            )
        if offer:
            return self._number(offer)
        return self._ground(cell)

    def _many(self, cell: int) -> str:
        """How many stand there, behind whose they are."""
        counted = self.seen.counted(cell)
        if counted is None:
            return ""
        label, number = counted
        self.meaning[_TIMES] = label
        return f"{_TIMES}{number}"

    def _ground(self, cell: int) -> str:
        marks, hidden = self.seen.marks(cell), self.seen.hidden(cell)
        if hidden:
            return self._give("?", self.seen.sight.words.say("face down"), "option")
        if marks:
            return self._give(self._free(", ".join(marks), _MARKS), ", ".join(marks), "good")
        if cell in self.seen.fog:
            return self._give(self.style.sign("fog"), self.seen.sight.words.say("not {}", self.seen.fog[cell]), "dim")
        return self._symbol(self.symbols[cell])

    def _number(self, offer: int) -> str:
        return self.style.paint("option", str(offer))

    def _piece(self, piece: int) -> str:
        """A player's piece by the seat, with a letter before it if there are several sorts; anything else by a letter."""
        words, seat = self.seen.sight.words, self.seen.seat(piece)
        design = self.seen.sight.table.entities[piece].design
        if seat is not None and self.sorts and design in self.letters:
            self.meaning[self.letters[design]] = words.thing(piece)
            return self.style.seat(seat, f"{self.letters[design]}{seat + 1}")
        if seat is not None:
            name = words.thing(piece)
            if name != words.player(seat):
                self.meaning[words.seat(seat)] = f"{name} ({words.player(seat)})"
            return self.style.seat(seat, words.seat(seat))
        said = self.seen.sight.thing(piece, figures=True)
        sign = self.letters.get(design, _OTHER)
        known = self.meaning.get(sign, said)
        return self._give(sign, known if said in known.split(", ") else f"{known}, {said}", "bad")

    def _free(self, said: str, wanted: str) -> str:
        if said not in self.given:
            self.given[said] = next((sign for sign in wanted if sign not in self.given.values()), wanted[-1])
        return self.given[said]

    def _give(self, sign: str, said: str, kind: str) -> str:
        self.meaning[sign] = said
        return self.style.paint(kind, sign)

    def _symbol(self, symbol: str) -> str:
        """The map's own symbol; walls and the like are plain, the ground is dim."""
        program = self.seen.sight.program
        board = program.boards[self.seen.name]
        shared = board.marks.get(PLAIN, ()) if symbol != PLAIN else ()
        words = [word for word in board.marks.get(symbol, ()) if word not in shared]
        if words:
            self.meaning[symbol] = ", ".join(self.seen.sight.words.label(program.part(board.cell_kind, word)) for word in words)
        return self.style.paint("dim", symbol) if symbol == PLAIN else symbol

    def lines(self) -> Iterator[str]:
        shown = [f"{self.style.paint('label', sign)} {said}" for sign, said in self.meaning.items()]
        yield from self.style.items(shown, 4, 6)


def signs(seen: BoardSight, style: Style, *, full: bool) -> list[str]:
    """The levels that concern the viewer, and what the signs mean."""
    legend = Legend(seen, style)
    lines: list[str] = []
    levels = seen.levels(full=full)
    for level in levels:
        if len(seen.board.levels) > 1:
            lines.append(f"    {style.paint('label', level)}")
        drawn = raster(
            seen.board, level, lambda cell: (legend.sign(cell),), lambda symbol: style.paint("dim", symbol), named=True
        )
        lines += [f"    {line}".rstrip() for line in drawn]
    return [*lines, *legend.lines()]
