"""The machine of the fast tier.

Contract: asks the same questions as `Machine`, takes the same answers and leaves the same states. Expressions and
routines are printed and compiled when they are first needed, once for a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.compiled import helpers
from rulekit.compiled.routines import AGAIN, ASK, Segments
from rulekit.interpreter.evaluate import OPERATIONS, folded, ranked, sortable
from rulekit.interpreter.machine import Machine, Watchdog
from rulekit.interpreter.state import Data, Frame
from rulekit.interpreter.table import Table
from rulekit.program import core as c
from rulekit.program import ops as o

Function = Callable[..., Any]


class Code:
    """All compiled functions of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.printer = Segments(Machine(table, Data()))
        self.space: dict[str, Any] = {
            "OPERATIONS": OPERATIONS,
            "folded": folded,
            "ranked": ranked,
            "sortable": sortable,
            **{name: getattr(helpers, name) for name in ("kept", "lying", "asked", "part", "end_of")},
        }
        self.values: dict[int, tuple[c.Core, Function]] = {}
        self.routines: dict[str, list[Function | None]] = {}
        self.steps: dict[type, Any] = {}
        self._defined: set[str] = set()
        self._count = 0

    def _make(self, source: str, name: str) -> Function:
        self.space.update(self.printer.constants)
        exec(compile(source, f"<rulekit {name}>", "exec"), self.space)
        function: Function = self.space[name]
        return function

    def value(self, node: c.Core) -> Function:
        """The function of an expression; the node is kept, so that its identity stays its own."""
        self._count += 1
        name = f"e{self._count}"
        source = self.printer.expression(node, {})
        self._define(node)
        function = self._make(f"def {name}(m, s, L):\n    return {source}\n", name)
        self.values[id(node)] = (node, function)
        return function

    def _define(self, node: Any) -> None:
        """Compiles the defines that an expression calls."""
        for name in _calls(node):
            if name not in self._defined:
                self._defined.add(name)
                define = self.table.program.defines[name]
                self._define(define.value)
                bound = {c.YOU: "you", **{param.slot: f"a{param.slot}" for param in define.params}}
                params = ", ".join(f"a{param.slot}" for param in define.params)
                body = self.printer.expression(define.value, bound)  # type: ignore[arg-type]
                self._make(f"def d_{name}(m, s, you{', ' if params else ''}{params}):\n    return {body}\n", f"d_{name}")

    def routine(self, path: str) -> list[Function | None]:
        """The functions of a routine, by the place where each begins."""
        routine = self.table.program.routines[path]
        found: list[Function | None] = [None] * len(routine.ops)
        starts = self.printer.leaders(routine)
        for op in routine.ops:
            for node in _expressions(op):
                self._define(node)
        for start, end in zip(starts, [*starts[1:], len(routine.ops)], strict=True):
            self._count += 1
            name = f"r{self._count}"
            found[start] = self._make(self.printer.segment(routine, start, end, name) + "\n", name)
        self.routines[path] = found
        return found

    def segment(self, path: str, place: int) -> Function:
        """The function for a place in the middle of a stretch: an example, or a save of the other tier, may stand there."""
        routine = self.table.program.routines[path]
        end = next((start for start in self.printer.leaders(routine) if start > place), len(routine.ops))
        self._count += 1
        name = f"r{self._count}"
        function = self._make(self.printer.segment(routine, place, end, name) + "\n", name)
        self.routines[path][place] = function
        return function


def _expressions(value: Any) -> list[c.Core]:
    """The core expressions directly inside an operation."""
    found: list[c.Core] = []
    for name in getattr(type(value), "__slots__", ()):
        inner = getattr(value, name, None)
        for item in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(item, c.Core):
                found.append(item)
    return found


def _calls(node: Any) -> list[str]:
    """The defines that an expression calls, in order."""
    found = [node.name] if isinstance(node, c.CallDefine) else []
    for name in getattr(type(node), "__slots__", ()):
        inner = getattr(node, name, None)
        for item in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(item, c.Core):
                found += _calls(item)
    return found


def code_of(table: Table) -> Code:
    found = table.code
    if not isinstance(found, Code):
        found = table.code = Code(table)
    return found


class CompiledMachine(Machine):
    """Runs printed code; everything it does not print it inherits."""

    def __init__(self, table: Table, data: Data) -> None:
        self.t, self.s = table, data
        self.program = table.program
        self.code = code_of(table)

    def value(self, node: c.Core, env: list[Any]) -> Any:
        found = self.code.values.get(id(node))
        function = found[1] if found is not None else self.code.value(node)
        return function(self, self.s, env)

    def call(self, name: str, args: list[Any], you: int | None) -> Any:
        function = self.code.space.get(f"d_{name}")
        if function is None:
            self.code._define(c.CallDefine(name, ()))
            function = self.code.space[f"d_{name}"]
        return function(self, self.s, you, *args)

    def run(self) -> None:
        s, routines = self.s, self.code.routines
        stack = s.stack
        watch = Watchdog(self)
        tick = watch.tick
        while stack and not s.ended:
            frame = stack[-1]
            path = frame[0]
            if path[0] == "@":
                tick()
                if super().step():
                    s.asking = True
                    return
                continue
            functions = routines.get(path) or self.code.routine(path)
            place, local = frame[1], frame[2]
            while place >= 0:
                frame[1] = place
                tick()
                function = functions[place]
                if function is None:
                    function = self.code.segment(path, place)
                place = function(self, s, frame, local)
            if place == ASK:
                s.asking = True
                return
        s.asking = False
        if not stack:
            s.ended = True

    def do(self, frame: Frame, op: o.Operation) -> int:
        """An operation that is not printed, as the interpreter does it."""
        kind = type(op)
        plain = self.code.steps.get(kind, self)
        if plain is self:
            plain = self.code.steps[kind] = getattr(CompiledMachine, f"_x_{kind.__name__.lower()}", None)
        if plain is not None:
            plain(self, frame, op)
            return AGAIN
        return ASK if super().step() else AGAIN

    # ---------- changes nobody answers ----------
    def gain_quickly(self, player: int, resource: str, amount: int) -> None:
        self.change(resource, player, amount)
        if self.log is not None:
            self.note(f"{self.t.text(player)} gains {amount} {resource}")

    def lose_quickly(self, player: int, resource: str, amount: int) -> None:
        lost = -self.change(resource, player, amount)
        if self.log is not None:
            self.note(f"{self.t.text(player)} loses {lost} {resource}")
