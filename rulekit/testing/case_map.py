"""Which examples can notice a change at a place, so that a tool runs few of them.

Contract: built from one run of every example that passes. For a mutation, `for_mutation` gives the examples in the
order in which they are worth running; one that is left out cannot notice, because nothing at that place was carried
out or read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rulekit.syntax import nodes as n
from rulekit.testing.coverage import Line, everything, reached
from rulekit.testing.mutations import Mutation
from rulekit.testing.progress import Progress
from rulekit.testing.suite import Case, Suite
from rulekit.testing.trace import Trace, watching
from rulekit.testing.walk import Way, at


@dataclass
class Footprint:
    """What one example carried out and read."""

    case: int
    lines: set[Line]
    names: set[str]  # defines and stats
    designs: set[str]  # things whose fields were read


class CaseMap:
    """The footprints of all examples that pass."""

    def __init__(self, suite: Suite, progress: Progress | None = None) -> None:
        self.footprints: list[Footprint] = []
        self.failing: list[Case] = []
        self.executable: set[Line] = set()
        self.variants: dict[int, str] = {}  # options, modules and set-up of each; making the rules for them takes long
        for index, case in enumerate(suite.cases):
            self._run(index, case)
            if progress is not None:
                progress.step(case.example.name)
        self._common = Counter(self.variants.values())

    def _run(self, index: int, case: Case) -> None:
        with watching(Trace()) as trace:
            failure = case.run()
        if failure is not None:
            self.failing.append(case)
            return
        self.variants[index] = repr(case.variants.last)
        marks = set().union(*trace.marks.values())
        names = {mark[1].split(".")[-1] for mark in marks if mark[0] in ("define", "stat")}
        designs = {mark[1] for mark in marks if mark[0] == "field"}
        self.footprints.append(Footprint(index, reached(trace).lines, names, designs))
        for program in trace.programs.values():
            self.executable |= everything(program).lines

    def for_mutation(self, mutation: Mutation, decl: n.Decl) -> list[int]:
        """The examples that can notice it, most likely ones first."""
        if isinstance(decl, n.Define):
            return self._where(lambda f: decl.name in f.names)
        anchor = _anchor(decl, mutation.way, mutation.span.line)
        line = (decl.span.source.name, anchor)
        hit = self._where(lambda f: line in f.lines)
        if line in self.executable and _only_when_run(decl, mutation):
            return hit
        near = self._where(lambda f: decl.name in f.designs or decl.name in f.names)
        own = {(decl.span.source.name, number) for number in range(decl.span.line, decl.span.end_line + 1)}
        touched = self._where(lambda f: bool(own & f.lines))
        return list(dict.fromkeys([*hit, *near, *touched, *self._where(lambda f: True)]))

    def _where(self, test: object) -> list[int]:
        assert callable(test)
        return sorted((f.case for f in self.footprints if test(f)), key=self._dear)

    def _dear(self, case: int) -> tuple[int, str]:
        """Examples of one variant come together, those of the commonest first."""
        variant = self.variants[case]
        return -self._common[variant], variant


def _anchor(decl: n.Decl, way: Way, line: int) -> int:
    """The line of the innermost statement around a place: the one whose operation runs."""
    found = line
    for length in range(len(way) + 1):
        node = at(decl, way[:length])
        if isinstance(node, n.Stmt):
            found = node.span.line
    target = at(decl, way)
    inside_block = isinstance(target, tuple) and target and isinstance(target[0], n.Stmt)
    return line if inside_block else found


def _only_when_run(decl: n.Decl, mutation: Mutation) -> bool:
    """Is the place looked at only when its own line runs? Requirements and patterns are read to judge options and events."""
    nodes = [at(decl, mutation.way[:length]) for length in range(len(mutation.way) + 1)]
    innermost = next((x for x in reversed(nodes) if isinstance(x, n.Stmt | n.Ability | n.PowerText | n.Decl)), decl)
    return isinstance(innermost, n.Stmt | n.PowerText | n.Verb) and not isinstance(innermost, n.Require)
