"""All compiled functions of one table.

Contract: functions are printed and compiled when they are first needed, or taken from the store. Tracebacks and profiles
point at the rules: each function carries the name of the rules file and the lines of the rules it was printed from. Only
literals and names made here reach the source; a name is a hash of what it stands for, so code of several processes fits
together.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

from rulekit.compiled import helpers
from rulekit.compiled.constants import named
from rulekit.compiled.routines import Line
from rulekit.compiled.store import Store
from rulekit.compiled.tidy import tidy
from rulekit.compiled.watchers import Watchers
from rulekit.interpreter.evaluate import OPERATIONS, folded, ranked, sortable
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.state import Data
from rulekit.interpreter.table import Table
from rulekit.program import core as c

Function = Callable[..., Any]


class Code:
    """Functions by what they do."""

    def __init__(self, table: Table) -> None:
        self.table, self.program = table, table.program
        self.printer = Watchers(Machine(table, Data()))
        self.printer.constants.code = self
        self.store = Store(table)
        self.space: dict[str, Any] = {
            "OPERATIONS": OPERATIONS,
            "folded": folded,
            "ranked": ranked,
            "sortable": sortable,
            **{name: getattr(helpers, name) for name in helpers.__all__},
        }
        self.values: dict[int, tuple[c.Core, Function]] = {}
        self.routines: dict[str, Function] = {}
        self.stats: dict[str, tuple[Function, tuple[None, ...], list[Any]]] = {}
        self.playing: dict[str, Function] = {}  # the same for playouts, which answer every question on the spot
        self.defines: dict[str, Function] = {}
        self.watches: dict[tuple[str, str], tuple[Function, ...]] = {}

    # ---------- making ----------
    def _ready(self, name: str, lines: Callable[[], tuple[list[Line], str]]) -> Function:
        """The function of that name: known, kept on disk, or printed now."""
        if name not in self.space:
            found = self.store.get(name)
            if found is None or not all(self._there(used) for used in _globals(found[0])):
                code = _compiled(*lines())
                recipes = {used: self.printer.constants.recipes[used] for used in _globals(code) if used.startswith("K_")}
                self.store.add(name, code, recipes)
            else:
                code, recipes = found
            self._run(code, recipes)
        function: Function = self.space[name]
        return function

    def _there(self, name: str) -> bool:
        """Can a function that kept code calls be had?"""
        return not name.startswith(("d_", "g_")) or name in self.space or name in self.store or name in self.printer.wanted

    def _run(self, code: CodeType, recipes: dict[str, Any]) -> None:
        for used, recipe in recipes.items():
            if used not in self.space:
                self.space[used] = self.printer.constants.value(recipe)
        exec(code, self.space)
        for used in _globals(code):
            if used.startswith(("d_", "g_")) and used not in self.space:
                self._ready(used, lambda used=used: self.printer.wanted[used]())  # type: ignore[misc]

    # ---------- what there is ----------
    def value(self, node: c.Core) -> Function:
        """The function of an expression; the node is kept, so that its identity stays its own."""
        source = self.printer.whole("e", "m, s, L", node, {})
        code = _compiled([(line, 1) for line in source.split("\n")], "<rulekit>")
        self._run(code, {used: self.printer.constants.recipes[used] for used in _globals(code) if used.startswith("K_")})
        found: Function = self.space.pop("e")
        self.values[id(node)] = (node, found)
        return found

    def stat(self, name: str) -> tuple[Function, tuple[None, ...], list[Any]]:
        """A computed value: its function, the locals it needs besides owner and thing, and what may change it."""
        kind, _, word = name.partition(".")
        definition = self.program.kinds[kind].stats[word]
        modifiers = self.table.modifiers.get(name, [])
        self.stats[name] = found = (self.value(definition.value), (None,) * definition.size, modifiers)
        return found

    def define(self, name: str) -> Function:
        slots = tuple(param.slot for param in self.program.defines[name].params)
        function = self.printer.define(name, slots, {})
        self.defines[name] = found = self._ready(function, lambda: self.printer.wanted[function]())
        return found

    def routine(self, path: str) -> Function:
        routine = self.program.routines[path]
        name = named("r", path)
        file = routine.ops[0].span.source.name
        self.routines[path] = found = self._ready(name, lambda: (self.printer.routine(routine, name), file))
        return found

    def fused(self, path: str) -> Function:
        routine = self.program.routines[path]
        name = named("p", path)
        file = routine.ops[0].span.source.name
        self.playing[path] = found = self._ready(name, lambda: (self.printer.routine(routine, name, fused=True), file))
        return found

    def resume(self, path: str, index: int, fused: bool) -> Function:
        """The function that goes on after an answer at a place that asks; `fused` is the one of playouts."""
        routine = self.program.routines[path]
        name = named("q" if fused else "t", (path, index))
        file = routine.ops[0].span.source.name
        return self._ready(name, lambda: (self.printer.resume(routine, index, name, fused), file))

    def watchers(self, verb: str, timing: str) -> tuple[Function, ...]:
        """For each ability that answers such an event: a function that finds those in force."""
        found = []
        for watch in self.table.watches.get((verb, timing), ()):
            name = named("w", watch.number)
            found.append(self._ready(name, lambda watch=watch, name=name: self._watcher(watch, name)))  # type: ignore[misc]
        self.watches[verb, timing] = tuple(found)
        return tuple(found)

    def _watcher(self, watch: Any, name: str) -> tuple[list[Line], str]:
        lines = self.printer.watcher(watch, name).split("\n")
        return [(line, watch.span.line) for line in lines], watch.span.source.name


def _compiled(lines: list[Line], file: str) -> CodeType:
    tree = tidy(ast.parse("\n".join(line for line, _ in lines)))
    numbers = [number for _, number in lines]
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = numbers[node.lineno - 1]  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    return compile(tree, file, "exec")


def _globals(code: CodeType) -> Iterator[str]:
    """The names that code looks up outside of itself, functions inside it included."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _globals(inner)


def code_of(table: Table) -> Code:
    found = table.code
    if not isinstance(found, Code):
        found = table.code = code_of(table.twin) if table.twin is not None else Code(table)
    return found
