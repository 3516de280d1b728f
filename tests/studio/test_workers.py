"""Processes that can be killed."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from rulekit.errors import UsageError
from rulekit.studio.workers import Failed, Lost, Workers


def add(tell: Callable[[Any], None], one: int, two: int) -> int:
    tell(one)
    return one + two


def sleep(_: Callable[[Any], None], seconds: float) -> None:
    time.sleep(seconds)


def fail(_: Callable[[Any], None], how: str) -> None:
    if how == "die":
        os._exit(3)
    raise UsageError("that is wrong") if how == "said" else ValueError("odd")


def test_tasks_are_done_told_lost_and_cancelled() -> None:
    async def run() -> None:
        workers, told = Workers(1), list[Any]()
        try:
            assert await workers.run(add, 2, 3, seconds=60, progress=told.append) == 5 and told == [2]
            assert await workers.run(add, 4, 4, seconds=60) == 8 and workers.started == 1, "a process is used again"
            for how, reason in (("said", "that is wrong"), ("odd", "ValueError")):
                with pytest.raises(Failed, match=reason):
                    await workers.run(fail, how, seconds=60)
            with pytest.raises(Lost, match="ended"):
                await workers.run(fail, "die", seconds=60)
            with pytest.raises(Lost, match="longer"):
                await workers.run(sleep, 600, seconds=0.2)
            task = asyncio.create_task(workers.run(sleep, 600, seconds=600))
            while not workers.busy:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert workers.busy == 0 and await workers.run(add, 1, 1, seconds=60) == 2
        finally:
            workers.stop()

    asyncio.run(run())
