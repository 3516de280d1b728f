"""Intervals against published figures."""

from __future__ import annotations

import pytest

from rulekit.simulate.statistics import difference, median, wilson


@pytest.mark.parametrize(
    "hits, trials, low, high",
    # Newcombe (1998), two-sided confidence intervals for the single proportion, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    "counts, low, high",
    # Newcombe (1998), interval estimation for the difference between independent proportions, method 10
    [((56, 70, 48, 80), 0.0524, 0.3339), ((9, 10, 3, 10), 0.1705, 0.8090), ((10, 10, 0, 10), 0.6075, 1.0)],
)
def test_difference(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    assert difference(*counts)[1:] == pytest.approx((low, high), abs=5e-5)


def test_nothing_is_known_of_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert difference(0, 0, 3, 4)[0] == -0.75
    assert median([]) == 0
