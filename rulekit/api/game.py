"""The Python face: load a game, start it, ask what can be decided, decide.

Contract: `load` reads and checks the rules once; a `Game` starts any number of games of them. What is played is a
`State` (`position.py`), what it asks a `Decision` (`decision.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

from rulekit.analysis.check import check
from rulekit.api.decision import Decision, Option
from rulekit.api.setup import Setting
from rulekit.api.state import _FROM_START, Opening, State
from rulekit.errors import RulesError, UsageError
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.start import start_game
from rulekit.program.game import Program
from rulekit.program.limits import BUDGET, BUDGET_MAX, BUDGET_MIN, PLAYER_NAME_MAX
from rulekit.runtime.machine import Machine
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.sources.suggest import or_list
from rulekit.syntax import nodes as n
from rulekit.syntax.loader import compose, declarations, modules_of, read

if TYPE_CHECKING:
    from rulekit.api.actions import Actions
    from rulekit.api.observing import Schema

_MANY = 500  # games of a kind after which it is looked for native code
ENGINES = ("auto", "native", "compiled", "interpreted")  # native code where it pays, where there is any, never; the reference


def load(
    path: str | Path,
    *,
    modules: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    setup: str | Path | None = None,
    engine: str = "auto",
    budget: int = BUDGET,
) -> Game:
    """A game by bundled name or by path. Raises `RulesError` with all diagnostics when the text has errors.

    `budget` is how many units of work the rules may take between two decisions before they count as running for ever."""
    from rulekit.sources.bundled import find_game

    return Game(find_game(str(path)), _several(modules, "modules"), dict(options or {}), setup, engine, budget)


def _several(texts: Iterable[str], what: str) -> tuple[str, ...]:
    """A text would be taken for the list of its letters."""
    if isinstance(texts, str):
        raise UsageError(f"{what} are given as a list: [{texts!r}]")
    return tuple(texts)


class Game:
    """The rules of one game with its chosen modules and options."""

    def __init__(
        self,
        path: Path,
        modules: tuple[str, ...] = (),
        options: dict[str, Any] | None = None,
        setup: str | Path | None = None,
        engine: str = "auto",
        budget: int = BUDGET,
        *,
        setting: Setting | None = None,  # instead of modules, options and set-up
        sources: list[Source] | None = None,  # instead of the files
    ) -> None:
        if not BUDGET_MIN <= budget <= BUDGET_MAX:
            raise UsageError(f"the budget is a number from {BUDGET_MIN:,} to {BUDGET_MAX:,}, not {budget:,}")
        self.budget = budget
        if engine not in ENGINES:
            raise UsageError(f"the engine is one of {', '.join(f'`{one}`' for one in ENGINES)}, not `{engine}`")
        self.path = path
        self.key: str | None = None  # a fingerprint of all that is played by, once somebody asks
        self.engine = engine
        self.sink = Sink()
        self._lock = self._common_lock()
        self.sources, self._decls = self._read() if sources is None else (sources, declarations(sources, self.sink))
        self.offered = modules_of(self._decls)
        self.setting = setting or Setting.read(self, setup, modules, dict(options or {}))
        self._check_module_names(self.setting.modules)
        self.modules = tuple(m for m in self.offered if m in self.setting.modules)
        self._programs = self._known_programs()
        self._tables: dict[Any, Table] = {}
        # first positions on whose way nothing was left to chance: the same for every seed
        self._openings: dict[tuple[int | None, str, str], Opening] = {}
        # who begins games in native memory; False: nobody will (`native_states.py`)
        self._natively: dict[tuple[int | None, str, str], Any] = {}
        self._begun_games = 0
        self.program = self._program(self.modules)
        self.setting.check_names(self)

    def _common_lock(self) -> RLock:
        """Threads may share a game: what is made when it is first needed is made by one of them."""
        return RLock()

    def _read(self) -> tuple[list[Source], list[n.Decl]]:
        return read(self.path, self.sink)

    def _known_programs(self) -> dict[tuple[str, ...], Program]:
        """What has been checked already, by modules."""
        return {}

    def known_programs(self) -> list[Program]:
        """What has been checked so far, for some choice of modules of this game."""
        wanted = set(self.modules)
        return [program for modules, program in self._programs.items() if wanted <= set(modules) or program is self.program]

    def declared_options(self) -> list[str]:
        """The options of these rules, those of modules not chosen included."""
        return [decl.name for decl in self._decls if isinstance(decl, n.OptionDecl)]

    @property
    def as_written(self) -> bool:
        """Do the declarations in force stand in the sources as they are?"""
        return True

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # nothing that is done with a game changes it

    def __reduce__(self) -> Any:
        from rulekit.api.pickled import reduced_game

        return reduced_game(self)

    def __repr__(self) -> str:
        modules = f" with {', '.join(self.modules)}" if self.modules else ""
        return f"<Game {self.path.stem}{modules}>"

    def variant(
        self, modules: tuple[str, ...] = (), options: dict[str, Any] | None = None, setup: str | Path | None = None
    ) -> Game:
        """The same text with other modules, options and set-up; nothing is read again."""
        return _Variant(self, self._decls, modules, options, setup, self.engine)

    def with_setting(self, setting: Setting, engine: str) -> Game:
        """The same text with another choice, as it was made somewhere else; nothing is read again."""
        return _Variant(self, self._decls, (), None, None, engine, setting)

    def with_decls(self, decls: list[n.Decl]) -> Game:
        """A game of these declarations instead of those that were read, for tools that change rules."""
        return _Variant(self, decls, self.setting.modules, self.setting.options, None, "interpreted")

    def _check_module_names(self, modules: Iterable[str]) -> None:
        for name in modules:
            if name not in self.offered:
                raise UsageError(f"there is no module `{name}` in {self.path.stem}; {or_list(name, self.offered)}")

    def _program(self, modules: tuple[str, ...]) -> Program:
        with self._lock:
            return self._programs.get(modules) or self._checked(modules)

    def _checked(self, modules: tuple[str, ...]) -> Program:
        sink = Sink(list(self.sink.found), set(self.sink.unread), set(self.sink.damaged))
        found = check(compose(self._decls, modules, sink), sink)
        found.modules = modules
        found.digest = self._digest(modules)
        self.diagnostics = sink.found
        if sink.errors:
            raise RulesError(sink.found)
        self._programs[modules] = found
        return found

    def _digest(self, modules: tuple[str, ...]) -> str:
        """A fingerprint of the rules: saves are bound to it."""
        text = hashlib.sha256()
        for source in sorted(self.sources, key=lambda s: s.name):
            text.update(source.text.encode())
        text.update(repr(modules).encode())
        return text.hexdigest()[:16]

    def machine_type(self, table: Table) -> type[Machine]:
        """The tier that runs states of this game at a table."""
        with self._lock:
            if table.machine_type is None and self.engine != "interpreted":
                from rulekit.ir.run.machine import CompiledMachine

                table.machine_type = CompiledMachine.of_table(table)
            elif table.machine_type is None:
                table.machine_type = Interpreter
        return cast(type[Machine], table.machine_type)

    @property
    def name(self) -> str:
        return self.program.name or self.path.stem

    @cached_property
    def player_counts(self) -> range:
        """How many may sit down, with this set-up and these maps."""
        from rulekit.api.seating import narrowed

        return narrowed(self.game_counts, self.setting.seats(self), self.name)

    @cached_property
    def game_counts(self) -> range:
        """How many the rules allow, whatever the map says."""
        low, high = self.program.players
        for module in self.offered.values():
            if module.players:
                low, high = min(low, module.players[0]), max(high, module.players[1])
        return range(low, high + 1)

    def for_players(self, players: int) -> Program:
        """The program at a player count: modules that belong to it are in force by themselves."""
        by_count = [m for m, d in self.offered.items() if d.players and d.players[0] <= players <= d.players[1]]
        others = [m for m in self.modules if not self.offered[m].players or m in by_count]
        wanted = set(by_count) | set(others)
        return self._program(tuple(m for m in self.offered if m in wanted))

    def table(self, players: int, names: tuple[str, ...] = ()) -> Table:
        found = self._tables.get((players, names))
        if found is None:
            with self._lock:
                found = self._tables.get((players, names)) or self._made_table(players, names)
        return found

    def _made_table(self, players: int, names: tuple[str, ...]) -> Table:
        found = self.setting.table(self, self.for_players(players), players, names)
        found.budget = self.budget
        first = self._tables.setdefault(players, found)
        found.twin = first if first is not found else None
        self._tables[players, names] = found
        return found

    def new(
        self,
        players: int | None = None,
        seed: int = 0,
        *,
        chance: str = "sample",
        forced: str = "take",
        names: Iterable[str] = (),
    ) -> State:
        """A new game. `chance="ask"` stops at chance decisions too, `forced="ask"` where a player has one answer."""
        seed = _whole(seed, "the seed")
        if players is not None:
            players = _whole(players, "the number of players")
        key = (players, chance, forced)
        if not names and State.machine_class is None:
            native = self._natively.get(key)
            state = native.new_game(seed, _FROM_START) if native else None
            if state is not None:
                return cast(State, state)
            known = self._openings.get(key)
            if known is not None:
                return State.opening(self, seed, known) if native is False else self._perhaps_native(key, seed, known)
        names = tuple(names)
        count = self._count(players, names)
        _check_names(names, count)
        self.require_start()
        if chance not in ("sample", "ask"):
            raise UsageError(f"chance is `sample` or `ask`, not `{chance}`")
        if forced not in ("take", "ask"):
            raise UsageError(f"forced is `take` or `ask`, not `{forced}`")
        table = self.table(count, names)
        sampled = self.engine != "interpreted" and (chance, forced) == ("sample", "take") and State.machine_class is None
        state = self._begun(table, seed) if sampled else self._opened(table, seed, chance == "ask", forced == "ask")
        if names or State.machine_class is not None:
            return state
        if state._data.counter == 0:
            self._openings[key] = state.as_opening()
        return self._perhaps_native(key, seed, state)

    def _perhaps_native(self, key: tuple[int | None, str, str], seed: int, known: Opening | State) -> State:
        """A new game, in native memory from the first one on, or once there have been many: then code is made for them."""
        self._begun_games += 1
        native = self._natively.get(key)
        if native is None and (key[1] != "sample" or self.engine not in ("auto", "native")):
            native = self._natively[key] = False
        elif native is None and (self.engine == "native" or self._begun_games % _MANY == 0):
            from rulekit.api.native_states import beginning

            table = known.table if isinstance(known, State) else known[0]
            native = self._natively[key] = beginning(self, table, self._openings.get(key))
        found = native.new_game(seed, _FROM_START) if native else None
        if found is not None:
            return cast(State, found)
        return known if isinstance(known, State) else State.opening(self, seed, known)

    def _opened(self, table: Table, seed: int, ask_chance: bool, ask_forced: bool = False) -> State:
        """The first decision."""
        data = Data()
        data.seed, data.ask_chance, data.ask_forced = seed, ask_chance, ask_forced
        state = State(self, table, data)
        state._run(start_game)
        return state

    def _begun(self, table: Table, seed: int) -> State:
        """The first decision, from where chance first comes in: up to there every game is the same."""
        if table.begun is None:
            asked = self._opened(table, 0, True)
            data = asked.data.copy()
            # an order that is fixed at once, or below something laid on top, is drawn in another way where chance is asked
            plain = data.asking and data.stack[-1][0] not in ("@settle", "@laid") and data.counter == 0
            data.ask_chance = data.asking = False
            table.begun = data if plain and asked.decision.kind == "chance" else False
        if table.begun is False:
            return self._opened(table, seed, False)
        data = table.begun.following()
        data.seed = seed
        state = State(self, table, data, _FROM_START)
        state.quiet = True  # the story begins at the start, not here
        state._run(lambda machine: machine.run())
        state.quiet = False
        return state

    def require_start(self) -> None:
        """Raises a `UsageError` if there is nothing to play: a file of cards alone is no game."""
        if self.program.start not in self.program.verbs:
            raise UsageError(f"`{self.path.name}` declares no game that could be played: it has no verb `{self.program.start}`")

    def from_json(self, text: str) -> State:
        """The state that `State.to_json` wrote. Raises `SaveError` if it is damaged or of other rules."""
        from rulekit.api.save import read

        return read(self, text)

    def replay(
        self, answers: Iterable[str], players: int | None = None, seed: int = 0, names: Iterable[str] = (), forced: str = "take"
    ) -> State:
        """The state after a list of answers from the start; `forced` as the game was begun with."""
        state = self.new(players, seed, forced=forced, names=names)
        for answer in _several(answers, "answers"):
            state = state.apply(answer)
        return state

    def _count(self, players: int | None, names: tuple[str, ...]) -> int:
        count = players if players is not None else len(names) or max(2, self.player_counts[0])
        if players is None and not names and count not in self.player_counts:
            count = self.player_counts[0]
        if count not in self.player_counts:
            raise UsageError(self.refusal(count))
        return count

    def refusal(self, count: int) -> str:
        """Why so many cannot sit down."""
        from rulekit.api.seating import in_words, refusal
        from rulekit.api.setup import known_setups

        counts = self.game_counts
        by_file = refusal(count, self.setting.seats(self), known_setups(self)) if count in counts else ""
        return by_file or f"{self.name} is for {in_words(counts[0], counts[-1])}, not {count}"

    @property
    def seats(self) -> str:
        """How many may play, in words."""
        from rulekit.api.seating import in_words

        return in_words(self.player_counts[0], self.player_counts[-1])

    def label(self, name: str, lang: str = "") -> str:
        """What players call a thing, zone, variable or word that a view names; the name itself where it has no label."""
        from rulekit.api.labels import label

        return label(self.program, name, lang)

    def actions(self, players: int | None = None) -> Actions:
        """The names of all answers that this game may ever offer to so many players, in a fixed order: the action space of
        those who learn."""
        from rulekit.api.actions import Actions

        table = self.table(self._count(players, ()))
        with self._lock:
            if table.actions is None:
                table.actions = Actions(table)
        return cast("Actions", table.actions)

    def observation_schema(self, players: int | None = None) -> Schema:
        """What `encode` tells of a position, number by number."""
        from rulekit.api.observing import Schema

        table = self.table(self._count(players, ()))
        with self._lock:
            if table.schema is None:
                table.schema = Schema(table)
        return cast("Schema", table.schema)

    def board(self, name: str) -> Any:
        """A board with its `graph` (networkx); a notebook shows it drawn."""
        table = self.table(self._count(None, ()))
        if name not in table.boards:
            raise UsageError(f"there is no board `{name}`; {or_list(name, table.boards)}")
        return _BoardView(table.boards[name], table, name)

    @property
    def examples(self) -> list[n.Example]:
        return list(self.program.examples)


def _whole(value: Any, what: str) -> int:
    """A whole number of whatever library."""
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return index(value)
    except TypeError:
        pass
    raise UsageError(f"{what} is a whole number, not {value!r}")


def _check_names(names: tuple[str, ...], count: int) -> None:
    for name in names:
        if not str(name).strip() or type(name) is not str:
            raise UsageError(f"a player's name is a text, not {name!r}")
        if len(name) > PLAYER_NAME_MAX:
            raise UsageError(f"a player's name has at most {PLAYER_NAME_MAX} characters, and not {len(name):,}")
    if len(names) > count:
        raise UsageError(f"there are {len(names)} names for {count} players")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two players cannot both be called `{twice}`: give each a name of their own")


class _Variant(Game):
    """A game made of declarations that another one has read."""

    def __init__(
        self, like: Game, decls: list[n.Decl], modules: tuple[str, ...], options: dict[str, Any] | None,
        setup: str | Path | None, engine: str, setting: Setting | None = None,
    ) -> None:  # fmt: skip
        self._like, self._given = like, decls
        super().__init__(like.path, modules, options, setup, engine, like.budget, setting=setting)

    def _common_lock(self) -> RLock:
        return self._like._lock  # they share what has been checked

    @property
    def as_written(self) -> bool:
        return self._given is self._like._decls and self._like.as_written

    def _read(self) -> tuple[list[Source], list[n.Decl]]:
        self.sink.found += self._like.sink.found
        return self._like.sources, self._given

    def _known_programs(self) -> dict[tuple[str, ...], Program]:
        """Options and set-ups change no rules: with the same text, what was checked once is shared."""
        if self._given is not self._like._decls:
            return {}
        self.diagnostics = self._like.diagnostics
        return self._like._programs


@dataclass(frozen=True)
class _BoardView:
    layout: Any
    table: Table
    name: str

    def _repr_svg_(self) -> str:
        """For notebooks: the board drawn."""
        from rulekit.api.notebook import board_svg

        return board_svg(self.table, self.name)

    @property
    def graph(self) -> Any:
        import networkx

        graph = self.layout.graph()
        return networkx.relabel_nodes(graph, dict(enumerate(self.layout.cells)))


__all__ = ["Decision", "Game", "Option", "Source", "State", "load"]
