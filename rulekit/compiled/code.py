"""All compiled functions of one table.

Contract: functions are printed and compiled when they are first needed. Tracebacks and profiles point at the rules: each
function carries the name of the rules file and the lines of the rules it was printed from. Only literals and names made
here reach the source.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType
from typing import Any

from rulekit.compiled import helpers
from rulekit.compiled.known import parts
from rulekit.compiled.routines import Line
from rulekit.compiled.watchers import Watchers
from rulekit.interpreter.evaluate import OPERATIONS, folded, ranked, sortable
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.questions import Question
from rulekit.interpreter.state import Data
from rulekit.interpreter.table import Table
from rulekit.program import core as c

Function = Callable[..., Any]


class Code:
    """Functions by what they do."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.printer = Watchers(Machine(table, Data()))
        self.space: dict[str, Any] = {
            "OPERATIONS": OPERATIONS,
            "folded": folded,
            "ranked": ranked,
            "sortable": sortable,
            "ask": Question.of_values,
            **{name: getattr(helpers, name) for name in helpers.__all__},
        }
        self.values: dict[int, tuple[c.Core, Function]] = {}
        self.routines: dict[str, Function] = {}
        self.defines: dict[str, Function] = {}
        self.watches: dict[tuple[str, str], tuple[Function, ...]] = {}
        self.steady: dict[int, bool] = {}  # which operations give each answer a name of its own
        self._bound: set[str] = set()
        self._count = 0

    # ---------- making ----------
    def _make(self, lines: list[Line], name: str, file: str) -> Function:
        self._run(_compiled(lines, file))
        self._finish()
        function: Function = self.space[name]
        return function

    def _run(self, code: CodeType) -> None:
        for name, recipe in self.printer.constants.recipes.items():
            if name not in self._bound:
                self._bound.add(name)
                self.space[name] = self.printer.constants.value(recipe)
        exec(code, self.space)

    def _finish(self) -> None:
        """Compiles the functions that what was just printed calls."""
        printer = self.printer
        while printer.wanted:
            name, source = printer.wanted.popitem()
            if source:
                self._run(_compiled([(line, 1) for line in source.split("\n")], "<rulekit>"))
            else:
                verb = next(verb for verb, function in printer.alone_functions.items() if function == name)
                routine = printer.program.routines[printer.program.verbs[verb].routine]
                self._run(_compiled(printer.alone_routine(routine, name), routine.ops[0].span.source.name))

    def _fresh(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}"

    # ---------- what there is ----------
    def value(self, node: c.Core) -> Function:
        """The function of an expression; the node is kept, so that its identity stays its own."""
        name = self._fresh("e")
        source = self.printer.whole(name, "m, s, L", node, {})
        found = self._make([(line, 1) for line in source.split("\n")], name, "<rulekit>")
        self.values[id(node)] = (node, found)
        return found

    def define(self, name: str) -> Function:
        params = self.table.program.defines[name].params
        function = self.printer.define(name, tuple(param.slot for param in params), {})
        self._finish()
        found: Function = self.space[function]
        self.defines[name] = found
        return found

    def routine(self, path: str) -> Function:
        routine = self.table.program.routines[path]
        name = self._fresh("r")
        found = self._make(self.printer.routine(routine, name), name, routine.ops[0].span.source.name)
        self.routines[path] = found
        return found

    def watchers(self, verb: str, timing: str) -> tuple[Function, ...]:
        """For each ability that answers such an event: a function that finds those in force."""
        found = []
        for watch in self.table.watches.get((verb, timing), ()):
            name = self._fresh("w")
            source = self.printer.watcher(watch, name)
            found.append(self._make([(line, watch.span.line) for line in source.split("\n")], name, watch.span.source.name))
        self.watches[verb, timing] = tuple(found)
        return tuple(found)


def _compiled(lines: list[Line], file: str) -> CodeType:
    tree = ast.parse("\n".join(line for line, _ in lines))
    numbers = [number for _, number in lines]
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = numbers[node.lineno - 1]  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    return compile(tree, file, "exec")


def code_of(table: Table) -> Code:
    found = table.code
    if not isinstance(found, Code):
        found = table.code = Code(table)
    return found


__all__ = ["Code", "Function", "code_of", "parts"]
