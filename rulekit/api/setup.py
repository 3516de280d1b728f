"""Modules, options and maps chosen for a game: from arguments and from set-up files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.boards.compass import DIRECTIONS
from rulekit.errors import RulesError, UsageError
from rulekit.program.game import Program
from rulekit.program.limits import NUMBER_MAX
from rulekit.program.types import PLAYER, Type, empty_of, is_kind
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.sources import files
from rulekit.sources.diagnostics import Sink
from rulekit.sources.english import an
from rulekit.sources.source import Source
from rulekit.sources.suggest import or_list

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.api.seating import Seats
    from rulekit.boards.map_rules import MapRules


@dataclass
class Setting:
    """What was chosen, before it is known which program it meets."""

    modules: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    maps: dict[str, Path] = field(default_factory=dict)
    carried: dict[str, Source] = field(default_factory=dict)  # maps by board that came with the game, not from files
    file: Path | None = None  # the set-up or map that was named
    _seats: list[Seats] | None = None

    def contents(self, game: Game, programs: Iterable[Program]) -> dict[str, Source]:
        """The maps of the boards of some programs."""
        found = dict(self.carried)
        for program in programs:
            for board, path in self._paths(game, program).items():
                if board not in found:
                    found[board] = map_source(path)
        return found

    @staticmethod
    def read(game: Game, setup: str | Path | None, modules: tuple[str, ...], options: dict[str, Any]) -> Setting:
        found = Setting(modules, options)
        if setup is not None:
            found._from_file(game, find_setup(game, setup))
        return found

    def _from_file(self, game: Game, path: Path) -> None:
        from rulekit.boards.setups import load_setup
        from rulekit.boards.yaml_file import decode

        sink = Sink()
        self.file = path
        source = decode(str(path), _bytes(path), sink)
        if source is not None and any(line.startswith("map:") for line in source.text.splitlines()):
            self.maps[""] = path
            return
        data = load_setup(source, sink) if source is not None else None
        if data is None:
            raise RulesError(sink.found)
        self.modules = tuple(dict.fromkeys((*self.modules, *data.modules)))
        self.options = {**data.options, **self.options}
        self.maps.update({board: _contained(path.parent / name, files.homes(path)) for board, name in data.maps.items()})

    def check_names(self, game: Game) -> None:
        """Options that no choice of modules declares, and values of another type, are refused when the game is loaded."""
        declared = game.declared_options()
        for name, value in self.options.items():
            if name not in declared:
                raise UsageError(f"there is no option `{name}`; {or_list(name, declared)}")
            known = game.program.options.get(name)
            if known is not None:
                _check_value(name, value, known[1], game.program)

    def table(self, game: Game, program: Program, players: int, names: tuple[str, ...]) -> Table:
        for name in self.options:
            if name not in program.options:
                raise UsageError(f"there is no option `{name}`; {or_list(name, program.options)}")
        maps = self._maps(game, program)
        table = Table(program, players, {}, maps, names)
        from rulekit.interpreter.machine import Interpreter

        machine = Interpreter(table, Data())
        for name, (_, type_, default) in program.options.items():
            if name in self.options:
                table.options[name] = _convert(name, self.options[name], type_, table)
            else:
                table.options[name] = machine.value(default, [None] * 30) if default is not None else empty_of(type_)
        return table

    def _maps(self, game: Game, program: Program) -> dict[str, Any]:
        sources = {board: map_source(path) for board, path in self._paths(game, program).items()}
        sources |= {board: source for board, source in self.carried.items() if board in program.boards}
        return {board: read_map(program, board, source) for board, source in sources.items()}

    def _paths(self, game: Game, program: Program) -> dict[str, Path]:
        """The files of the maps of boards that have one."""
        found = {}
        for board, definition in program.boards.items():
            if definition.from_map and board not in self.carried:
                path = self.maps.get(board) or self.maps.get("") or _default_map(game, definition.default_map)
                if path is not None:
                    found[board] = path
        return found

    def seats(self, game: Game) -> list[Seats]:
        """What the modules that were asked for, the set-up and the maps in use say about players."""
        from rulekit.api.seating import Seats, seats_of

        if self._seats is None:
            files = dict.fromkeys([*([self.file] if self.file else []), *self._paths(game, game.program).values()])
            chosen = [(name, decl.players) for name, decl in game.offered.items() if name in self.modules]
            self._seats = [Seats(f"the module `{name}`", *players) for name, players in chosen if players]
            self._seats += [found for found in map(seats_of, files) if found is not None]
        return self._seats


def find_setup(game: Game, setup: str | Path) -> Path:
    """A set-up by path, or by name in the folders beside the game and beside what it imports."""
    path = Path(setup)
    if path.is_file():
        return path
    for home in _homes(game):
        for folder in (home / "setups", home / "maps", home):
            candidate = folder / f"{path.name}.yaml"
            if candidate.is_file():
                return _contained(candidate, files.homes(home / game.path.name))
    raise UsageError(f"there is no set-up `{setup}`; {or_list(path.stem, [p.stem for p in known_setups(game)])}")


def _homes(game: Game) -> list[Path]:
    return list(dict.fromkeys((game.path.parent, *(Path(source.name).parent for source in reversed(game.sources)))))


def known_setups(game: Game) -> list[Path]:
    """The files that may be named without their folder."""
    return [path for home in _homes(game) for word in ("setups", "maps") for path in (home / word).glob("*.yaml")]


def _default_map(game: Game, name: str) -> Path | None:
    """The map that the rules name for those who choose none."""
    return find_setup(game, name) if name else None


def map_source(path: Path) -> Source:
    """The text of a map with its translations."""
    from rulekit.boards.yaml_file import decode
    from rulekit.syntax.loader import catalogues_beside

    sink = Sink()
    source = decode(str(path), _bytes(path), sink)
    if source is None:
        raise RulesError(sink.found)
    return replace(source, catalogues=catalogues_beside(path, sink))


def read_map(program: Program, board: str, source: Source) -> Any:
    """A map for a board, checked against what the rules allow."""
    from rulekit.boards.maps import load_map

    sink = Sink()
    data = load_map(source, map_rules(program, board), sink)
    if data is None or sink.errors:
        raise RulesError(sink.found)
    return data


def _contained(path: Path, folders: tuple[Path, ...]) -> Path:
    """A file that a name leads to: it must lie with the game, links resolved."""
    try:
        return files.contained(path, folders)
    except OSError as error:
        raise UsageError(f"`{path}` is not read: {files.reason(error)}") from error


def _bytes(path: Path) -> bytes:
    try:
        return files.read_bytes(path, limit=files.MOST_YAML)
    except OSError as error:
        raise UsageError(f"`{path}` cannot be read: {files.reason(error)}") from error


def map_rules(program: Program, board: str) -> MapRules:
    """What a map of this board may contain, read off the declarations."""
    from rulekit.boards.map_rules import MapRules, PlaceRule

    definition = program.boards[board]
    legend: dict[str, dict[str, object]] = {}
    for symbol, words in definition.marks.items():
        if "none" in words:
            legend[symbol] = {"cell": False, "wall": True}
        else:
            legend[symbol] = {"floor": False, **dict.fromkeys(words, True)}
    fields = {}
    if definition.areas:
        for name, field_def in program.kinds[definition.areas].fields.items():
            if name != "cells":
                fields[name] = _map_type(program, field_def.type)
    places = {name: PlaceRule(0, None) for name in definition.places}
    kinds = (definition.links,) if definition.links else ("link",)
    most = program.players[1]
    rules = MapRules(legend, fields, places, None, link_kinds=kinds, most_players=most, language=program.language)
    for word, *values in definition.limits:
        rules = _limited(rules, program, word, values)
    return rules


def _limited(rules: MapRules, program: Program, word: str, values: Sequence[Any]) -> MapRules:
    """The rules of a map with one more line of the board."""
    from rulekit.boards.map_rules import Home, Limit, Size, Sort

    match word, values:
        case "joins", [symbol, number]:
            legend = {**rules.legend, symbol: {**rules.legend.get(symbol, {}), "joins": number}}
            return replace(rules, legend=legend)
        case "most", ["links", number]:
            return replace(rules, most_links=number)
        case "most", [name, number] if name in rules.area_fields and name not in rules.legend:
            return replace(rules, field_most={**rules.field_most, name: number})
        case "least", [name, number] if name in rules.area_fields and name not in rules.legend:
            return replace(rules, field_least={**rules.field_least, name: number})
        case "most", [symbol, number]:
            return replace(rules, limits=(*rules.limits, Limit(symbol, most=number)))
        case "least", [symbol, "players"]:
            return replace(rules, limits=(*rules.limits, Limit(symbol, one_a_player=True)))
        case "least", [symbol, number]:
            return replace(rules, limits=(*rules.limits, Limit(symbol, least=number)))
        case "size", _:
            return replace(rules, sizes=(*rules.sizes, Size(*values)))
        case "fits", _:
            return replace(rules, boards=(*rules.boards, Size(*values)))
        case "blocks", [symbol]:
            return replace(rules, blocks=rules.blocks | {symbol})
        case "sorts", _:
            return replace(rules, sorts=(*rules.sorts, Sort(*values)))
        case "home", _:
            return replace(rules, homes=(*rules.homes, Home(*values)))
        case "single", [name, value]:
            return replace(rules, singles=(*rules.singles, (name, value)))
        case "reach", [symbol]:
            return replace(rules, reach=symbol)
        case "pieces", [symbol, length, number]:
            return replace(rules, pieces={**rules.pieces, symbol: {**rules.pieces.get(symbol, {}), length: number}})
        case "value", [name, kind]:
            things = [d.head.name for d in program.designs.values() if is_kind(d.kind, kind, program.parents)]
            return replace(rules, values={**(rules.values or {}), name: "|".join(things) or "text"})
    raise ValueError(f"no line of a board: {word}")  # the checker lets no other pass


def _map_type(program: Program, type_: Type) -> str:
    if type_.tag == "values":
        return "|".join(program.values[type_.name]) + "?"
    return {"number": "number?", "yesno": "flag?"}.get(type_.tag, "text?")


def _check_value(name: str, value: Any, type_: Type, program: Program) -> None:
    """What can be said of an option before there is a table: things of it are looked up later."""
    if type_.tag == "list":
        for item in _items(value):
            _check_value(name, item, type_.element, program)
    elif type_.tag in ("number", "yesno", "values"):
        _plain(name, value, type_, program)


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [v.strip() for v in str(value).split(",") if v.strip()]


def _plain(name: str, value: Any, type_: Type, program: Program) -> Any:
    """A number, yes or no, or one of several values."""
    if type_.tag == "number":
        if re.fullmatch(r"-?[0-9]{1,10}", str(value)) and abs(int(value)) <= NUMBER_MAX:
            return int(value)
        raise UsageError(f"the option `{name}` is a number, not `{value}`")
    if type_.tag == "yesno":
        if isinstance(value, bool):
            return value
        if str(value) in ("yes", "no"):
            return str(value) == "yes"
        raise UsageError(f"the option `{name}` is yes or no, not `{value}`")
    if str(value) in program.values[type_.name]:
        return str(value)
    raise UsageError(f"the option `{name}` cannot be `{value}`; {or_list(str(value), program.values[type_.name])}")


def _convert(name: str, value: Any, type_: Type, table: Table) -> Any:
    """An option given as text or YAML, in the type that the rules declare."""
    if type_.tag == "list":
        return tuple(_convert(name, item, type_.element, table) for item in _items(value))
    if type_.tag in ("number", "yesno", "values"):
        return _plain(name, value, type_, table.program)
    return _named(name, str(value), type_, table)


def _named(name: str, value: str, type_: Type, table: Table) -> Any:
    """What is called so; amounts, dice, records and players have no name that could be given."""
    if type_.tag == "text":
        return value
    known = _names_of(type_, table)
    if known is None:
        raise UsageError(f"the option `{name}` is {an(type_)}: only the rules can say which")
    if value not in known:
        raise UsageError(f"the option `{name}` names no {type_.name or type_.tag} `{value}`; {or_list(value, known)}")
    return table.by_design[value][0] if type_.tag == "thing" else value


def _names_of(type_: Type, table: Table) -> Sequence[str] | None:
    if type_.tag in ("thing", "design") and type_ != PLAYER:
        kind = type_.name if type_.tag == "thing" else "thing"
        parents = table.program.parents
        return [design for design, of in table.by_design.items() if of and is_kind(table.entities[of[0]].kind, kind, parents)]
    return {"direction": DIRECTIONS, "resource": tuple(table.program.resources())}.get(type_.tag)
