"""What OpenSpiel wants to know of a game beforehand: how long it may be, what it may bring, how wide chance is.

Contract: small games are gone through, so the bounds are exact; of others they are what the caller declares, or what holds for
every game.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from rulekit.adapters.moving import by_wins
from rulekit.api import Game, State
from rulekit.errors import RunError, UsageError
from rulekit.program import ops as o

_NODES = 3000  # of a tree that is gone through
LONGEST = 10_000  # decisions and chance events of a game of which nothing is known


@dataclass(frozen=True)
class Settings:
    """How a game is played over there."""

    players: int
    returns: str = "win"  # win: +1 and -1; score: what the define `score` says
    horizon: int = 0  # decisions after which nobody has won; 0: none
    low: float | None = None
    high: float | None = None
    longest: int | None = None


@dataclass(frozen=True)
class Bounds:
    """Limits of a game."""

    low: float
    high: float
    longest: int  # moves, a simultaneous one being one
    chance_events: int
    outcomes: int  # of one chance event
    zero_sum: bool


def start(game: Game, players: int) -> State:
    """The first position, with every question put: what has one answer is a node there too."""
    return game.new(players, chance="ask", forced="ask")


def returns(state: State, settings: Settings) -> list[float]:
    """What a finished game brings to each."""
    if settings.returns == "score":
        return [float(score) for score in state.scores]
    return by_wins(state)


def sealed(game: Game, players: int) -> bool:
    """Are there choices that several make at the same time?"""
    routines = game.for_players(players).routines.values()
    return any(isinstance(op, o.Choose) and op.sealed for routine in routines for op in routine.ops)


def hidden(game: Game, players: int) -> bool:
    """Is anything ever hidden from a player?"""
    program = game.for_players(players)
    secret = any(var.secret for var in program.vars.values())
    return secret or sealed(game, players) or any(zone.seen != "everyone" for zone in program.zones.values())


def chancy(game: Game, players: int) -> bool:
    """Does chance decide anything?"""
    routines = game.for_players(players).routines.values()
    kinds = (o.Shuffle, o.Draw, o.Settle, o.RollDie, o.RollNumber)
    return any(isinstance(op, kinds) or getattr(op, "random", False) for routine in routines for op in routine.ops)


def bounds(game: Game, settings: Settings) -> Bounds:
    """The limits of a game."""
    try:
        found = _gone_through(game, settings)
    except RunError:  # chance may keep it going until its rules are thought to run on for ever
        found = None
    if found is None:
        found = _known_beforehand(game, settings)
    low = found.low if settings.low is None else settings.low
    high = found.high if settings.high is None else settings.high
    if low > high:
        raise UsageError(f"the least a game may bring ({low:g}) is more than the most ({high:g})")
    longest = settings.longest if settings.longest is not None else found.longest
    return Bounds(low, high, longest, found.chance_events, found.outcomes, found.zero_sum)


def _known_beforehand(game: Game, settings: Settings) -> Bounds:
    if settings.returns == "score" and (settings.low is None or settings.high is None):
        raise UsageError(
            "the game is too large to find out what scores it may bring; say so with min_utility= and max_utility=, "
            "or take returns='win'"
        )
    longest = settings.horizon or LONGEST
    outcomes = max(256, len(game.table(settings.players).entities) + 1)
    wins = settings.returns == "win" and settings.players > 1
    return Bounds(-1.0, float(max(1, settings.players - 1)), longest, LONGEST, outcomes, wins)


def _gone_through(game: Game, settings: Settings) -> Bounds | None:
    """The exact limits of a small tree; None for a large one."""
    lows, highs, sums = [0.0], [0.0], set[float]()
    longest = events = outcomes = nodes = 0
    todo = deque([(start(game, settings.players), 0, 0)])
    while todo:
        state, moves, chances = todo.popleft()  # the nearest first: ties may be broken by ties without end
        nodes += 1
        if state.over or (settings.horizon and moves >= settings.horizon):
            brought = returns(state, settings) if state.over else [0.0] * settings.players
            lows.append(min(brought))
            highs.append(max(brought))
            sums.add(round(sum(brought), 9))
            longest, events = max(longest, moves), max(events, chances)
            continue
        options = state.decision.options
        if nodes + len(todo) + len(options) > _NODES:
            return None
        by_chance = state.decision.kind == "chance"
        outcomes = max(outcomes, len(options)) if by_chance else outcomes
        todo += [(state.apply(option), moves + (not by_chance), chances + by_chance) for option in options]
    return Bounds(min(lows), max(highs), max(1, longest), events, outcomes, sums <= {0.0})
