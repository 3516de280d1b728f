"""Which operations of a program ran, and which way they went.

Contract: while `watching(trace)` lasts, every machine that a state makes notes what it carries out; outside of it
nothing is slowed down. Marks are kept a program at a time, because one file gives different programs with different
modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rulekit.api import State
from rulekit.interpreter.machine import Interpreter
from rulekit.program.game import Program
from rulekit.runtime.machine import Event, Found

Mark = tuple[Any, ...]  # (path, pc, pc after it), ("define", name), ("stat", name), ("field", design, name), ("forbid", number)


@dataclass
class Trace:
    """What ran, by program."""

    programs: dict[int, Program] = field(default_factory=dict)
    marks: dict[int, set[Mark]] = field(default_factory=dict)

    def of(self, program: Program) -> set[Mark]:
        self.programs.setdefault(id(program), program)
        return self.marks.setdefault(id(program), set())

    def found(self) -> Iterator[tuple[Program, set[Mark]]]:
        for key, program in self.programs.items():
            yield program, self.marks[key]


class WatchedMachine(Interpreter):
    """A machine that notes each operation and where it went on."""

    notes: ClassVar[Trace] = Trace()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.marks: set[Mark] = set()
        super().__init__(*args, **kwargs)
        self.marks = self.notes.of(self.program)

    def step(self) -> bool:
        frame = self.s.stack[-1]
        path, pc = frame[0], frame[1]
        asks = super().step()
        if path[0] != "@":
            self.marks.add((path, pc, frame[1]))
        return asks

    def take_value(self, value: Any) -> None:
        frame = self.s.stack[-1]
        path, pc = frame[0], frame[1]
        super().take_value(value)
        if path[0] != "@":
            self.marks.add((path, pc, frame[1]))

    # ---------- formulas ----------
    def call(self, name: str, args: list[Any], you: int | None) -> Any:
        self.marks.add(("define", name))  # in a formula, a step of `distance`, or what a bot asks
        return super().call(name, args, you)

    def stat(self, thing: int, name: str) -> Any:
        self.marks.add(("stat", name))
        return super().stat(thing, name)

    def field(self, thing: int, name: str) -> Any:
        self.marks.add(("field", self.t.entities[thing].design, name))
        return super().field(thing, name)

    def answers(self, event: Event, timing: str, used: tuple[Any, ...] = ()) -> Found:
        found = super().answers(event, timing, used)
        if timing == "forbid" and found:
            self.marks.add(("forbid", found[0][0].number))
        return found


WatchedMachine.plain = WatchedMachine  # what is only supposed has been carried out all the same


@contextmanager
def watching(trace: Trace) -> Iterator[Trace]:
    """Notes into a trace what all states of this process do."""
    before, was = State.machine_class, WatchedMachine.notes
    State.machine_class, WatchedMachine.notes = WatchedMachine, trace
    try:
        yield trace
    finally:
        State.machine_class, WatchedMachine.notes = before, was
