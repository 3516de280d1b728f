"""What a position at the end of a thought is worth to each player, between 0 and 1.

Contract: an end counts by who won, and a little by how clearly; a position that was cut off counts by how well a player stands
there, against what was usual in this search: `Rewards` measures in the usual distance from it, `Ranks` tells what share of all
results it beats. So a small difference that keeps coming up is seen, whatever positions are worth in a game. The same
positions in the same order give the same figures.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from dataclasses import dataclass
from math import sqrt

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
        self._mean = margins(root)
        self._squares = [0.0] * len(self._mean)  # of all distances from the mean
        self._count = 1

    def of(self, state: State) -> list[float]:
        """One figure for each player."""
        self._count += 1
        found = [self._usual(player, came) for player, came in enumerate(margins(state))]
        looks = [0.5 + 0.5 * far / (1 + abs(far)) for far in found]
        return [_reward(_result(state, player), look) for player, look in enumerate(looks)]

    def _usual(self, player: int, came: float) -> float:
        """Counts a result; how far from the usual it is, in usual distances."""
        from_mean = came - self._mean[player]
        self._mean[player] += from_mean / self._count
        self._squares[player] += from_mean * (came - self._mean[player])
        spread = sqrt(self._squares[player] / self._count)
        return (came - self._mean[player]) / spread if spread > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a thought for a player."""

    margin: float
    result: float | None  # none where it was cut off


class Ranks:
    """How results of one player compare with all others of a search. What positions are worth may jump, as where a treasure
    is found: then usual distances would hide all that is smaller, and ranks do not."""

    def __init__(self) -> None:
        self._margins: list[float] = []  # in order

    @property
    def count(self) -> int:
        return len(self._margins)

    def add(self, state: State, player: int) -> Came:
        """Counts a result."""
        margin = margins(state)[player]
        insort(self._margins, margin)
        return Came(margin, _result(state, player))

    def reward(self, came: Came) -> float:
        """By the share of results that it beats; of those that are equal, half."""
        beats = bisect_left(self._margins, came.margin) + bisect_right(self._margins, came.margin)
        return _reward(came.result, beats / (2 * self.count))


def _reward(result: float | None, look: float) -> float:
    """Of a result, if there is one, and of how the position looks."""
    return 0.5 + _CUT_OFF * (look - 0.5) if result is None else (1 - _CLEARLY) * result + _CLEARLY * look


def _result(state: State, player: int) -> float | None:
    """What the end of a game is worth to a player; none before it."""
    if not state.over:
        return None
    if player in state.winners:
        return _SOLE if len(state.winners) == 1 else _SHARED
    if state.winners or len(state.table.seats) == 1:
        return _LOST
    return _NOBODY
