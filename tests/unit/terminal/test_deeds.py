"""What is being carried out, with the values that the player may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.outlook.sight import Sight
from rulekit.terminal.about import why
from rulekit.terminal.prompt import question_line
from rulekit.terminal.style import Style

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


ASKS = """game asks "Asks" / "Questions": players 2
resource coin of player "coin" / "pièce"
resource saved of jar "coin in the jar" / "pièce dans le pot": cap 3
kind jar "jar" / "pot": works in shelf
zone shelf of player "shelf" / "étagère": holds jar
jar pot "Pot" / "Pot":
  copies 2
  stores coin in its saved

to play_game:
  let me = first(players)
  move first(all(pot)) to me's shelf
  turn of me:
    menu:
      option sell: you may pay 1 coin to gain 3 coin
      option often: you may pay 1 coin any number of times to gain 2 coin
      option find: you may gain 2 coin
      option both: gain 1 coin or 2 coin
      option stop: end menu
"""


@pytest.mark.parametrize(
    ("answers", "english", "french"),
    [
        (["both", "2 coin"], "How much of 2 coins goes to Pot?", "Quelle part de 2 pièces va sur Pot ?"),
        (["both"], "What do you gain?", "Que gagnez-vous ?"),
        (["find"], "You may gain 2 coins.", "Vous pouvez gagner 2 pièces."),
        (
            ["find", "yes", "0", "sell"],
            "You may pay 1 coin to gain 3 coins.",
            "Vous pouvez payer 1 pièce pour gagner 3 pièces.",
        ),
        (
            ["find", "yes", "0", "often"],
            "You may pay 1 coin any number of times, each time to gain 2 coins. How many times?",
            "Vous pouvez payer 1 pièce autant de fois que voulu, chaque fois pour gagner 2 pièces. Combien de fois ?",
        ),
    ],
)
def test_questions_say_what_they_are_about(tmp_path: Path, answers: list[str], english: str, french: str) -> None:
    path = tmp_path / "asks.rules"
    path.write_text(ASKS, "utf-8")
    state = rulekit.load(path).new(players=2)
    for answer in answers:
        state = state.apply(answer)
    for lang, wanted in (("en", english), ("fr", french)):
        assert question_line(Sight(state, 0, lang), Style()).partition(": ")[2] == wanted


SHOP = """game shop "Shop" / "Boutique": players 2
resource coin of player "coin" / "pièce"
kind ware "ware" / "article": field cost: bundle
zone shelf "shelf" / "rayon": holds ware
ware lamp "Lamp" / "Lampe": cost 2 coin; starts in shelf

to play_game:
  for each player p in players:
    turn of p:
      menu:
        option buy "Buy" / "Acheter" with ware w in shelf costs w's cost: destroy w
        option rest "Rest" / "Se reposer": end menu
        option stay "Stay" / "Rester": end menu
  end game with players
"""


def test_what_is_refused_is_called_by_its_labels_in_both_languages(tmp_path: Path) -> None:
    path = tmp_path / "shop.rules"
    path.write_text(SHOP, "utf-8")
    state = rulekit.load(path).new(players=2)
    for lang, wanted in (
        ("en", "Buy Lamp: costs 2 coins, you have 0 coins"),
        ("fr", "Acheter Lampe : coûte 2 pièces, vous avez 0 pièce"),
    ):
        assert [line.strip() for line in why(Sight(state, 0, lang), "", Style())] == [wanted]
        assert [line.strip() for line in why(Sight(state, 0, lang), wanted.split(":")[0].strip(), Style())] == [wanted]
