"""Laws of single states, along plays that Hypothesis draws."""

from __future__ import annotations

import pytest

from rulekit.testing.laws import LAWS, Law, ends_within
from rulekit.testing.search import search
from tests.laws.cases import Case


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(case: Case, law: Law) -> None:
    search(case.game(), plays=case.plays, most=case.most, laws=[law])


@pytest.mark.slow
def test_laws_far_into_the_game(case: Case) -> None:
    search(case.game(), plays=10 * case.plays, most=4 * case.most, seed=1)


@pytest.mark.parametrize("seed", range(5))
def test_random_plays_are_bounded(case: Case, seed: int) -> None:
    for players in case.game().player_counts:
        assert ends_within(case.game(), case.limit, players, seed) > 0
