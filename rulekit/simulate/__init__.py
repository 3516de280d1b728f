"""Many games of bots, and what came out.

Contract: deterministic: the figures depend on the game, the bots and the seed only, not on the number of processes (a bot that
thinks by the clock is the exception). A fault in one game is kept with its seed and answers, and the others go on.

| file | what it holds |
|---|---|
| `task.py`, `players.py`, `play.py` | what is to be played; by whom; one game of it |
| `workers.py` | games over several processes |
| `report.py`, `statistics.py` | the figures |
| `text.py`, `files.py`, `plots.py` | the figures as a table, as CSV and as pictures |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekit.api import Game
from rulekit.simulate.play import Fault
from rulekit.simulate.players import Player
from rulekit.simulate.report import Report
from rulekit.simulate.task import Task, check_games
from rulekit.simulate.workers import outcomes

__all__ = ["Fault", "Player", "Report", "Task", "check_games", "outcomes", "simulate"]


def simulate(
    game: Game,
    *,
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    limit: int = 5000,
    invariants: bool = False,
    bots: Sequence[Player] = (),
    jobs: int | None = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Plays games with uniformly random players, or with the bots given; the last one takes the seats left.

    A bot is the name of a stock bot, a function (`rulekit.Bot`), or a class that is made anew for each game with a seed.

    With `jobs` above 1, or None for as many as there are cores, the games are spread over processes; a script that asks for
    that needs the usual `if __name__ == "__main__":`."""
    check_games(games)
    task = Task.of(game, players=players, limit=limit, invariants=invariants, bots=bots)
    report = Report(task)
    for done, outcome in enumerate(outcomes(game, task, range(seed, seed + games), jobs), 1):
        report.add(outcome)
        if progress is not None:
            progress(done, games)
    return report
