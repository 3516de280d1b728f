"""Games over several processes.

Contract: outcomes come in the order of the seeds, whoever played them, so figures do not depend on the number of processes.
Processes are started afresh (spawn), which works on every system; they load the game themselves. Games
are handed out as they are needed: a billion of them take no more room than those that were played.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence

from rulekit.api.game import Game, _Variant
from rulekit.processes import spread
from rulekit.simulate.native import NativeGames
from rulekit.simulate.play import Outcome, play
from rulekit.simulate.players import check_sendable
from rulekit.simulate.task import Task

_FIRST_PROCESS = 1.0  # seconds for which one process plays before others are started, if nobody said how many
_CHUNKS = 16  # pieces of work for each process: many enough for a smooth bar, few enough to be cheap
_LARGEST = 50
_ASK_AGAIN = 32  # games after which it is asked again whether there is native code
_WORTH_BUILDING = 2.0  # seconds of play after which it is made

_here: Plays | None = None  # what this process plays, if it is one of several


class Plays:
    """The games of a process: by native code where there is some, and begun to be made where it would pay."""

    def __init__(self, game: Game, task: Task) -> None:
        self._game, self._task = game, task
        self._native: NativeGames | None = None
        self._count, self._next, self._begin = 0, 0, time.perf_counter()

    def play(self, seed: int) -> Outcome:
        if self._native is None and self._count >= self._next:
            self._next += _ASK_AGAIN
            build = time.perf_counter() - self._begin > _WORTH_BUILDING
            self._native = NativeGames.of(self._game, self._task, build=build)
        self._count += 1
        found = self._native.play(seed) if self._native is not None else None
        return found or play(self._game, self._task, seed)


def outcomes(game: Game, task: Task, seeds: Sequence[int], jobs: int | None = 1) -> Iterator[Outcome]:
    """The outcome of each seed, in order. `jobs` None: as many processes as it is worth."""
    begin = time.perf_counter()
    patient = jobs is None and set(task.bots) == {"random"}
    count = jobs if jobs is not None else os.cpu_count() or 1
    if isinstance(game, _Variant):
        count = 1  # made of declarations that another process could not read
    at, here = 0, Plays(game, task)
    while at < len(seeds) and (count == 1 or (patient and time.perf_counter() - begin < _FIRST_PROCESS)):
        yield here.play(seeds[at])
        at += 1
    rest = seeds[at:]
    if len(rest) == 1:
        yield here.play(rest[0])
    elif rest:
        check_sendable(task.own)
        yield from _spread(task, rest, min(count, len(rest)))


def _spread(task: Task, seeds: Sequence[int], jobs: int) -> Iterator[Outcome]:
    size = max(1, min(_LARGEST, len(seeds) // (jobs * _CHUNKS)))
    chunks = (seeds[at : at + size] for at in range(0, len(seeds), size))
    for piece in spread(_play_all, chunks, jobs, begin=_begin, given=(task,), fresh=True):
        yield from piece


def _begin(task: Task) -> None:
    """In a new process: load the game."""
    global _here
    _here = Plays(task.game(), task)


def _play_all(seeds: Sequence[int]) -> list[Outcome]:
    assert _here is not None
    return [_here.play(seed) for seed in seeds]
