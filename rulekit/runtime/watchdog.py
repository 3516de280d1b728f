"""What runs away ends.

Contract: `tick` is called for each step. It takes a unit of the budget, and raises a `RunError` when the budget is spent, the
stack is too deep, or a position comes back.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.program.limits import DEPTH_MAX, FOR_EVER, WAITING
from rulekit.runtime.machine import Machine

PATIENCE = 5_000  # steps before positions are compared


class Watchdog:
    """Ends what runs away: too much work between two questions, too deep a stack, or a position that comes back."""

    __slots__ = ("_looks", "_machine", "_seen", "_steps")

    def __init__(self, machine: Machine, steps: int = 0) -> None:
        self._machine = machine
        self._steps = steps
        self._seen: Any = None
        self._looks = 2_000

    def tick(self) -> None:
        self._steps += 1
        machine = self._machine
        machine.units -= 1
        if self._steps > PATIENCE:
            self._look()
        if machine.units < 0:
            machine.exhausted()
        if len(machine.s.stack) > DEPTH_MAX:
            raise RunError(FOR_EVER, note=WAITING)

    def _look(self) -> None:
        """Compares positions, keeping one at ever longer distances: a circle is found within twice its length. A full
        comparison costs, so only positions at the same place of the text are compared, and not too many of them."""
        data = self._machine.s
        key = (len(data.stack), data.stack[-1][0], data.stack[-1][1])
        if self._seen is None or self._steps & (self._steps - 1) == 0:
            self._seen = (key, data.following().as_plain())
        elif key == self._seen[0] and self._looks > 0:
            self._looks -= 1
            if data.as_plain() == self._seen[1]:  # ends with the first difference, and what is shared is the same
                message = "the rules go round in a circle here: the same position comes back"
                raise RunError(message)
