"""Studies that are under way: begun, watched, cancelled, reported.

Contract: a study runs in a process of its own pool and is ended by `cancel`; as many as there are processes run at once, the
others wait.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from rulekit.studio import limits
from rulekit.studio.room import RoomError
from rulekit.studio.seats import new_token
from rulekit.studio.studies import STUDIES
from rulekit.studio.workers import Failed, Lost, Workers

_KEPT = 30


@dataclass
class Job:
    """A study."""

    kind: str
    game: str
    asked: dict[str, Any]
    id: str = field(default_factory=lambda: new_token()[:10])
    state: str = "waits"  # waits, runs, done, failed, cancelled
    done: int = 0
    of: int = 0
    result: dict[str, Any] | None = None
    error: str = ""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def told(self, *, whole: bool = False) -> dict[str, Any]:
        found = {"id": self.id, "kind": self.kind, "game": self.game, "state": self.state, "done": self.done, "of": self.of}
        return found | {"error": self.error} | ({"result": self.result} if whole else {})


class Jobs:
    """All studies of a server."""

    def __init__(self, workers: Workers) -> None:
        self.workers, self.all = workers, dict[str, Job]()

    def begin(self, kind: str, game: str, path: str, asked: dict[str, Any]) -> Job:
        if kind not in STUDIES:
            raise RoomError("study", f"the studies are {', '.join(STUDIES)}")
        if sum(job.state in ("waits", "runs") for job in self.all.values()) >= limits.JOBS:
            raise RoomError("study", f"{limits.JOBS} studies are under way; wait, or cancel one")
        while len(self.all) >= _KEPT:
            self.all.pop(next(iter(self.all)))
        job = Job(kind, game, asked)
        self.all[job.id] = job
        job.task = asyncio.get_running_loop().create_task(self._run(job, path))
        return job

    async def _run(self, job: Job, path: str) -> None:
        def progress(told: Any) -> None:
            job.state, (job.done, job.of) = "runs", told

        try:
            job.result = await self.workers.run(STUDIES[job.kind], path, job.asked, seconds=limits.STUDY, progress=progress)
            job.state = "done"
        except (Lost, Failed) as error:
            job.state, job.error = "failed", str(error)
        except asyncio.CancelledError:
            job.state = "cancelled"

    def job(self, name: str) -> Job:
        found = self.all.get(name)
        if found is None:
            raise RoomError("study", "there is no such study")
        return found

    async def cancel(self, job: Job) -> None:
        if job.task is not None and not job.task.done():
            job.task.cancel()
            await asyncio.wait([job.task], timeout=10)
