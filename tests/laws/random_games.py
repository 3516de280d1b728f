"""`python -m tests.laws.random_games --games 100000 --into FOLDER`: random games over all bundled tables, with laws on.

Contract: game number n hangs on n and the rules alone: its table (game, module, number of players), its seed, whether chance is
asked, all answers, and the decision at which laws are held against it. Small games are played often, big ones as often as their
length allows; each is played to its end. At one decision of each game some laws are checked, by turns, so that every law is
checked at every table; all things lie somewhere and the invariants hold at every tenth decision and at the end. A file for each
hundred games keeps what was found (`tests/long_runs.py`), so that a second run goes on where the first one stopped.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from functools import cache, partial
from random import Random
from typing import Any

import rulekit
from rulekit.api import Game, State
from rulekit.api.pickled import key_of
from rulekit.errors import RulekitError
from rulekit.sources.bundled import whole_games
from rulekit.testing.law import LawBroken
from rulekit.testing.laws import LAWS, invariants_hold, things_are_somewhere
from tests.long_runs import Findings, Found, Parcels, arguments

CHUNK = 100
LIMIT = 20_000  # decisions of a game
EVERY = 10
# In a hundred games: so many of the small ones; the rest is for the big tables, one after the other.
SMALL = {"tic_tac_toe": 24, "kuhn_poker": 24, "pig": 18, "rock_paper_scissors": 18, "connect_four": 10, "miniature": 4}
BIG = 2
LAWS_SMALL, LAWS_BIG = 8, 3
Box = tuple[str, tuple[str, ...]]


@cache
def loaded(box: Box) -> Game:
    return rulekit.load(box[0], modules=box[1])


@cache
def big_tables() -> tuple[tuple[Box, int], ...]:
    """Each big game alone and with each of its modules, for every number of players that can be seated."""
    boxes: list[Box] = []
    for name in whole_games():
        if name not in SMALL:
            offered = loaded((name, ())).offered
            boxes += [(name, ()), *((name, (*decl.needs, module)) for module, decl in offered.items())]
    return tuple((box, players) for box in boxes for players in loaded(box).player_counts if playable(box, players))


def playable(box: Box, players: int) -> bool:
    try:
        loaded(box).new(players, chance="ask")
    except RulekitError:
        return False
    return True


def table_of(number: int) -> tuple[Box, int, bool]:
    """The table of a game, and whether it is a big one."""
    small = [name for name, times in SMALL.items() for _ in range(times)]
    at = number % CHUNK
    if at < len(small):
        own: Box = (small[at], ())
        counts = loaded(own).player_counts
        return own, counts[number // CHUNK % len(counts)], False
    tables = big_tables()
    box, players = tables[(number // CHUNK * BIG + at - len(small)) % len(tables)]
    return box, players, True


def play(number: int) -> dict[str, Any]:
    """Game number n, from its set-up to its end: what was counted, and what was broken."""
    box, players, big = table_of(number)
    name = "+".join([box[0], *box[1]])
    rng = Random(number)
    counts: Counter[str] = Counter({f"games {name} {players}": 1, "games": 1})
    faults: list[str] = []
    try:
        state = loaded(box).new(players, rng.randrange(1 << 30), chance="ask" if number % 4 == 3 else "sample")
        spot = rng.randrange(rng.choice((4, 10, 40, 120)))
        while not state.over and counts["decisions"] < LIMIT:
            if counts["decisions"] == spot:
                _hold(state, number, big, counts)
            elif counts["decisions"] % EVERY == 0:
                _look(state)
            options = state.decision.options
            state.play(options[rng.randrange(len(options))])
            counts["decisions"] += 1
        if counts["decisions"] <= spot:
            _hold(state, number, big, counts)
        _look(state)
        counts["ended"] += state.over
    except (RulekitError, LawBroken) as error:
        faults.append(f"game {number}, {name}, {players} players: {type(error).__name__} {error}")
    counts[f"decisions {name}"] += counts["decisions"]
    return {"counts": counts, "faults": faults}


def _look(state: State) -> None:
    things_are_somewhere(state)
    invariants_hold(state)


def _hold(state: State, number: int, big: bool, counts: Counter[str]) -> None:
    many = LAWS_BIG if big else LAWS_SMALL
    first = number // CHUNK * many
    for at in range(first, first + many):
        LAWS[at % len(LAWS)](state.copy())
        counts["laws"] += 1
        counts[f"law {LAWS[at % len(LAWS)].__name__}"] += 1
    counts["states"] += 1


def chunk(first: int) -> Found:
    """A hundred games."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(first, first + CHUNK):
        start = time.process_time()
        found = play(number)
        counts += found["counts"]
        faults += found["faults"]
        counts[f"milliseconds {name_of(number)}"] += round(1000 * (time.process_time() - start))
    return {"counts": counts, "faults": faults}


def name_of(number: int) -> str:
    (game, modules), players, _ = table_of(number)
    return f"{'+'.join([game, *modules])} {players}"


def rules_of_all() -> str:
    """What the games hang on."""
    boxes = [*((name, ()) for name in SMALL), *dict.fromkeys(box for box, _ in big_tables())]
    return hashlib.sha256("".join(key_of(loaded(box)) for box in boxes).encode()).hexdigest()[:16]


def main() -> None:
    args = arguments(__doc__.splitlines()[0], "--games", 100_000).parse_args()
    parcels, mark = Parcels(args.into, args.minutes), rules_of_all()
    findings = Findings()
    for first in range(0, args.games, CHUNK):
        findings.add(parcels.found(f"{first:07}", mark, partial(chunk, first)))
    findings.tell(parcels)


if __name__ == "__main__":
    main()
