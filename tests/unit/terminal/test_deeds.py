"""What is being carried out, with the values that the player may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.terminal.sight import Sight

RULES = """game inn "Inn" / "Auberge": players 2
resource coin of player "coin" / "pièce"
kind card "card" / "carte"
zone hand of player "hand" / "main": holds card; seen by owner
card ace "Ace" / "As"
card jack "Jack" / "Valet"

to greet player p with number n = 0 "greet {p}[ with {n:coin}]" / "saluer {p}[ avec {n:pièce}]":
  you may: gain 1 coin
to tuck card c from player p "tuck away {c} from {p}" / "ranger {c} loin de {p}":
  p may: p gains 1 coin
to tidy "tidy {your} room" / "ranger {sa} chambre":
  you may: gain 1 coin

to play_game:
  move ace to first(players)'s hand
  let me = first(players)
  let other = last(players)
  turn of me:
    menu:
      option greet: greet other
      option pay: greet other with 2
      option one: greet other with 1
      option tuck: tuck ace from other
      option tidy: tidy
      option stop: end menu

"""


@pytest.fixture
def state(tmp_path: Path) -> rulekit.State:
    path = tmp_path / "inn.rules"
    path.write_text(RULES, "utf-8")
    return rulekit.load(path).new(players=2)


@pytest.mark.parametrize(
    ("answer", "english", "french"),
    [
        ("greet", "greet Player 2", "saluer Joueur 2"),
        ("pay", "greet Player 2 with 2 coins", "saluer Joueur 2 avec 2 pièces"),
        ("one", "greet Player 2 with 1 coin", "saluer Joueur 2 avec 1 pièce"),
        ("tidy", "tidy your room", "ranger votre chambre"),
    ],
)
def test_values_stand_in_their_places(state: rulekit.State, answer: str, english: str, french: str) -> None:
    after = state.apply(answer)
    assert Sight(after, 0, "en").purpose() == english
    assert Sight(after, 0, "fr").purpose() == french


def test_a_hidden_card_is_not_named(state: rulekit.State) -> None:
    after = state.apply("tuck")
    assert Sight(after, 1, "en").purpose() == "tuck away"
    assert Sight(after, 0, "en").purpose() == "tuck away Ace from Player 2"
