"""Walks over boards to Python: what can be reached in so many steps.

Contract: as `functions`. Where one may go from a cell is written into the search, so that a cell costs no call; the answer
is that of `boards/paths.py`.
"""

from __future__ import annotations

import ast

from rulekit.compiled.constants import named
from rulekit.compiled.expressions import CLOSED
from rulekit.compiled.functions import Line, function
from rulekit.compiled.known import Bound
from rulekit.compiled.shared import shared
from rulekit.compiled.stats import Stats
from rulekit.program import core as c
from rulekit.program.game import DefineDef


class Searches(Stats):
    """Prints searches."""

    def _fn_reachable(self, node: c.Builtin, bound: Bound) -> str:
        if self._steps(node) is None:
            return self.called(node, bound)
        name = named("d", ("reachable", node.step))
        self.wanted.setdefault(name, lambda: self._search(name, node.step))
        start, limit = (self.expression(arg, bound) for arg in node.args)
        return f"{name}(m, s, {self.you(bound)}, {start}, {limit})"

    def _search(self, name: str, step: str) -> tuple[list[Line], str]:
        """The cells within a limit, the nearest first, then by number."""
        define = self.program.defines[step]
        first, source, item, test = self._one_step(define)
        lines = [
            *first,
            "if start is None: return ()",
            "found, edge, out, far = {start}, [start], [], limit or 0",
            "while edge and far > 0:",
            "    far -= 1",
            *(f"    {line}" for line in self.levels(source, item, test)),
            "    fresh.sort()",
            "    out += fresh",
            "    edge = fresh",
            "return tuple(out)",
        ]
        span = define.head.span
        source_lines = function(name, "m, s, you, start, limit", lines).split("\n")
        return [(line, span.line) for line in source_lines], span.source.name

    def _steps(self, node: c.Builtin) -> DefineDef | None:
        """The define that says where one may go from a cell, if that hangs on the cell alone."""
        define = self.program.defines.get(node.step)
        plain = define is not None and define.value is not None and len(node.args) == 2 and len(define.params) == 1
        return define if plain else None

    def _one_step(self, define: DefineDef) -> tuple[list[str], str, str, str]:
        """Where one may go from the cell `n00`: lines that come first, a list, the name of its item, and what is asked of that.
        What does not hang on the cell is worked out once for the whole search."""
        assert define.value is not None
        outer, (self._depth, self._hoists, self.turns) = (self._depth, self._hoists, self.turns), (0, None, 1)
        bound: Bound = {CLOSED: "", c.YOU: "you", define.params[0].slot: "n00"}
        if isinstance(define.value, c.Keep):
            source, item, test = self._filter(define.value, bound)
        else:
            source, item, test = self.bare(define.value, bound), self.fresh("n"), ""
        self._depth, self._hoists, self.turns = outer
        *first, last = shared([f"[{item} for n00 in edge for {item} in {source}{test and ' if ' + test}]"])
        loop = ast.parse(last, mode="eval").body.generators[1]  # type: ignore[attr-defined]
        return first, f"({ast.unparse(loop.iter)})", item, " and ".join([f"({ast.unparse(test)})" for test in loop.ifs])

    def levels(self, source: str, item: str, test: str) -> list[str]:
        """Code that leaves in `fresh` the cells one step from those of `edge`, without those that were `found` before. Where
        it does not matter whence one comes, each cell is asked once."""
        found, kept = f"found.add({item})", f"fresh.append({item})"
        if not test:
            inner = [f"if {item} not in found: {found}; {kept}"]
        elif "n00" in test:
            inner = [f"if {item} not in found and {test}: {found}; {kept}"]
        else:
            inner = [f"if {item} not in found:", f"    {found}", f"    if {test}: {kept}"]
        return [
            "fresh = []",
            "for n00 in spent(m, edge):",
            f"    for {item} in {source}:",
            *(f"        {line}" for line in inner),
        ]
