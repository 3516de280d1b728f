"""All tables that native code is held against printed Python on: each game, its modules, its maps, each number of players."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import rulekit
from rulekit.api import Game
from rulekit.errors import RulekitError
from tests.native.test_compared import LARGE, OTHERS, ROOT, SMALL

MAPS = (("better_than_gold", "tea_break"), ("better_than_gold", "deep_rent"))  # those that a game does not begin with


@dataclass(frozen=True)
class Box:
    name: str
    modules: tuple[str, ...] = ()
    setup: str | None = None


@dataclass(frozen=True)
class Seated:
    """A table."""

    box: Box
    players: int

    @property
    def game(self) -> Game:
        return loaded(self.box)

    def __str__(self) -> str:
        box = self.box
        words = (Path(box.name).stem, *box.modules, *([box.setup] if box.setup else []), f"with {self.players}")
        return " ".join(words)


@cache
def loaded(box: Box) -> Game:
    return rulekit.load(box.name, modules=box.modules, setup=box.setup, engine="native")


def unprinted(box: Box) -> Game:
    """The same without native code: whoever asks how many can sit down does not wait for a compiler."""
    return rulekit.load(box.name, modules=box.modules, setup=box.setup, engine="compiled")


def all_tables(*, full: bool = False) -> list[Seated]:
    """The small ones first. `full`: each game with as many players as can sit down, and not with fewer."""
    stress = sorted((ROOT / "tests/stress/rules").glob("*.rules"))
    boxes = [
        *(Box(name) for name in (*SMALL, *OTHERS)),
        *(Box(str(path)) for path in stress),
        *(Box(*part) for part in LARGE),
        *(Box(name, setup=setup) for name, setup in MAPS),
    ]
    return [Seated(box, players) for box in boxes for players in seats(unprinted(box), 1 if full else None)]


def seats(game: Game, most: int | None = None) -> list[int]:
    """The numbers of players for which there is a table, or the largest: rules may say more than can begin."""
    found: list[int] = []
    for players in reversed(game.player_counts):
        if len(found) != most:
            with suppress(RulekitError):
                found.insert(0, len(game.new(players).players))
    return found
