"""Boards of a program laid on the table: cells become things, links and fields of a map become their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.boards.compass import Compass
from rulekit.errors import UsageError
from rulekit.program.game import BoardDef, Head
from rulekit.program.types import is_kind
from rulekit.sources.diagnostics import Sink

if TYPE_CHECKING:
    from rulekit.boards.layout import Board
    from rulekit.runtime.table import Table


def place_board(table: Table, name: str) -> None:
    definition = table.program.boards[name]
    if definition.from_map:
        _place_map(table, name, definition)
    else:
        _place_drawn(table, name, definition)


def _place_drawn(table: Table, name: str, definition: BoardDef) -> None:
    board = drawn_board(table.program, name)
    numbers = tuple(table.by_design[cell][0] for cell in board.cells)
    _register(table, name, board, numbers)


def drawn_board(program: Any, name: str) -> Board:
    """A board whose cells stand in the rules: hexes or squares from a map of names, or a graph from links."""
    from rulekit.boards import graph_board
    from rulekit.boards.hexes import hex_board, word_board

    definition: BoardDef = program.boards[name]
    if definition.shape == "hex" or definition.drawn:
        sink, marks = Sink(), {s: m[0] for s, m in definition.marks.items()}
        rows, diagonal = definition.rows, definition.diagonal
        hexes = definition.shape == "hex"
        board = hex_board(name, rows, marks, sink) if hexes else word_board(name, rows, marks, sink, diagonal)
        if board is None:
            raise UsageError(sink.errors[0].message)
        return board
    return graph_board(name, definition.cells, _links(program, definition))


def _links(program: Any, definition: BoardDef) -> dict[str, list[tuple[str, str]]]:
    from rulekit.program.core import MakeList, TheThing

    found: dict[str, list[tuple[str, str]]] = {}
    for cell in definition.cells:
        design = program.designs[cell]
        for field in link_fields(program, design.kind):
            value = design.fields.get(field)
            targets = value.items if isinstance(value, MakeList) else (value,)
            pairs = [(cell, target.design) for target in targets if isinstance(target, TheThing)]
            found.setdefault(field, []).extend(pairs)
    return found


def link_fields(program: Any, kind: str) -> list[str]:
    found = []
    at: str | None = kind
    while at is not None and at in program.kinds:
        found += [name for name, field in program.kinds[at].fields.items() if field.link]
        at = program.parents.get(at)
    return found


def _register(table: Table, name: str, board: Board, numbers: tuple[int, ...]) -> None:
    table.boards[name], table.compasses[name] = board, Compass(board)
    table.board_cells[name] = numbers
    for index, number in enumerate(numbers):
        table.board_at[number] = (name, index)


def _place_map(table: Table, name: str, definition: BoardDef) -> None:
    data = table.maps.get(name)
    if data is None:
        table.board_cells[name] = ()
        return
    board = data.board
    numbers = tuple(table._add(definition.cell_kind, cell, 1, None, cell) for cell in board.cells)
    _register(table, name, board, numbers)
    _map_cells(table, definition, data, numbers)
    _map_areas(table, definition, data, numbers)


def _map_cells(table: Table, definition: BoardDef, data: Any, numbers: tuple[int, ...]) -> None:
    for index, number in enumerate(numbers):
        fields: dict[str, Any] = {}
        for word in definition.marks.get(data.symbols[index], ()):
            fields[word] = True
        if definition.links:
            linked: set[int] = set()
            for links in data.board.links.values():
                linked |= {numbers[other] for other in links[index]}
            fields[definition.links] = tuple(sorted(linked))
        table.map_fields[number] = fields


def _map_areas(table: Table, definition: BoardDef, data: Any, numbers: tuple[int, ...]) -> None:
    if not definition.areas:
        return
    field = _area_field(table, definition)
    for area in data.areas:
        number = table._add(definition.areas, area.id, 1, None, area.id)
        table.map_heads[number] = Head(area.id, area.labels)
        cells = tuple(numbers[index] for index in area.cells)
        table.map_fields[number] = {**area.fields, "cells": cells}
        for cell in cells:
            table.map_fields[cell][field] = number


def _area_field(table: Table, definition: BoardDef) -> str:
    """The field of a cell that names its area: the first one whose type is the kind of areas."""
    program = table.program
    at: str | None = definition.cell_kind
    while at is not None and at in program.kinds:
        for name, field in program.kinds[at].fields.items():
            if field.type.tag == "thing" and is_kind(field.type.name, definition.areas, program.parents):
                return name
        at = program.parents.get(at)
    return definition.areas
