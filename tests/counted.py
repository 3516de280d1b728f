"""How much work something is, told by a machine that is busy as by one that is idle: calls are counted, not seconds."""

from __future__ import annotations

import cProfile
from collections.abc import Callable


def calls(work: Callable[[], object]) -> int:
    """How many calls of functions it takes, Python's own included."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())
