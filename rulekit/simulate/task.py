"""What is to be played: by how many, by whom, for how long.

Contract: plain data that can be sent to another process, beside the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Bot, Game
from rulekit.bots import parse, seat_seed
from rulekit.errors import UsageError
from rulekit.simulate.players import Player, made, named

MOST_GAMES = 1_000_000_000


def check_games(games: int) -> None:
    """Raises `UsageError` for more games than anybody plays."""
    if games > MOST_GAMES:
        raise UsageError(f"at most {MOST_GAMES:,} games are played at once; play the others with another seed")


@dataclass(frozen=True)
class Task:
    """The same for all games of a simulation; only the seed differs."""

    name: str
    players: int
    bots: tuple[str, ...] = ("random",)
    limit: int = 5000
    invariants: bool = False
    actors: dict[int, str] = field(default_factory=dict)
    balance: bool = False  # note what was offered too: it takes about half as long again
    own: dict[str, Any] = field(default_factory=dict)  # by name, those who are no stock bots

    @staticmethod
    def of(
        game: Game, *, players: int | None, limit: int, invariants: bool, bots: Sequence[Player], balance: bool = False
    ) -> Task:
        """Raises `UsageError` for bots or a number of players that make no sense, before anything is played."""
        count = game._count(players, ())
        names, own = named(bots or ("random",))
        if len(names) > count:
            raise UsageError(f"{len(names)} bots are named, but {count} play")
        for name in names:
            if name not in own:
                parse(name).check(game, count)
        actors = {number: name for name, number in game.table(count).actors.items()}
        return Task(game.name, count, names, limit, invariants, actors, balance, own)

    def bot_name(self, seat: int) -> str:
        """The last bot named takes the seats left."""
        return self.bots[min(seat, len(self.bots) - 1)]

    def seats(self, seed: int) -> list[Bot | None]:
        """Who decides in each seat; None is a random player, who needs no option texts."""
        return [self._seated(self.bot_name(seat), seat_seed(seed, seat)) for seat in range(self.players)]

    def _seated(self, name: str, seed: int) -> Bot | None:
        if name in self.own:
            return made(self.own[name], seed)
        spec = parse(name)
        return None if spec.name == "random" else spec.make(seed)
