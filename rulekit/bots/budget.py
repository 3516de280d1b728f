"""How much a bot may think about one answer: so many thoughts, or as long as it was told.

Contract: iterating gives, before each thought, how many are left at most. Where a time was given, a thought is begun only if at
least half of one as long as the others would be in time. So an answer comes as often a little early as a little late, by half
a thought at most; how long a thought takes hangs on the game, and on whether there is native code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

ENDLESS = 1 << 30


class Budget:
    """What is left for one answer."""

    def __init__(
        self,
        thoughts: int = 1,
        seconds: float | None = None,
        begin: float = 0.0,
        *,
        least: int = 0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._thoughts, self._least = thoughts, least  # `least`: however late it is
        self._seconds, self._begin, self._clock = seconds, begin, clock
        self.leave: Callable[[], bool] = lambda: False  # is there something better to do than another thought?
        self.left = False

    def __iter__(self) -> Iterator[int]:
        for rest in self._rests():
            self.left = self.leave()
            if self.left:
                return
            yield rest

    def _rests(self) -> Iterator[int]:
        if self._seconds is None:
            yield from range(self._thoughts, 0, -1)
            return
        first, count, end = self._clock(), 0, self._begin + self._seconds
        now = first
        while count < self._least or now + (now - first) / max(count, 1) / 2 <= end:
            yield ENDLESS
            now, count = self._clock(), count + 1

    def prepared(self) -> bool:
        """Has half of the time gone, before the first thought?"""
        return self._seconds is not None and self._clock() > self._begin + self._seconds / 2
