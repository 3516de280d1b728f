"""One board seen by somebody: what lies on its cells, who stands there, which cells can be chosen, where fog lies.

Fog: where the things that a map calls areas have a yes-or-no variable with a label, the cells of those areas for
which it is still `no` lie in fog, and the label says what they are not. Where a player's piece stands is no fog.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rulekit.boards.grid_names import place_name
from rulekit.boards.layout import Board
from rulekit.outlook.sight import Sight
from rulekit.program.game import VarDef
from rulekit.table_view.marks import standing


@dataclass
class BoardSight:
    """One board seen by somebody."""

    sight: Sight
    name: str
    board: Board

    def thing(self, cell: int) -> int:
        return self.sight.table.board_cells[self.name][cell]

    # ---------- what is on a cell ----------
    def marks(self, cell: int) -> list[str]:
        """What is kept in mind of a cell: its variables, in words."""
        return list(self.sight.told(self.thing(cell), marks=True))

    def pieces(self, cell: int) -> list[int]:
        """The things on a cell that the viewer knows, then the players whom the cell names or who name the cell."""
        known = [thing for place in self.sight.on_cell(self.thing(cell)) for thing in place.known]
        return known + self.players(cell)

    def players(self, cell: int) -> list[int]:
        found = list(self._standing.get(self.thing(cell), []))
        for name, slots in self.sight.table.slot.items():
            slot, var = slots.get((self.thing(cell),)), self.sight.program.vars[name]
            if slot is not None and var.type.tag == "thing" and self.sight.data.vals[slot] in self.sight.table.seats:
                found.append(self.sight.data.vals[slot])
        return found

    def counted(self, cell: int) -> tuple[str, int] | None:
        """How many stand on a cell, where just one number is kept in mind of it: the label of that variable, and the number."""
        found: list[tuple[str, int]] = []
        for name, slots in self.sight.table.slot.items():
            slot, var = slots.get((self.thing(cell),)), self.sight.program.vars[name]
            if slot is not None and var.type.tag == "number" and var.head.labels and not var.secret:
                found.append((self.sight.words.label(var.head), self.sight.data.vals[slot]))
        return found[0] if len(found) == 1 else None

    def hidden(self, cell: int) -> int:
        return sum(place.hidden for place in self.sight.on_cell(self.thing(cell)))

    def things(self, cell: int) -> list[str]:
        """What lies on a cell or is marked on it, in words."""
        found = self.marks(cell)
        for place in self.sight.on_cell(self.thing(cell)):
            if place:
                found += self.sight.contents(place, figures=True)
        return found + [self.sight.words.player(p) for p in self.players(cell)]

    def beside(self, cell: int) -> list[str]:
        """What belongs to a cell without lying on it: things that name it in a field, with what lies in their zones."""
        return [self._shelf(thing) for thing in self._belonging.get(self.thing(cell), ())]

    def _shelf(self, thing: int) -> str:
        places = [self.sight.place(zone) for zone in self.sight.table.parts[thing][1]]
        said = ", ".join(self.sight.content(place, figures=True) for place in places if place)
        return self.sight.words.headed(self.sight.words.thing(thing), said or self.sight.words.say("empty"))

    @cached_property
    def _belonging(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for thing, cell in self.sight.shelves.items():
            found.setdefault(cell, []).append(thing)
        return found

    @cached_property
    def _standing(self) -> dict[int, list[int]]:
        """Who says of himself that he is on a cell: variables of players that name one."""
        found: dict[int, list[int]] = {}
        for cell, player, _ in standing(self.sight.machine):
            found.setdefault(cell, []).append(player)
        return found

    # ---------- names ----------
    def label(self, cell: int) -> str:
        """The label of a cell, after its name where several are labelled alike."""
        name, said = place_name(self.board.cells[cell]), self._labels[cell]
        plain = name.replace("_", " ").casefold() in said.casefold()
        return said if plain or len(set(self._labels)) == len(self._labels) else f"{name} {said}"

    @cached_property
    def _labels(self) -> list[str]:
        return [self.sight.words.thing(self.thing(cell)) for cell in range(len(self.board.cells))]

    # ---------- what can be chosen ----------
    @cached_property
    def offers(self) -> dict[int, int]:
        """The things that can be chosen now, with the number of their first option."""
        question = self.sight.state.question
        found: dict[int, int] = {}
        if question is not None and question.player == self.sight.viewer:
            for number, choice in enumerate(question.choices, 1):
                if choice.item_type is not None and choice.item_type.tag == "thing" and choice.item is not None:
                    found.setdefault(choice.item, number)
        return found

    def near(self, cell: int) -> bool:
        """Whether a cell matters now: it can be chosen, or something on it or beside it, or the viewer stands there."""
        beside = [zone for thing in self._belonging.get(self.thing(cell), ()) for zone in self.sight.table.parts[thing][1]]
        places = [*self.sight.on_cell(self.thing(cell)), *map(self.sight.place, beside)]
        return self._concerns(cell) or any(map(self.sight.concerns, places))

    def levels(self, *, full: bool) -> list[str]:
        """The levels that concern the viewer now: where own pieces stand or a cell can be chosen; else all."""
        near = {self.board.level[cell] for cell in range(len(self.board.cells)) if self._concerns(cell)}
        return [level for level in self.board.levels if full or not near or level in near]

    def _concerns(self, cell: int) -> bool:
        return self.thing(cell) in self.offers or any(self.seat(piece) == self.sight.viewer for piece in self.pieces(cell))

    def seat(self, piece: int) -> int | None:
        """Whose a piece is, if it is a player's."""
        if piece in self.sight.table.seats:
            return piece
        owner = self.sight.table.entities[piece].owner
        return owner if owner in self.sight.table.seats else None

    # ---------- fog ----------
    @cached_property
    def fog(self) -> dict[int, str]:
        """The cells in fog, with what their areas are not yet."""
        data = self.sight.table.maps.get(self.name)
        found: dict[int, str] = {}
        for area in data.areas if data is not None else ():
            said = self._not_yet(area.id)
            if said and not any(self.seat(piece) is not None for cell in area.cells for piece in self.pieces(cell)):
                found |= dict.fromkeys(area.cells, said)
        return found

    def _not_yet(self, area: str) -> str:
        things = self.sight.table.by_design.get(area, ())
        return next((said for thing in things for said in self._unmet(thing)), "")

    def _unmet(self, thing: int) -> Iterator[str]:
        for name, slots in self.sight.table.slot.items():
            slot, var = slots.get((thing,)), self.sight.program.vars[name]
            if slot is not None and _is_fog(var) and self.sight.data.vals[slot] is False:
                yield self.sight.words.label(var.head)


def _is_fog(var: VarDef) -> bool:
    return var.type.tag == "yesno" and bool(var.head.labels) and not var.secret
