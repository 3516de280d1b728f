"""Numbers of a bot's own: the same for the same seed, in every process, and none of the game's."""

from __future__ import annotations

from rulekit.api import State
from rulekit.errors import AnswerError
from rulekit.runtime.chance import draw

PAYS = 2.0  # seconds of a bot's thinking after which it pays to compile a table


class Stream:
    """A stream of uniform numbers.

    >>> first, second = Stream(3), Stream(3)
    >>> [first.below(10) for _ in range(5)] == [second.below(10) for _ in range(5)]
    True
    """

    __slots__ = ("count", "origin")

    def __init__(self, seed: int) -> None:
        self.origin, self.count = ~seed, 0  # where it begins, and how many numbers have been drawn

    def below(self, total: int) -> int:
        self.count += 1
        return draw(self.origin, self.count, total)

    def seed(self) -> int:
        """A seed for something that draws by itself."""
        return self.below(1 << 62)


def require_open(state: State) -> None:
    """Raises an `AnswerError` where there is nothing to decide."""
    if state.over:
        raise AnswerError("the game is over; there is nothing to decide for a bot")
