"""Laws of single states, along plays that Hypothesis draws."""

from __future__ import annotations

import pytest

from rulekit.testing.law import Law
from rulekit.testing.law_search import search
from rulekit.testing.laws import LAWS
from rulekit.testing.laws_game import ends_within
from tests.laws.cases import BIG, Case
from tests.sizes import some


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(case: Case, law: Law) -> None:
    search(case.game(), plays=some(case.plays // 2, case.plays), most=some(min(case.most, 12), case.most), laws=[law])


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("big", BIG, ids=str)
def test_law_in_big_game(big: Case, law: Law) -> None:
    search(big.game(), plays=big.plays, most=big.most, laws=[law])


@pytest.mark.slow
@pytest.mark.parametrize("big", BIG, ids=str)
def test_big_games_are_bounded(big: Case) -> None:
    for players in big.game().player_counts:
        assert ends_within(big.game(), big.limit, players) > 0


@pytest.mark.slow
def test_laws_far_into_the_game(case: Case) -> None:
    search(case.game(), plays=10 * case.plays, most=4 * case.most, seed=1)


@pytest.mark.parametrize("seed", range(5))
def test_random_plays_are_bounded(case: Case, seed: int) -> None:
    for players in case.game().player_counts:
        assert ends_within(case.game(), case.limit, players, seed) > 0
