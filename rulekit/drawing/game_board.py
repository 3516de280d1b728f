"""Boards of a game as pictures: the names of cells, what their labels say below, a colour for each value they carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from rulekit.boards.grid_names import as_grid
from rulekit.drawing.board import BOTH, board_svg, board_text
from rulekit.drawing.characters import graph_lines
from rulekit.drawing.looks import Looks
from rulekit.drawing.map_file import AREA_FILLS, map_svg, map_text, one_level, ways_off
from rulekit.program.core import Const, Core, TheThing
from rulekit.sources.tongues import FIRST, tongue

if TYPE_CHECKING:
    from rulekit.boards.layout import Board
    from rulekit.runtime.table import Table

_SVG = "http://www.w3.org/2000/svg"
_LETTERS = 15
_WIDEST = 120  # a drawing in characters is no wider


def game_board_svg(table: Table, name: str, lang: str = "", level: str = "", looks: Looks | None = None) -> str:
    """The board as an SVG picture; of a map, one level or all. `looks` are those of the game: colours of the ground."""
    ground = {value: look["colour"] for value, look in (looks or {}).get("ground", {}).items() if "colour" in look}
    if name in table.maps:
        data = table.maps[name]
        shown = one_level(data, level) if level else data
        symbols = {symbol: words for symbol, words in symbol_words(table, name, lang).items() if symbol in shown.symbols}
        return map_svg(shown, ways_off(data, level) if level else None, symbols, ground)
    board = as_grid(table.boards[name])
    values = {cell: _member(table, value, lang) for cell, value in cell_values(table, name).items()}
    values = values or repeated_labels(table, name, lang)
    colours = dict(zip(dict.fromkeys(values.values()), AREA_FILLS, strict=False))
    colours |= {
        _member(table, value, lang): colour for value, colour in ground.items() if _member(table, value, lang) in colours
    }
    fills = {cell: colours[value] for cell, value in values.items() if value in colours}
    strong = junctions(board)
    title, notes = table.program.boards[name].head.label(lang), cell_notes(table, name, lang)
    words = tongue(lang or table.program.language).say("several ways on")
    links = link_names(table, name, lang)
    return board_svg(
        board, None, notes, fills, legend=colours, strong=strong, strong_words=words, link_names=links, title=title
    )


def link_names(table: Table, name: str, lang: str) -> dict[str, str]:
    """What players call the links of a board."""
    kind = table.program.boards[name].cell_kind
    found = {link: table.program.part(kind, link).label(lang) for link in table.boards[name].links}
    return found | {BOTH: tongue(lang or table.program.language).say(BOTH)}


def junctions(board: Board) -> frozenset[int]:
    """The cells of a one-way graph where several ways go on, if there are others."""
    several = frozenset(cell for cell, ways in enumerate(board.neighbours) if len(ways) > 1)
    one_way = all(cell not in board.neighbours[other] for cell, ways in enumerate(board.neighbours) for other in ways)
    return several if board.shape == "graph" and one_way else frozenset()


def repeated_labels(table: Table, name: str, lang: str) -> dict[int, str]:
    """Cells that are labelled alike, with that label."""
    labels = {at: " ".join(lines) for at, lines in cell_notes(table, name, lang).items()}
    often = Counter(labels.values())
    return {at: label for at, label in labels.items() if often[label] > 1}


def game_board_text(table: Table, name: str, lang: str = "", level: str = "") -> str:
    """The board in characters, with what the labels of its cells say."""
    if name in table.maps:
        return map_text(one_level(table.maps[name], level) if level else table.maps[name])
    from rulekit.text.languages import language  # loaded when a board is told

    board, headed = as_grid(table.boards[name]), language(lang or table.program.language).headed
    notes = {
        cell: headed(label, ", ".join(beside)) if label and beside else label or ", ".join(beside)
        for cell, (label, beside) in _said(table, name, lang).items()
    }
    if board.shape != "graph":
        return board_text(board) + "".join(f"{headed(board.cells[cell], note)}\n" for cell, note in notes.items())
    drawn = graph_lines(board, dict(enumerate(board.cells)), len, _WIDEST, fancy=False)
    listed = board_text(board, link_names=link_names(table, name, lang)).splitlines()
    lines = [f"{line}{' : ' + notes[cell] if cell in notes else ''}" for cell, line in enumerate(listed)]
    return "\n".join([*drawn, *([""] if drawn else []), *lines]) + "\n"


def symbol_words(table: Table, name: str, lang: str) -> dict[str, str]:
    """What the symbols of a map mean, by the words of the rules; plain ground, the commonest, needs none."""
    used = Counter(table.maps[name].symbols)
    plain = used.most_common(1)[0][0] if used else ""
    marks = table.program.boards[name].marks
    shared = set(marks.get(plain, ()))
    words = {symbol: [word for word in marks.get(symbol, ()) if word not in shared] for symbol in used if symbol != plain}
    kind = table.program.boards[name].cell_kind
    return {
        symbol: ", ".join(table.program.part(kind, word).label(lang) for word in found)
        for symbol, found in words.items()
        if found
    }


def ground_words(table: Table, name: str, lang: str = "") -> dict[str, str]:
    """What players call each sort of ground: of a map what its symbols mean, else the values that its cells carry."""
    if name in table.maps:
        return symbol_words(table, name, lang)
    return {value: _member(table, value, lang) for value in dict.fromkeys(cell_values(table, name).values())}


def cell_notes(table: Table, name: str, lang: str) -> dict[int, list[str]]:
    """The labels of cells and what stands beside them, in short lines."""
    said = _said(table, name, lang)
    return {at: [*wrap(label, _LETTERS, break_on_hyphens=False), *beside] for at, (label, beside) in said.items()}


def _said(table: Table, name: str, lang: str) -> dict[int, tuple[str, list[str]]]:
    """The label of each cell, where it says more than its name, and the things that stand beside it."""
    found: dict[int, tuple[str, list[str]]] = {}
    for at, cell in enumerate(table.boards[name].cells):
        head = table.program.designs[cell].head if cell in table.program.designs else None
        plain = head is None or not head.labels or head.label().casefold() == cell.replace("_", " ").casefold()
        counted = Counter(_beside(table, name, cell, lang))
        beside = [label if n == 1 else f"{label} x{n}" for label, n in counted.items()]
        if beside or not plain:
            found[at] = ("" if plain or head is None else head.label(lang), beside)
    return found


def _beside(table: Table, name: str, cell: str, lang: str) -> Iterator[str]:
    """The labels of things that name a cell in a field: what stands beside it."""
    kind = table.program.boards[name].cell_kind
    for design in table.program.designs.values():
        given = [value for value in design.fields.values() if isinstance(value, TheThing) and value.design == cell]
        if design.kind != kind and given:
            yield design.head.label(lang)


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


def addressed_svg(table: Table, name: str, lang: str = FIRST, level: str = "") -> str:
    """The same picture with an `id` for each cell, `cell-NAME`, so that a user interface can find and mark it."""
    from xml.etree import ElementTree

    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(game_board_svg(table, name, lang, level))
    cells = set(table.boards[name].cells)
    for element in root.iter():
        title = element.find(f"{{{_SVG}}}title")
        if title is not None and title.text in cells:
            element.set("id", f"cell-{title.text}")
    return ElementTree.tostring(root, encoding="unicode")
