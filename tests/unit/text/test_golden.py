"""Texts of real cards, as they were read and found good."""

from __future__ import annotations

import pytest

from tests.unit.text.golden import SAMPLES, path, text


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("sample", sorted(SAMPLES))
def test_the_text_is_the_one_that_was_read(sample: str, lang: str) -> None:
    told = path(sample, lang).read_text(encoding="utf-8")
    assert text(sample, lang) == told, "read the difference, then: python -m tests.unit.text.golden --update"


@pytest.mark.parametrize("game", ["goldblivion", "dice_forge", "better_than_gold"])
def test_at_least_twenty_cards_of_each_game(game: str) -> None:
    assert len(SAMPLES[game][2].split()) >= 20
