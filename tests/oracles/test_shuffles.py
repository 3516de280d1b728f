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
    return tuple(state.get("player1's hand", list))


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


READ = """
game readers: players 2
kind card
card a, b, c, d: starts in deck
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
define top_of(zone z) = first(z)

to play_game:
  shuffle deck
  item(players, 1) takes
  choose_on item(players, 1)

to choose_on player p:
  p ends_it

to end_it:
  choose one:
    option one: end game with players
    option two: end game with players

to take:
  choose one:
    option by_verb: take_top deck
    option by_define: move top_of(deck) to your hand
    option by_place: move item(deck, 2) to your hand
    option by_filter: take_last deck
    option of_own:
      draw 4 from deck to item(players, 2)'s hand
      shuffle item(players, 2)'s hand
      move first(item(players, 2)'s hand) to your hand

to take_top zone z:
  move first(z) to your hand

to take_last zone z:
  move last({card k in z where k is not a}) to your hand
"""


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize("option", ["by_verb", "by_define", "by_place", "by_filter", "of_own"])
def test_an_order_is_by_chance_whatever_way_the_zone_came(option: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "readers.rules"
    path.write_text(READ, encoding="utf-8")
    state = Game(path, engine=engine).new()
    cards = [card for card in CARDS if (option, card) != ("by_filter", "a")]
    assert odds(state, option).of(hand) == {(card,): Fraction(1, len(cards)) for card in cards}
    assert {hand(state.game.new(seed=seed).apply(option)) for seed in range(60)} == {(card,) for card in cards}
