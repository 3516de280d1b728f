"""Compiling while something else goes on.

Contract: `background(work)` does work in a thread of its own and gives what will come out. `carried_out(order, ...)` runs a
command. A program that comes to its end does not wait for a compiler: the command is ended, and what it left is cleared away.
"""

from __future__ import annotations

import atexit
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any

_PATIENCE = 5.0  # seconds for a thread to clear up
_LOCK = Lock()
_threads: list[Thread] = []
_commands: set[subprocess.Popen[str]] = set()
_ended = False


def background(work: Callable[[], Any]) -> Future[Any]:
    found: Future[Any] = Future()

    def do() -> None:
        try:
            found.set_result(work())
        except BaseException as error:  # whoever waits is told
            found.set_exception(error)

    thread = Thread(target=do, name="rulekit native", daemon=True)
    _threads[:] = [other for other in _threads if other.is_alive()]
    _threads.append(thread)
    thread.start()
    return found


def workplace() -> tempfile.TemporaryDirectory[str]:
    """A folder to compile in. A program that ends may clear it away while the compiler still writes there: what is left then
    is cleared away when the command has been ended, and nobody needs to hear of it."""
    return tempfile.TemporaryDirectory(prefix="rulekit-", ignore_cleanup_errors=True)


def carried_out(order: Sequence[str], folder: str, seconds: float) -> tuple[int, str]:
    """The exit code of a command, and what it said of mistakes."""
    with _LOCK:
        if _ended:
            return 1, "the program has ended"
        made = subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder)
        _commands.add(made)
    try:
        _, said = made.communicate(timeout=seconds)
        return made.returncode, said
    except subprocess.TimeoutExpired:
        made.kill()
        made.communicate()
        raise
    finally:
        _commands.discard(made)


def _end() -> None:
    global _ended
    with _LOCK:
        _ended = True
        for made in list(_commands):
            made.kill()
    for thread in _threads:
        thread.join(_PATIENCE)


atexit.register(_end)
