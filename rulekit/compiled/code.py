"""All compiled functions of one table.

Contract: functions are printed and compiled when they are first needed, or taken from the store. Tracebacks and profiles
point at the rules: each function carries the name of the rules file and the lines of the rules it was printed from. Only
literals and names made here reach the source; a name is a hash of what it stands for, so code of several processes fits
together. Threads may ask for functions at the same time: one makes them, and nobody sees one before all that it calls is
there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial, wraps
from threading import RLock
from types import CodeType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from rulekit.compiled import helpers
from rulekit.compiled.constants import named
from rulekit.compiled.routines import Line
from rulekit.compiled.shared import once
from rulekit.compiled.spare import spare
from rulekit.compiled.store import Store
from rulekit.compiled.tidy import tidy
from rulekit.compiled.walks import far_to, searching
from rulekit.compiled.watchers import Watchers
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.state import Data
from rulekit.interpreter.table import Table
from rulekit.interpreter.values import OPERATIONS, folded, modified, ranked, sortable
from rulekit.program import core as c

Function = Callable[..., Any]
Given = ParamSpec("Given")
Made = TypeVar("Made")
_MAKING = RLock()  # the code of a table is made once
_MOST_DICE = 10_000  # sets of faces that are remembered


class Die(NamedTuple):
    """The faces of a die by what chance brings."""

    results: tuple[int, ...]  # the face for each number that chance may bring; empty if something lies on one
    several: bool  # are there faces that can be told apart?
    weighed: bool  # are there several of a name?
    slots: tuple[tuple[int, int], ...]  # what must be equal for those of a name to be the same


def _one_at_a_time(make: Callable[Concatenate[Code, Given], Made]) -> Callable[Concatenate[Code, Given], Made]:
    """Printing has one printer, and what is printed becomes visible to all: one thread does it, the others wait."""

    @wraps(make)
    def guarded(self: Code, /, *args: Given.args, **kwargs: Given.kwargs) -> Made:
        with self.lock:
            return make(self, *args, **kwargs)

    return guarded


class Code:
    """Functions by what they do."""

    def __init__(self, table: Table) -> None:
        self.table, self.program = table, table.program
        self.lock = RLock()
        self._making: set[str] = set()  # functions that are printed but not yet to be called
        self.printer = Watchers(Machine(table, Data()))
        self.printer.constants.code = self
        self.store = Store(table)
        self.space: dict[str, Any] = {
            "OPERATIONS": OPERATIONS,
            "folded": folded,
            "modified": modified,
            "once": once,
            "searching": searching,
            "far_to": far_to,
            "ranked": ranked,
            "sortable": sortable,
            **{name: getattr(helpers, name) for name in helpers.__all__},
        }
        self.values: dict[int, tuple[c.Core, Function]] = {}
        self.routines: dict[str, Function] = {}
        self.stats: dict[str, Function] = {}
        self._changers: dict[tuple[str, int], Function] = {}
        self.bounds: dict[str, tuple[int | None, Any]] = {}
        self.dice: dict[tuple[int, ...], Die] = {}
        self._bearing: dict[str, frozenset[int]] = {}
        self.playing: dict[str, Function] = {}  # the same for playouts, which answer every question on the spot
        self.defines: dict[str, Function] = {}
        self.watches: dict[tuple[str, str], tuple[Function, ...]] = {}
        self.replies: dict[str, Function | bool] = {}  # by routines of abilities; False where one may stop
        self._standing_in: set[str] = set()  # names of routines that something else stands for until they are run
        self._paths: dict[str, str] = {}  # of routines, by the names of their functions

    # ---------- making ----------
    def _ready(self, name: str, lines: Callable[[], tuple[list[Line], str]]) -> Function:
        """The function of that name: known, kept on disk, or printed now."""
        if name not in self.space or name in self._standing_in:
            self._making.add(name)
            try:
                self._make(name, lines)
            finally:
                self._making.discard(name)
            self._standing_in.discard(name)
        function: Function = self.space[name]
        return function

    def _make(self, name: str, lines: Callable[[], tuple[list[Line], str]]) -> None:
        found = self.store.get(name)
        if found is None or not all(self._there(used) for used in _globals(found[0])):
            code = _compiled(*lines())
            recipes = {used: self.printer.constants.recipes[used] for used in _globals(code) if used.startswith("K_")}
            self.store.add(name, code, recipes)
        else:
            code, recipes = found
        self._run(code, recipes)

    def _there(self, name: str) -> bool:
        """Can a function that kept code calls be had?"""
        return not name.startswith(("d_", "g_")) or name in self.space or name in self.store or name in self.printer.wanted

    def _run(self, code: CodeType, recipes: dict[str, Any]) -> None:
        """Makes what code defines known, after all that it needs: another thread may call it at once."""
        for used, recipe in recipes.items():
            if used not in self.space:
                self.space[used] = self.printer.constants.value(recipe)
        for used in _globals(code):
            if used in self.space or used in self._making:
                continue
            if used.startswith(("d_", "g_")):
                self._ready(used, lambda used=used: self.printer.wanted[used]())  # type: ignore[misc]
            elif used.startswith(("r_", "p_")):
                self._standing_in.add(used)
                self.space[used] = self._later(used)
        exec(code, self.space)

    def _later(self, name: str) -> Function:
        """Stands for a routine that others call, until it is first run."""
        if not self._paths:
            self._paths = {named(kind, path): path for path in self.program.routines for kind in "rp"}
        make, path = self.routine if name[0] == "r" else self.fused, self._paths[name]
        return lambda *args: make(path)(*args)

    # ---------- what there is ----------
    @_one_at_a_time
    def value(self, node: c.Core) -> Function:
        """The function of an expression; the node is kept, so that its identity stays its own."""
        source = self.printer.whole("e", "m, s, L", node, {})
        code = _compiled([(line, 1) for line in source.split("\n")], "<rulekit>")
        self._run(code, {used: self.printer.constants.recipes[used] for used in _globals(code) if used.startswith("K_")})
        found: Function = self.space.pop("e")
        self.values[id(node)] = (node, found)
        return found

    @_one_at_a_time
    def stat(self, name: str) -> Function:
        """The function of a computed value."""
        function = self.printer.stat_function(name)
        self.stats[name] = found = self._ready(function, lambda: self.printer.wanted[function]())
        return found

    @_one_at_a_time
    def changer(self, stat: str, at: int) -> Function:
        """The function of one of the modifiers of a computed value."""
        found = self._changers.get((stat, at))
        if found is None:
            name, modifier = named("x", (stat, at)), self.table.modifiers[stat][at]
            found = self._changers[stat, at] = self._ready(
                name, lambda: _placed(self.printer.changer(modifier, name), modifier)
            )
        return found

    @_one_at_a_time
    def bounds_of(self, resource: str) -> tuple[int | None, Any]:
        """The floor of a resource, and its cap: a number, a function of the locals, or None."""
        var = self.program.vars[resource]
        cap = None if var.cap is None else self.printer.foreseen.value(var.cap, {})
        known = cap is None or type(cap) is int
        self.bounds[resource] = found = (var.floor, cap if known else self.value(var.cap))  # type: ignore[arg-type]
        return found

    def die(self, faces: tuple[int, ...]) -> Die:
        table, groups = self.table, dict[str, list[int]]()
        for face in faces:
            groups.setdefault(table.design_of[face], []).append(face)
        pairs = [(group[0], other) for group in groups.values() for other in group[1:]]
        slots = [pair for a, b in pairs for pair in zip(table.parts[a][0], table.parts[b][0], strict=True)]
        plain = not any(table.parts[face][1] for face in faces)
        results = tuple(group[0] for group in groups.values() for _ in group) if plain else ()
        if len(self.dice) >= _MOST_DICE:
            self.dice.clear()
        self.dice[faces] = found = Die(results, len(groups) > 1, bool(pairs), tuple(slots))
        return found

    @_one_at_a_time
    def bearing(self, bearer: str) -> frozenset[int]:
        found = self._bearing.get(bearer)
        if found is None:
            found = self._bearing[bearer] = frozenset(self.table.bearers(bearer))
        return found

    @_one_at_a_time
    def define(self, name: str) -> Function:
        slots = tuple(param.slot for param in self.program.defines[name].params)
        function = self.printer.define(name, slots, {})
        self.defines[name] = found = self._ready(function, lambda: self.printer.wanted[function]())
        return found

    @_one_at_a_time
    def routine(self, path: str) -> Function:
        self.routines[path] = found = self._routine(path, named("r", path), fused=False)
        return found

    @_one_at_a_time
    def fused(self, path: str) -> Function:
        self.playing[path] = found = self._routine(path, named("p", path), fused=True)
        return found

    def _routine(self, path: str, name: str, fused: bool) -> Function:
        routine = self.program.routines[path]
        file = routine.ops[0].span.source.name
        return self._ready(name, lambda: (self.printer.routine(routine, name, fused), file))

    @_one_at_a_time
    def resume(self, path: str, index: int, fused: bool) -> Function:
        """The function that goes on after an answer at a place that asks; `fused` is the one of playouts."""
        routine = self.program.routines[path]
        name = named("q" if fused else "t", (path, index))
        file = routine.ops[0].span.source.name
        return self._ready(name, lambda: (self.printer.resume(routine, index, name, fused), file))

    @_one_at_a_time
    def reply(self, path: str) -> Function | bool:
        """An ability that never stops, as a plain function of its locals; False if it may stop."""
        routine = self.program.routines[path]
        found: Function | bool = False
        if self.printer.replies(routine):
            name, file = named("a", path), routine.ops[0].span.source.name
            found = self._ready(name, lambda: (self.printer.reply(routine, name), file))
        self.replies[path] = found
        return found

    @_one_at_a_time
    def watchers(self, verb: str, timing: str) -> tuple[Function, ...]:
        """For each ability that answers such an event: a function that finds those in force."""
        found = []
        for watch in self.table.watches.get((verb, timing), ()):
            name = named("w", watch.number)
            found.append(self._ready(name, partial(self._watcher, watch, name)))
        self.watches[verb, timing] = tuple(found)
        return tuple(found)

    def _watcher(self, watch: Any, name: str) -> tuple[list[Line], str]:
        return _placed(self.printer.watcher(watch, name), watch)


def _placed(source: str, ability: Any) -> tuple[list[Line], str]:
    """Lines of source with the line of the rules they come from, and its file."""
    return [(line, ability.span.line) for line in source.split("\n")], ability.span.source.name


def _compiled(lines: list[Line], file: str) -> CodeType:
    tree = spare(tidy(ast.parse("\n".join(line for line, _ in lines))))
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
        with _MAKING:
            if not isinstance(table.code, Code):
                table.code = code_of(table.twin) if table.twin is not None else Code(table)
            found = table.code
    assert isinstance(found, Code)
    return found
