"""A scope: a turn, a round, a phase, a verb at work, or rules laid over a block.

Contract: plain data, a tuple with names. Scopes are shared by copies of a state: never changed, only replaced.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Scope(NamedTuple):
    """What is open, for whom, and what it has set aside."""

    word: str  # turn, round, phase, step, verb, under
    name: str = ""
    player: Any = None
    depth: int = -1  # of the frame that opened it
    end: int = -1  # where that frame goes on when it is left
    you: Any = None  # the subject of the frame before
    saved: tuple[tuple[int, Any], ...] = ()  # blocks of values that last for it: the first slot, and what they were
    once: tuple[Any, ...] = ()  # abilities that have acted in it
    closing: bool = False
    then: tuple[Any, ...] = ()  # routines to run when it has closed
    bundle: str = ""  # rules laid over a block, with the locals they see
    locals: tuple[Any, ...] = ()
    lent: tuple[Any, ...] = ()  # rules that things lend: (bundle, locals)
