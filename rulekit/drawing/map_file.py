"""Pictures of map files: areas in pale colours, cells that divide them in a darker one, places by letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulekit.boards.layout import Board, Links
from rulekit.boards.maps import MapData
from rulekit.drawing.board import board_svg, board_text

AREA_FILLS: tuple[str, ...] = ("#f6e3c5", "#d9e8f5", "#e3f0d5", "#f5dbe1", "#e6def2", "#f7f1b8", "#d3eeea", "#efe2d6")
AREA_FILLS += ("#ffd9a8", "#bcd4ee", "#c5e3ac", "#f0bcc8", "#cdbde6", "#e9e08a", "#aedfd8", "#dcc3ae")
WALL_FILL, DOOR_FILLS = "#6f7680", ("#d79a4e", "#9c8cc0", "#7fb0a0")


def map_svg(
    data: MapData,
    notes: Mapping[int, Sequence[str]] | None = None,
    symbols: Mapping[str, str] | None = None,
    ground: Mapping[str, str] | None = None,
) -> str:
    """The map as an SVG picture with a legend of its areas and places; `symbols` are those to show, with what they mean,
    `ground` has the colours of those that have one."""
    walls = _divider_fills(data) | dict(ground or {})
    fills = {
        cell: AREA_FILLS[area % len(AREA_FILLS)] if area >= 0 and symbol not in (ground or {}) else walls[symbol]
        for cell, (area, symbol) in enumerate(zip(data.area_of, data.symbols, strict=True))
    }
    letters = place_letters(data)
    signs = [(letter, name, "#fff") for name, letter in letters.items()]
    areas = {area.id: AREA_FILLS[number % len(AREA_FILLS)] for number, area in enumerate(data.areas)}
    known = symbols or {}
    signs += [(symbol, words, walls.get(symbol, "#fff")) for symbol, words in known.items()]
    labels = {cell: _sign(data, letters, cell) or _known(data, cell, known) for cell in range(len(data.board.cells))}
    labels |= {cell: "" for cell, symbol in enumerate(data.symbols) if walls.get(symbol) == WALL_FILL}
    return board_svg(data.board, labels, notes, fills, legend=areas, signs=signs, title=data.title)


def _divider_fills(data: MapData) -> dict[str, str]:
    """Colours for the symbols of cells in no area: the commonest is a wall, the others are what opens it."""
    used = Counter(symbol for symbol, area in zip(data.symbols, data.area_of, strict=True) if area < 0)
    ranked = sorted(used, key=lambda symbol: (-used[symbol], symbol))
    return {symbol: WALL_FILL if at == 0 else DOOR_FILLS[(at - 1) % len(DOOR_FILLS)] for at, symbol in enumerate(ranked)}


def map_text(data: MapData) -> str:
    """The map in characters, with the letters of places over the symbols of the cells."""
    letters = place_letters(data)
    drawn = board_text(data.board, lambda cell: _sign(data, letters, cell) or data.symbols[cell])
    return drawn + "".join(f"{letter} {name}\n" for name, letter in letters.items())


def place_letters(data: MapData) -> dict[str, str]:
    """A letter for each place that has cells: its first letter that is still free, else the next of the alphabet."""
    found: dict[str, str] = {}
    for name in (name for name, cells in data.places.items() if cells):
        wanted = name.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        found[name] = next((c for c in wanted if c.isalpha() and c not in found.values()), "?")
    return found


def _sign(data: MapData, letters: Mapping[str, str], cell: int) -> str:
    """The letter of the first place that holds the cell; the symbol of a cell in no area; else nothing."""
    for name, letter in letters.items():
        if cell in data.places[name]:
            return letter
    return data.symbols[cell] if data.area_of[cell] < 0 else ""


def _known(data: MapData, cell: int, symbols: Mapping[str, str]) -> str:
    return data.symbols[cell] if data.symbols[cell] in symbols else ""


def one_level(data: MapData, level: str) -> MapData:
    """The part of a map that lies on one level; links to other levels are left out."""
    kept = [cell for cell, name in enumerate(data.board.level) if name == level]
    at = {old: new for new, old in enumerate(kept)}
    areas = [number for number, area in enumerate(data.areas) if area.level == level]
    numbers = {-1: -1} | {old: new for new, old in enumerate(areas)}
    return replace(
        data,
        board=_part(data.board, kept, level),
        symbols=tuple(data.symbols[cell] for cell in kept),
        fields=tuple(data.fields[cell] for cell in kept),
        areas=tuple(
            replace(data.areas[number], cells=tuple(at[cell] for cell in data.areas[number].cells)) for number in areas
        ),
        area_of=tuple(numbers[data.area_of[cell]] for cell in kept),
        places={name: tuple(at[cell] for cell in cells if cell in at) for name, cells in data.places.items()},
    )


def ways_off(data: MapData, level: str) -> dict[int, list[str]]:
    """For the cells of one level, the other levels to which their links lead."""
    kept = [cell for cell, name in enumerate(data.board.level) if name == level]
    names = data.board.level
    found = {
        at: [f"→ {names[other]}" for links in data.board.links.values() for other in links[cell] if names[other] != level]
        for at, cell in enumerate(kept)
    }
    return {at: words for at, words in found.items() if words}


def _part(board: Board, kept: Sequence[int], level: str) -> Board:
    at = {old: new for new, old in enumerate(kept)}

    def inside(links: Links) -> Links:
        return tuple(tuple(at[other] for other in links[cell] if other in at) for cell in kept)

    sides = tuple(tuple(at.get(side, "") if isinstance(side, int) else side for side in board.sides[cell]) for cell in kept)
    return Board(
        board.name,
        tuple(board.cells[cell] for cell in kept),
        inside(board.neighbours),
        sides,
        tuple(board.positions[cell] for cell in kept),
        "hex" if sides and len(sides[0]) == 6 else "square",
        (level,) * len(kept),
        {kind: found for kind, links in board.links.items() if any(found := inside(links))},
        tuple(mark for mark in board.marks if mark.level == level),
    )
