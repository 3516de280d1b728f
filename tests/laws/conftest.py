"""Every law runs over every case."""

from __future__ import annotations

import pytest

from tests.laws.cases import CASES, Case


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found
