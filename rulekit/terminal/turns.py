"""In whose turn each line of the log was written.

Contract: while something is `watched`, the reference machine runs and notes round and turn with every line that it tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulekit.api import State
from rulekit.interpreter.machine import Machine

Turn = tuple[int, int | None]  # the round, and whose turn it is


class _Watched(Machine):
    turns: list[Turn]

    def tell(self, text: str, secret: int | None = None, spot: Any = None) -> None:
        super().tell(text, secret, spot)
        self.turns.append((self.s.rounds, self.active()))


@contextmanager
def watched() -> Iterator[list[Turn]]:
    """The turns of all lines that are told in here."""
    turns: list[Turn] = []
    before, State.machine_class = State.machine_class, type("Watched", (_Watched,), {"turns": turns})
    try:
        yield turns
    finally:
        State.machine_class = before


def turn_of(state: State) -> Turn:
    return state._data.rounds, state.active
