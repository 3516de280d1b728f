"""Who sits where: people, and bots for the others.

A bot is a function from a state to one of its options. `random` is built in; other names are asked of
`rulekit.bots.make(name, seed)`, which is imported only then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulekit.api import Option, State
from rulekit.errors import UsageError
from rulekit.interpreter.chance import draw
from rulekit.suggest import did_you_mean

Bot = Callable[[State], Option]
Seats = dict[int, Bot | None]  # None: a person


def random_bot(seed: int) -> Bot:
    """Uniformly random, from a stream of its own that never touches the game's chance."""
    asked = 0

    def choose(state: State) -> Option:
        nonlocal asked
        asked += 1
        options = state.decision.options
        return options[draw(~seed, asked, len(options))]

    return choose


def make_bot(name: str, seed: int) -> Bot:
    """A bot by its name."""
    if name == "random":
        return random_bot(seed)
    try:
        from rulekit import bots
    except ImportError:
        raise UsageError(f"there is no bot `{name}`; {did_you_mean(name, ['random']) or 'there is `random`'}") from None
    made: Bot = bots.make(name, seed)
    return made


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
        seats[player] = make_bot(names[min(free, len(names) - 1)], seed * 1000 + player)
        free += 1
    return seats


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
