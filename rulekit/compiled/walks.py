"""Distances and ways over boards to Python.

Contract: as `searches`; the answers are those of `boards/paths.py`. Where one may go from a cell is written into the search.
Where no state can change that, all distances from a cell are kept with the printed function once they have been asked for.
"""

from __future__ import annotations

from rulekit.compiled.constants import named
from rulekit.compiled.functions import Line, function
from rulekit.compiled.known import Bound
from rulekit.compiled.searches import Searches
from rulekit.program import core as c

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

    def _fn_distance(self, node: c.Builtin, bound: Bound) -> str:
        define = self._steps(node)
        if define is None or define.value is None:
            return self.called(node, bound)
        fixed = self.foreseen.fixed(define.value, {define.params[0].slot})
        return self._walk("fixed distance" if fixed else "distance", _FIXED if fixed else _DISTANCE, node, bound)

    def _fn_path(self, node: c.Builtin, bound: Bound) -> str:
        return self.called(node, bound) if self._steps(node) is None else self._walk("path", _PATH, node, bound)

    def _walk(self, what: str, text: str, node: c.Builtin, bound: Bound) -> str:
        name = named("d", (what, node.step))
        self.wanted.setdefault(name, lambda: self._walk_lines(name, node.step, text))
        start, goal = (self.expression(arg, bound) for arg in node.args)
        return f"{name}(m, s, {self.you(bound)}, {start}, {goal})"

    def _walk_lines(self, name: str, step: str, text: str) -> tuple[list[Line], str]:
        define = self.program.defines[step]
        source, item, test = self._one_step(define)
        steps = source if not test else f"[{item} for {item} in {source} if {test}]" if "n00" in test else source
        lines = []
        for line in text.format(step="{step}", steps=steps).split("\n"):
            pad = line[: len(line) - len(line.lstrip())]
            lines += [f"{pad}{part}" for part in self.levels(source, item, test)] if "{step}" in line else [line]
        params = "m, s, you, start, goal" + (", known={}" if text is _FIXED else "")
        span = define.head.span
        return [(line, span.line) for line in function(name, params, lines).split("\n")], span.source.name
