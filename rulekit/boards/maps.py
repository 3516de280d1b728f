"""Map files: levels drawn as rows, areas, links, named places, values.

Contract: `load_map` gives a `MapData` in which everything has been checked against the `MapRules` of the game, or
None and diagnostics with line and column. The passes run in order and each one needs the ones before: shape of the
file, levels, then areas, links, places and values, then what must hold for the whole (closed areas, no cell left
over, everything in reach).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulekit.boards.fields import check_bounds, read_fields
from rulekit.boards.grids import Legend, flood, square_board
from rulekit.boards.hexes import offset_board
from rulekit.boards.layout import Board, Point, linked, stacked
from rulekit.boards.map_checks import Area, Checks
from rulekit.boards.map_rules import MapRules, PlaceRule, Sort
from rulekit.boards.map_sizes import check_boards, check_sizes
from rulekit.boards.pieces import Drawn, layable
from rulekit.boards.rows import Row
from rulekit.boards.yaml_file import MOST_VIOLATIONS, Located, did_you_mean, load_yaml, validate
from rulekit.sources.diagnostics import Label, Sink
from rulekit.sources.labels import Labels, default_label
from rulekit.sources.po import translations
from rulekit.sources.source import Source, Span


@dataclass(frozen=True)
class MapData:
    """A checked map. `fields` are the legend's fields of each cell, `area_of` the number of its area or -1."""

    id: str
    title: str
    players: tuple[int, int] | None
    board: Board
    symbols: tuple[str, ...]
    fields: tuple[dict[str, object], ...]
    areas: tuple[Area, ...]
    area_of: tuple[int, ...]
    places: dict[str, tuple[int, ...]]
    values: dict[str, object]


@cache
def schema(name: str) -> Mapping[str, Any]:
    """One of the JSON schemas that ship with this package: `map`, `setup` or `index`."""
    import json
    from importlib.resources import files

    found: Mapping[str, Any] = json.loads(files("rulekit.boards").joinpath(f"{name}.schema.json").read_text("utf-8"))
    return found


def load_map(source: Source, rules: MapRules, sink: Sink) -> MapData | None:
    """Reads and checks a map file."""
    before = len(sink.errors)
    root = load_yaml(source, sink)
    if root is None or not validate(root, schema("map"), sink):
        return None
    levels = _Levels.read(root, rules, sink)
    if levels is None:
        return None
    found = _Reader(root, rules, levels, sink).read()
    return found if len(sink.errors) == before else None


def area_labels(root: Located, language: str, sink: Sink) -> Iterator[tuple[str, Labels, Span]]:
    """What players call each area, with what the catalogues beside the map say: its label, else its name spelt out."""
    catalogues = [(code, translations(catalogue, sink)) for code, catalogue in root.span.source.catalogues]
    areas = root.get("areas")
    for item in areas.items() if areas else ():
        name, written = str(item.at(["id"]).value), item.get("label")
        labels = Labels([str(written.value) if written else default_label(name, title=False)], [language])
        for code, found in catalogues:
            entry = found.get((name, labels[0]))
            labels = labels.also(code, entry.translation) if entry is not None and code != language else labels
        yield name, labels, item.at(["id"]).span


@dataclass
class _Levels:
    """The levels of a map as one board, and the way from (level, x, y) to a cell."""

    board: Board
    symbols: tuple[str, ...]
    cell_at: dict[tuple[str, int, int], int]
    sizes: dict[str, Point]

    @classmethod
    def read(cls, root: Located, rules: MapRules, sink: Sink) -> _Levels | None:
        before = len(sink.errors)
        levels = root.at(["levels"]).items()
        ids = unique_ids(levels, "level", sink)
        boards = [_level_board(level, rules, len(levels) > 1, sink) for level in levels]
        check_sizes(levels, rules.sizes, sink)
        check_boards(levels, rules.boards, sink)
        _check_limits(levels, rules, _most_players(root, rules), sink)
        if len(sink.errors) == before:
            _check_pieces(levels, rules, sink)
        whole = stacked(str(root.at(["map"]).value), [board for board in boards if board is not None])
        if len(sink.errors) > before:
            return None
        spots = list(_spots(levels, rules.legend))
        cell_at = {(level, x, y): cell for cell, (level, x, y, _) in enumerate(spots)}
        sizes = {name: _size(level) for name, level in ids.items()}
        return cls(whole, tuple(symbol for *_, symbol in spots), cell_at, sizes)


def unique_ids(items: Iterable[Located], what: str, sink: Sink) -> dict[str, Located]:
    """The items by their id; an id that comes twice is reported."""
    found: dict[str, Located] = {}
    for item in items:
        name = item.at(["id"])
        other = found.setdefault(str(name.value), item)
        if other is not item:
            label = (Label(other.at(["id"]).span, "first here"),)
            sink.error("RK113", f"Two of the {what}s have the id `{name.value}`.", name.span, "Rename one.", label)
    return found


def _rows(level: Located) -> list[Row]:
    return [Row(str(row.value), _text_span(row)) for row in level.at(["rows"]).items()]


def _text_span(row: Located) -> Span:
    """Where the first character of a text stands: behind the quote, if there is one."""
    span = row.span
    quoted = span.source.line(span.line)[span.column - 1 : span.column] in ("'", '"')
    return Span(span.source, span.line, span.column + quoted, span.end_line, span.end_column)


def _level_board(level: Located, rules: MapRules, several: bool, sink: Sink) -> Board | None:
    name = str(level.at(["id"]).value)
    prefix = f"{name}_" if several else ""
    if level.at(["grid"]).value == "hex":
        return offset_board(name, _rows(level), rules.legend, sink, level=name, prefix=prefix)
    return square_board(name, _rows(level), rules.legend, sink, diagonal=rules.diagonal, level=name, prefix=prefix)


def _size(level: Located) -> Point:
    rows = level.at(["rows"]).items()
    return len(rows[0].value), len(rows)


def _most_players(root: Located, rules: MapRules) -> int:
    given = root.get("players")
    return int(given.at(["max"]).value) if given else rules.most_players


def _check_limits(levels: Sequence[Located], rules: MapRules, players: int, sink: Sink) -> None:
    rows = [row for level in levels for row in _rows(level)]
    for limit in rules.limits:
        places = [row.place(i) for row in rows for i, symbol in enumerate(row.text) if symbol == limit.symbol]
        if limit.most is not None and len(places) > limit.most:
            message = f"There are {len(places)} `{limit.symbol}`, no more than {limit.most} may be."
            sink.error("RK119", message, places[limit.most], limit.message)
        elif len(places) < (least := players if limit.one_a_player else limit.least):
            message = f"There are {len(places)} `{limit.symbol}`, no fewer than {least} must be."
            sink.error("RK119", message, levels[0].at(["rows"]).span, limit.message)


def _check_pieces(levels: Sequence[Located], rules: MapRules, sink: Sink) -> None:
    """Only after the limits: what has too many cells needs no second complaint."""
    for symbol, pieces in rules.pieces.items():
        drawn = [_drawn(level, symbol) for level in levels]
        if not layable(drawn, pieces):
            box = ", ".join(f"{number} of length {length}" for length, number in sorted(pieces.items()))
            row = next(row for level in levels for row in _rows(level) if symbol in row.text)
            message = f"These `{symbol}` cannot be laid with the pieces in the box."
            sink.error("RK120", message, row.place(row.text.index(symbol)), f"There are {box}; on hexes they lie only in rows.")


def _drawn(level: Located, symbol: str) -> Drawn:
    cells = {(x, y) for y, row in enumerate(_rows(level)) for x, drawn in enumerate(row.text) if drawn == symbol}
    return Drawn(frozenset(cells), level.at(["grid"]).value == "square")


def _spots(levels: Sequence[Located], legend: Legend) -> Iterator[tuple[str, int, int, str]]:
    """The level, column, row and symbol of each cell, in the order of the board."""
    for level in levels:
        for y, row in enumerate(level.at(["rows"]).items()):
            for x, symbol in enumerate(row.value):
                if legend[symbol].get("cell", True):
                    yield str(level.at(["id"]).value), x, y, symbol


class _Reader:
    """Reads what refers to cells, once the levels stand."""

    def __init__(self, root: Located, rules: MapRules, levels: _Levels, sink: Sink) -> None:
        self.root, self.rules, self.levels, self.sink = root, rules, levels, sink
        self.fields = tuple(rules.legend[symbol] for symbol in levels.symbols)
        before = len(sink.errors)
        self.board = self._with_links()
        self.links_read = len(sink.errors) == before
        self.pieces: dict[int, tuple[int, ...]] = {}
        self.labels = {name: labels for name, labels, _ in area_labels(root, rules.language, sink)}

    def read(self) -> MapData:
        areas = self._areas()
        places = self._places()
        area_of = _area_of(len(self.board.cells), areas)
        empty = Located({}, self.root.span)
        given = self.root.get("values") or empty
        if self.rules.values is None:
            values = {name: given.at([name]).plain() for name in given.keys}
        else:
            values = read_fields(given, self.rules.values, (), self.sink)
        self._check_whole(areas, area_of, places)
        return MapData(
            str(self.root.at(["map"]).value),
            str(self.root.at(["title"]).value),
            players_range(self.root.get("players"), self.sink),
            self.board,
            self.levels.symbols,
            self.fields,
            areas,
            area_of,
            places,
            values,
        )

    def _check_whole(self, areas: tuple[Area, ...], area_of: tuple[int, ...], places: Mapping[str, tuple[int, ...]]) -> None:
        """Runs each check only when what it rests on was read without a mistake."""
        checks = Checks(self.board, self.fields, areas, area_of, self._cell_span, self.sink, self._blocked())
        fields_read = not self.sink.errors
        if checks.closed() and self._all_read(areas) and checks.all_covered():
            checks.joins()
            listed = self.root.get("areas") or self.root
            sorts = (*(Sort(name, value, 1, 1) for name, value in self.rules.singles), *self.rules.sorts)
            if fields_read and checks.sorts(sorts, listed.span):
                checks.homes(self.levels.symbols, self.rules.homes)
            if self.links_read:
                checks.in_reach(self._start(places))

    def _all_read(self, areas: Sequence[Area]) -> bool:
        return len(areas) == len(self._listed("areas"))

    def _listed(self, key: str) -> tuple[Located, ...]:
        found = self.root.get(key)
        return found.items() if found else ()

    # Links

    def _with_links(self) -> Board:
        pairs: dict[str, list[tuple[int, int]]] = {}
        most = self.rules.most_links
        if most is not None and len(self._listed("links")) > most:
            message = f"There are {len(self._listed('links'))} links, no more than {most} may be."
            self.sink.error("RK119", message, self._listed("links")[most].span, "Remove some.")
        for link in self._listed("links"):
            kind = self._kind(link)
            a, b = self._link_end(link.at(["from"])), self._link_end(link.at(["to"]))
            if a is not None and b is not None and kind is not None:
                one_way = link.get("one_way")
                pairs.setdefault(kind, []).extend([(a, b)] if one_way and one_way.value else [(a, b), (b, a)])
        board = self.levels.board
        for kind in sorted(pairs):
            board = linked(board, kind, pairs[kind])
        return board

    def _link_end(self, place: Located) -> int | None:
        """The cell of a link, on which one must be able to stand."""
        cell = self._cell(place)
        floors = any(fields.get("floor") is True for fields in self.fields)
        if cell is None or not floors or (self._floor(cell) and cell not in self._blocked()):
            return cell
        message = f"This end of the link does not lie on floor, but on `{self.levels.symbols[cell]}`."
        self.sink.error("RK115", message, place.span, "Point it at a floor cell that is free.")
        return None

    def _blocked(self) -> frozenset[int]:
        return frozenset(cell for cell, symbol in enumerate(self.levels.symbols) if symbol in self.rules.blocks)

    def _kind(self, link: Located) -> str | None:
        kind = link.get("kind")
        if kind is None:
            return self.rules.link_kinds[0]
        return self._known(kind, "kind of link", self.rules.link_kinds)

    def _known(self, name: Located, what: str, known: Iterable[str]) -> str | None:
        if name.value in known:
            return str(name.value)
        self.sink.error("RK114", f"There is no {what} `{name.value}`.", name.span, did_you_mean(str(name.value), known))
        return None

    # Cells

    def _cell(self, place: Located) -> int | None:
        """The cell of `[level, x, y]`, `[x, y]` or `{level, at}`."""
        if isinstance(place.value, dict):
            return self._cell_of(place.get("level"), place.at(["at"]).items(), place.span)
        parts = place.items()
        return self._cell_of(parts[0] if len(parts) == 3 else None, parts[-2:], place.span)

    def _cell_of(self, level: Located | None, point: Sequence[Located], span: Span) -> int | None:
        name = self._level(level, span)
        if name is None:
            return None
        x, y = (part.value for part in point)
        if isinstance(x, str) or isinstance(y, str):
            self.sink.error("RK101", "A column and a row must be whole numbers.", span, "Write [level, x, y].")
            return None
        return self._cell_at(name, int(x), int(y), span)

    def _level(self, level: Located | None, span: Span) -> str | None:
        if level is not None:
            return self._known(level, "level", self.levels.sizes)
        if len(self.levels.sizes) == 1:
            return next(iter(self.levels.sizes))
        self.sink.error("RK114", "The level is missing, and the map has several.", span, "Write [level, x, y].")
        return None

    def _cell_at(self, level: str, x: int, y: int, span: Span) -> int | None:
        cell = self.levels.cell_at.get((level, x, y))
        if cell is None:
            width, height = self.levels.sizes[level]
            inside = 0 <= x < width and 0 <= y < height
            where = "no cell of" if inside else "outside"
            hint = f"x runs from 0 to {width - 1}, y from 0 to {height - 1}" + (", and this is a wall." if inside else ".")
            self.sink.error("RK115", f"[{x}, {y}] is {where} the level `{level}`.", span, hint)
        return cell

    def _cell_span(self, cell: int) -> Span:
        """Where a cell is drawn."""
        level, x, y = next(spot for spot, number in self.levels.cell_at.items() if number == cell)
        drawn = next(item for item in self._listed("levels") if item.at(["id"]).value == level)
        return _rows(drawn)[y].place(x)

    # Areas

    def _areas(self) -> tuple[Area, ...]:
        items = self._listed("areas")
        unique_ids(items, "area", self.sink)
        found = [self._area(item) for item in items]
        return tuple(area for area in found if area is not None)

    def _area(self, item: Located) -> Area | None:
        fields = read_fields(item, self.rules.area_fields, ("id", "level", "seed", "label"), self.sink)
        check_bounds(item, self.rules.field_least, self.rules.field_most, self.sink)
        seed = item.at(["seed"])
        cell = self._cell_of(item.at(["level"]), seed.items(), seed.span)
        if cell is None:
            return None
        if not self._floor(cell):
            message = f"The seed of `{item.at(['id']).value}` does not lie on floor."
            self.sink.error("RK115", message, seed.span, "Point the seed at any floor cell of the area.")
            return None
        cells = self._filled(cell)
        name, level = str(item.at(["id"]).value), str(item.at(["level"]).value)
        return Area(name, level, cells, fields, cell, seed.span, self.labels[name])

    def _filled(self, cell: int) -> tuple[int, ...]:
        """The floor around a cell; each piece of floor is walked once, however many seeds lie on it."""
        if cell not in self.pieces:
            cells = flood(cell, self.board.neighbours.__getitem__, self._floor)
            self.pieces |= dict.fromkeys(cells, cells)
        return self.pieces[cell]

    def _floor(self, cell: int) -> bool:
        return self.fields[cell].get("floor") is True

    # Places

    def _places(self) -> dict[str, tuple[int, ...]]:
        given = self.root.get("places") or Located({}, self.root.span)
        for name, span in list(given.keys.items())[:MOST_VIOLATIONS]:
            self._known(Located(name, span), "place", self.rules.places)
        return {name: self._place(name, rule, given) for name, rule in self.rules.places.items()}

    def _place(self, name: str, rule: PlaceRule, given: Located) -> tuple[int, ...]:
        listed = given.get(name)
        items = listed.items() if listed else ()
        span = listed.span if listed else given.span
        if len(items) < rule.least:
            message = f"The place `{name}` has {len(items)} cells and needs at least {rule.least}."
            self.sink.error("RK107", message, span, f"Add cells to `places: {name}`.")
        if rule.most is not None and len(items) > rule.most:
            message = f"The place `{name}` has {len(items)} cells and may have {rule.most}."
            self.sink.error("RK107", message, items[rule.most].span, "Remove some.")
        cells = [self._cell(item) for item in items]
        _check_twice(name, items, cells, self.sink)
        return tuple(cell for cell in cells if cell is not None)

    def _start(self, places: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
        """From where everything must be in reach: a symbol, or the first place that every map must have."""
        if self.rules.reach:
            return tuple(cell for cell, symbol in enumerate(self.levels.symbols) if symbol == self.rules.reach)
        return next((places[name] for name, rule in self.rules.places.items() if rule.least > 0), ())


def _check_twice(name: str, items: Sequence[Located], cells: Sequence[int | None], sink: Sink) -> None:
    for number, (item, cell) in enumerate(zip(items, cells, strict=True)):
        if cell is not None and cell in cells[:number]:
            label = (Label(items[cells.index(cell)].span, "first here"),)
            sink.error("RK113", f"The place `{name}` names this cell twice.", item.span, "Remove one.", label)


def _area_of(count: int, areas: Sequence[Area]) -> tuple[int, ...]:
    found = {cell: number for number, area in enumerate(areas) for cell in area.cells}
    return tuple(found.get(cell, -1) for cell in range(count))


def players_range(given: Located | None, sink: Sink) -> tuple[int, int] | None:
    """The least and most players of `{min, max}` or of one number."""
    if given is None:
        return None
    if not isinstance(given.value, dict):
        return int(given.value), int(given.value)
    least, most = int(given.at(["min"]).value), int(given.at(["max"]).value)
    if least > most:
        sink.error("RK101", "`min` is more than `max`.", given.span, "Write the smaller number first.")
    return least, most
