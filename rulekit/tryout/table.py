"""The table of a trial: lines of `given`, those that somebody typed and those that are understood.

Contract: without a `players` line as few people sit down as make a game; unless a line says otherwise it is the turn of the
first of them, where the game has turns. `start` puts the lines first that describe the table as the game sets it up.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from rulekit.api import Game, State
from rulekit.errors import UsageError
from rulekit.program import ops as o
from rulekit.runtime.table import Table
from rulekit.testing.write_example import given_lines as lines_of_state
from rulekit.tryout.trial import default_people, readable

_MOST_DECISIONS = 500


def given_lines(game: Game, typed: Sequence[str], start: bool, seed: int) -> tuple[str, ...]:
    """All lines of `given`, players first."""
    lines = [line.strip() for text in typed for line in text.replace(";", "\n").splitlines() if line.strip()]
    heads = [line for line in lines if line.split()[0] in ("players", "player")]
    others = [line for line in lines if line not in heads]
    people = heads[:1] or [f"players {', '.join(default_people(game))}"]
    dealt = _dealt(game, people_of(people), seed) if start else ()
    turn = (f"active = {people_of(people)[0]}",) if _has_turns(game) and not _sets_turn((*others, *dealt)) else ()
    return (*people, *turn, *dealt, *others)


def people_of(given: Sequence[str]) -> tuple[str, ...]:
    """The names in the line that says who plays."""
    found = tuple(name.strip() for name in given[0].partition(" ")[2].split(",") if name.strip())
    if not found:
        raise UsageError('`players` needs names: --given "players ann, bob"')
    return found


def actor_of(given: Sequence[str]) -> str:
    """Who acts: the one whose turn it is, else the first player."""
    turn = [line.partition("=")[2].strip() for line in given if line.replace(" ", "").startswith("active=")]
    return turn[-1] if turn else people_of(given)[0]


def table_of(game: Game, given: Sequence[str]) -> Table:
    people = people_of(given)
    if len(people) not in game.player_counts:
        raise UsageError(f"{game.name} is for {game.seats}, and `{given[0]}` names {len(people)}")
    return game.table(len(people), people)


def _has_turns(game: Game) -> bool:
    routines = game.program.routines.values()
    return any(isinstance(op, o.ScopeBegin) and op.word == "turn" for routine in routines for op in routine.ops)


def _sets_turn(lines: Sequence[str]) -> bool:
    return any(line.replace(" ", "").startswith("active=") for line in lines)


def _dealt(game: Game, people: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """The table when the first turn begins; what set-up asks is answered at random."""
    state, chance = game.new(names=people, seed=seed), random.Random(seed)
    for _ in range(_MOST_DECISIONS):
        if state.over or state.active is not None:
            break
        state = _decided(state, chance)
    verbs = set(state.table.program.verbs)
    return tuple(line for line in lines_of_state(state.table, state.data) if readable(line, verbs))


def _decided(state: State, chance: random.Random) -> State:
    return state.play(chance.randrange(len(state.decision.options)))
