"""Two versions of rules side by side: what has changed, and what comes of it.

Contract: deterministic by the seed, with any number of processes. `compare` gives a `Comparison` of plain data.

| file | what it holds |
|---|---|
| `versions.py` | files, bundled names and git revisions, as games |
| `words.py` | what changed in words, card by card and rule by rule |
| `lockstep.py`, `shown.py` | the same answers to both: where they part; the smallest example that shows it |
| `shifts.py` | figures of many games, with intervals and a verdict that accounts for many comparisons |
| `report.py`, `page.py` | the comparison as text, and as one HTML page |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulekit.api import Game
from rulekit.compare.lockstep import Parting, partings
from rulekit.compare.shifts import Shift, shifts
from rulekit.compare.shown import ChangedExample, changed_examples, shown
from rulekit.compare.words import Change, changes
from rulekit.errors import UsageError
from rulekit.simulate import Player, simulate
from rulekit.spread.executors import Hired

__all__ = ["Change", "ChangedExample", "Comparison", "Parting", "Shift", "compare"]


@dataclass
class Comparison:
    """What is different in the second version."""

    game: str
    old: str
    new: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: int
    changes: list[Change] = field(default_factory=list)
    examples: list[ChangedExample] = field(default_factory=list)
    partings: list[Parting] = field(default_factory=list)
    plays: int = 0  # that were played in step
    parted: int = 0  # of which so many parted
    shifts: list[Shift] = field(default_factory=list)

    @property
    def same(self) -> bool:
        return not (self.changes or self.examples or self.partings or any(shift.clear for shift in self.shifts))

    def as_data(self) -> dict[str, Any]:
        plain = {name: [vars(one) for one in getattr(self, name)] for name in ("changes", "examples", "partings")}
        head = {name: getattr(self, name) for name in ("game", "old", "new", "players", "games", "seed", "plays", "parted")}
        return {**head, "bots": list(self.bots), "same": self.same, **plain, "shifts": [one.as_data() for one in self.shifts]}


def compare(
    old: Game,
    new: Game,
    *,
    games: int = 400,
    plays: int = 40,
    players: int | None = None,
    bots: Sequence[Player] = (),
    seed: int = 0,
    jobs: int | None = 1,
    executor: Hired | None = None,
    resume: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Compares two versions: their words, their examples, `plays` random plays in step, and figures of `games` games of each.

    `resume` names a file; what was played is kept in it and in one beside it (`.new`)."""
    for game in (old, new):
        game.require_start()
    count = old._count(players, ())
    if count not in new.player_counts:
        raise UsageError(f"the first version is for {count} players, the second for {new.seats}; name a number that fits both")
    names = tuple(bot if isinstance(bot, str) else getattr(bot, "__name__", "bot") for bot in bots) or ("random",)
    found = Comparison(new.name, str(old.path), str(new.path), count, games, names, seed)
    found.changes = changes(old.for_players(count), new.for_players(count))
    found.examples = changed_examples(old, new)
    found.plays, found.parted, found.partings = partings(old, new, count, plays, seed)
    for parting in found.partings:
        parting.example = shown(old, new, parting)
    if games:
        reports = []
        for number, (game, ending) in enumerate(((old, ".old"), (new, ".new"))):

            def step(done: int, of: int, before: int = number) -> None:
                if progress is not None:
                    progress(before * of + done, 2 * of)

            reports.append(simulate(
                game, games=games, players=count, seed=seed, bots=bots, jobs=jobs, executor=executor, progress=step,
                resume=None if resume is None else f"{resume}{ending}",
            ))  # fmt: skip
        found.shifts = shifts(*reports)
    return found
