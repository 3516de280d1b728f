"""Figures of two simulations side by side: what has shifted, and whether that can be chance.

Contract: pure functions of counts. Each shift has an interval of 95 % of its own; the verdict (`clear`) holds for all of them
together: the chance that any of them is called clear without a reason is at most 5 % (Holm's method).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from rulekit.simulate import Report
from rulekit.simulate.report import Use
from rulekit.simulate.statistics import difference

_Z = 1.959963984540054
_LEVEL = 0.05


@dataclass
class Shift:
    """One figure before and after."""

    sort: str  # wins, length, rounds, taken, won
    name: str
    old: float
    new: float
    low: float  # of the difference
    high: float
    chance: float  # of so large a difference where there is none
    share: bool  # a share of games, or else a mean
    clear: bool = False

    @property
    def by(self) -> float:
        return self.new - self.old

    def as_data(self) -> dict[str, Any]:
        rounded = {key: round(value, 5) if isinstance(value, float) else value for key, value in vars(self).items()}
        return {**rounded, "difference": round(self.by, 5)}


def shifts(old: Report, new: Report) -> list[Shift]:
    """All figures that both have, the clear ones first, then the likeliest."""
    found = [_seat(old, new, seat) for seat in range(old.players)] if old.players > 1 else []
    found += [_mean("length", "decisions of a game", old.lengths, new.lengths)]
    if any(old.rounds) or any(new.rounds):
        found.append(_mean("rounds", "rounds of a game", old.rounds, new.rounds))
    for name in dict.fromkeys([*old.chosen, *new.chosen]):
        found += _card(old, new, name)
    _judge(found)
    return sorted(found, key=lambda s: (not s.clear, s.chance, s.sort, s.name))


def _judge(found: list[Shift]) -> None:
    """Holm: the smallest chance has to be smallest by far, and the first that is not ends it."""
    for rank, shift in enumerate(sorted(found, key=lambda s: s.chance)):
        if shift.chance > _LEVEL / (len(found) - rank):
            return
        shift.clear = True


def _seat(old: Report, new: Report, seat: int) -> Shift:
    return _share("wins", f"seat {seat + 1}", old.wins[seat], old.finished, new.wins[seat], new.finished)


def _card(old: Report, new: Report, name: str) -> list[Shift]:
    """How many players took it, and how many of those won."""
    was, now = (report.chosen.get(name, Use()) for report in (old, new))
    found = [_share("taken", name, was.players, old.finished * old.players, now.players, new.finished * new.players)]
    if was.players and now.players:
        found.append(_share("won", name, was.wins, was.players, now.wins, now.players))
    return found


def _share(sort: str, name: str, was: int, of: int, now: int, of_now: int) -> Shift:
    gap, low, high = difference(now, of_now, was, of)
    both = (was + now) / (of + of_now) if of + of_now else 0.0
    spread = sqrt(both * (1 - both) * (1 / of + 1 / of_now)) if of and of_now else 0.0
    return Shift(sort, name, _of(was, of), _of(now, of_now), low, high, _two_sided(gap, spread), share=True)


def _of(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _mean(sort: str, name: str, old: list[int], new: list[int]) -> Shift:
    (was, first), (now, second) = _moments(old), _moments(new)
    spread = sqrt(first + second)
    gap = now - was
    return Shift(sort, name, was, now, gap - _Z * spread, gap + _Z * spread, _two_sided(gap, spread), share=False)


def _moments(values: list[int]) -> tuple[float, float]:
    """The mean, and the variance of the mean."""
    count = len(values)
    if not count:
        return 0.0, 0.0
    middle = sum(values) / count
    squares = sum((value - middle) ** 2 for value in values)
    return middle, squares / max(1, count - 1) / count


def _two_sided(gap: float, spread: float) -> float:
    """The chance of a gap as large as this in either direction, where there is none; by the normal distribution.

    >>> round(_two_sided(1.96, 1.0), 3), _two_sided(0.0, 0.0), _two_sided(1.0, 0.0)
    (0.05, 1.0, 0.0)
    """
    if spread == 0:
        return 1.0 if gap == 0 else 0.0
    return erfc(abs(gap) / spread / sqrt(2))
