"""Equal numbers or values in a list are one outcome with their joint weight, in every engine and in `odds`."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import rulekit
from rulekit.api import Game

DEALT = """
game dealt: players 2
values suit: clubs, hearts
var number_kept: list of number
var suit_kept: suit = none
var player_kept: player = none
var kept: list of number

to play_game:
  first(players) does:
    choose number start in 1..2
    pick random number n in {6, 6, 1}
    pick random suit s in {hearts, clubs, clubs, clubs}
    pick random player p in {first(players), first(players), last(players)}
    pick random 2 number ns in {6, 6, 1}
    set number_kept to {n}
    set suit_kept to s
    set player_kept to p
    choose 2 number ms in {3, 3, 2}
    set kept to ns + ms
    choose number stop in 1..2
  end game with players
"""
PLAYS = 120


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "dealt.rules"
    file.write_text(DEALT, encoding="utf-8")
    return file


def kept(game: Game, seed: int) -> str:
    state = game.new(seed=seed).apply("1").apply("3").apply("3")
    return str([state.get(name) for name in ("number_kept", "suit_kept", "player_kept", "kept")])


def test_the_odds_are_joint_weights(path: Path) -> None:
    found = rulekit.odds(rulekit.load(path).new(), "1")
    assert sum(p for p, state in found.outcomes if state.get("number_kept") == [6]) == Fraction(2, 3)
    assert sum(p for p, state in found.outcomes if str(state.get("suit_kept")) == "clubs") == Fraction(3, 4)
    first = rulekit.load(path).new().names[0]
    assert sum(p for p, state in found.outcomes if str(state.get("player_kept")) == first) == Fraction(2, 3)


def test_chance_that_is_asked_tells_them(path: Path) -> None:
    state = rulekit.load(path).new(chance="ask").apply("1")
    assert [(str(option), option.probability) for option in state.decision.options] == [
        ("6", Fraction(2, 3)), ("1", Fraction(1, 3)),
    ]  # fmt: skip
    for answer in ("6", "clubs", state.names[0], "6"):
        state = state.apply(answer)
    assert {str(option): option.probability for option in state.decision.options} == {"6": Fraction(1, 2), "1": Fraction(1, 2)}


def test_every_engine_draws_and_takes_the_same(path: Path) -> None:
    found = {
        engine: [kept(rulekit.load(path, engine=engine), seed) for seed in range(PLAYS)]
        for engine in ("interpreted", "compiled", "native")
    }
    assert found["interpreted"] == found["compiled"] == found["native"]
    first = Counter("number_kept" if line.startswith("[[6") else line[:3] for line in found["native"])
    assert 60 < first["number_kept"] < 100  # 80 are to be expected of 120
    assert all(line.endswith("3, 3]]") for line in found["native"])


def test_native_playouts_take_the_same(path: Path) -> None:
    compiled, native = (rulekit.load(path, engine=engine).new(seed=3) for engine in ("compiled", "native"))
    for seed in range(40):
        one, two = rulekit.playout(compiled, seed=seed), rulekit.playout(native, seed=seed)
        assert [one.get(name) for name in ("number_kept", "kept")] == [two.get(name) for name in ("number_kept", "kept")]
