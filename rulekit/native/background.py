"""Compiling while something else goes on.

Contract: `background(work)` does work in a thread of its own and gives what will come out. `carried_out(orders, ...)` runs
commands in the folder of a `workplace`. A program that comes to its end does not wait for a compiler, nor for what only works
out: the commands are ended, what they left is cleared away, and what is being written is written. Where it has no time for
that, because a signal ends it, those who watch over the commands do (`watched.py`).
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Condition, RLock, Thread
from typing import Any

_WATCHED = os.path.join(os.path.dirname(__file__), "watched.py")
_PATIENCE = 5.0  # seconds for a thread to clear up
_LOCK = RLock()
_done = Condition(_LOCK)
_unbroken = 0  # how many do what is not cut short
_commands: set[subprocess.Popen[str]] = set()
_ended = False


def background(work: Callable[[], Any]) -> Future[Any]:
    found: Future[Any] = Future()

    def do() -> None:
        try:
            found.set_result(work())
        except BaseException as error:  # whoever waits is told
            found.set_exception(error)

    Thread(target=do, name="rulekit native", daemon=True).start()
    return found


@contextmanager
def unbroken() -> Iterator[None]:
    """What is done in here is done to its end, also when the program comes to its own; it must be short."""
    global _unbroken
    with _LOCK:
        if _ended:
            raise OSError("the program has ended")
        _unbroken += 1
    try:
        yield
    finally:
        with _LOCK:
            _unbroken -= 1
            _done.notify_all()


@contextmanager
def workplace() -> Iterator[str]:
    """A folder for a compiler and what it makes."""
    with unbroken(), tempfile.TemporaryDirectory(prefix="rulekit-", ignore_cleanup_errors=True) as folder:
        yield folder


def carried_out(orders: Sequence[Sequence[str]], folder: str, seconds: float) -> tuple[int, str]:
    """The exit code of commands that run side by side, and what they said of mistakes: of the first that has failed."""
    with _held() as pipe:
        with _LOCK:
            if _ended:
                return 1, "the program has ended"
            made = [_started(order, folder, pipe) for order in orders]
            _commands.update(made)
        ends = time.monotonic() + seconds
        try:
            said = [command.communicate(timeout=max(0.0, ends - time.monotonic()))[1] for command in made]
        finally:
            for command in made:
                if command.poll() is None:
                    _kill(command)
                    command.communicate()
            _commands.difference_update(made)
    return next(((command.returncode, text) for command, text in zip(made, said, strict=True) if command.returncode), (0, ""))


@contextmanager
def _held() -> Iterator[int]:
    """Where one reads from a pipe that this process holds open."""
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(writing)
        os.close(reading)


def _started(order: Sequence[str], folder: str, pipe: int) -> subprocess.Popen[str]:
    """A command that ends with this process, and lays what it needs for a while into the folder too."""
    watched = [sys.executable, "-I", "-S", _WATCHED, folder, *order] if sys.executable and hasattr(os, "killpg") else order
    return subprocess.Popen(
        watched, stdin=pipe, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder, start_new_session=True,
        env={**os.environ, "TMPDIR": folder},
    )  # fmt: skip


def _kill(command: subprocess.Popen[str]) -> None:
    """With what it has started: a compiler is several programs, and while one of them lives it may still say something."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(command.pid, signal.SIGKILL)
    command.kill()


def _end() -> None:
    global _ended
    with _LOCK:
        _ended = True
        for made in list(_commands):
            _kill(made)
        _done.wait_for(lambda: not _unbroken, _PATIENCE)


atexit.register(_end)
