"""Bots against each other, in all seats, and how strong that makes them.

Contract: deterministic by the seed, like simulations. Every arrangement of bots in seats plays the same seeds, so that neither
a seat nor a deal favours anybody, and more games add to those that were played. Ratings are those of Bradley and Terry on the
scale of Elo, with a mean of 1500: 100 points more win 64 of 100 games of two. In a game of several each winner has beaten each
who did not win; those who win or lose together have drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from rulekit.api import Game
from rulekit.errors import UsageError
from rulekit.simulate import simulate
from rulekit.simulate.players import Player, named
from rulekit.spread.executors import Hired

_SCALE = 400 / log(10)
_Z = 1.959963984540054
_MIDDLE = 1500.0
_ROUNDS = 500  # of the iteration; far more than it needs
_MOST = 720  # arrangements


@dataclass
class Standing:
    """One bot."""

    name: str
    games: int = 0
    wins: float = 0.0  # shared ones count in parts
    rating: float = _MIDDLE
    low: float = 0.0
    high: float = 0.0


@dataclass
class Tournament:
    """What came out."""

    game: str
    players: int
    games: int = 0
    unfinished: int = 0
    errors: int = 0
    standings: list[Standing] = field(default_factory=list)
    beaten: list[list[float]] = field(default_factory=list)  # how often the one of the row beat the one of the column

    def as_data(self) -> dict[str, Any]:
        rows = [{key: round(v, 2) if isinstance(v, float) else v for key, v in vars(s).items()} for s in self.standings]
        head = {name: getattr(self, name) for name in ("game", "players", "games", "unfinished", "errors")}
        return {**head, "standings": rows, "beaten": self.beaten}


def tournament(
    game: Game,
    bots: Sequence[Player],
    *,
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    limit: int = 5000,
    jobs: int | None = 1,
    executor: Hired | None = None,
    resume: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """Plays at least so many games, the same number of each arrangement of bots in seats. `resume` names a file; each
    arrangement has one beside it."""
    names, _ = named(bots)
    if len(names) < 2 or len(set(names)) < len(names):
        raise UsageError("a tournament needs at least two bots, each named once")
    count = game._count(players, ())
    if count < 2:
        raise UsageError("a tournament needs a game for at least two players")
    seatings = arrangements(len(names), count)
    each = -(-games // len(seatings))
    found = Tournament(game.name, count, beaten=[[0.0] * len(names) for _ in names])
    found.standings = [Standing(name) for name in names]
    for number, seats in enumerate(seatings):

        def step(done: int, _: int, before: int = number * each) -> None:
            if progress is not None:
                progress(before + done, each * len(seatings))

        report = simulate(
            game, games=each, players=count, seed=seed, limit=limit, bots=[bots[bot] for bot in seats],
            jobs=jobs, executor=executor, resume=None if resume is None else f"{resume}.{number}", progress=step,
        )  # fmt: skip
        found.games += report.finished
        found.unfinished += report.unfinished
        found.errors += len(report.errors)
        for winners, over in zip(report.winners, report.ended, strict=True):
            if over:
                _count(found, seats, [seat in winners for seat in range(count)])
    _rate(found)
    return found


def arrangements(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits where: all ways to give the seats to different bots, or with fewer bots than seats, all with at least two."""
    ways = permutations(range(bots), seats) if bots >= seats else product(range(bots), repeat=seats)
    found = []
    for way in ways:
        if len(set(way)) > 1:
            found.append(way)
        if len(found) > _MOST:
            raise UsageError(f"there are more than {_MOST} ways to seat {bots} bots; name fewer")
    return found


def _count(found: Tournament, seats: tuple[int, ...], won: list[bool]) -> None:
    """Every two different bots at the table have met."""
    for bot in set(seats):
        found.standings[bot].games += 1
    for seat, bot in enumerate(seats):
        if won[seat]:
            found.standings[bot].wins += 1 / sum(won)
        for other_seat, other in enumerate(seats):
            if other != bot:
                found.beaten[bot][other] += 1.0 if won[seat] > won[other_seat] else 0.5 if won[seat] == won[other_seat] else 0.0


# ---------- ratings ----------
def _rate(found: Tournament) -> None:
    logs = strengths(found.beaten)
    errors = _errors(found.beaten, logs)
    for one, value, error in zip(found.standings, logs, errors, strict=True):
        one.rating = _MIDDLE + _SCALE * value
        one.low, one.high = one.rating - _Z * _SCALE * error, one.rating + _Z * _SCALE * error
    order = sorted(range(len(logs)), key=lambda at: (-logs[at], found.standings[at].name))
    found.standings = [found.standings[at] for at in order]
    found.beaten = [[found.beaten[one][two] for two in order] for one in order]


def strengths(beaten: list[list[float]]) -> list[float]:
    """The logarithms of the strengths that explain the results best, with a mean of nothing. Half a draw of each two is added,
    so that one who has won everything is strong and not endless.

    >>> [round(one, 3) for one in strengths([[0, 3], [1, 0]])]
    [0.478, -0.478]
    """
    count = len(beaten)
    wins = [sum(beaten[a][b] + 0.25 for b in range(count) if b != a) for a in range(count)]
    strong = [1.0] * count
    for _ in range(_ROUNDS):
        new = [
            wins[a] / sum(_met(beaten, a, b) / (strong[a] + strong[b]) for b in range(count) if b != a) for a in range(count)
        ]
        middle = exp(sum(map(log, new)) / count)
        strong = [one / middle for one in new]
    return [log(one) for one in strong]


def _met(beaten: list[list[float]], a: int, b: int) -> float:
    return beaten[a][b] + beaten[b][a] + 0.5


def _errors(beaten: list[list[float]], logs: list[float]) -> list[float]:
    """Standard errors: the inverse of the information, which is made regular by holding the sum of all at nothing."""
    count = len(logs)
    matrix = [[1.0 / count] * count for _ in range(count)]
    for a in range(count):
        for b in range(count):
            if a != b:
                share = 1 / (1 + exp(logs[b] - logs[a]))
                known = _met(beaten, a, b) * share * (1 - share)
                matrix[a][a] += known
                matrix[a][b] -= known
    inverse = _inverse(matrix)
    return [sqrt(max(0.0, inverse[at][at] - 1.0 / count)) for at in range(count)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By elimination; the matrix is positive definite, so no row is ever exchanged."""
    count = len(matrix)
    rows = [[*row, *(1.0 if at == number else 0.0 for at in range(count))] for number, row in enumerate(matrix)]
    for at in range(count):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(count):
            if other != at:
                factor = rows[other][at]
                rows[other] = [one - factor * two for one, two in zip(rows[other], rows[at], strict=True)]
    return [row[count:] for row in rows]


def tournament_text(found: Tournament) -> str:
    """A table, the strongest first."""
    width = max(4, *(len(one.name) for one in found.standings))
    lines = [
        f"{found.game}, {found.players} players, {found.games} games; unfinished {found.unfinished}, errors {found.errors}"
    ]
    lines.append(f"  {'bot':<{width}}  rating  interval        games    wins")
    for one in found.standings:
        share = 100 * one.wins / one.games if one.games else 0.0
        lines.append(
            f"  {one.name:<{width}}  {one.rating:>6.0f}  {one.low:>5.0f} to {one.high:<5.0f}  {one.games:>6}  {share:>4.1f} %"
        )
    return "\n".join(lines)
