"""Work for whoever does it: this process, processes of our own, or an executor of somebody else, such as a cluster.

Contract: a `Crew` gives the results in the order of the tasks, whoever did them, so that nothing hangs on how many do. Tasks
are taken from their iterable as they are needed. What the work itself raises is raised here; whatever else goes wrong with a
task means that it was lost (its process was killed, its machine is gone), and it is done again, a few times. Whoever stops
listening, for example after Ctrl-C, takes back what has not begun. An executor that was given stays open; one that was made
here is closed.
"""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from rulekit.errors import RunError, UsageError
from rulekit.spread.processes import Team, Work

Hired = Executor | Callable[[], Executor]  # one that is there, or a function that makes one, again if need be

AHEAD = 256  # tasks that may be begun before the first of them is done: enough for a hundred machines
_TRIES = 3
_LOOK = 1.0  # seconds after which a wait is begun anew, so that Ctrl-C is heard on every system


class Crew(Protocol):
    """Those who do the work."""

    def results(self, work: Work, tasks: Iterable[Any]) -> Iterator[Any]:
        """`work` of each task, in order."""
        ...


class Alone:
    """This process does it, task by task."""

    def results(self, work: Work, tasks: Iterable[Any]) -> Iterator[Any]:
        return map(work, tasks)


@contextlib.contextmanager
def crew(jobs: int, executor: Hired | None = None, team: Mapping[str, Any] | None = None) -> Iterator[Crew]:
    """An executor where there is one, else so many processes of our own (`team` is for `Team`), else this process."""
    if executor is not None:
        with hired(executor) as found:
            yield found
    elif jobs > 1:
        with Team(jobs, **(team or {})) as own:
            yield own
    else:
        yield Alone()


@contextlib.contextmanager
def hired(executor: Hired) -> Iterator[Crew]:
    """An executor, or one that a function makes, for some rounds of tasks."""
    if not isinstance(executor, Executor) and (isinstance(executor, type) or not callable(executor)):
        raise UsageError(f"executor is a concurrent.futures.Executor, or a function that makes one, not {executor!r}")
    found = _Hired(executor)
    try:
        yield found
    finally:
        found.close()


@dataclass
class _Task:
    number: int
    given: tuple[Work, Any]
    tries: int = 0


class _Hired:
    def __init__(self, source: Hired) -> None:
        self._source = source
        self._executor: Executor | None = source if isinstance(source, Executor) else None
        self._running: dict[Future[Any], _Task] = {}
        self._ended: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._breaks = 0  # how often the executor broke down since something was last done

    def results(self, work: Work, tasks: Iterable[Any]) -> Iterator[Any]:
        waiting = (_Task(number, (work, task)) for number, task in enumerate(tasks))
        done: dict[int, Any] = {}
        told = begun = 0
        try:
            while True:
                while begun < told + AHEAD and (task := next(waiting, None)) is not None:
                    begun = task.number + 1
                    self._submit(task)
                if not self._running:
                    return
                self._take(self._next(), done)
                while told in done:
                    yield done.pop(told)
                    told += 1
        finally:
            self._take_back()

    def _submit(self, task: _Task) -> None:
        while True:
            try:
                future = self._there().submit(_done, *task.given)
                break
            except BrokenExecutor as error:
                self._broken(error)
            except RuntimeError as error:
                raise UsageError(f"the executor takes no work: {error}") from error
        self._running[future] = task
        future.add_done_callback(self._ended.put)

    def _there(self) -> Executor:
        if self._executor is None:
            assert not isinstance(self._source, Executor)
            self._executor = self._source()
            if not isinstance(self._executor, Executor):
                raise UsageError(f"the function given as executor made {self._executor!r}, which is none")
        return self._executor

    def _next(self) -> Future[Any]:
        """The next one that has ended; those of an earlier round may still come in and are passed over."""
        while True:
            with contextlib.suppress(queue.Empty):
                found = self._ended.get(timeout=_LOOK)
                if found in self._running:
                    return found

    def _take(self, future: Future[Any], done: dict[int, Any]) -> None:
        task = self._running.pop(future)
        error = _gone_wrong(future)
        if error is not None:
            self._lost(task, error)
            return
        fine, result = future.result()
        if not fine:
            raise result
        self._breaks = 0
        done[task.number] = result

    def _lost(self, task: _Task, error: BaseException) -> None:
        if isinstance(error, BrokenExecutor):  # all that was begun is lost with it, whoever is to blame
            self._broken(error)
        else:
            task.tries += 1
            if task.tries >= _TRIES:
                raise RunError(f"a task was lost {_TRIES} times: {_told(error)}") from error
        self._submit(task)

    def _broken(self, error: BrokenExecutor) -> None:
        """An executor that takes no more work: another one, if we know how to make it."""
        if isinstance(self._source, Executor):
            raise RunError(
                f"the executor has broken down and takes no more work ({_told(error)}); "
                "give a function that makes one, `executor=lambda: ProcessPoolExecutor(4)`, and what was lost is done again"
            ) from error
        if self._executor is None or getattr(self._executor, "_broken", True) is False:
            return  # the lost task of one that was replaced already
        self._breaks += 1
        if self._breaks >= _TRIES:
            raise RunError(f"the executor broke down {_TRIES} times and did nothing in between: {_told(error)}") from error
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = None

    def _take_back(self) -> None:
        for future in list(self._running):
            future.cancel()
        self._running.clear()

    def close(self) -> None:
        self._take_back()
        if self._executor is not None and self._executor is not self._source:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _gone_wrong(future: Future[Any]) -> BaseException | None:
    """Why a task gave nothing, if it did not."""
    if future.cancelled():
        return RunError("it was cancelled")
    return future.exception()


def _told(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _done(work: Work, task: Any) -> tuple[bool, Any]:
    """In whatever process: what the work raises is a result like any other, and no sign of a lost worker."""
    try:
        return True, work(task)
    except Exception as error:
        return False, error


# ---------- clusters ----------
@contextlib.contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor of the Dask cluster whose scheduler has this address."""
    try:
        distributed: Any = import_module("distributed")  # an extra, and without types
    except ImportError:
        raise UsageError("a cluster needs Dask: pip install 'rulekit-games[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"there is no Dask scheduler at `{address}`: {_told(error)}") from error
    try:
        _check_workers(client)
        yield client.get_executor(pure=False)
    finally:
        client.close()


def _check_workers(client: Any) -> None:
    """Raises `UsageError` where a worker has another rulekit than we, or none: its figures could be others."""
    own = _version()
    try:
        versions: dict[str, str] = client.run(_version)
    except ImportError as error:
        raise UsageError(f"the workers of the cluster need rulekit as well: {_told(error)}") from error
    if not versions:
        raise UsageError("the cluster has no workers yet; start some with `dask worker ADDRESS`")
    for where, version in versions.items():
        if version != own:
            raise UsageError(f"the worker {where} has rulekit {version}, this is {own}; install the same on all")


def _version() -> str:
    return str(import_module("rulekit").__version__)


__all__ = ["AHEAD", "Alone", "Crew", "Hired", "cluster", "crew", "hired"]
