"""The compiled engine and the plain interpreter play the same game, step by step."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from rulekit.testing.laws import plays_agree
from rulekit.testing.strategies import Play, plays
from tests.laws.cases import BIG, CASES, STRESS, Case

EVERYWHERE = [*CASES, *STRESS, *(pytest.param(case, marks=pytest.mark.slow, id=str(case)) for case in BIG)]


@pytest.mark.parametrize("where", EVERYWHERE, ids=str)
def test_engines_agree(where: Case) -> None:
    compiled, plain = where.game(), where.game("interpreted")

    @settings(max_examples=where.plays, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(plays(compiled, most=2 * where.most))
    def agree(play: Play) -> None:
        plays_agree(play.states(compiled), play.states(plain))

    agree()
