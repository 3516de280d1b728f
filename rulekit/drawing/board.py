"""Pictures of boards: SVG for people, text for terminals.

Contract: the same arguments give the same bytes. Hexes are drawn as hexes, squares as squares with walls as dark
tiles, graphs as boxes with arrows. Each level stands under the one before. Colours are the caller's; only marks get
colours by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin

from rulekit.boards.graphs import main_links
from rulekit.boards.layers import arrange
from rulekit.boards.layout import HEX_ROW, Board, Position
from rulekit.drawing.svg import Place, document, element, heads, number, polygon, smooth, text, tip

MARK_FILLS = ("#b9c9d6", "#9cc7e8", "#c9b58b", "#a8c686", "#c39bd3")
LINK_STROKES = ("#1f6fb2", "#b2461f", "#2f8f4e", "#7a3fa0", "#8a7a1f", "#a02f6f")
BOTH, BOTH_WAYS = "both ways", "#555"
STRONG = "#b2461f"
PLAIN_FILL = "#f7f3e8"
LABEL, NOTE, MARGIN = 12.0, 9.0, 24.0
CHARACTER = 0.62
Sign = tuple[str, str, str]  # what is written in cells, what it means, its colour


@dataclass
class _Sheet:
    """The measures of one picture and what was drawn so far."""

    board: Board
    labels: Mapping[int, str]
    notes: Mapping[int, Sequence[str]]
    fills: Mapping[int, str]
    mark_fills: Mapping[str, str]
    strong: Set[int] = frozenset()
    link_names: Mapping[str, str] = field(default_factory=dict)
    unit: Place = (44.0, 44.0)
    box: Place = (0.0, 0.0)
    tops: dict[str, float] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0
    both: bool = False  # whether there are links that lead both ways

    def place(self, position: Position, level: str) -> Place:
        x, y = position
        return MARGIN + (x + 0.5) * self.unit[0], self.tops[level] + (y + 0.5) * self.unit[1]

    def cell(self, cell: int) -> Place:
        return self.place(self.board.positions[cell], self.board.level[cell])

    def label(self, cell: int) -> str:
        return self.labels.get(cell, self.board.cells[cell])


def board_svg(
    board: Board,
    labels: Mapping[int, str] | None = None,
    notes: Mapping[int, Sequence[str]] | None = None,
    fills: Mapping[int, str] | None = None,
    *,
    mark_fills: Mapping[str, str] | None = None,
    legend: Mapping[str, str] | None = None,
    signs: Sequence[Sign] = (),
    strong: Set[int] = frozenset(),
    strong_words: str = "",
    link_names: Mapping[str, str] | None = None,
    title: str = "",
) -> str:
    """The board as an SVG picture.

    `labels` are written in the cells (their names if nothing is given), `notes` in small lines below, `fills` are colours of
    cells, `mark_fills` colours of marks by name; cells in `strong` have a thick border. `legend` explains colours: what is
    written, and its colour; `signs` explains what is written in cells; `strong_words` the thick border; `link_names` are
    what kinds of links are called.
    """
    sheet = _Sheet(
        board, labels or {}, notes or {}, fills or {}, _mark_fills(board, mark_fills or {}), strong, link_names or {}
    )
    _measure(sheet)
    entries = [Entry(name, colour) for name, colour in [*sheet.mark_fills.items(), *(legend or {}).items()]]
    entries += [Entry(words, colour, "sign", sign) for sign, words, colour in signs]
    entries += [Entry(strong_words, STRONG, "border")] if strong and strong_words else []
    ways = list((_links if board.shape == "graph" else _ends)(sheet))
    body = [*_titles(sheet), *_marks(sheet), *_cells(sheet), *ways, *_legend(sheet, entries)]
    return document(sheet.width, sheet.height, title or board.name, body, [BOTH_WAYS, *_strokes(len(board.links))])


def _mark_fills(board: Board, given: Mapping[str, str]) -> dict[str, str]:
    names = sorted({mark.name for mark in board.marks})
    return {name: given.get(name, MARK_FILLS[i % len(MARK_FILLS)]) for i, name in enumerate(names)}


# Measures


def _measure(sheet: _Sheet) -> None:
    """Chooses the size of a cell so that its text fits, and where each level begins."""
    wide = max((_text_width(sheet, cell) for cell in range(len(sheet.board.cells))), default=0.0)
    lines = max((len(lines) for lines in sheet.notes.values()), default=0)
    tall = LABEL + lines * (NOTE + 2)
    if sheet.board.shape == "graph":
        sheet.box = (max(30.0, wide + 12), max(26.0, tall + 10))
        sheet.unit = (sheet.box[0] + 28, sheet.box[1] + 26)
    else:
        side = max(30.0, wide + 8, tall + 8) * (1.15 if sheet.board.shape == "hex" else 1.0)
        sheet.unit, sheet.box = (side, side), (side, side)
    _measure_levels(sheet)


def _text_width(sheet: _Sheet, cell: int) -> float:
    longest = max((len(note) for note in sheet.notes.get(cell, ())), default=0)
    return max(len(sheet.label(cell)) * LABEL, longest * NOTE) * CHARACTER


def _measure_levels(sheet: _Sheet) -> None:
    top, right = MARGIN, 0.0
    several = len(sheet.board.levels) > 1
    for level in sheet.board.levels:
        places = _level_positions(sheet.board, level)
        top += 22 if several else 0
        sheet.tops[level] = top
        top += (max(y for _, y in places) + 1.2) * sheet.unit[1]
        right = max(right, max(x for x, _ in places) + 1)
    sheet.width, sheet.height = right * sheet.unit[0] + 2 * MARGIN, top + MARGIN


def _level_positions(board: Board, level: str) -> list[Position]:
    cells = [place for place, own in zip(board.positions, board.level, strict=True) if own == level]
    return cells + [mark.position for mark in board.marks if mark.level == level]


# Parts of the picture


def _titles(sheet: _Sheet) -> Iterable[str]:
    if len(sheet.board.levels) > 1:
        for level, top in sheet.tops.items():
            yield text((MARGIN, top - 10), level, LABEL, anchor="start", weight="bold")


def _marks(sheet: _Sheet) -> Iterable[str]:
    hexes = {level: _is_hex(sheet.board, level) for level in sheet.board.levels}
    for mark in sheet.board.marks:
        at = sheet.place(mark.position, mark.level)
        yield _tile(sheet, at, hexes[mark.level], sheet.mark_fills[mark.name], mark.name)
        if len(mark.name) * NOTE * CHARACTER < sheet.unit[0] - 4:
            yield text(at, mark.name.replace("_", " "), NOTE, fill="#444")


def _is_hex(board: Board, level: str) -> bool:
    sides = next((len(sides) for sides, own in zip(board.sides, board.level, strict=True) if own == level), 0)
    return sides == 6


def _tile(sheet: _Sheet, at: Place, is_hex: bool, fill: str, name: str) -> str:
    shown = tip(name)
    (x, y), side = at, sheet.unit[0]
    if is_hex:
        return polygon(_corners(at, side), fill, shown, stroke="#777")
    return element(
        "rect",
        shown,
        x=x - side / 2,
        y=y - side / 2,
        width=side,
        height=side,
        fill=fill,
        stroke="#999",
        stroke_width=0.7,
    )


def _corners(at: Place, side: float) -> list[Place]:
    """The corners of a hex that stands on a point; side is its width."""
    radius = side / (2 * HEX_ROW)
    return [(at[0] + radius * sin(i * pi / 3), at[1] - radius * cos(i * pi / 3)) for i in range(6)]


def _cells(sheet: _Sheet) -> Iterable[str]:
    for cell in range(len(sheet.board.cells)):
        yield _shape(sheet, cell)
        yield from _words(sheet, cell)


def _shape(sheet: _Sheet, cell: int) -> str:
    (x, y), fill = sheet.cell(cell), sheet.fills.get(cell, PLAIN_FILL)
    name, sides = sheet.board.cells[cell], len(sheet.board.sides[cell])
    if sides:
        return _tile(sheet, (x, y), sides == 6, fill, name)
    w, h = sheet.box
    stroke, wide = (STRONG, 2.6) if cell in sheet.strong else ("#555", 1.2)
    return element(
        "rect", tip(name), x=x - w / 2, y=y - h / 2, width=w, height=h, rx=8, fill=fill, stroke=stroke, stroke_width=wide
    )


def _words(sheet: _Sheet, cell: int) -> Iterable[str]:
    x, y = sheet.cell(cell)
    notes = sheet.notes.get(cell, ())
    line = y - len(notes) * (NOTE + 2) / 2
    if sheet.label(cell):
        yield text((x, line), sheet.label(cell), LABEL, weight="bold" if notes else "normal")
    for i, note in enumerate(notes):
        yield text((x, line + LABEL + i * (NOTE + 2)), note, NOTE, fill="#444")


# Links


def _links(sheet: _Sheet) -> Iterable[str]:
    """The arrows of a graph; two cells beside each other that lead to each other share one."""
    board = sheet.board
    routes = arrange(main_links(board.links, len(board.cells))).routes
    drawn: set[tuple[int, int]] = set()
    for a, b, stroke in _strokes_of(board):
        if (b, a) in drawn and _close(board, a, b):
            continue
        drawn.add((a, b))
        both = _close(board, a, b) and a in board.neighbours[b]
        sheet.both |= both
        yield _link(sheet, a, b, routes.get((a, b)), BOTH_WAYS if both else stroke, both)


def _strokes_of(board: Board) -> Iterable[tuple[int, int, str]]:
    """All links with the colour of their kind."""
    for links, stroke in zip(board.links.values(), _strokes(len(board.links)), strict=True):
        for a, targets in enumerate(links):
            yield from ((a, b, stroke) for b in targets)


def _ends(sheet: _Sheet) -> Iterable[str]:
    """The links of a raster: the same number in a circle at both ends, filled where one may enter."""
    numbers: dict[tuple[int, int], int] = {}
    for a, b, stroke in _strokes_of(sheet.board):
        pair = (min(a, b), max(a, b))
        fresh = pair not in numbers
        sign = numbers.setdefault(pair, len(numbers) + 1)
        yield from _circle(sheet.cell(a), str(sign), stroke, filled=True)
        if fresh:
            yield from _circle(sheet.cell(b), str(sign), stroke, filled=False)


def _circle(at: Place, sign: str, stroke: str, *, filled: bool) -> list[str]:
    ring = element("circle", cx=at[0], cy=at[1], r=9, fill=stroke if filled else "#fff", stroke=stroke, stroke_width=1.5)
    return [ring, text(at, sign, NOTE + 1, fill="#fff" if filled else stroke)]


def _strokes(count: int) -> list[str]:
    """A colour for each kind of links; where there is only one it needs none."""
    return [BOTH_WAYS] if count == 1 else [LINK_STROKES[i % len(LINK_STROKES)] for i in range(count)]


def _close(board: Board, a: int, b: int) -> bool:
    (ax, ay), (bx, by) = board.positions[a], board.positions[b]
    return board.level[a] == board.level[b] and hypot(ax - bx, ay - by) < 1.9


def _link(sheet: _Sheet, a: int, b: int, bends: Sequence[Position] | None, stroke: str, both: bool) -> str:
    """An arrow from border to border: through its bends, straight to a near cell, in a bow past others."""
    level = sheet.board.level[a]
    points = [sheet.cell(a), *(sheet.place(bend, level) for bend in bends or ()), sheet.cell(b)]
    if bends is None and not _close(sheet.board, a, b):
        points.insert(1, _bow(points[0], points[1]))
        curve = "Q"
    else:
        curve = "L"
    points[0] = _border(sheet, points[0], points[1])
    points[-1] = _border(sheet, points[-1], points[-2])
    return element("path", d=_path(points, curve), fill="none", stroke=stroke, stroke_width=1.6, **heads(stroke, both=both))


def _bow(a: Place, b: Place) -> Place:
    """The control point of a bow between two places, to the left of the way."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (a[0] + b[0]) / 2 + dy * 0.3, (a[1] + b[1]) / 2 - dx * 0.3


def _border(sheet: _Sheet, at: Place, toward: Place) -> Place:
    """Where the line from the middle of a box toward a place leaves the box."""
    dx, dy = toward[0] - at[0], toward[1] - at[1]
    w, h = (side / 2 + 1 for side in sheet.box)
    share = min(w / abs(dx) if dx else 1e9, h / abs(dy) if dy else 1e9, 1.0)
    return at[0] + dx * share, at[1] + dy * share


def _path(points: Sequence[Place], curve: str) -> str:
    if curve == "L":
        return smooth(points)
    first, *rest = [f"{number(x)},{number(y)}" for x, y in points]
    return f"M{first} Q{' '.join(rest)}"


# Legend


@dataclass(frozen=True)
class Entry:
    """One line of a legend: what is meant, a colour, and how it is shown."""

    words: str
    colour: str
    how: str = "fill"  # or sign, border, line, circle
    sign: str = ""

    @property
    def width(self) -> float:
        return 30 + len(self.words) * NOTE * CHARACTER * 1.15

    def drawn(self, at: Place) -> list[str]:
        x, y = at
        if self.how == "line":
            path = f"M{number(x)},{number(y)} L{number(x + 14)},{number(y)}"
            shown = [element("path", d=path, stroke=self.colour, stroke_width=2)]
        elif self.how == "circle":
            shown = _circle((x + 7, y), "1", self.colour, filled=True)
        else:
            fill, edge = ("#fff", self.colour) if self.how == "border" else (self.colour, "#777")
            wide = 2.6 if self.how == "border" else 1.0
            shown = [element("rect", x=x, y=y - 7, width=14, height=14, fill=fill, stroke=edge, stroke_width=wide)]
            shown += [text((x + 7, y), self.sign, NOTE + 1)] if self.sign else []
        return [*shown, text((x + 20, y), self.words.replace("_", " "), NOTE + 1, anchor="start")]


def _legend(sheet: _Sheet, entries: Sequence[Entry]) -> list[str]:
    """What colours and signs mean, below the board, as many in a line as fit; grows the picture by the lines it needs."""
    graph = sheet.board.shape == "graph"
    kinds = list(sheet.board.links) if len(sheet.board.links) > 1 or not graph else []
    strokes = _strokes(len(sheet.board.links))
    links = [Entry(sheet.link_names.get(k, k), s, "line" if graph else "circle") for k, s in zip(kinds, strokes, strict=False)]
    links += [Entry(sheet.link_names.get(BOTH, BOTH), BOTH_WAYS, "line")] if sheet.both and len(kinds) > 1 else []
    drawn: list[str] = []
    x, y = MARGIN, sheet.height
    for entry in [*entries, *links]:
        if x + entry.width > max(sheet.width, 240.0) - MARGIN and x > MARGIN:
            x, y = MARGIN, y + 18
        drawn += entry.drawn((x, y))
        x += entry.width
    sheet.width = max(sheet.width, 240.0) if drawn else sheet.width
    sheet.height = y + MARGIN if drawn else y
    return drawn


# Text for terminals


def board_text(board: Board, cell_text: Callable[[int], str] | None = None, link_names: Mapping[str, str] | None = None) -> str:
    """The board in characters: rasters as they lie, graphs as a list of cells and where they lead."""
    say = cell_text or board.cells.__getitem__
    if board.shape == "graph":
        return "".join(f"{_graph_line(board, cell, say, link_names or {})}\n" for cell in range(len(board.cells)))
    parts = []
    for level in board.levels:
        heading = f"{level}\n" if len(board.levels) > 1 else ""
        parts.append(heading + "".join(f"{line}\n" for line in _raster(board, level, say)))
    return "\n".join(parts)


def _graph_line(board: Board, cell: int, say: Callable[[int], str], called: Mapping[str, str]) -> str:
    several = len(board.links) > 1
    ways = []
    for kind, targets in board.links.items():
        names = ", ".join(say(other) for other in targets[cell])
        if names:
            ways.append(f"{called.get(kind, kind)}: {names}" if several else names)
    return f"{say(cell)} -> {'; '.join(ways)}" if ways else say(cell)


def _raster(board: Board, level: str, say: Callable[[int], str]) -> list[str]:
    is_hex = _is_hex(board, level)
    here = {board.positions[c]: say(c) for c in range(len(board.cells)) if board.level[c] == level}
    here |= {mark.position: mark.symbol for mark in board.marks if mark.level == level}
    width = max((len(words) for words in here.values()), default=1)
    pitch = width + 1 + (width + 1) % 2 if is_hex else width + (width > 1)
    rows: dict[int, dict[int, str]] = {}
    for (x, y), words in here.items():
        rows.setdefault(round(y / HEX_ROW) if is_hex else round(y), {})[round(x * pitch)] = words
    return [_line(rows.get(y, {})) for y in range(max(rows, default=-1) + 1)]


def _line(words: Mapping[int, str]) -> str:
    line = ""
    for column in sorted(words):
        line = line.ljust(column) + words[column]
    return line.rstrip()
