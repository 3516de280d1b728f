"""In whose turn each line of the log was written.

Contract: while something is `watched`, the reference machine runs and notes round and turn with every line that it tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulekit.api import State
from rulekit.interpreter.machine import Interpreter
from rulekit.runtime.bearers import active_player

Turn = tuple[int, int | None]  # the round, and whose turn it is


class _Watched(Interpreter):
    turns: list[Turn]

    def step(self) -> bool:
        told, turn = self.log, (self.s.rounds, active_player(self))
        asks = super().step()
        at = self.log
        while at is not None and at is not told:
            self.turns.append(turn)
            at = at[0]
        return asks


@contextmanager
def watched() -> Iterator[list[Turn]]:
    """The turns of the lines that are told in here, but for those of an answer itself, which come first."""
    turns: list[Turn] = []
    before, State.machine_class = State.machine_class, type("Watched", (_Watched,), {"turns": turns})
    try:
        yield turns
    finally:
        State.machine_class = before


def turn_of(state: State) -> Turn:
    return state._data.rounds, state.active
