"""What a position at the end of a thought is worth to each player, between 0 and 1.

Contract: an end counts by who won, and a little by how clearly; a position that was cut off counts by how far a player has
come since the root, measured in the usual size of such differences. The same positions in the same order give the same
figures.

The usual size is the middle one of those seen so far, not their mean: where one line in twenty leads to something a hundred
times as large, all other lines would look alike.
"""

from __future__ import annotations

from bisect import insort

from rulekit.api import State
from rulekit.bots.standing import margins

# A win shared is less than a win alone, and nobody's win is more than somebody else's. (In a game played together,
# where all win or nobody does, the order is the right one too.)
_SOLE, _SHARED, _NOBODY, _LOST = 1.0, 0.6, 0.4, 0.0
_CLEARLY = 0.15  # how much of the reward of an end is about the margin
_CUT_OFF = 0.8  # a position that only looks good is less than a win, one that looks bad more than a loss


class Rewards:
    """Rewards of one search."""

    def __init__(self, root: State) -> None:
        self._root = margins(root)
        self._sizes: list[float] = []  # of all differences so far, the smallest first; where there is none nothing is learnt

    def of(self, state: State) -> list[float]:
        """One figure for each player."""
        return self.of_all([state])[0]

    def of_all(self, states: list[State]) -> list[list[float]]:
        """The same for several positions, all of them seen before any is judged."""
        steps = [[now - then for now, then in zip(margins(state), self._root, strict=True)] for state in states]
        for size in (abs(step) for come in steps for step in come if step):
            insort(self._sizes, size)
        return [self._reward(state, come) for state, come in zip(states, steps, strict=True)]

    def _reward(self, state: State, come: list[float]) -> list[float]:
        scale = self._sizes[len(self._sizes) // 2] if self._sizes else 1.0
        looks = [0.5 + 0.5 * step / (abs(step) + scale) for step in come]
        if not state.over:
            return [0.5 + _CUT_OFF * (look - 0.5) for look in looks]
        return [(1 - _CLEARLY) * _result(state, p) + _CLEARLY * look for p, look in enumerate(looks)]


def _result(state: State, player: int) -> float:
    if player in state.winners:
        return _SOLE if len(state.winners) == 1 else _SHARED
    if state.winners or len(state.table.seats) == 1:
        return _LOST
    return _NOBODY
