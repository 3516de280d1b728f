"""The Python face: load a game, start it, ask what can be decided, decide.

Contract: a `State` is a value: `apply` returns a new one and leaves the old untouched; `play` is the in-place
variant for speed. Wrong answers raise `AnswerError` and change nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from rulekit.analysis.check import check
from rulekit.diagnostics import Sink
from rulekit.errors import AnswerError, RulesError, UsageError
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.questions import Question
from rulekit.interpreter.state import Data, freeze
from rulekit.interpreter.table import Table
from rulekit.loader import compose, modules_of, read
from rulekit.program.game import Program
from rulekit.source import Source, Span
from rulekit.suggest import did_you_mean, or_list
from rulekit.syntax import nodes as n

Log = tuple[Any, ...]  # a linked list: (earlier, text, secret, span); shared by copies


def load(
    path: str | Path,
    *,
    modules: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    setup: str | Path | None = None,
    engine: str = "compiled",
) -> Game:
    """A game by bundled name or by path. Raises `RulesError` with all diagnostics when the text has errors."""
    from rulekit.bundled import find_game

    return Game(find_game(str(path)), tuple(modules), dict(options or {}), setup, engine)


class Game:
    """The rules of one game with its chosen modules and options."""

    def __init__(
        self,
        path: Path,
        modules: tuple[str, ...] = (),
        options: dict[str, Any] | None = None,
        setup: str | Path | None = None,
        engine: str = "compiled",
    ) -> None:
        if engine not in ("compiled", "interpreted"):
            raise UsageError(f"the engine is `compiled` or `interpreted`, not `{engine}`")
        self.path = path
        self.engine = engine
        self.sink = Sink()
        self.sources, self._decls = self._read()
        self.offered = modules_of(self._decls)
        from rulekit.setup import Setting

        self.setting = Setting.read(self, setup, modules, dict(options or {}))
        self._check_module_names(self.setting.modules)
        self.modules = tuple(m for m in self.offered if m in self.setting.modules)
        self._programs: dict[tuple[str, ...], Program] = {}
        self._tables: dict[Any, Table] = {}
        self.program = self._program(self.modules)

    def _read(self) -> tuple[list[Source], list[n.Decl]]:
        return read(self.path, self.sink)

    def variant(
        self, modules: tuple[str, ...] = (), options: dict[str, Any] | None = None, setup: str | Path | None = None
    ) -> Game:
        """The same text with other modules, options and set-up; nothing is read again."""
        return _Variant(self, self._decls, modules, options, setup, self.engine)

    def with_decls(self, decls: list[n.Decl]) -> Game:
        """A game of these declarations instead of those that were read, for tools that change rules."""
        return _Variant(self, decls, self.setting.modules, self.setting.options, None, "interpreted")

    def _check_module_names(self, modules: Iterable[str]) -> None:
        for name in modules:
            if name not in self.offered:
                raise UsageError(f"there is no module `{name}` in {self.path.stem}; {or_list(name, self.offered)}")

    def _program(self, modules: tuple[str, ...]) -> Program:
        found = self._programs.get(modules)
        if found is None:
            sink = Sink(list(self.sink.found))
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

    @cached_property
    def machine_type(self) -> type[Machine]:
        """The tier that runs states of this game."""
        if self.engine == "interpreted":
            return Machine
        from rulekit.compiled.engine import CompiledMachine

        return CompiledMachine

    @property
    def name(self) -> str:
        return self.program.name or self.path.stem

    @property
    def player_counts(self) -> range:
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
        program = self.for_players(players)
        key = (program.modules, players, names)
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = self.setting.table(self, program, players, names)
        return found

    def new(self, players: int | None = None, seed: int = 0, *, chance: str = "sample", names: Iterable[str] = ()) -> State:
        """A new game. `chance="ask"` stops at chance decisions too."""
        count = self._count(players, tuple(names))
        if self.program.start not in self.program.verbs:
            raise UsageError(f"`{self.path.name}` declares no game that could be played: it has no verb `{self.program.start}`")
        if chance not in ("sample", "ask"):
            raise UsageError(f"chance is `sample` or `ask`, not `{chance}`")
        table = self.table(count, tuple(names))
        data = Data()
        data.seed, data.ask_chance = int(seed), chance == "ask"
        state = State(self, table, data)
        state._run(Machine.start)
        return state

    def from_json(self, text: str) -> State:
        """The state that `State.to_json` wrote. Raises `SaveError` if it is damaged or of other rules."""
        from rulekit.save import read

        return read(self, text)

    def replay(self, answers: Iterable[str], players: int | None = None, seed: int = 0, names: Iterable[str] = ()) -> State:
        """The state after a list of answers from the start."""
        state = self.new(players, seed, names=names)
        for answer in answers:
            state = state.apply(answer)
        return state

    def _count(self, players: int | None, names: tuple[str, ...]) -> int:
        count = players if players is not None else len(names) or max(2, self.player_counts[0])
        if players is None and not names and count not in self.player_counts:
            count = self.player_counts[0]
        if count not in self.player_counts:
            raise UsageError(f"{self.name} is for {self.seats}, not {count}")
        return count

    @property
    def seats(self) -> str:
        """How many may play, in words."""
        low, high = self.player_counts[0], self.player_counts[-1]
        return f"{low} to {high} players" if low < high else f"{low} player{'s' if low > 1 else ''}"

    def board(self, name: str) -> Any:
        """A board with its `graph` (networkx)."""
        table = self.table(self._count(None, ()))
        if name not in table.boards:
            raise UsageError(f"there is no board `{name}`; {or_list(name, table.boards)}")
        return _BoardView(table.boards[name])

    @property
    def examples(self) -> list[n.Example]:
        return list(self.program.examples)


class _Variant(Game):
    """A game made of declarations that another one has read."""

    def __init__(
        self, like: Game, decls: list[n.Decl], modules: tuple[str, ...], options: dict[str, Any] | None,
        setup: str | Path | None, engine: str,
    ) -> None:  # fmt: skip
        self._like, self._given = like, decls
        super().__init__(like.path, modules, options, setup, engine)

    def _read(self) -> tuple[list[Source], list[n.Decl]]:
        self.sink.found += self._like.sink.found
        return self._like.sources, self._given


@dataclass(frozen=True)
class _BoardView:
    layout: Any

    @property
    def graph(self) -> Any:
        import networkx

        graph = self.layout.graph()
        return networkx.relabel_nodes(graph, dict(enumerate(self.layout.cells)))


@dataclass(frozen=True)
class Option:
    """One possible answer. The text is stable and unique within its decision; equality and hash follow it."""

    text: str
    label: str = field(default="", compare=False)
    cost: str = field(default="", compare=False)
    probability: Fraction | None = field(default=None, compare=False)
    moment: int = field(default=-1, compare=False, repr=False)  # how many answers the game had when it was offered

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Decision:
    """What the game waits for."""

    kind: str  # choice, sealed, chance, over
    player: int | None
    prompt: str
    options: tuple[Option, ...]
    span: Span | None = field(default=None, compare=False)
    refused: tuple[tuple[str, tuple[str, ...]], ...] = field(default=(), compare=False)

    def why_not(self, text: str) -> str:
        """Why an option is missing; empty if it is there or unknown."""
        for refused, reasons in self.refused:
            if refused == text or refused.split("@")[0] == text:
                return reasons[0] if reasons else "it is not possible now"
        if any(option.text == text for option in self.options):
            return ""
        known = [option.text for option in self.options] + [refused for refused, _ in self.refused]
        return f"`{text}` is no option here. {did_you_mean(text, known)}".strip()


class State:
    """A position of a game, with what is being carried out."""

    machine_class: type[Machine] | None = None  # tools that watch what runs put a subclass here

    def __init__(self, game: Game, table: Table, data: Data, log: Log | None = None, parent: State | None = None) -> None:
        self.game, self.table, self.data = game, table, data
        self._log, self._parent = log, parent
        self._answers: Log | None = None

    # ---------- running ----------
    @cached_property
    def machine(self) -> Machine:
        machine = (self.machine_class or self.game.machine_type)(self.table, self.data)
        machine.log = self._note
        return machine

    def _note(self, text: str, secret: int | None) -> None:
        self._log = (self._log, text, secret, self.machine.doing())

    def _run(self, step: Any) -> None:
        step(self.machine)
        self._forget()

    def _forget(self) -> None:
        for name in ("question", "decision"):
            self.__dict__.pop(name, None)

    @cached_property
    def question(self) -> Question | None:
        return self.machine.question()

    @cached_property
    def decision(self) -> Decision:
        question = self.question
        if question is None:
            return Decision("over", None, "the game is over", ())
        chance = question.kind == "chance"
        options = tuple(
            Option(
                c.text, self._label(c), "" if c.cost is None else self.machine._describe_many(c.cost, _BUNDLE),
                question.probability(c) if chance else None,
                self.data.answered,
            )
            for c in question.choices
        )  # fmt: skip
        return Decision(question.kind, question.player, question.prompt, options, question.span, tuple(question.reasons()))

    def _label(self, choice: Any, lang: str = "en") -> str:
        head = choice.head
        name = head.labels[0] if head is not None and head.labels else (head.name.replace("_", " ") if head is not None else "")
        item = self.label(choice.item, choice.item_type) if choice.item_type is not None else ""
        return f"{name} {item}".strip() or choice.text

    def label(self, value: Any, type_: Any, lang: str = "en") -> str:
        """A value as players read it."""
        if type_.tag == "thing" and value is not None:
            entity = self.table.entities[value]
            design = self.table.program.designs.get(entity.design)
            return design.head.label(lang) if design is not None else entity.name
        member = self.table.program.members.get(value) if isinstance(value, str) else None
        return member.label(lang) if member is not None else self.machine.describe(value, type_)

    def _choice(self, answer: Any) -> Any:
        question = self.question
        if question is None:
            raise AnswerError("the game is over; nothing can be answered any more")
        if isinstance(answer, int) and not isinstance(answer, bool):
            if 0 <= answer < len(question.choices):
                return question.choices[answer]
            raise AnswerError(f"there are {len(question.choices)} options, counted from 0; {answer} is none of them")
        if isinstance(answer, Option) and answer.moment not in (-1, self.data.answered):
            raise AnswerError(f"`{answer.text}` was offered at another decision; ask for the options of this one")
        text = answer.text if isinstance(answer, Option) else str(answer)
        for choice in question.choices:
            if choice.text == text:
                return choice
        raise AnswerError(self.decision.why_not(text) or f"`{text}` is no option here")

    def apply(self, answer: Option | str | int, *, player: int | None = None) -> State:
        """The state after an answer; this one stays as it is."""
        choice = self._check(answer, player)
        new = State(self.game, self.table, self.data.copy(), self._log, self)
        new._answers = (self._answers, choice.text)
        new._run(lambda machine: machine.answer(choice))
        return new

    def play(self, answer: Option | str | int) -> State:
        """Answers in place: faster, and without a way back."""
        choice = self._check(answer, None)
        self._answers = (self._answers, choice.text)
        self._parent = None
        self._run(lambda machine: machine.answer(choice))
        return self

    def _check(self, answer: Any, player: int | None) -> Any:
        choice = self._choice(answer)
        asked = self.question.player if self.question else None
        if player is not None and asked is not None and player != asked:
            raise AnswerError(f"it is for {self.table.text(asked)} to answer, not {self.table.text(player)}")
        return choice

    def copy(self) -> State:
        new = State(self.game, self.table, self.data.copy(), self._log, self._parent)
        new._answers = self._answers
        return new

    def undo(self) -> State:
        """The state before the last answer given with `apply`."""
        if self._parent is None:
            raise AnswerError("there is nothing to undo")
        return self._parent

    # ---------- reading ----------
    @property
    def over(self) -> bool:
        return self.data.ended

    @property
    def winners(self) -> tuple[int, ...]:
        return self.data.winners

    @property
    def players(self) -> tuple[int, ...]:
        return self.table.players

    @property
    def active(self) -> int | None:
        return self.machine.active()

    @property
    def scores(self) -> tuple[Any, ...]:
        """What each player is worth by the game's define `score`, where it has one."""
        define = self.table.program.defines.get("score")
        if define is None or len(define.params) != 1:
            return tuple(1 if p in self.winners else 0 for p in self.players)
        return tuple(self.machine.call("score", [p], p) for p in self.players)

    @property
    def answers(self) -> list[str]:
        """All answers given so far, in order."""
        return _unlink(self._answers, 1)

    @property
    def log(self) -> list[str]:
        return _unlink(self._log, 1)

    def entries(self, player: int | None = None) -> list[tuple[str, Span | None]]:
        """The log with the source of each entry, as a player may read it."""
        found: list[tuple[str, Span | None]] = []
        at = self._log
        while at is not None:
            if at[2] is None or at[2] == player:
                found.append((at[1], at[3]))
            at = at[0]
        return found[::-1]

    def log_entries(self) -> list[tuple[str, int | None]]:
        """The log with who alone may read an entry."""
        return list(zip(_unlink(self._log, 1), _unlink(self._log, 2), strict=True))

    def view(self, player: int) -> dict[str, Any]:
        """Everything a player may know, as plain data."""
        from rulekit.interpreter.view import view

        if player not in self.players:
            raise UsageError(f"there is no player {player}; they are numbered from 0")
        found = view(self.machine, player)
        if not self.over and self.decision.player == player:
            found["options"] = [option.text for option in self.decision.options]
        found["asked"] = self.decision.player
        found["log"] = [text for text, secret in self.log_entries() if secret in (None, player)]
        return found

    def resample(self, player: int, seed: int) -> State:
        """A full state that fits what the player knows: same view, same options for him, the rest drawn anew."""
        from rulekit.interpreter.resample import resample

        new = self.copy()
        resample(new.machine, player, seed)
        new._forget()
        return new

    def to_json(self) -> str:
        """The whole state as JSON; `from_json` of the same game reads it back."""
        from rulekit.save import write

        return write(self)

    def get(self, text: str) -> Any:
        """The value of an expression of the rules language, such as `player1's gold`."""
        from rulekit.inspect import evaluate

        return evaluate(self, text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.table.alike(other.table) and self._frozen() == other._frozen()

    def __hash__(self) -> int:
        return hash(self._frozen())

    def _frozen(self) -> Any:
        return freeze(self.data.as_plain())

    def broken(self) -> list[Any]:
        """The invariants that do not hold here."""
        return [i for i in self.table.program.invariants if not self.machine.value(i.value, [None, None] + [None] * i.size)]


def _unlink(log: Log | None, index: int) -> list[Any]:
    found = []
    while log is not None:
        found.append(log[index])
        log = log[0]
    return found[::-1]


from rulekit.program.types import BUNDLE as _BUNDLE  # noqa: E402

__all__ = ["Decision", "Game", "Option", "Source", "State", "load"]
