"""Work spread over processes.

Contract: `spread` gives the results in the order of the tasks, whoever did them. Tasks are taken from their iterable as they
are needed, a few for each process, so that it may be endless. Processes end with whoever started them, whatever signal ended
it: each watches its parent. Whoever stops listening, for example after Ctrl-C, leaves no process behind. A task
whose process was killed is given to another one, once; then it is an error that says so. Ctrl-C is for the first process
alone, which reports it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any

from rulekit.errors import RunError

Work = Callable[[Any], Any]
_AHEAD = 16  # tasks for each process that may be begun before the first of them is done
_TRIES = 2
_PATIENCE = 5.0  # seconds for a process to end by itself


def spread(work: Work, tasks: Iterable[Any], jobs: int, **more: Any) -> Generator[Any, None, None]:
    """`work` of each task, in order, by processes that are there for this alone; `more` is for `Team`."""
    with Team(jobs, **more) as team:
        yield from team.results(work, tasks)


@dataclass
class _Task:
    number: int
    given: Any
    tries: int = 0


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    task: _Task | None = None


class Team:
    """Processes that stay for several rounds of tasks. Each calls `begin(*given)` first; `fresh` ones inherit nothing."""

    def __init__(
        self, jobs: int, *, begin: Callable[..., None] | None = None, given: Sequence[Any] = (), fresh: bool = False
    ) -> None:
        self._jobs = jobs
        self._begin = (begin, tuple(given))
        self._how: BaseContext = multiprocessing.get_context("spawn" if fresh else None)
        self._workers: list[_Worker] = []
        self._begun = 0  # tasks of this round

    def __enter__(self) -> Team:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.stop(at_once=kind is not None)

    def results(self, work: Work, tasks: Iterable[Any]) -> Iterator[Any]:
        """`work` of each task, in order."""
        waiting = (_Task(number, (work, task)) for number, task in enumerate(tasks))
        again: list[_Task] = []
        done: dict[int, Any] = {}
        told = self._begun = 0
        while True:
            self._hand_out(waiting, again, told + _AHEAD * self._jobs)
            busy = {worker.pipe: worker for worker in self._workers if worker.task is not None}
            if not busy:
                return
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                self._take(busy[pipe], done, again)
            while told in done:
                yield done.pop(told)
                told += 1

    def _hand_out(self, waiting: Iterator[_Task], again: list[_Task], most: int) -> None:
        """Gives tasks to those who have none, and starts processes as long as there are tasks for them."""
        while len(self._workers) < self._jobs or self._idle():
            task = again.pop() if again else next(waiting, None) if self._begun < most else None
            if task is None:
                return
            self._begun = max(self._begun, task.number + 1)
            worker = next(iter(self._idle()), None) or self._start()
            worker.task = task
            with contextlib.suppress(OSError):  # one that has died is noticed when it is listened to
                worker.pipe.send(task.given)

    def _idle(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.task is None]

    def _take(self, worker: _Worker, done: dict[int, Any], again: list[_Task]) -> None:
        task = worker.task
        assert task is not None
        try:
            fine, result = worker.pipe.recv()
        except (EOFError, OSError):
            self._lost(worker, task, again)
            return
        worker.task = None
        if not fine:
            raise result
        done[task.number] = result

    def _lost(self, worker: _Worker, task: _Task, again: list[_Task]) -> None:
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join(_PATIENCE)
        task.tries += 1
        if task.tries >= _TRIES:
            raise RunError(
                f"a process that helps ended twice in the middle of the same task ({_ended(worker.process.exitcode)})"
            )
        again.append(task)

    def _start(self) -> _Worker:
        """A new process. It is born deaf to Ctrl-C, for it could not yet keep silent about it."""
        ours, theirs = self._how.Pipe()
        inherited = [worker.pipe for worker in self._workers] + [ours]
        forked = self._how.get_start_method() == "fork"
        given = (theirs, inherited if forked else [], *self._begin)
        process = self._how.Process(target=_serve, args=given, daemon=True)  # type: ignore[attr-defined]
        with _deaf():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def stop(self, at_once: bool) -> None:
        """Ends all: those at rest by themselves, so that they keep what they have learnt; the others at once."""
        for worker in self._workers:
            worker.pipe.close()
            if at_once:
                worker.process.kill()
        ends = time.monotonic() + _PATIENCE
        for worker in self._workers:
            worker.process.join(max(0.0, ends - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers.clear()


def _ended(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}; is there enough memory?"
    return f"exit code {code}"


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """What is started in here does not hear Ctrl-C; it is heard here when this ends."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it would unblock the signal again
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


# ---------- in the other process ----------
def _serve(pipe: Connection, inherited: list[Connection], begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """Does what comes in until nothing more can come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:  # or nobody would notice that the parent has closed them
        other.close()
    end_with_parent()
    if begin is not None:
        begin(*given)
    with contextlib.suppress(EOFError, OSError):  # the parent has no more, or is gone
        while True:
            pipe.send(_done(*pipe.recv()))


def _done(work: Work, task: Any) -> tuple[bool, Any]:
    try:
        return True, work(task)
    except Exception as error:
        return False, error


def end_with_parent() -> None:
    """From now on this process ends when the one that started it does, however that came about."""
    threading.Thread(target=_watch, name="parent", daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
    else:  # started as a command
        first = os.getppid()
        while os.getppid() == first:
            time.sleep(0.5)
    os._exit(1)
