"""The machine of the compiled tier.

Contract: asks the same questions as `Interpreter`, takes the same answers and leaves the same states. Expressions, routines
and the matching of events are printed as Python; what is rare is left to the interpreter's own functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter.loop import consult, frame_question, question_now, take_value
from rulekit.interpreter.standing import add_standing
from rulekit.ir.protocol import AGAIN, ASK, SPELL
from rulekit.ir.run import events
from rulekit.ir.run.code import Code, Made, code_of
from rulekit.ir.run.menus import answer_text
from rulekit.ir.run.running import COMPILED_STEPS
from rulekit.program import core as c
from rulekit.program.limits import TOO_DEEP
from rulekit.runtime.log import span_now, trace
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Question
from rulekit.runtime.state import Data, Frame
from rulekit.runtime.table import Table
from rulekit.runtime.watchdog import PATIENCE, Watchdog

_DEPTH = 350  # frames; more are left to the watchdog
_ROUTINES = ("run_", "play_", "verb_", "ask_", "answer_", "reply_")  # how functions begin that carry out operations


class CompiledMachine(Machine):
    """Runs printed code."""

    routines: Made  # printed functions by path
    routine: Callable[[str], Any]  # looks one up
    spent = 0  # steps made by routines that wait, not yet counted

    def __init__(self, table: Table, data: Data) -> None:
        self.t, self.s = table, data
        self.program, self.units = table.program, table.budget
        code = table.code
        self.code: Code = code if type(code) is Code else code_of(table)
        self.routines, self.routine, self.bounds = self.code.routines, self.code.routines.__getitem__, self.code.bounds

    @classmethod
    def of_table(cls, table: Table) -> type[CompiledMachine]:
        """The machines of one table: what is the same for all of them belongs to their class. Those of playouts run code
        that answers questions on the spot, by numbers of a stream."""
        code = code_of(table)
        shared = {"t": table, "program": table.program, "code": code, "__init__": _seated, "__module__": cls.__module__}
        shared |= {"units": table.budget, "bounds": code.bounds}

        def running(routines: Made) -> type[CompiledMachine]:
            return type(cls.__name__, (cls,), {**shared, "routines": routines, "routine": routines.__getitem__})

        found = running(code.routines)
        found.playing = running(code.playing)
        found.plain = found.playing.plain = found
        return found

    # ---------- expressions ----------
    def value(self, node: c.Core, env: list[Any]) -> Any:
        return self.code.value(node)(self, self.s, env)

    def call(self, name: str, args: list[Any], you: int | None) -> Any:
        return self.code.defines[name](self, self.s, you, *args)

    def stat(self, thing: int, name: str) -> Any:
        return self.code.stats[name](self, self.s, thing)

    def bounds_of(self, resource: str) -> tuple[int | None, Any]:
        found: tuple[int | None, Any] = self.code.bounds[resource]
        return found

    # ---------- events ----------
    answers = events.answers_of
    raise_event = events.raise_event

    # ---------- the budget ----------
    def exhausted(self) -> None:
        """The budget is for one decision. It is not renewed for each, which would take time, but when it has been spent and
        another decision was taken meanwhile."""
        if self.since == self.s.answered:
            super().exhausted()
        self.renew()

    def renew(self) -> None:
        super().renew()
        self.since = self.s.answered

    def placed(self, error: RunError | RecursionError) -> RunError:
        """Printed functions carry the lines of the rules: the innermost one that carries out operations says where."""
        if isinstance(error, RunError) and error.span is not None:
            return error
        line = None
        at = error.__traceback__
        while at is not None:
            code = at.tb_frame.f_code
            if code.co_name.startswith(_ROUTINES):
                line = code.co_filename, at.tb_lineno
            at = at.tb_next
        if isinstance(error, RecursionError):
            error = RunError(TOO_DEEP)
        ops = (op for routine in self.program.routines.values() for op in routine.ops)
        span = next((op.span for op in ops if (op.span.source.name, op.span.line) == line), None)
        error.place(span_now(self) if span is None else span, trace(self))
        return error

    # ---------- running ----------
    def run(self) -> None:
        try:
            self._run()
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None

    def _run(self) -> None:
        s, routines = self.s, self.routines
        stack = s.stack
        steps, watch, answered = 0, None, s.answered
        while stack and not s.ended:
            frame = stack[-1]
            path = frame[0]
            steps += 1 if watch else 1 + self.spent
            self.spent = 0
            if steps > PATIENCE or len(stack) > _DEPTH or self.units < 0:
                if s.answered != answered:  # a playout answers on its way
                    steps, watch, answered = 0, None, s.answered
                watch = watch or Watchdog(self, steps)
                watch.tick()
                self.spent = SPELL  # nobody waits any more: every step is looked at
            if path[0] == "@":
                question = COMPILED_STEPS[path](self, frame)
                if question is not None and consult(self, question):
                    s.asking = True
                    return
                continue
            if routines[path](self, s, frame, frame[2], frame[1]) == ASK:
                s.asking = True
                return
        s.asking = False
        if not stack:
            s.ended = True

    def run_to(self, depth: int) -> bool:
        watch, s = Watchdog(self), self.s
        while len(s.stack) > depth and not s.ended:
            watch.tick()
            self.spent = 0
            if self._go(s.stack[-1]) == ASK:
                return True
        return False

    def _go(self, frame: Frame) -> int:
        """Carries out what is on top of the stack, as far as one function goes."""
        path = frame[0]
        if path[0] == "@":
            question = COMPILED_STEPS[path](self, frame)
            return ASK if question is not None and consult(self, question) else AGAIN
        found: int = self.routines[path](self, self.s, frame, frame[2], frame[1])
        return found

    def reference(self) -> Question:
        """The question of the state with all that players want to know."""
        self.renew()
        found = frame_question(self, self.s.stack[-1])
        assert found is not None
        if found.kind != "chance":
            add_standing(self, found)
        return found

    def question(self) -> Question | None:
        stop = self.stop
        if stop is None:
            return question_now(self)
        if self.pending is None:
            kind, player, out, site, offers = stop
            values = out if offers is None else [option.value for option in out]
            self.pending = Question.of_values(kind, player, values, self, site.op)
        return self.pending

    take_value = take_value
    answer_text = answer_text

    def answer_value(self, value: Any) -> None:
        """Takes an answer by its value and runs on: from the place that has asked, if that is printed."""
        s, stop, how = self.s, self.stop, AGAIN
        s.answered += 1
        self.stop = self.pending = None
        try:
            if stop is None:
                s.asking = False
                self.take_value(value)
            else:
                frame, site = s.stack[-1], stop[3]
                how = (site.play if self.limit else site.go)(self, s, frame, frame[2], value)
        except (RunError, RecursionError) as error:
            s.asking = False
            raise self.placed(error) from None
        if how != ASK:
            self.go_on(how)

    def go_on(self, how: int) -> None:
        """Goes on as printed code has said."""
        if how != ASK:
            self.s.asking = False
            if not self.s.ended:
                self.run()


def _seated(machine: CompiledMachine, table: Table, data: Data) -> None:
    """A machine whose class knows the table."""
    machine.s = data
