"""Numbers worked out ahead are those that are drawn one by one."""

from __future__ import annotations

import pytest

from rulekit.runtime.chance import MASK, chance, draw, mix
from rulekit.runtime.state import Data

SEEDS = (0, 7, 2**32 - 1, 2**64 + 3, -5)


def plain(seed: int, counter: int, total: int) -> int:
    value = mix(mix(seed & MASK) ^ counter)
    while value >= 2**64 - 2**64 % total:
        value = mix(value)
    return value % total


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("first", [0, 1, 13, 2**33 - 9])
def test_a_long_run(seed: int, first: int) -> None:
    counters = range(first, first + 70)
    for total in (2, 6, 2**32, 3 * 2**62):
        assert [draw(seed, at, total) for at in counters] == [plain(seed, at, total) for at in counters]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_run_that_goes_back_and_leaps(seed: int) -> None:
    counters = [*range(20), *range(5, 40), *range(39, -1, -1), 100, 3, *range(90, 130)]
    assert [draw(seed, at, 1000) for at in counters] == [plain(seed, at, 1000) for at in counters]


def test_games_that_take_turns() -> None:
    games = [Data() for _ in SEEDS]
    for game, seed in zip(games, SEEDS, strict=True):
        game.seed = seed
    for at in range(1, 150):
        for game in games if at % 50 < 3 else games[at % 50 % 2 :: 2]:
            expected = plain(game.seed, game.counter + 1, 6)
            assert chance(game, 6) == expected


def test_numbers_that_may_be_rejected_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.runtime.chance._LAST", 1 << 63)  # as if the first of a block were too large
    game = Data()
    game.seed = 11
    found = [chance(game, 6) for _ in range(60)]
    assert found == [plain(11, at, 6) for at in range(1, 61)]
