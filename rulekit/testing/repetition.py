"""Positions that come again.

Contract: `position` is all of a state that decides how it goes on, but for chance. `Path` is told every answer and the
position behind it, and gives the answers that led back to an earlier position of the same turn. Cycles are simple: what
went round in the meantime is no part of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from rulekit.program import ops as o
from rulekit.runtime.state import Data, Frame, freeze
from rulekit.runtime.table import Table

_COPY = re.compile(r"[@#][^ ]*")  # what tells copies of a thing apart in an answer


def position(table: Table, data: Data) -> Any:
    """All of a state that decides how it goes on, but for chance."""
    stack = [*data.stack[:-1], _asking(table, data.stack[-1])] if data.stack else []
    running = freeze((stack, data.scopes, data.lasting, data.once))
    return freeze(data.vals), tuple(data.zones), tuple(data.up), tuple(data.mixed), running


def _asking(table: Table, frame: Frame) -> Frame:
    """A frame that stands at a menu, without what was chosen there before: the menu binds it anew."""
    path, pc, local = frame
    routine = table.program.routines.get(path)
    op = routine.ops[pc] if routine is not None and pc < len(routine.ops) else None
    bound = [head.slot for head in op.options if head.slot >= 0] if isinstance(op, o.Ask) else []
    return [path, pc, local[: min(bound)]] if bound else frame


@dataclass
class Path:
    """The answers of a turn, without the cycles in them, and where each of them led."""

    before: list[str] = field(default_factory=list)  # the answers up to this turn
    answers: list[str] = field(default_factory=list)
    seen: dict[Any, int] = field(default_factory=dict)

    def begin(self, answers: list[str]) -> None:
        """Another turn, after these answers."""
        self.before, self.answers, self.seen = list(answers), [], {}

    def step(self, answer: str) -> None:
        self.answers.append(answer)

    def take_back(self) -> None:
        """The last answer was not given after all."""
        (self.answers or self.before).pop()

    def arrive(self, here: Any) -> list[str]:
        """The answers that led from here to here, if it was seen before; the path goes on without them."""
        first = self.seen.setdefault(here, len(self.answers))
        cycle = self.answers[first:]
        if cycle:
            self.answers = self.answers[:first]
            self.seen = {place: at for place, at in self.seen.items() if at <= first}
        return cycle


def canonical(cycle: list[str]) -> str:
    """The same text for a cycle wherever in it somebody begins, and whichever copies of things go round in it."""
    plain = [_COPY.sub("", answer) for answer in cycle]
    return " / ".join(min(plain[at:] + plain[:at] for at in range(len(plain))))
