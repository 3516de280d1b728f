"""How well a player stands.

Contract: a figure for each seat, actors included, from a state that is full knowledge: bots ask it only of states drawn from
their own view. A game says what a position is worth with `define worth(player p)`; without it, the define `score` counts, and
what a player holds of lasting resources breaks ties.
"""

from __future__ import annotations

from rulekit.api import State
from rulekit.runtime.payment import amount_held

WIN = 1e9
_POINT = 1000.0  # one point of score outweighs whatever is held


def standing(state: State, player: int) -> float:
    """How well a player stands: much for a win, else what the game says the position is worth."""
    if state.over:
        return WIN if player in state.winners else -WIN
    return worth(state, player)


def worth(state: State, player: int) -> float:
    """What the position is worth to a player, the end of the game left aside."""
    if _has(state, "worth"):
        return float(state.machine.outside(lambda: state.machine.call("worth", [player], player)))
    score = state.machine.outside(lambda: state.machine.call("score", [player], player)) if _has(state, "score") else 0
    return _POINT * (score if isinstance(score, int) else 0) + _held(state, player)


def judged_by(state: State) -> str:
    """The define by which a position is judged before the end of the game, if there is one."""
    return next((name for name in ("worth", "score") if _has(state, name)), "")


def margins(state: State) -> list[float]:
    """What each player has, less half of what the best other seat has: to get on counts more than to hold others back, and
    what helps all alike still counts."""
    worths = [worth(state, seat) for seat in state.table.seats]
    found = []
    for player in state.players:
        others = [w for seat, w in zip(state.table.seats, worths, strict=True) if seat != player]
        found.append(worths[player] - (max(others) / 2 if others else 0.0))
    return found


def _has(state: State, name: str) -> bool:
    define = state.table.program.defines.get(name)
    return define is not None and len(define.params) == 1


def _held(state: State, player: int) -> int:
    """All that a player holds of lasting resources."""
    found = 0
    for name, var in state.table.program.resources().items():
        if var.owners == ("player",) and var.lasts is None:
            found += amount_held(state.machine, name, player)
    return found
