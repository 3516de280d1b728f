"""The bot that follows the advice of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit import State
from rulekit.bots import make
from rulekit.errors import UsageError
from rulekit.simulate import simulate

SHOP = """
game shop: players 2
resource coin of player
kind tool:
  field price: number = 1
tool rake: price 2
tool plough: price 5
zone stall: holds tool
zone barn of player: holds tool
define score(player p) = p's coin
{advice}
to play_game:
  move all(tool) to stall
  turn of first(players):
    choose one:
      option buy with tool t in stall: move t to your barn
      option idle: gain 3 coin
      option rest: gain 1 coin
    choose tool t in stall
    move t to your barn
  end game with players
"""

CARDS = """
game cards: players 2
kind card
card red_card
card blue_card
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by nobody
define prefer_red(player p) = if red_card in p's hand then 1 else -1
to play_game:
  move all(card) to deck
  shuffle deck
  turn of first(players):
    draw 1 from deck to your hand
    choose one:
      option red:
        if red_card in your hand: end game with {you}
      option blue:
        if blue_card in your hand: end game with {you}
  end game
"""


def _begun(folder: Path, advice: str) -> State:
    (folder / "shop.rules").write_text(SHOP.format(advice=advice))
    return rulekit.load(folder / "shop.rules").new(seed=1)


@pytest.mark.parametrize(
    ("advice", "taken"),
    [
        ("define prefer_buy(player p, tool t) = t's price", "buy plough"),
        ("define prefer_buy(player p, tool t) = 10 - t's price", "buy rake"),
        ("define prefer_rest(player p) = 1", "rest"),
        ("define prefer_buy(player p) = -1", "idle"),  # what is left is for the greedy player
        ("define prefer_idle(player p) = -1\ndefine prefer_buy(player p) = -1", "rest"),
    ],
)
def test_the_highest_rating_is_taken(tmp_path: Path, advice: str, taken: str) -> None:
    assert make("advice")(_begun(tmp_path, advice)) == taken


def test_what_is_chosen_is_rated_by_its_type(tmp_path: Path) -> None:
    state = _begun(tmp_path, "define prefer_tool(player p, tool t) = 0 - t's price").apply("idle")
    assert make("advice")(state) == "rake"


def test_advice_cannot_tell_what_is_hidden(tmp_path: Path) -> None:
    """In a world drawn anew the dealt card is another one as often as not, so a cheat is right as often as a guess."""
    (tmp_path / "cards.rules").write_text(CARDS)
    game = rulekit.load(tmp_path / "cards.rules")
    right = [bool(state.apply(make("advice", seed)(state)).winners) for seed in range(40) for state in [game.new(seed=seed)]]
    assert 8 <= sum(right) <= 32


def test_pig_is_played_well_by_its_advice() -> None:
    report = simulate(rulekit.load("pig"), games=6, bots=["advice", "random"])
    assert report.wins[0] == 6


def test_the_same_seed_is_the_same_game() -> None:
    one, two = (simulate(rulekit.load("pig"), games=2, bots=["advice"], seed=5).as_data() for _ in range(2))
    assert one == two


def test_a_game_without_advice_says_so_before_anything_is_played() -> None:
    game = rulekit.load("tic_tac_toe")
    with pytest.raises(UsageError, match="tic_tac_toe gives no advice"):
        simulate(game, games=1, bots=["advice", "random"])
    with pytest.raises(UsageError, match="prefer_hold"):
        make("advice")(game.new())
