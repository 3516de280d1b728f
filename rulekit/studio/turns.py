"""One thread for all that touches positions, where people go before bots.

Contract: work is done one thing after the other, so tables never race. What people wait for is done before what can be done
later; of two that are alike the one that came first.
"""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
_Task = tuple[bool, int, Callable[[], None] | None]  # later, when it came, what is done; None ends the thread


class Turns:
    """The thread with its queue."""

    def __init__(self) -> None:
        self._queue: queue.PriorityQueue[_Task] = queue.PriorityQueue()
        self._number = itertools.count()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="studio-tables", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[..., T], *given: Any, later: bool = False) -> Future[T]:
        """What a function gives, in its turn."""
        found: Future[T] = Future()

        def do() -> None:
            if not found.set_running_or_notify_cancel():
                return
            try:
                found.set_result(work(*given))
            except BaseException as error:  # it belongs to whoever waits
                found.set_exception(error)

        if self._ended:
            found.cancel()
        else:
            self._queue.put((later, next(self._number), do))
        return found

    def stop(self) -> None:
        """What is being done ends; nothing else is begun."""
        self._ended = True
        self._queue.put((False, -1, None))

    def _run(self) -> None:
        while (task := self._queue.get()[2]) is not None:
            task()
