"""Colours and symbols beside a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.drawing.looks import looks_of
from rulekit.errors import UsageError

GOOD = """
players: ["#aa3311"]
kinds: {card: {colour: "#7a4b2e", symbol: C}}
ground: {forest: {colour: "#9cc7a0"}}
"""


def test_a_game_needs_none_and_may_have_some(tmp_path: Path) -> None:
    game = tmp_path / "a.rules"
    assert looks_of(game) == {}
    (tmp_path / "a.looks.yaml").write_text(GOOD)
    assert looks_of(game)["kinds"]["card"] == {"colour": "#7a4b2e", "symbol": "C"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1]", "by section"), ("kindz: {}", "did you mean"), ("kinds: 3", "stand names"),
        ("players: [red]", "list of colours"),
        ('kinds: {card: {colour: "url(x)"}}', "a colour is written"), ("kinds: {card: {picture: x}}", "nothing else"),
        ("things: {a: {symbol: too long}}", "at most"), ("{", "no YAML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "a.looks.yaml").write_text(text)
    with pytest.raises(UsageError, match=reason):
        looks_of(tmp_path / "a.rules")
