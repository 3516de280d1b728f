"""Processes that do what takes long or could go wrong, and that can be killed.

Contract: `run` gives what a function returned in another process, or raises `Lost` if that took too long or the process
died. Whoever cancels `run` ends the process. A process does one task at a time and is used again; all of them end with the
server.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from rulekit.errors import RulekitError
from rulekit.spread.processes import end_with_parent

Progress = Callable[[Any], None]
_HOW = multiprocessing.get_context("spawn")  # forks of a process with threads are not safe


class Lost(Exception):
    """A task that was given up: it took too long, or its process ended."""


class Failed(Exception):
    """A task that has failed, with the reason for people."""


@dataclass
class _Helper:
    process: Any
    pipe: Connection

    @property
    def alive(self) -> bool:
        return bool(self.process.is_alive())

    def kill(self) -> None:
        self.process.kill()
        self.process.join(5)
        with contextlib.suppress(OSError):
            self.pipe.close()


class Workers:
    """At most so many processes, started when they are needed."""

    def __init__(self, count: int, *, nice: int = 0) -> None:
        self._nice = nice  # how far they stand back for other processes
        self._room = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="studio-worker")
        self._idle: list[_Helper] = []
        self._busy: set[int] = set()
        self.started = 0

    @property
    def busy(self) -> int:
        return len(self._busy)

    async def run(self, task: Callable[..., Any], *given: Any, seconds: float, progress: Progress | None = None) -> Any:
        """What `task(report, *given)` returns; `report(x)` there is `progress(x)` here."""
        async with self._room:
            loop = asyncio.get_running_loop()
            helper = await loop.run_in_executor(self._threads, self._helper)
            self._busy.add(id(helper))
            done = False
            try:
                fine, result = await asyncio.wait_for(self._talk(helper, task, given, progress), seconds)
                done = True
            except TimeoutError:
                raise Lost(f"it took longer than {seconds:g} seconds") from None
            except (EOFError, OSError):
                raise Lost("its process ended") from None
            finally:
                self._busy.discard(id(helper))
                if done:
                    self._idle.append(helper)
                else:
                    helper.kill()
            if not fine:
                raise Failed(result)
            return result

    async def _talk(self, helper: _Helper, task: Any, given: tuple[Any, ...], progress: Progress | None) -> tuple[bool, Any]:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, helper.pipe.send, (task, given))
        while True:
            word, value = await loop.run_in_executor(self._threads, helper.pipe.recv)
            if word == "progress":
                if progress is not None:
                    progress(value)
                continue
            return word == "done", value

    def _helper(self) -> _Helper:
        while self._idle:
            helper = self._idle.pop()
            if helper.alive:
                return helper
        ours, theirs = _HOW.Pipe()
        process = _HOW.Process(target=_serve, args=(theirs, self._nice), daemon=True)
        process.start()
        theirs.close()
        self.started += 1
        return _Helper(process, ours)

    def stop(self) -> None:
        """Ends all processes that are at rest; those at work end with whoever waits for them, and with the server."""
        for helper in self._idle:
            helper.kill()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


# ---------- in the other process ----------
def _serve(pipe: Connection, nice: int) -> None:
    import os
    import signal

    if nice and hasattr(os, "nice"):
        os.nice(nice)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    with contextlib.suppress(EOFError, OSError):
        while True:
            task, given = pipe.recv()
            pipe.send(_outcome(pipe, task, given))


def _outcome(pipe: Connection, task: Callable[..., Any], given: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", task(lambda value: pipe.send(("progress", value)), *given)
    except RulekitError as error:
        return "failed", str(error)
    except Exception as error:  # whatever it is, the server goes on
        return "failed", f"{type(error).__name__}: {error}"
