"""The games that must keep the laws. A line here puts a game, bundled or by path, under all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rulekit.api import Game, load


@dataclass(frozen=True)
class Case:
    """A game and how far to look: plays, decisions a play, and how many decisions a random play may take."""

    name: str
    plays: int = 12
    most: int = 20
    limit: int = 200
    modules: tuple[str, ...] = ()

    def game(self) -> Game:
        return _loaded(self.name, self.modules)

    def __str__(self) -> str:
        return "-".join([self.name, *self.modules])


@cache
def _loaded(name: str, modules: tuple[str, ...]) -> Game:
    return load(name, modules=modules)


CASES = (
    Case("tic_tac_toe", most=9, limit=9),
    Case("connect_four", limit=42),
    Case("pig", limit=2000),
    Case("rock_paper_scissors", most=6, limit=6),
    Case("kuhn_poker", most=5, limit=3),
    Case("miniature", limit=400),
)
