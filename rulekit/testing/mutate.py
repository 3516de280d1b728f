"""Mutation testing: do the examples and invariants notice when a rule is changed?

Contract: deterministic for a file, a sample and a seed, whatever the number of processes. A mutant is *killed* when
an example that passed now fails, or a random play that went well breaks an invariant or stops with an error;
*stillborn* when the changed rules do not check; *survived* otherwise. Mutants of a line that says `# equivalent: reason`, or
of which a file beside the rules says so (see `equivalents.py`), are left alone and counted; so are
`players` changed for `opponents` where nobody is `you` (see `nobody.py`), which is the same game for certain.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rulekit.api import Game
from rulekit.errors import RulekitError, RulesError, UsageError
from rulekit.spread.executors import Hired, crew
from rulekit.spread.journal import Journal, fingerprint, taken_up
from rulekit.spread.parcels import Folder, Parcel
from rulekit.syntax import nodes as n
from rulekit.testing.case_map import CaseMap
from rulekit.testing.examples import Variants, run_example
from rulekit.testing.mutations import PEOPLE, Mutation, mutations, place_of
from rulekit.testing.nobody import nobodys, somebody
from rulekit.testing.progress import Progress
from rulekit.testing.suite import Suite, files_of, play_out
from rulekit.testing.walk import at

PLAY_LENGTH = 120
SECONDS = 30


class Stillborn(Exception):
    """The changed rules do not check."""


@dataclass(frozen=True)
class MutantResult:
    """What became of one mutant."""

    file: str
    line: int
    kind: str
    text: str
    name: str
    status: str  # killed, survived, stillborn, equivalent
    by: str = ""  # what noticed it, or why it is equivalent
    printed: bool = False  # a figure printed on a thing


@dataclass
class Score:
    """All results of a run."""

    file: str
    results: list[MutantResult] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False  # by Ctrl-C, before all were tried
    count_printed: bool = False  # figures printed on things count like rules

    def having(self, status: str) -> list[MutantResult]:
        """The results that count, of one status."""
        return [v for v in self.results if v.status == status and self.counts(v)]

    def counts(self, result: MutantResult) -> bool:
        return self.count_printed or not result.printed

    def printed(self) -> list[MutantResult]:
        """Changes of printed figures that nobody noticed, where they do not count."""
        return [v for v in self.results if v.printed and v.status == "survived" and not self.count_printed]

    @property
    def score(self) -> float:
        """The share of mutants that were noticed."""
        killed, survived = len(self.having("killed")), len(self.having("survived"))
        return killed / (killed + survived) if killed + survived else 0.0

    def as_data(self) -> dict[str, Any]:
        counts = {word: len(self.having(word)) for word in ("killed", "stillborn", "equivalent")}
        return {
            "file": self.file,
            "score": round(self.score, 4),
            **counts,
            "survived": [asdict(v) for v in self.having("survived")],
            "printed": [asdict(v) for v in self.printed()],
            "equivalents": [asdict(v) for v in self.having("equivalent")],
            "failing_examples": self.failing,
            "seconds": round(self.seconds, 1),
        }


class Bench:
    """A suite, made ready to try mutants on."""

    def __init__(self, path: Path, progress: Progress | None = None) -> None:
        self.suite = Suite(path)
        self.map = CaseMap(self.suite, progress)
        self.plays = [(p, s) for p, s in self._plays(self.suite.game) if self._fault(self.suite.game, p, s) == ""]

    def _plays(self, game: Game) -> Iterator[tuple[int, int]]:
        yield from ((players, players) for players in game.player_counts)

    def _fault(self, game: Game, players: int, seed: int) -> str:
        play = play_out(game, players, seed, limit=PLAY_LENGTH)
        return play.error or play.broken

    @cached_property
    def mutations(self) -> list[Mutation]:
        """All changes to the file and to what it imports, but for imported games, which have a run of their own."""
        return [m for decl in self.suite.game._decls if self._mine(decl) for m in mutations(decl)]

    def _mine(self, decl: n.Decl) -> bool:
        name = decl.span.source.name
        if Path(name).resolve() == self.suite.path.resolve():
            return True
        return not any(isinstance(d, n.Game) and d.span.source.name == name for d in self.suite.game._decls)

    # ---------- one mutant ----------
    def judge(self, mutation: Mutation) -> MutantResult:
        status, by = self._status(mutation)
        span = mutation.span
        return MutantResult(
            span.source.name, span.line, mutation.kind, mutation.text, mutation.name, status, by, mutation.printed
        )

    def _status(self, mutation: Mutation) -> tuple[str, str]:
        reason = mutation.reason or self._same_people(mutation)
        if reason:
            return "equivalent", reason
        try:
            with time_limit(SECONDS):
                by = self._noticed(mutation)
        except Stillborn as error:
            return "stillborn", str(error)
        except TimeoutError:
            return "killed", "it runs on for ever"
        except Exception as error:  # wrong rules may lead the machine astray; that is noticed, whatever it is
            return "killed", f"{type(error).__name__}: {error}"
        return ("killed", by) if by else ("survived", "")

    def _same_people(self, mutation: Mutation) -> str:
        """Why all players and the opponents are the same people at a place; empty if they may not be."""
        decl = self._declaration(mutation)
        node = at(decl, mutation.way)
        if not isinstance(node, n.Name) or node.name not in PEOPLE or not isinstance(decl, n.Verb):
            return ""
        nobody = decl.name in self.nobodys and not somebody(decl, mutation.way)
        return "nobody is `you` here, so the opponents are all players" if nobody else ""

    @cached_property
    def nobodys(self) -> set[str]:
        return nobodys(self.suite.decls(), self.suite.game.program.start)

    def _declaration(self, mutation: Mutation) -> n.Decl:
        return next(d for d in self.suite.game._decls if place_of(d) == mutation.decl)

    def _noticed(self, mutation: Mutation) -> str:
        made: dict[int, Variants] = {}
        for index in self.map.for_mutation(mutation, self._declaration(mutation)):
            case = self.suite.cases[index]
            key = id(case.variants)
            if key not in made:
                made[key] = _Mutants(self._mutant(case.variants.game, mutation))
            if run_example(case.example, made[key]) is not None:
                return case.example.name
        return self._noticed_in_play(self._mutant(self.suite.game, mutation))

    def _noticed_in_play(self, game: Game) -> str:
        for players, seed in self.plays:
            fault = self._fault(game, players, seed)
            if fault:
                return f"random play of {players}, seed {seed}: {fault.splitlines()[0]}"
        return ""

    def _mutant(self, game: Game, mutation: Mutation) -> Game:
        decls = [mutation.applied(d) if place_of(d) == mutation.decl else d for d in game._decls]
        try:
            mutant = game.with_decls(decls)
            if mutation.module and not game.offered[mutation.module].players:
                mutant.variant((mutation.module, *game.offered[mutation.module].needs))
        except RulekitError as error:
            raise Stillborn(str(error).splitlines()[0] if str(error) else "") from error
        return mutant


class _Mutants(Variants):
    """Variants of a mutant; one that does not check is no failure of an example."""

    def get(self, modules: tuple[str, ...], options: tuple[tuple[str, Any], ...], setup: str | None) -> Game:
        try:
            return super().get(modules, options, setup)
        except RulesError as error:
            raise Stillborn(str(error)) from error


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises TimeoutError in here after some seconds of work, if the system counts them; a busy machine is no endless loop."""
    if not hasattr(signal, "SIGPROF") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stop(*_: object) -> None:
    raise TimeoutError


# ---------- all of them ----------
_one_at_a_time = threading.Lock()  # those who watch a game watch all that is played in their process
_BENCHES: dict[str, Bench] = {}  # inherited by forked processes, made again by others


def _judge(task: tuple[Parcel, int]) -> MutantResult:
    parcel, index = task
    folder: Folder = parcel.open()
    with _one_at_a_time:
        if parcel.key not in _BENCHES:
            _BENCHES.clear()  # a process of a cluster lives long: one game is enough
            _BENCHES[parcel.key] = Bench(folder.path)
        bench = _BENCHES[parcel.key]
        found = bench.judge(bench.mutations[index])
    return replace(found, file=folder.original(found.file), by=folder.told(found.by))


def mutate(
    path: Path, *, sample: int | None = None, seed: int = 0, jobs: int = 1, executor: Hired | None = None,
    resume: Path | None = None, progress: Progress | None = None, printed: bool = False,
) -> Score:  # fmt: skip
    """Tries mutants of a file: all, or as many valid ones as `sample` says, drawn by the seed. Figures printed on things
    (costs, copies) count only with `printed`: they are data, and an example for each would say them twice. An `executor` does
    it instead of processes of our own; `resume` is a file that keeps what was tried, and from which the same call goes on."""
    if sample is not None and sample < 1:
        raise UsageError(f"--sample needs a number of mutants, not {sample}")
    started = time.monotonic()
    bench = Bench(path)
    parcel = files_of(bench.suite)
    _BENCHES.clear()
    _BENCHES[parcel.key] = bench
    if not bench.map.footprints:
        raise UsageError(f"{path} has no example that passes, so nothing could notice a change")
    order = list(range(len(bench.mutations)))
    if sample is not None:
        random.Random(seed).shuffle(order)
    score = Score(str(path), failing=[case.example.name for case in bench.map.failing], count_printed=printed)
    progress = progress or Progress(0, "mutants", shown=False)
    progress.total = min(sample or len(order), len(order))
    with ExitStack() as open_files:
        journal = None
        if resume is not None:
            key = fingerprint(sorted(parcel.open().texts.items()), sample is not None, seed)
            journal = open_files.enter_context(Journal(resume, "mutate", key))
        results = taken_up(
            journal, len(order), lambda done: _results(parcel, order[done:], jobs, executor),
            plain=asdict, read=lambda data: MutantResult(**data),
        )  # fmt: skip
        _collect(score, results, sample, progress)
    score.results.sort(key=lambda v: (v.file, v.line, v.text))
    score.seconds = time.monotonic() - started
    return score


def _collect(score: Score, results: Iterator[MutantResult], sample: int | None, progress: Progress) -> None:
    try:
        for result in results:
            score.results.append(result)
            if sample is None or (result.status in ("killed", "survived") and score.counts(result)):
                progress.step(f"{100 * score.score:.0f} % noticed")
            if progress.done == sample:
                break
    except KeyboardInterrupt:
        score.stopped = True
    progress.close()


def _results(parcel: Parcel, order: list[int], jobs: int, executor: Hired | None) -> Iterator[MutantResult]:
    """Results in the given order, so that what comes out does not depend on who does it."""
    with crew(jobs, executor) as all_hands:
        yield from all_hands.results(_judge, ((parcel, index) for index in order))
