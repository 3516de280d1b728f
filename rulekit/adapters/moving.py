"""Who moves, and what it brings: what all bridges share.

Contract: pure functions of a position. Those who choose in secret of each other move together.
"""

from __future__ import annotations

from rulekit.api import State
from rulekit.api.actions import Actions

DEALS = 1000  # games that are begun until somebody is asked something


def together(state: State, actions: Actions) -> dict[int, list[int]]:
    """Those who choose now without knowing of each other, with what they may choose; nobody where one chooses alone. What one
    takes changes nothing for the next: so whichever answer is tried on the way, the others are asked the same."""
    found: dict[int, list[int]] = {}
    at = state
    while not at.over and at.decision.kind == "sealed" and at.decision.seat not in found:
        found[at.decision.seat] = actions.of(at)
        at = at.apply(0)
    # who is asked several times in a row chooses several things, one after the other
    again = not at.over and at.decision.kind == "sealed" and at.decision.seat == next(reversed(found), None)
    return {} if again or len(found) < 2 else found


def by_wins(state: State) -> list[float]:
    """What a finished game brings to each: winners share what the others lose, 1 each."""
    count, winners = len(state.players), [player for player in state.winners if player in state.players]
    if count == 1:
        return [1.0 if winners else -1.0]
    if not winners or len(winners) == count:
        return [0.0] * count
    share = (count - len(winners)) / len(winners)
    return [share if player in winners else -1.0 for player in state.players]
