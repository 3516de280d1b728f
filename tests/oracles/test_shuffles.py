"""Shuffled piles against plain arithmetic: whichever way a card leaves the pile, each is as likely as the others."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from rulekit.api import Game, State
from rulekit.api.outcomes import odds

RULES = """
game piles: players 1
kind card
card a, b, c, d: starts in deck
card lid
zone deck: holds card; seen by nobody
zone open_pile: holds card; seen by top
zone hand of player: holds card

to play_game:
  shuffle deck
  item(players, 1) takes

to take:
  choose one:
    option draw_one: draw 1 from deck to your hand
    option draw_two: draw 2 from deck to your hand
    option pick_one:
      pick random card c in deck
      move c to your hand
    option cover:
      move lid to top(deck)
      draw 2 from deck to your hand
    option open_up:
      move deck to open_pile
      shuffle open_pile
      move first(open_pile) to your hand
"""
CARDS = ("a", "b", "c", "d")
EACH = {(card,): Fraction(1, 4) for card in CARDS}


@pytest.fixture
def state(tmp_path: Path) -> State:
    path = tmp_path / "piles.rules"
    path.write_text(RULES, encoding="utf-8")
    return Game(path).new()


def hand(state: State) -> tuple[str, ...]:
    return tuple(state.table.entities[card].name for card in state.get("player1's hand"))


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("draw_one", EACH),
        ("draw_two", {pair: Fraction(1, 12) for pair in permutations(CARDS, 2)}),
        ("pick_one", EACH),
        ("cover", {("lid", card): Fraction(1, 4) for card in CARDS}),
        ("open_up", EACH),
    ],
)
def test_exact_odds(state: State, option: str, expected: dict[tuple[str, ...], Fraction]) -> None:
    assert odds(state, option).of(hand) == expected


@pytest.mark.parametrize("option", ["draw_one", "pick_one", "cover", "open_up"])
def test_every_card_comes_up_by_chance(state: State, option: str) -> None:
    found = {hand(state.game.new(seed=seed).apply(option))[-1] for seed in range(60)}
    assert found == set(CARDS)
