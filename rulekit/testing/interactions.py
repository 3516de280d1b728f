"""Interactions: which things do harm together.

Contract: plays come in batches of a fixed size. What a batch looks for depends only on what earlier batches showed,
so the same seed and the same number of plays give the same report with any number of processes; a time budget only
says after which batch to stop. A report can be written to a file after each batch and taken up again.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path

from rulekit.api import Game
from rulekit.errors import RulekitError, SaveError, UsageError
from rulekit.runtime.chance import draw
from rulekit.sources import files
from rulekit.sources.suggest import did_you_mean
from rulekit.spread.executors import Crew, Hired, crew
from rulekit.spread.parcels import Parcel
from rulekit.testing.acting import things_that_meet
from rulekit.testing.interaction_report import WAYS, Found, Offered, Report
from rulekit.testing.meeting import Finding, Group, Meeting, Outcome
from rulekit.testing.minimal import minimal_example
from rulekit.testing.progress import Progress
from rulekit.testing.suite import Suite, files_of

__all__ = ["Found", "Report", "Search"]
BATCH = 16
EXAMPLES = 24  # findings that get an example
EACH = 8  # plays in which every way to search has one
COMPANY = 3  # things that a play likes beside those that it is aimed at
# the files, play, seed, targets, laid out, size of groups, company
Task = tuple[Parcel, int, int, Group, bool, int, tuple[str, ...]]


# ---------- one play, in any process ----------
_one_at_a_time = threading.Lock()  # those who watch a game watch all that is played in their process
_SUITES: dict[str, tuple[Suite, list[tuple[Game, int]]]] = {}  # inherited by forked processes, made again by others


def _ways(path: Parcel) -> list[tuple[Game, int]]:
    if path.key not in _SUITES:
        _know(path, Suite(path.open().path, examples=False))
    return _SUITES[path.key][1]


def _know(path: Parcel, suite: Suite) -> None:
    _SUITES.clear()  # a process of a cluster lives long: one game is enough
    _present.cache_clear()
    _SUITES[path.key] = (suite, list(suite.ways()))


def _designs(way: tuple[Game, int]) -> set[str]:
    """All things of a game with so many players."""
    return set(way[0].for_players(way[1]).designs)


@cache
def _present(path: Parcel, at: int) -> frozenset[str]:
    """The things that a game with a certain set-up begins with, wherever but in the box."""
    game, players = _ways(path)[at]
    try:
        state = game.new(players=players)
    except RulekitError:
        return frozenset()
    box, where = state.table.box, state.data.where
    return frozenset(entity.design for entity in state.table.entities if where[entity.number] != box)


def _way(path: Parcel, number: int, targets: Group) -> tuple[Game, int] | None:
    """The set-up and the number of players of a play: in turn, of those that have what is looked for on the table."""
    ways = _ways(path)
    fit = [at for at, way in enumerate(ways) if set(targets) <= _designs(way)]
    here = [at for at in fit if _present(path, at).issuperset(targets)] if targets else fit
    chosen = here or fit
    return ways[chosen[number % len(chosen)]] if chosen else None


def _play(task: Task) -> Outcome:
    with _one_at_a_time:
        return _played(task)


def _played(task: Task) -> Outcome:
    path, number, seed, targets, staged, size, company = task
    way = _way(path, number, targets)
    if way is None:
        return Outcome()
    return Meeting(*way, seed * 1_000_003 + number, targets, size, company).play(staged=staged)


# ---------- the search ----------
class Search:
    """Runs batches and keeps the report."""

    def __init__(
        self, path: Path, *, only: tuple[str, ...] = (), seed: int = 0, size: int = 2, resume: Path | None = None,
        to_the_end: bool = False,
    ) -> None:  # fmt: skip
        suite = Suite(path, examples=False)
        self.path = files_of(suite)
        _know(self.path, suite)
        self.ways = _ways(self.path)
        game = self.ways[0][0]
        programs = [way[0].for_players(way[1]) for way in self.ways]
        things = list(dict.fromkeys(name for program in programs for name in things_that_meet(program, size)))
        only = tuple(dict.fromkeys(only))
        _check_names(only, things, set().union(*(program.designs for program in programs)), size)
        apart = [set(program.designs) for program in programs]
        self.report = Report(game.name, game.program.digest, seed, things, sorted(only), size, apart)
        if only and not self.report.groups:
            raise UsageError(f"{', '.join(only)} are never in one game: their modules do not go together")
        self.resume, self.to_the_end = resume, to_the_end
        self.stopped = False  # by Ctrl-C
        self.samples: dict[str, Finding] = {}
        self._unmet: list[Group] | None = None
        if resume is not None and resume.exists():
            self.report.load(resume)

    def run(
        self, *, seconds: float | None, plays: int | None, jobs: int = 1, executor: Hired | None = None,
        progress: Progress | None = None,
    ) -> Report:  # fmt: skip
        """Plays batches until the time or the number of plays is used up, by processes of our own or by an executor."""
        ends = time.monotonic() + seconds if seconds is not None else None
        self._save()  # a file that cannot be written is told before the work, not after it
        try:
            with crew(jobs, executor) as all_hands:
                while not self._done(ends, plays):
                    self._batch(all_hands, plays, progress)
                    self._save()
        except KeyboardInterrupt:  # what was found is told; what is kept are whole batches, so that the search can go on
            self.stopped = True
            return self.report
        self._write_examples()
        self._save()
        return self.report

    def _done(self, ends: float | None, plays: int | None) -> bool:
        if plays is not None and self.report.plays >= plays:
            return True
        if self.to_the_end and not self.report.left:
            return True
        return ends is not None and time.monotonic() >= ends

    def _batch(self, all_hands: Crew, plays: int | None, progress: Progress | None) -> None:
        first = self.report.plays
        count = BATCH if plays is None else min(BATCH, plays - first)
        tasks = list(self._tasks(first, count))
        self.report.fade()
        for task, outcome in zip(tasks, all_hands.results(_play, tasks), strict=True):
            self._merge(task, outcome)
            if progress is not None:
                progress.step(f"{len(self.report.met)} met, {len(self.report.findings)} findings")

    def _tasks(self, first: int, count: int) -> Iterator[Task]:
        """Plays of each way to search, most of them of the way that has shown most for its work of late."""
        report = self.report
        unmet = [group for group in (report.groups if self._unmet is None else self._unmet) if group not in report.met]
        self._unmet = unmet
        # who wants an end aims at what is left: chance alone would come to it late
        best = report.best_way(WAYS[1:] if self.to_the_end else WAYS)
        due = cycle(self._due(first, unmet))  # whoever is aimed at nothing takes nobody's turn
        for number in range(first, first + count):
            way = WAYS[number % EACH] if number % EACH < len(WAYS) else best
            targets: Group = tuple(report.only)
            if targets:
                way = "start" if number % 4 == 1 else "laid out"
            elif way != "free" and unmet:
                targets = next(due)
            company = () if report.only else self._company(number, targets, unmet)
            yield self.path, number, report.seed, targets, bool(targets) and way == "laid out", report.size, company

    def _due(self, first: int, unmet: list[Group]) -> list[Group]:
        """What has not met, in the order in which it is aimed at: what was least aimed at comes first."""
        seed, aims = self.report.seed, self.report.aims
        order = [(aims(group), draw(seed, (first << 20) + at, 1 << 30), group) for at, group in enumerate(unmet)]
        return [group for _, _, group in sorted(order)]

    def _company(self, number: int, targets: Group, unmet: list[Group]) -> tuple[str, ...]:
        """Things that have not met one of the targets either: a play that brings them all in may show several groups."""
        wanted = sorted({name for group in unmet if set(targets) & set(group) for name in group} - set(targets))
        count = min(COMPANY, len(wanted)) if targets else 0
        return tuple(wanted[draw(self.report.seed, 7 * number + at, len(wanted))] for at in range(count))

    def _merge(self, task: Task, outcome: Outcome) -> None:
        report, known = self.report, set(self.report.things)
        report.plays += 1
        report.decisions += outcome.decisions
        met = {group for group in outcome.met if known.issuperset(group)} - report.met
        report.met |= met
        report.note_way(("laid out" if task[4] else "start") if task[3] else "free", len(met), outcome.decisions)
        report.acted |= outcome.acted & known
        for offer in outcome.offers:
            key = f"{offer.place} {offer.option}"
            report.offers.setdefault(key, Offered(offer.place, offer.option)).add(offer)
        if len(task[3]) == report.size:
            report.tried.setdefault("+".join(task[3]), [0, 0])[task[4]] += 1
        for finding in outcome.findings:
            self._add(task, finding)

    def _add(self, task: Task, finding: Finding) -> None:
        number, findings = task[1], self.report.findings
        found = Found(
            finding.kind, finding.fault.message, list(finding.involved), finding.players, list(finding.modules),
            list(finding.answers), [], list(task[3]), number, finding.start is not None, list(finding.details),
            about=finding.fault.about, company=list(task[6]),
        )  # fmt: skip
        old = findings.get(found.key)
        found.plays = old.plays if old is not None else []
        if old is None or (found.staged, len(found.answers)) < (old.staged, len(old.answers)):
            self.samples[found.key] = finding
            findings[found.key] = found
        if number not in found.plays and len(found.plays) < 20:
            found.plays.append(number)

    def _save(self) -> None:
        if self.resume is None:
            return
        text = json.dumps(self.report.as_data(), ensure_ascii=False, indent=1)
        try:
            files.write_text(self.resume, text)
        except OSError as error:
            raise SaveError(f"`{self.resume}` cannot be written: {files.reason(error)}") from error

    # ---------- examples ----------
    def _write_examples(self) -> None:
        for found in self.report.by_turns()[:EXAMPLES]:
            if not found.example:
                finding = self.samples.get(found.key) or self._again(found)
                found.example = self._example(finding, found) if finding is not None else ""

    def _again(self, found: Found) -> Finding | None:
        """The finding of a report that was taken up again: its play once more."""
        aim = tuple(found.targets), found.staged, self.report.size, tuple(found.company)
        outcome = _play((self.path, found.number, self.report.seed, *aim))
        same = [f for f in outcome.findings if f.fault.key == found.key and list(f.answers) == found.answers]
        return same[0] if same else None

    def _example(self, finding: Finding, found: Found) -> str:
        way = _way(self.path, found.number, tuple(found.targets))
        assert way is not None  # the play that found it had one
        game = way[0]
        script = minimal_example(
            game, finding.players, list(finding.answers), finding.fault, found.headline[:120], finding.start
        )
        return script.text if script is not None else ""


def _check_names(only: tuple[str, ...], things: list[str], designs: set[str], size: int) -> None:
    word = {2: "two", 3: "three"}[size]
    for name in only:
        if name not in designs:
            raise UsageError(f"there is no card, face, cell or tile `{name}`. {did_you_mean(name, sorted(designs))}".strip())
        if name not in things:
            raise UsageError(f"`{name}` has no text and no ability, so it meets nothing")
    if only and len(only) < size:
        raise UsageError(f"--only needs at least {word} names: {'A,B' if size == 2 else 'A,B,C'}")
    if len(things) < size:
        raise UsageError(f"this game has no {word} things that could meet")
