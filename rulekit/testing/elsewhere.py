"""The same play in another process.

Contract: `go_elsewhere` does in a new interpreter, under another hash seed and locale, what `go` does here: it
reads saves or starts anew, and plays on. Both give back text that must be byte for byte the same. Run as a module,
this file is the other process: jobs come as JSON lines, answers go out as JSON lines.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from rulekit.api import Game, State


@dataclass(frozen=True)
class Job:
    """A save, or nothing to start anew, and the options to take from there."""

    picks: tuple[int, ...]
    save: str = ""
    players: int = 0
    seed: int = 0
    chance: str = "sample"


def go(game: Game, job: Job) -> str:
    """Plays a job; the final state as JSON, its log included."""
    state = game.from_json(job.save) if job.save else game.new(job.players or None, job.seed, chance=job.chance)
    return play_on(state, job.picks).to_json()


def play_on(state: State, picks: Iterable[int]) -> State:
    for pick in picks:
        if state.over:
            break
        state.play(pick % len(state.decision.options))
    return state


def go_elsewhere(game: Game, jobs: Iterable[Job], *, hash_seed: int = 1, locale: str = "C") -> list[str]:
    """The same as `go` for each job, all in one new process."""
    lines = "".join(json.dumps(asdict(job)) + "\n" for job in jobs)
    command = [sys.executable, "-m", "rulekit.testing.elsewhere", str(game.path.resolve()), *game.modules]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, env=_environment(hash_seed, locale), check=False)
    if done.returncode:
        raise RuntimeError(f"the other process failed:\n{done.stderr.decode(errors='replace')}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _environment(hash_seed: int, locale: str) -> dict[str, str]:
    """Ours, with the package in reach, another order of sets and a locale that Python does not mend."""
    home = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
    changed = {"PYTHONHASHSEED": str(hash_seed), "LC_ALL": locale, "PYTHONPATH": path}
    return {**os.environ, **changed, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def main() -> None:
    path, *modules = sys.argv[1:]
    game = Game(Path(path), tuple(modules))
    for line in sys.stdin.buffer:
        job = Job(**json.loads(line))
        sys.stdout.buffer.write(json.dumps(go(game, job)).encode() + b"\n")


if __name__ == "__main__":
    main()
