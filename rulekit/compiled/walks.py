"""Distances and ways over boards to Python.

Contract: as `searches`; the answers are those of `boards/paths.py`. Where one may go from a cell is written into the search.
Where no state can change that, all distances from a cell are kept with the printed function once they have been asked for.
A search for many goals from one cell goes on where it has stopped.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from rulekit.compiled.constants import named
from rulekit.compiled.functions import Line, function
from rulekit.compiled.known import Bound
from rulekit.compiled.searches import Searches
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c

_ITEM = re.compile(r"\b[nv]\d+\b")  # of a loop

_DISTANCE = """if start is None or goal is None: return None
if start == goal: return 0
found, edge, far = {{start}}, [start], 0
while edge:
    far += 1
    {step}
    if goal in fresh: return far
    edge = fresh
return None"""

_FIXED = """if start is None or goal is None: return None
far = known.get(start)
if far is None:
    known[start] = far = {{start: 0}}
    found, edge, at = {{start}}, [start], 0
    while edge:
        at += 1
        {step}
        for cell in fresh: far[cell] = at
        edge = fresh
return far.get(goal)"""

# the same for one goal after the other: each time it is asked, what is known has grown by a level
_LEVELS = """far = {{}}
if start is None: yield far; return
far[start] = 0
found, edge, at = {{start}}, [start], 0
while edge:
    yield far
    at += 1
    {step}
    for cell in fresh: far[cell] = at
    edge = fresh"""

# level by level to the goal, then back: of each level what lies on a shortest way; then the lowest cell of each
_PATH = """if start is None or goal is None or start == goal: return ()
found, edge, out = {{start}}, [start], []
while edge and goal not in edge:
    out.append(edge)
    {step}
    edge = fresh
if not edge: return ()
ways, near = [], {{goal}}
for edge in out[:0:-1]:
    ways.append(near)
    near = {{n00 for n00 in edge if not near.isdisjoint({steps})}}
ways.append(near)
out, n00 = [], start
for near in ways[::-1]:
    n00 = min(near.intersection({steps}))
    out.append(n00)
return tuple(out)"""


class Walks(Searches):
    """Prints distances and ways."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._ways: dict[str, str] = {}  # the functions of ways, and where one may go

    def _fn_distance(self, node: c.Builtin, bound: Bound) -> str:
        if self._steps(node) is None:
            return self.called(node, bound)
        start, goal = (self.expression(arg, bound) for arg in node.args)
        return self._far(node.step, self.you(bound), start, goal)

    def _far(self, step: str, you: str, start: str, goal: str) -> str:
        define = self.program.defines[step]
        if self.foreseen.fixed(define.value, {define.params[0].slot}):  # type: ignore[arg-type]
            return f"{self._walk('fixed distance', _FIXED, step)}(m, s, {you}, {start}, {goal})"
        if _ITEM.search(goal) and not _ITEM.search(start):  # a loop over goals
            return f"far_to(searching({self._walk('levels', _LEVELS, step)}(m, s, {you}, {start})), {goal})"
        return f"{self._walk('distance', _DISTANCE, step)}(m, s, {you}, {start}, {goal})"

    def _fn_path(self, node: c.Builtin, bound: Bound) -> str:
        if self._steps(node) is None:
            return self.called(node, bound)
        name = self._walk("path", _PATH, node.step)
        self._ways[name] = node.step
        start, goal = (self.expression(arg, bound) for arg in node.args)
        return f"{name}(m, s, {self.you(bound)}, {start}, {goal})"

    def _fn_size(self, node: c.Builtin, bound: Bound) -> str:
        """Of a way only its length may be wanted."""
        found = super()._fn_size(node, bound)
        if not any(name in found for name in self._ways):
            return found
        return self._length(ast.parse(found, mode="eval").body.args[0])  # type: ignore[attr-defined]

    def _length(self, source: ast.expr) -> str:
        if isinstance(source, ast.IfExp):
            return f"({self._length(source.body)} if {ast.unparse(source.test)} else {self._length(source.orelse)})"
        if isinstance(source, ast.Call) and ast.unparse(source.func) in self._ways:
            you, start, goal = (ast.unparse(arg) for arg in source.args[2:])
            return f"({self._far(self._ways[ast.unparse(source.func)], you, f'({start})', goal)} or 0)"
        return f"len({ast.unparse(source)})"

    def _walk(self, what: str, text: str, step: str) -> str:
        name = named("d", (what, step))
        self.wanted.setdefault(name, lambda: self._walk_lines(name, step, text))
        return name

    def _walk_lines(self, name: str, step: str, text: str) -> tuple[list[Line], str]:
        define = self.program.defines[step]
        first, source, item, test = self._one_step(define)
        steps = source if not test else f"[{item} for {item} in {source} if {test}]" if "n00" in test else source
        lines = first
        for line in text.format(step="{step}", steps=steps).split("\n"):
            pad = line[: len(line) - len(line.lstrip())]
            lines += [f"{pad}{part}" for part in self.levels(source, item, test)] if "{step}" in line else [line]
        params = f"m, s, you, start{'' if text is _LEVELS else ', goal'}{', known={}' if text is _FIXED else ''}"
        span = define.head.span
        return [(line, span.line) for line in function(name, params, lines).split("\n")], span.source.name


def searching(levels: Iterator[dict[Any, int]]) -> tuple[dict[Any, int], Iterator[dict[Any, int]]]:
    """A search that has begun: how far it is to what has been found, and how to find more."""
    return next(levels), levels


def far_to(search: tuple[dict[Any, int], Iterator[dict[Any, int]]], goal: int | None) -> int | None:
    """How far it is to a goal, with as much more of the search as that takes."""
    known, levels = search
    while goal not in known:
        if goal is None or next(levels, None) is None:
            return None
    return known[goal]
