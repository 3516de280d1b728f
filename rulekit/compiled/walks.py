"""Distances and ways over boards to Python.

Contract: as `searches`; the answers are those of `boards/paths.py`. Where one may go from a cell is written into the search.
Where no state can change that, all distances from a cell are kept with the printed function once they have been asked for.
"""

from __future__ import annotations

from rulekit.compiled.constants import named
from rulekit.compiled.expressions import CLOSED
from rulekit.compiled.functions import Line, function
from rulekit.compiled.known import Bound
from rulekit.compiled.searches import Searches
from rulekit.program import core as c
from rulekit.program.game import DefineDef

# the cell from which one goes on is called n00: it is a thing for certain
_DISTANCE = """if start is None or goal is None: return None
if start == goal: return 0
found, edge, far = {{start}}, [start], 0
while edge:
    far += 1
    fresh = []
    for n00 in edge:
        for {item} in {source}:
            if {item} not in found{test}:
                if {item} == goal: return far
                found.add({item}); fresh.append({item})
    edge = fresh
return None"""

_FIXED = """if start is None or goal is None: return None
far = known.get(start)
if far is None:
    far, edge = {{start: 0}}, [start]
    known[start] = far
    for n00 in edge:
        for {item} in {source}:
            if {item} not in far{test}: far[{item}] = far[n00] + 1; edge.append({item})
return far.get(goal)"""

# the cells before each one on shortest ways, then back from the goal: each cell on one learns the lowest that may follow
_PATH = """if start is None or goal is None or start == goal: return ()
found, edge, far, before = {{start: 0}}, [start], 0, {{}}
while edge and goal not in found:
    far += 1
    fresh = []
    for n00 in edge:
        for {item} in {source}:
            k = found.get({item}, far)
            if k == far{test}:
                if {item} in before: before[{item}].append(n00)
                else: found[{item}] = far; fresh.append({item}); before[{item}] = [n00]
    edge = fresh
if goal not in found: return ()
follows, edge = {{}}, [goal]
for cell in edge:
    for other in before.get(cell, ()):
        k = follows.get(other)
        if k is None: edge.append(other)
        if k is None or cell < k: follows[other] = cell
out = []
while start != goal: start = follows[start]; out.append(start)
return tuple(out)"""


class Walks(Searches):
    """Prints distances and ways."""

    def _fn_distance(self, node: c.Builtin, bound: Bound) -> str:
        define = self._steps(node)
        if define is None or define.value is None:
            return self.called(node, bound)
        fixed = self.foreseen.fixed(define.value, {define.params[0].slot})
        return self._walk("fixed distance" if fixed else "distance", _FIXED if fixed else _DISTANCE, node, bound)

    def _fn_path(self, node: c.Builtin, bound: Bound) -> str:
        return self.called(node, bound) if self._steps(node) is None else self._walk("path", _PATH, node, bound)

    def _steps(self, node: c.Builtin) -> DefineDef | None:
        """The define that says where one may go from a cell, if that hangs on the cell alone."""
        define = self.program.defines.get(node.step)
        plain = define is not None and define.value is not None and len(node.args) == 2 and len(define.params) == 1
        return define if plain else None

    def _walk(self, what: str, text: str, node: c.Builtin, bound: Bound) -> str:
        name = named("d", (what, node.step))
        self.wanted.setdefault(name, lambda: self._walk_lines(name, node.step, text))
        start, goal = (self.expression(arg, bound) for arg in node.args)
        return f"{name}(m, s, {self.you(bound)}, {start}, {goal})"

    def _walk_lines(self, name: str, step: str, text: str) -> tuple[list[Line], str]:
        define = self.program.defines[step]
        assert define.value is not None
        outer, self._depth, self._hoists = (self._depth, self._hoists), 0, None
        inner: Bound = {CLOSED: "", c.YOU: "you", define.params[0].slot: "n00"}
        if isinstance(define.value, c.Keep):
            source, item, test = self._filter(define.value, inner)
        else:
            source, item, test = self.bare(define.value, inner), self.fresh("n"), ""
        self._depth, self._hoists = outer
        lines = text.format(source=source, item=item, test=f" and {test}" if test else "").split("\n")
        params = "m, s, you, start, goal" + (", known={}" if text is _FIXED else "")
        span = define.head.span
        return [(line, span.line) for line in function(name, params, lines).split("\n")], span.source.name
