"""Many games of bots, and what came out.

Contract: deterministic: the figures depend on the game, the bots and the seed only, not on the number of processes (a bot that
thinks by the clock is the exception). A fault in one game is kept with its seed and answers, and the others go on.

| file | what it holds |
|---|---|
| `task.py`, `players.py`, `play.py` | what is to be played; by whom; one game of it |
| `workers.py` | games over several processes |
| `report.py`, `balance.py`, `statistics.py` | the figures; what a designer acts on |
| `text.py`, `files.py`, `plots.py` | the figures as a table, as CSV and as pictures |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rulekit.api import Game
from rulekit.api.pickled import key_of
from rulekit.simulate.play import Fault, Outcome
from rulekit.simulate.players import Player
from rulekit.simulate.report import Report
from rulekit.simulate.task import Task, check_games
from rulekit.simulate.workers import outcomes
from rulekit.spread.executors import Hired
from rulekit.spread.journal import Journal, fingerprint, taken_up

__all__ = ["Fault", "Player", "Report", "Task", "check_games", "outcomes", "played", "simulate"]


def simulate(
    game: Game,
    *,
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    limit: int = 5000,
    invariants: bool = False,
    bots: Sequence[Player] = (),
    balance: bool = False,
    jobs: int | None = 1,
    executor: Hired | None = None,
    resume: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Plays games with uniformly random players, or with the bots given; the last one takes the seats left.

    With `balance` it is noted what was offered, and `report.balance` says what a designer may act on.

    A bot is the name of a stock bot, a function (`rulekit.Bot`), or a class that is made anew for each game with a seed.

    With `jobs` above 1, or None for as many as there are cores, the games are spread over processes; a script that asks for
    that needs the usual `if __name__ == "__main__":`. `executor` is any `concurrent.futures.Executor`, or a function that makes
    one: it plays instead. `resume` names a file that keeps what was played: the same call goes on from there."""
    check_games(games)
    task = Task.of(game, players=players, limit=limit, invariants=invariants, bots=bots, balance=balance)
    report = Report(task)
    with played(game, task, seed, games, jobs=jobs, executor=executor, resume=resume) as found:
        for done, outcome in enumerate(found, 1):
            report.add(outcome)
            if progress is not None:
                progress(done, games)
    report.label_all(game)
    return report


@contextmanager
def played(
    game: Game,
    task: Task,
    seed: int,
    games: int,
    *,
    jobs: int | None = 1,
    executor: Hired | None = None,
    resume: str | Path | None = None,
) -> Iterator[Iterator[Outcome]]:
    """The outcomes of so many games in order, from a file where they are known and kept there where it is named."""
    seeds = range(seed, seed + games)
    with ExitStack() as open_files:
        journal = None
        if resume is not None:
            journal = open_files.enter_context(Journal(resume, "simulate", _fingerprint(game, task, seed)))
        yield taken_up(
            journal, games, lambda done: outcomes(game, task, seeds[done:], jobs, executor),
            plain=Outcome.as_plain, read=Outcome.from_plain,
        )  # fmt: skip


def _fingerprint(game: Game, task: Task, seed: int) -> str:
    """All that outcomes hang on. Bots of one's own go by their names: only their author knows when they have changed."""
    return fingerprint(key_of(game), task.players, task.bots, task.limit, task.invariants, task.balance, seed)
