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

from rulekit.api import Game
from rulekit.errors import RulekitError
from rulekit.spread.processes import end_with_parent
from rulekit.testing.fault import CRASHES
from rulekit.testing.play import play_on


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


def _outcome(game: Game, job: Job) -> str:
    """What comes of a job: an error of the rules is one of many outcomes, and the other process goes on with the next."""
    try:
        return go(game, job)
    except (RulekitError, *CRASHES) as error:
        return f"{type(error).__name__}: {error}"


def go_elsewhere(game: Game, jobs: Iterable[Job], *, hash_seed: int = 1, locale: str = "C") -> list[str]:
    """The same as `go` for each job, all in one new process."""
    lines = "".join(json.dumps(asdict(job)) + "\n" for job in jobs)
    command = [sys.executable, "-m", "rulekit.testing.elsewhere", str(game.path.resolve()), _chosen(game)]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, env=_environment(hash_seed, locale), check=False)
    if done.returncode:
        raise RuntimeError(f"the other process failed:\n{done.stderr.decode(errors='replace')}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _chosen(game: Game) -> str:
    """Modules, options and maps of a game, as text."""
    maps = {board: str(path) for board, path in game.setting.maps.items()}
    return json.dumps({"modules": game.modules, "options": game.setting.options, "maps": maps})


def _environment(hash_seed: int, locale: str) -> dict[str, str]:
    """Ours, with the package in reach, another order of sets and a locale that Python does not mend."""
    home = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
    changed = {"PYTHONHASHSEED": str(hash_seed), "LC_ALL": locale, "PYTHONPATH": path}
    return {**os.environ, **changed, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def main() -> None:
    end_with_parent()
    path, chosen = sys.argv[1], json.loads(sys.argv[2])
    game = Game(Path(path), tuple(chosen["modules"]), chosen["options"])
    game.setting.maps.update({board: Path(file) for board, file in chosen["maps"].items()})
    for line in sys.stdin.buffer:
        job = Job(**json.loads(line))
        sys.stdout.buffer.write(json.dumps(_outcome(game, job)).encode() + b"\n")


if __name__ == "__main__":
    main()
