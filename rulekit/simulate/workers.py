"""Games over several processes, or over the machines of a cluster.

Contract: outcomes come in the order of the seeds, whoever played them, so figures do not depend on how many play. Tasks
carry the game with its texts, which each process reads once; own processes are started afresh (spawn), which works on every
system. Games are handed out as they are needed: a billion of them take no more room than those that were played.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence

from rulekit.api.game import Game
from rulekit.errors import UsageError
from rulekit.simulate.native import NativeGames
from rulekit.simulate.play import Outcome, play
from rulekit.simulate.players import check_sendable
from rulekit.simulate.task import Task
from rulekit.spread.executors import AHEAD, Hired, crew
from rulekit.spread.parcels import Parcel

_FIRST_PROCESS = 1.0  # seconds for which one process plays before others are started, if nobody said how many
_CHUNKS = 16  # pieces of work for each process: many enough for a smooth bar, few enough to be cheap
_LARGEST = 50
_ASK_AGAIN = 32  # games after which it is asked again whether there is native code
_WORTH_BUILDING = 2.0  # seconds of play after which it is made

Piece = tuple[Parcel, Sequence[int]]
_mine = threading.local()  # what a thread of a process that helps has played last: native memory is of one thread


class Plays:
    """The games of a process: by native code where there is some, and begun to be made where it would pay."""

    def __init__(self, game: Game, task: Task) -> None:
        self._game, self._task = game, task
        self._native: NativeGames | None = None
        self._count, self._next, self._begin = 0, 0, time.perf_counter()

    def of(self, game: Game, task: Task) -> bool:
        return self._game is game and self._task is task

    def play(self, seed: int) -> Outcome:
        if self._native is None and self._count >= self._next:
            self._next += _ASK_AGAIN
            build = time.perf_counter() - self._begin > _WORTH_BUILDING
            self._native = NativeGames.of(self._game, self._task, build=build)
        self._count += 1
        found = self._native.play(seed) if self._native is not None else None
        return found or play(self._game, self._task, seed)


def outcomes(
    game: Game, task: Task, seeds: Sequence[int], jobs: int | None = 1, executor: Hired | None = None
) -> Iterator[Outcome]:
    """The outcome of each seed, in order. `jobs` None: as many processes as it is worth."""
    if executor is not None:
        yield from _on_executor(game, task, seeds, executor)
        return
    begin = time.perf_counter()
    patient = jobs is None and set(task.bots) == {"random"}
    count = jobs if jobs is not None else os.cpu_count() or 1
    if not game.as_written:
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
        yield from _spread(game, task, rest, min(count, len(rest)), None)


def _on_executor(game: Game, task: Task, seeds: Sequence[int], executor: Hired) -> Iterator[Outcome]:
    if not game.as_written:
        raise UsageError("a game whose declarations were changed by a tool cannot be sent to others; leave out the executor")
    check_sendable(task.own)
    yield from _spread(game, task, seeds, AHEAD // _CHUNKS, executor)


def _spread(game: Game, task: Task, seeds: Sequence[int], jobs: int, executor: Hired | None) -> Iterator[Outcome]:
    size = max(1, min(_LARGEST, len(seeds) // (jobs * _CHUNKS)))
    parcel = Parcel.of((game, task))
    pieces = ((parcel, seeds[at : at + size]) for at in range(0, len(seeds), size))
    with crew(max(2, jobs), executor, {"fresh": True}) as all_hands:
        for outcomes_of_piece in all_hands.results(_play_all, pieces):
            yield from outcomes_of_piece


def _play_all(piece: Piece) -> list[Outcome]:
    game, task = piece[0].open()
    latest: Plays | None = getattr(_mine, "plays", None)
    if latest is None or not latest.of(game, task):
        latest = _mine.plays = Plays(game, task)
    return [latest.play(seed) for seed in piece[1]]
