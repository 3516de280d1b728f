"""How much work something is, told by a machine that is busy as by one that is idle: calls are counted, not seconds."""

from __future__ import annotations

import cProfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fails if what is done in here takes more calls of functions, Python's own included."""
    profile = cProfile.Profile()
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
    made = sum(entry.callcount for entry in profile.getstats())
    assert made <= calls, f"{made:,} calls where {calls:,} are enough"
