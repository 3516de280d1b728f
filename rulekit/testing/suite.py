"""A game with all that belongs to its tests: the files of its examples, its index of rules, random plays.

Contract: the examples of `x.rules` stand in it and in the files of examples beside it that import it (see `example_files.py`);
the same holds for every file it imports.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rulekit.api import Game, State
from rulekit.api.setup import known_setups
from rulekit.errors import RulekitError
from rulekit.program.types import YESNO
from rulekit.runtime.chance import draw
from rulekit.runtime.questions import Question
from rulekit.sources import files
from rulekit.sources.source import Source
from rulekit.spread.parcels import Folder, Parcel
from rulekit.syntax import nodes as n
from rulekit.testing.example_files import example_files, holds_only_examples
from rulekit.testing.examples import Failure, Variants, examples_of, run_example


@dataclass(frozen=True)
class Case:
    """One example, and the game that it runs in."""

    example: n.Example
    variants: Variants

    @property
    def key(self) -> str:
        return f"{self.example.span.source.name}:{self.example.span.line}"

    def run(self) -> Failure | None:
        return run_example(self.example, self.variants)


class Suite:
    """A game and its examples."""

    def __init__(self, path: Path, *, examples: bool = True) -> None:
        self.path = path
        self.game = Game(path)
        beside = example_files(Path(source.name) for source in self.game.sources) if examples else []
        self.companions = [Game(file) for file in beside]

    @property
    def sources(self) -> list[Source]:
        """The files of rules, without those of examples."""
        return [source for source in self.game.sources if not holds_only_examples(source.text)]

    @cached_property
    def cases(self) -> list[Case]:
        """Every example once, in the order of the files."""
        found: dict[str, Case] = {}
        for game in [self.game, *self.companions]:
            variants = Variants(game)
            for example in examples_of(game):
                case = Case(example, variants)
                found.setdefault(case.key, case)
        return list(found.values())

    def decls(self) -> Iterator[n.Decl]:
        """All declarations of the game and of the files of its examples, each once."""
        seen: set[tuple[str, int, int]] = set()
        for game in [self.game, *self.companions]:
            for decl in game._decls:
                place = (decl.span.source.name, decl.span.line, decl.span.column)
                if place not in seen:
                    seen.add(place)
                    yield decl

    def ways(self) -> Iterator[tuple[Game, int]]:
        """Every number of players, with the game alone, with each of its modules, with each set-up and map beside it, and
        with all its yes-or-no options turned over."""
        yield from ((self.game, count) for count in self.game.player_counts)
        for module, decl in self.game.offered.items():
            if not decl.players:
                yield from self._way((module, *decl.needs), None)
        for path in self._setups():
            yield from self._way((), path)
        if turned := self._turned_options():
            yield from self._way((), None, turned)

    def _turned_options(self) -> dict[str, bool]:
        """The yes-or-no options of the game, each as it is not."""
        known = {name for name, (_, type_, _) in self.game.program.options.items() if type_ == YESNO}
        values = self.game.table(self.game.player_counts[0]).options if known else {}
        return {name: not value for name, value in values.items() if name in known}

    def _way(
        self, modules: tuple[str, ...], setup: Path | None, options: dict[str, Any] | None = None
    ) -> Iterator[tuple[Game, int]]:
        """One choice with every number of players; nothing if it does not fit."""
        try:
            game = self.game.variant(modules, {**self.game.setting.options, **(options or {})}, setup)
            for count in game.player_counts:
                game.table(count)
                yield game, count
        except RulekitError:
            return

    def _setups(self) -> list[Path]:
        """The files of set-ups and maps beside the game that are meant for it or for what it imports."""
        names = {Path(source.name).stem for source in self.game.sources}
        files = sorted((self.game.path.parent / "setups").glob("*.yaml"))
        found = [path for path in files if (said := _FOR.search(_text(path))) and said.group(1) in names]
        boards = any(board.from_map for board in self.game.program.boards.values())
        return found + (sorted((self.game.path.parent / "maps").glob("*.yaml")) if boards else [])


def files_of(suite: Suite) -> Parcel:
    """All files that a suite may read, to be sent to whoever has none of them: rules, examples, set-ups, maps, catalogues."""
    rules = dict.fromkeys(Path(source.name) for game in [suite.game, *suite.companions] for source in game.sources)
    beside = [file.with_suffix(ending) for file in rules for ending in (".equivalents", ".index.yaml")]
    beside += [found for file in rules for found in sorted(file.parent.glob(f"{file.stem}.*.po"))]
    beside += [found for game in [suite.game, *suite.companions] for found in known_setups(game)]
    return Parcel.of(Folder.of(suite.path, [*rules, *(file for file in dict.fromkeys(beside) if file.is_file())]))


_FOR = re.compile(r"^game:[ ]*([\w-]+)", re.MULTILINE)


def _text(path: Path) -> str:
    try:
        return files.read_bytes(path, limit=files.MOST_YAML).decode("utf-8", "replace")
    except OSError:
        return ""


@dataclass
class Play:
    """A game of random players: how it went, and what was wrong with it."""

    players: int
    seed: int
    modules: tuple[str, ...]
    answers: list[str]
    error: str = ""
    broken: str = ""


def random_index(question: Question, seed: int, number: int) -> int:
    """Which choice a random player (or chance, by its weights) takes."""
    at = draw(~seed, number, question.total())
    for index, choice in enumerate(question.choices):
        at -= choice.weight
        if at < 0:
            return index
    raise AssertionError("weights do not add up")


def play_out(game: Game, players: int, seed: int, *, limit: int = 2000, invariants: bool = True) -> Play:
    """One game with uniformly random players, chance included."""
    play = Play(players, seed, game.modules, [])
    state: State | None = None
    try:
        state = game.new(players=players, seed=seed)
        _go_on(state, play, limit, invariants)
    except RulekitError as error:
        play.error = str(error)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        play.error = f"the machine fails: {type(error).__name__}: {error}"
    play.answers = state.answers if state is not None else []
    return play


def _go_on(state: State, play: Play, limit: int, invariants: bool) -> None:
    for number in range(limit):
        broken = state.broken() if invariants else []
        if broken:
            play.broken = broken[0].head.name
        if broken or state.over or state.question is None:
            return
        state.play(random_index(state.question, play.seed, number))
