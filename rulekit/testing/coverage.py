"""Line and branch coverage of rules: by examples and by random play.

Contract: a line counts when an operation, a formula (`define`) or a ban stands on it; it is covered when one of
them was carried out. A branch is one way that a condition, a yes-or-no or a menu can go. The same text in several
programs (with other modules) counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Game
from rulekit.errors import RulekitError
from rulekit.program import ops as o
from rulekit.program.facts import facts_of
from rulekit.program.game import Program
from rulekit.sources.source import NOWHERE, Span
from rulekit.syntax import nodes as n
from rulekit.testing.progress import Progress
from rulekit.testing.provenance import provenance
from rulekit.testing.rule_ids import RuleIds, rule_ids
from rulekit.testing.suite import Play, Suite, play_out
from rulekit.testing.trace import Mark, Trace, watching

Line = tuple[str, int]  # file, line
Branch = tuple[str, int, int, str]  # file, line, column, which way


@dataclass
class Reached:
    """Lines and branches."""

    lines: set[Line] = field(default_factory=set)
    branches: set[Branch] = field(default_factory=set)

    def __or__(self, other: Reached) -> Reached:
        return Reached(self.lines | other.lines, self.branches | other.branches)


@dataclass
class Coverage:
    """What there is, what examples reached and what play reached."""

    game: str
    all: Reached
    by_examples: Reached
    by_play: Reached
    ids: RuleIds
    files: dict[str, str]  # name -> text
    examples: int = 0
    faults: list[Play] = field(default_factory=list)
    designs: dict[str, dict[str, int]] = field(default_factory=dict)  # by kind: how many come from where
    stopped: bool = False  # did Ctrl-C end it before everything had run?

    def files_data(self) -> dict[str, Any]:
        return {name: self._file(name) for name in self.files}

    def _file(self, name: str) -> dict[str, Any]:
        reached = self.by_examples | self.by_play
        lines = {line for line in self.all.lines if line[0] == name}
        branches = {b for b in self.all.branches if b[0] == name}
        return {
            "lines": len(lines),
            "lines_by_examples": len(lines & self.by_examples.lines),
            "lines_by_play": len(lines & self.by_play.lines),
            "lines_reached": len(lines & reached.lines),
            "branches": len(branches),
            "branches_by_examples": len(branches & self.by_examples.branches),
            "branches_by_play": len(branches & self.by_play.branches),
            "branches_reached": len(branches & reached.branches),
            "missed_lines": sorted(line for _, line in lines - reached.lines),
            "missed_branches": [
                {"line": line, "column": column, "way": way} for _, line, column, way in sorted(branches - reached.branches)
            ],
            "ways": [
                {
                    "line": b[1],
                    "column": b[2],
                    "way": b[3],
                    "reached": self.how(b in self.by_examples.branches, b in self.by_play.branches),
                }
                for b in sorted(branches)
            ],
        }

    @staticmethod
    def how(examples: bool, play: bool) -> str:
        """Who reached a line or went a way: both, examples, play, missed."""
        return {(True, True): "both", (True, False): "examples", (False, True): "play"}.get((examples, play), "missed")

    def as_data(self) -> dict[str, Any]:
        faults = [
            {"players": p.players, "seed": p.seed, "modules": p.modules, "error": p.error, "broken": p.broken}
            for p in self.faults
        ]
        return {
            "game": self.game,
            **self.ids.as_data(),
            "designs": self.designs,
            "examples": self.examples,
            "files": self.files_data(),
            "faults": faults,
        }


# ---------- what there is ----------
def _ops(program: Program) -> Iterator[tuple[str, int, o.Operation]]:
    for path, routine in program.routines.items():
        if not path.startswith(("example/", "asked")):
            for pc, op in enumerate(routine.ops):
                if op.span is not NOWHERE and op.span.source.text:
                    yield path, pc, op


def _line(span: Span) -> Line:
    return span.source.name, span.line


def _branch(span: Span, way: str) -> Branch:
    return span.source.name, span.line, span.column, way


def _ways(op: o.Operation, pc: int) -> dict[int, tuple[Span, str]]:
    """Where an operation can go on, and what that way is called."""
    if isinstance(op, o.JumpUnless):
        return {pc + 1: (op.span, "holds"), op.to: (op.span, "fails")}
    if isinstance(op, o.AskYes):
        return {pc + 1: (op.span, "yes"), op.no: (op.span, "no")}
    if isinstance(op, o.Ask):
        return {head.to: (head.span, f"option {head.name}") for head in op.options}
    return {}


def everything(program: Program) -> Reached:
    """All lines and branches of a program."""
    found = Reached()
    for _, pc, op in _ops(program):
        if not facts_of(op).silent:
            found.lines.add(_line(op.span))
        found.branches |= {_branch(span, way) for span, way in _ways(op, pc).values()}
    found.lines |= {_line(d.head.span) for d in program.defines.values() if d.head.span is not NOWHERE}
    found.lines |= {_line(w.span) for w in program.watches if w.timing == "forbid"}
    return found


# ---------- what ran ----------
def reached(trace: Trace) -> Reached:
    """The lines and branches behind the marks of a trace."""
    found = Reached()
    for program, marks in trace.found():
        for mark in marks:
            _add(program, mark, found)
    return found


def _add(program: Program, mark: Mark, found: Reached) -> None:
    if mark[0] == "define":
        found.lines.add(_line(program.defines[mark[1]].head.span))
    elif mark[0] == "forbid":
        found.lines |= {_line(w.span) for w in program.watches if w.number == mark[1] and w.timing == "forbid"}
    elif mark[0] not in ("stat", "field") and mark[0] in program.routines:
        path, pc, after = mark
        op = program.routines[path].ops[pc]
        found.lines.add(_line(op.span))
        way = _ways(op, pc).get(after)
        if way is not None:
            found.branches.add(_branch(*way))


# ---------- measuring ----------
def measure(suite: Suite, *, plays: int = 0, seed: int = 0, progress: Progress | None = None) -> Coverage:
    """Runs all examples, then random plays, and says what was reached; after Ctrl-C, what was reached so far."""
    by_examples, by_play = Trace(), Trace()
    passed: list[n.Example] = []
    failing: dict[str, str] = {}
    faults: list[Play] = []
    stopped = False
    try:
        with watching(by_examples):
            for case in suite.cases:
                failure = case.run()
                if failure is None:
                    passed.append(case.example)
                else:
                    failing[case.example.name] = f"{failure.span}: {failure.message}"
                _tick(progress, case.example.name)
        with watching(by_play):
            faults += _play(suite, plays, seed, progress)  # as they come
    except KeyboardInterrupt:
        stopped = True
    ids = rule_ids(suite, passed, failing, {play.broken for play in faults})
    whole = _whole(suite, [*by_examples.programs.values(), *by_play.programs.values()])
    examples, texts = len(passed) + len(failing), {source.name: source.text for source in suite.sources}
    return Coverage(
        suite.game.name, whole, _within(reached(by_examples), whole), _within(reached(by_play), whole), ids, texts, examples,
        faults, provenance(suite.decls()), stopped,
    )  # fmt: skip


def _tick(progress: Progress | None, note: str) -> None:
    if progress is not None:
        progress.step(note)


def _play(suite: Suite, plays: int, seed: int, progress: Progress | None) -> Iterator[Play]:
    """Random plays, spread over player counts and modules; those that went wrong."""
    ways = list(suite.ways()) if plays else []
    for number in range(plays):
        game, players = ways[number % len(ways)]
        play = play_out(game, players, seed + number)
        _tick(progress, f"seed {seed + number}")
        if play.error or play.broken:
            yield play


def _whole(suite: Suite, programs: list[Program]) -> Reached:
    """Everything in the rules of a game, with each of its modules."""
    found = Reached()
    for program in [*programs, *_programs(suite.game)]:
        found |= everything(program)
    names = {source.name for source in suite.sources}
    return Reached({x for x in found.lines if x[0] in names}, {x for x in found.branches if x[0] in names})


def _programs(game: Game) -> Iterator[Program]:
    yield game.program
    for module, decl in game.offered.items():
        try:
            yield game.variant((module, *decl.needs)).program
        except RulekitError:  # a module that loads only with others; the examples show it
            continue


def _within(part: Reached, whole: Reached) -> Reached:
    return Reached(part.lines & whole.lines, part.branches & whole.branches)
