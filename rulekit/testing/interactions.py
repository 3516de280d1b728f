"""Interactions: which things do harm together.

Contract: plays come in batches of a fixed size. What a batch looks for depends only on what earlier batches showed,
so the same seed and the same number of plays give the same report with any number of processes; a time budget only
says after which batch to stop. A report can be written to a file after each batch and taken up again.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from rulekit.api import Game
from rulekit.errors import SaveError, UsageError
from rulekit.interpreter.chance import draw
from rulekit.suggest import did_you_mean
from rulekit.testing.meeting import Finding, Meeting, Outcome, Pair, things_that_act
from rulekit.testing.minimal import minimal_example
from rulekit.testing.progress import Progress
from rulekit.testing.suite import Suite
from rulekit.testing.write_example import Script

BATCH = 16
EXAMPLES = 8  # findings that get an example
_RANK = ("error", "crash", "dead end", "invariant", "bounds", "order", "loop")


@dataclass
class Found:
    """A finding as it is reported: the shortest play that shows it."""

    kind: str
    message: str
    involved: list[str]
    players: int
    modules: list[str]
    answers: list[str]
    plays: list[int] = field(default_factory=list)  # the numbers of the plays that ran into it
    staged: bool = False
    example: str = ""

    @property
    def rank(self) -> tuple[bool, int, int, int, str]:
        """Smallest first: the shortest example, then the shortest play; staged positions come last."""
        size = self.example.count("\n") if self.example else 10_000
        return (
            self.staged,
            _RANK.index(self.kind) if self.kind in _RANK else len(_RANK),
            size,
            len(self.answers),
            self.message,
        )


@dataclass
class Report:
    """What a search has shown so far."""

    game: str
    digest: str
    seed: int
    things: list[str]
    only: list[str]
    plays: int = 0
    decisions: int = 0
    met: set[Pair] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)
    findings: dict[str, Found] = field(default_factory=dict)

    @property
    def pairs(self) -> list[Pair]:
        return list(combinations(sorted(self.only or self.things), 2))

    @property
    def unmet(self) -> list[Pair]:
        return [pair for pair in self.pairs if pair not in self.met]

    def sorted(self) -> list[Found]:
        return sorted(self.findings.values(), key=lambda f: f.rank)

    def as_data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "digest": self.digest,
            "seed": self.seed,
            "things": self.things,
            "only": self.only,
            "plays": self.plays,
            "decisions": self.decisions,
            "pairs": len(self.pairs),
            "met": sorted(self.met),
            "acted": sorted(self.acted),
            "never_acted": [name for name in self.only or self.things if name not in self.acted],
            "never_met": self.unmet,
            "findings": [vars(found) for found in self.sorted()],
        }


def _load(path: Path, fresh: Report) -> Report:
    """A report taken up again; it must be of the same rules, seed and question."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        same = all(data[name] == getattr(fresh, name) for name in ("game", "digest", "seed", "only"))
        fresh.plays, fresh.decisions = int(data["plays"]), int(data["decisions"])
        fresh.met = {(a, b) for a, b in data["met"]}
        fresh.acted = set(data["acted"])
        fresh.findings = {f"{f['kind']}: {f['message']}": Found(**f) for f in data["findings"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SaveError(f"`{path}` is no report of `rulekit interactions`") from error
    if not same:
        raise SaveError(f"`{path}` belongs to other rules, another seed or other names; give another file")
    return fresh


# ---------- one play, in any process ----------
_SUITES: dict[str, tuple[Suite, list[tuple[Game, int]]]] = {}  # inherited by forked processes, made again by others


def _ways(path: str) -> list[tuple[Game, int]]:
    if path not in _SUITES:
        suite = Suite(Path(path), examples=False)
        _SUITES[path] = (suite, list(suite.ways()))
    return _SUITES[path][1]


def _play(task: tuple[str, int, int, tuple[str, ...], bool]) -> Outcome:
    path, number, seed, targets, staged = task
    ways = [way for way in _ways(path) if all(t in way[0].program.designs for t in targets)]
    if not ways:
        return Outcome()
    game, players = ways[number % len(ways)]
    return Meeting(game, players, seed * 1_000_003 + number, targets).play(staged=staged and bool(targets))


# ---------- the search ----------
class Search:
    """Runs batches and keeps the report."""

    def __init__(self, path: Path, *, only: tuple[str, ...] = (), seed: int = 0, resume: Path | None = None) -> None:
        self.path = str(path)
        _SUITES.pop(self.path, None)
        self.ways = _ways(self.path)
        self.game = self.ways[0][0]
        things = list(dict.fromkeys(name for game, _ in self.ways for name in things_that_act(game.program)))
        _check_names(only, things, self.ways)
        self.report = Report(self.game.name, self.game.program.digest, seed, things, list(only))
        self.resume = resume
        self.samples: dict[str, Finding] = {}
        if resume is not None and resume.exists():
            self.report = _load(resume, self.report)

    def run(self, *, seconds: float | None, plays: int | None, jobs: int = 1, progress: Progress | None = None) -> Report:
        """Plays batches until the time or the number of plays is used up."""
        ends = time.monotonic() + seconds if seconds is not None else None
        with _pool(jobs) as pool:
            while not self._done(ends, plays):
                self._batch(pool, plays, progress)
                self._save()
        self._write_examples()
        self._save()
        return self.report

    def _done(self, ends: float | None, plays: int | None) -> bool:
        if plays is not None and self.report.plays >= plays:
            return True
        return ends is not None and time.monotonic() >= ends

    def _batch(self, pool: Any, plays: int | None, progress: Progress | None) -> None:
        first = self.report.plays
        count = BATCH if plays is None else min(BATCH, plays - first)
        tasks = list(self._tasks(first, count))
        for task, outcome in zip(tasks, pool(_play, tasks), strict=True):
            self._merge(task[1], outcome)
            if progress is not None:
                progress.step(f"{len(self.report.met)} pairs met, {len(self.report.findings)} findings")

    def _tasks(self, first: int, count: int) -> Iterator[tuple[str, int, int, tuple[str, ...], bool]]:
        """Every other play goes for a pair that has not met yet, from the start or from a staged position."""
        unmet = self.report.unmet
        for number in range(first, first + count):
            targets: tuple[str, ...] = tuple(self.report.only)
            if not targets and number % 2 and unmet:
                targets = unmet[draw(self.report.seed, number, len(unmet))]
            yield self.path, number, self.report.seed, targets, bool(targets) and number % 4 != 1

    def _merge(self, number: int, outcome: Outcome) -> None:
        report = self.report
        report.plays += 1
        report.decisions += outcome.decisions
        known = set(report.things)
        report.met |= {pair for pair in outcome.met if known.issuperset(pair)}
        report.acted |= outcome.acted & known
        for finding in outcome.findings:
            self._add(number, finding)

    def _add(self, number: int, finding: Finding) -> None:
        key = f"{finding.kind}: {finding.fault.message}"
        old = self.report.findings.get(key)
        if old is None or (finding.start is not None, len(finding.answers)) < (old.staged, len(old.answers)):
            self.samples[key] = finding
            self.report.findings[key] = Found(
                finding.kind, finding.fault.message, list(finding.involved), finding.players, list(finding.modules),
                list(finding.answers), old.plays if old else [], finding.start is not None,
            )  # fmt: skip
        plays = self.report.findings[key].plays
        if number not in plays and len(plays) < 20:
            plays.append(number)

    def _save(self) -> None:
        if self.resume is not None:
            self.resume.write_text(json.dumps(self.report.as_data(), ensure_ascii=False, indent=1), encoding="utf-8")

    # ---------- examples ----------
    def _write_examples(self) -> None:
        for found in self.report.sorted()[:EXAMPLES]:
            finding = self.samples.get(f"{found.kind}: {found.message}")
            if finding is not None and finding.kind != "loop" and not found.example:
                script = self._example(finding)
                found.example = script.text if script is not None else ""

    def _example(self, finding: Finding) -> Script | None:
        game = next(g for g, n in self.ways if g.modules == finding.modules and n == finding.players)
        title = f"{finding.kind}: {finding.fault.message}"
        return minimal_example(game, finding.players, list(finding.answers), finding.fault, title[:120], finding.start)


def _check_names(only: tuple[str, ...], things: list[str], ways: list[tuple[Game, int]]) -> None:
    designs = {name for game, _ in ways for name in game.program.designs}
    for name in only:
        if name not in designs:
            hint = did_you_mean(name, sorted(designs))
            raise UsageError(f"there is no card, face, cell or tile `{name}`. {hint}".strip())
        if name not in things:
            raise UsageError(f"`{name}` has no text and no ability, so it meets nothing")
    if len(only) == 1:
        raise UsageError("--only needs at least two names: A,B")
    if len(things) < 2:
        raise UsageError("this game has no two things with texts or abilities that could meet")


class _pool:
    """A way to map over tasks in order: here, or over processes."""

    def __init__(self, jobs: int) -> None:
        self.pool = multiprocessing.Pool(jobs) if jobs > 1 else None

    def __enter__(self) -> Any:
        return map if self.pool is None else self.pool.imap

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.terminate()
            self.pool.join()
