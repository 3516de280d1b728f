"""Who sits where: people, and bots for the others.

A bot is a function from a state to one of its options; `rulekit.bots` makes them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.api import State
from rulekit.bots import StockBot, make
from rulekit.bots.standing import judged_by
from rulekit.errors import UsageError

Seats = dict[int, StockBot | None]  # None: a person


def seated(players: Iterable[int], humans: Iterable[int], bots: list[str], seed: int) -> Seats:
    """People in the seats `humans`, bots in the others in order; the last bot named sits in all that are left."""
    people = set(humans)
    seats: Seats = {}
    names = list(bots) or ["random"]
    free = 0
    for player in players:
        if player in people:
            seats[player] = None
            continue
        seats[player] = make(names[min(free, len(names) - 1)], seed * 1000 + player)
        free += 1
    return seats


def usual_bot(state: State) -> str:
    """Who sits down unasked: a greedy player where the game says what a position is worth, else a random one."""
    return "greedy" if judged_by(state) == "worth" else "random"


def parse_humans(text: str, players: int) -> list[int]:
    """Seats from `1,2`, counted from 1 as people count.

    >>> parse_humans("1,3", 4)
    [0, 2]
    """
    found = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        if not part.isdigit() or not 1 <= int(part) <= players:
            raise UsageError(f"`{part}` is no seat; with {players} players they are 1 to {players}")
        found.append(int(part) - 1)
    return found
