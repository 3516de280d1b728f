"""An executor over the tasks of Ray, for everything in rulekit that takes `executor=`.

`pip install ray`, and the same version of rulekit on every machine. `python ray_executor.py goldblivion 1000` plays by it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import ray

import rulekit
from rulekit.simulate import simulate


class RayExecutor(Executor):
    """Every call is a task of Ray. One whose worker died is given to another by Ray itself, three times."""

    def __init__(self, address: str | None = None) -> None:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)

        def call(function: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
            return function(*args, **named)

        self._task: Any = ray.remote(call)  # a function without a name of its own is sent itself: no machine needs this file
        self._begun: dict[Future[Any], Any] = {}
        self._closed = False

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        there = self._task.remote(function, args, named)
        future: Future[Any] = there.future()
        self._begun[future] = there
        future.add_done_callback(lambda done: self._begun.pop(done, None))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ray itself stays: others may use it."""
        self._closed = True
        left = list(self._begun.values())
        if cancel_futures:
            for there in left:
                ray.cancel(there)
        elif wait and left:
            ray.wait(left, num_returns=len(left))


if __name__ == "__main__":
    with RayExecutor() as executor:
        report = simulate(rulekit.load(sys.argv[1]), games=int(sys.argv[2]), executor=executor)
    print(report)
