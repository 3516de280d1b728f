"""Names as a reader gives them: as declared, as labelled, in the game or in one of its modules.

Contract: `find` gives the page of a name, and says in which module it was found if that module is not in force. A name that is
nowhere is a `UsageError` with the nearest one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Protocol

from rulekit.errors import RulesError, UsageError
from rulekit.program.game import Program
from rulekit.sources.suggest import did_you_mean
from rulekit.text.languages import LANGUAGES
from rulekit.text.page import Page
from rulekit.text.teller import Teller


class Game(Protocol):
    """What is asked of a loaded game here."""

    @property
    def program(self) -> Program: ...
    @property
    def modules(self) -> tuple[str, ...]: ...
    @property
    def offered(self) -> Collection[str]: ...
    @property
    def name(self) -> str: ...
    @property
    def path(self) -> Path: ...
    def variant(self, modules: tuple[str, ...]) -> Game: ...


def find(game: Game, name: str, lang: str) -> tuple[Page, str]:
    """The page of a name, and the module that had to be added to find it."""
    known: dict[str, str] = {}
    for program, module in programs(game):
        teller = Teller(program, lang)
        names = _names(teller)
        key = names.get(name.casefold())
        page = teller.page(key) if key is not None else None
        if page is not None:
            return page, module
        known |= names
    hint = did_you_mean(name.casefold(), known) or f"`rulekit text {game.path.stem}` lists all cards"
    raise UsageError(f"nothing is called `{name}` in {game.name}; {hint}")


def programs(game: Game) -> Iterator[tuple[Program, str]]:
    """The game as it was loaded, then with each further module that goes with it."""
    yield game.program, ""
    for module in game.offered:
        if module not in game.modules:
            try:
                yield game.variant((*game.modules, module)).program, module
            except RulesError:  # it excludes one that is in force: alone, then
                yield game.variant((module,)).program, module


def _names(teller: Teller) -> dict[str, str]:
    """What a reader may type, to the declared name: the name itself wins over labels."""
    declared = {name.casefold(): name for name in teller.names()}
    labels = {}
    for name, design in teller.program.designs.items():
        declared.setdefault(name, name)
        for lang in LANGUAGES:
            labels[design.head.label(lang).casefold()] = name
    parts = [(name, head) for (kind, name), head in teller.program.parts.items() if kind in teller.program.kinds]
    for name, head in [*parts, *((name, var.head) for name, var in teller.program.vars.items() if var.head.labels)]:
        declared.setdefault(name, name)
        labels.setdefault(head.label(teller.lang).casefold(), name)
    return labels | {key.replace("_", " "): name for key, name in declared.items()} | declared
