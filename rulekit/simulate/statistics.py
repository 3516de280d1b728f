"""The few statistics a report needs. All are for 95 %.

Contract: pure functions of counts, so equal counts give equal figures.
"""

from __future__ import annotations

from math import sqrt

_Z = 1.959963984540054  # the normal quantile for 95 %


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The Wilson interval of a share; sensible for few trials and for shares near 0 and 1.

    >>> [round(bound, 3) for bound in wilson(5, 10)]
    [0.237, 0.763]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, _Z * _Z
    middle = share + z2 / (2 * trials)
    spread = _Z * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    scale = 1 + z2 / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def difference(hits: int, trials: int, others: int, other_trials: int) -> tuple[float, float, float]:
    """How much larger a first share is than a second, with Newcombe's interval (made of two Wilson intervals).

    >>> [round(part, 3) for part in difference(56, 70, 48, 80)]
    [0.2, 0.052, 0.334]
    """
    first, second = _share(hits, trials), _share(others, other_trials)
    low1, high1 = wilson(hits, trials)
    low2, high2 = wilson(others, other_trials)
    gap = first - second
    below = sqrt((first - low1) ** 2 + (high2 - second) ** 2)
    above = sqrt((high1 - first) ** 2 + (second - low2) ** 2)
    return gap, gap - below, gap + above


def _share(hits: int, trials: int) -> float:
    return hits / trials if trials else 0.0


def mean(values: list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def median(values: list[int]) -> float:
    """
    >>> median([4, 1, 3, 2])
    2.5
    """
    if not values:
        return 0.0
    ranked, half = sorted(values), len(values) // 2
    return float(ranked[half]) if len(values) % 2 else (ranked[half - 1] + ranked[half]) / 2
