"""The games that must keep the laws. A line here puts a game, bundled or by path, under all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulekit.api import Game, load


@dataclass(frozen=True)
class Case:
    """A game and how far to look: plays, decisions a play, and how many decisions a random play may take."""

    name: str
    plays: int = 8
    most: int = 20
    limit: int = 200
    modules: tuple[str, ...] = ()

    def game(self, engine: str = "compiled") -> Game:
        return _loaded(self.name, self.modules, engine)

    def __str__(self) -> str:
        return "-".join([Path(self.name).stem, *self.modules])


@cache
def _loaded(name: str, modules: tuple[str, ...], engine: str) -> Game:
    return load(name, modules=modules, engine=engine)


STRESS = tuple(Case(str(path), most=15) for path in sorted(Path(__file__).parents[1].glob("stress/rules/*.rules")))
CASES = (
    Case("tic_tac_toe", most=9, limit=9),
    Case("connect_four", limit=42),
    Case("pig", limit=2000),
    Case("rock_paper_scissors", most=6, limit=6),
    Case("kuhn_poker", most=5, limit=3),
    Case("miniature", plays=5, limit=400),
)
# The big games, with each module; slow, so they are asked for.
BIG = (
    Case("goldblivion", plays=3, most=60, limit=20_000),
    Case("dice_forge", plays=3, most=60, limit=20_000),
    Case("dice_forge_rebellion", plays=3, most=60, limit=20_000, modules=("goddess",)),
    Case("dice_forge_rebellion", plays=3, most=60, limit=20_000, modules=("titans",)),
    Case("better_than_gold", plays=3, most=60, limit=50_000),
)
