"""A sample of the random games with laws on; `python -m tests.laws.random_games` plays all of them."""

from __future__ import annotations

import pytest

from rulekit.testing.law import LawBroken
from tests.laws import random_games
from tests.laws.random_games import BIG, CHUNK, SMALL, big_tables, play, table_of


@pytest.mark.slow
def test_every_table_takes_part() -> None:
    assert sum(SMALL.values()) + BIG == CHUNK
    met = {table_of(number)[:2] for number in range(CHUNK * len(big_tables()))}
    assert met >= set(big_tables()) and {box[0] for box, _ in met} >= set(SMALL)


@pytest.mark.parametrize("number", [0, 3, 30, 47, 50, 70, 87, 95, 130, 191])
def test_a_sample(number: int) -> None:
    assert play(number)["faults"] == []


def test_a_fault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: object) -> None:
        raise LawBroken("a law", "something")

    monkeypatch.setattr(random_games, "things_are_somewhere", broken)
    (fault,) = play(0)["faults"]
    assert fault.startswith("game 0, tic_tac_toe, 2 players: LawBroken a law: something")
