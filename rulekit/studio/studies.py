"""Studies: simulations, laws, interactions and mutants, in other processes that tell how far they are.

Contract: the first argument tells progress as `[done, of]`; what comes back is the data of the report, as the commands print
it with `--json`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rulekit.api import load
from rulekit.errors import UsageError
from rulekit.sources.tongues import FIRST, codes
from rulekit.studio.tasks import Report
from rulekit.testing.progress import Progress

_GAMES, _PLAYS, _MUTANTS, _SEARCHED = 5000, 200, 500, 20_000


@dataclass
class Telling(Progress):
    """A bar that is told instead of drawn."""

    tell: Report | None = None

    def step(self, note: str = "") -> None:
        super().step(note)
        if self.tell is not None:
            self.tell([self.done, self.total])


def _number(asked: dict[str, Any], name: str, usual: int, most: int) -> int:
    value = asked.get(name, usual)
    if type(value) is not int or not 1 <= value <= most:
        raise UsageError(f"`{name}` is a number from 1 to {most}")
    return value


def _players(asked: dict[str, Any]) -> int | None:
    return asked["players"] if type(asked.get("players")) is int else None


def simulated(tell: Report, path: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Games of bots, and what came out."""
    from rulekit.bots.spec import names_of
    from rulekit.simulate import simulate

    games = _number(asked, "count", 100, _GAMES)
    bots = names_of(str(asked.get("bots") or "random"))
    game = load(path, modules=[str(name) for name in asked.get("modules", [])])
    seed = asked["seed"] if type(asked.get("seed")) is int else 0
    found = simulate(
        game, games=games, players=_players(asked), seed=seed, bots=bots, progress=lambda done, of: tell([done, of])
    )
    lang = str(asked.get("lang")) if asked.get("lang") in codes() else FIRST
    found.label_all(game, lang)
    told = {"title": game.program.head.label(lang) or game.program.name, "called": found.called, "measured": found.measured}
    return {**found.as_data(), **told, "lengths": found.lengths, "seed": seed}


def lawful(tell: Report, path: str, asked: dict[str, Any]) -> dict[str, Any]:
    """All laws, held against plays."""
    from rulekit.testing.law_report import Amount, LawRun

    plays = _number(asked, "count", 6, _PLAYS)
    progress = Telling(plays, "plays", shown=False, tell=tell)
    seed = asked["seed"] if type(asked.get("seed")) is int else 0
    amount = Amount(plays, 20, 20_000, _players(asked), seed)
    return LawRun(load(path), amount, (), progress).run().as_data()


def interactions(tell: Report, path: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Cards that do harm together."""
    from rulekit.testing.interactions import Search

    plays = _number(asked, "count", 200, _SEARCHED)
    search = Search(Path(path), seed=0)
    progress = Telling(plays, "plays", shown=False, tell=tell)
    return search.run(seconds=None, plays=plays, jobs=1, progress=progress).as_data()


def mutants(tell: Report, path: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Changes of the rules that no example notices."""
    from rulekit.testing.mutate import mutate

    progress = Telling(0, "mutants", shown=False, tell=tell)
    return mutate(Path(path), sample=_number(asked, "count", 50, _MUTANTS), progress=progress).as_data()


STUDIES: Final[dict[str, Callable[[Report, str, dict[str, Any]], dict[str, Any]]]] = {
    "simulate": simulated,
    "laws": lawful,
    "interactions": interactions,
    "mutate": mutants,
}
