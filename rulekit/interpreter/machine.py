"""The interpreter: runs until it needs something from outside, then stops with a question.

Contract: `run` carries on until a player must answer (or chance, if chance is asked), or the game is over.
`question` says what is asked; `answer` takes one of its choices. Nothing else changes a state. A budget of work
between two questions ends what runs away, with a trace of what ran: each step takes one unit, and what a step works out takes
more (`evaluate.py`). What is answered without asking does not renew it.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter import loop
from rulekit.interpreter.evaluate import EXPRESSIONS, define_value, stat_value
from rulekit.program import core as c
from rulekit.program.limits import TOO_DEEP
from rulekit.runtime import events, matching
from rulekit.runtime.log import span_now, trace
from rulekit.runtime.machine import Locals, Machine
from rulekit.runtime.watchdog import Watchdog


class Interpreter(Machine):
    """A machine that runs the program as it is: the reference."""

    # ---------- formulas and events ----------
    def value(self, node: c.Core, env: Locals) -> Any:
        return EXPRESSIONS[type(node)](self, node, env)

    call = define_value
    stat = stat_value
    answers = matching.answers
    raise_event = events.raise_event

    def bounds_of(self, resource: str) -> tuple[int | None, Any]:
        var = self.program.vars[resource]
        self.bounds[resource] = found = (var.floor, None if var.cap is None else _cap(var.cap))
        return found

    # ---------- running ----------
    def run(self) -> None:
        self.renew()
        watchdog, s = Watchdog(self), self.s
        try:
            while s.stack and not s.ended:
                watchdog.tick()
                if self.step():
                    s.asking = True
                    return
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None
        s.asking = False
        if not s.stack:
            s.ended = True

    def run_to(self, depth: int) -> bool:
        watchdog, s = Watchdog(self), self.s
        while len(s.stack) > depth and not s.ended:
            watchdog.tick()
            if self.step():
                return True
        return False

    step = loop.step

    def placed(self, error: RunError | RecursionError) -> RunError:
        if isinstance(error, RecursionError):
            error = RunError(TOO_DEEP)
        if error.span is None:
            error.place(span_now(self), trace(self))
        return error

    # ---------- questions and answers ----------
    question = loop.question_now
    take_value = loop.take_value

    def answer_value(self, value: Any) -> None:
        self.s.asking = False
        self.s.answered += 1
        self.pending = None
        self.renew()
        try:
            self.take_value(value)
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None
        self.run()


def _cap(node: c.Core) -> Any:
    return node.value if isinstance(node, c.Const) else lambda m, _, env: m.value(node, env)


Interpreter.playing = Interpreter.plain = Interpreter
