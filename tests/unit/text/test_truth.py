"""The text follows the rules: change a rule, and the text changes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.text import Teller, card_text

RULES = """
game stall "Stall" / "Étal": players 2
resource coin of player "coin" / "pièce|f"
kind card "card" / "carte|f":
  field cost "price" / "prix|m": bundle = nothing
  var tired "tired" / "en panne": yesno = no
  power played "When played" / "Quand on la joue"
zone hand of player "hand" / "main|f": holds card
card oven "Oven" / "Four":
  cost 2 coin
  when played: {text}
to play_game:
  for each card c in all(card): first(players) activates c's played
"""


def told(folder: Path, text: str, lang: str = "en") -> str:
    path = folder / "stall.rules"
    path.write_text(RULES.format(text=text), encoding="utf-8")
    return card_text(rulekit.load(path).program, "oven", lang)


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("gain 1 coin", "gain 1 coin", "gagnez 1 pièce"),
        ("gain 2 coin", "gain 2 coins", "gagnez 2 pièces"),
        ("lose 2 coin", "lose 2 coins", "perdez 2 pièces"),
        ("gain (size(your hand)) coin", "gain as many coins as the number of cards in your hand",
         "gagnez autant de pièces que le nombre de cartes dans votre main"),
        ("first(opponents) gains 1 coin", "the first of the opponents gains 1 coin",
         "le premier des adversaires gagne 1 pièce"),
        ("you may gain 1 coin", "you may gain 1 coin", "vous pouvez gagner 1 pièce"),
        ("you may pay 3 coin to destroy this", "you may pay 3 coins to destroy Oven",
         "vous pouvez payer 3 pièces pour détruire Four"),
        ("set its tired to yes", "now Oven is tired", "désormais, Four est en panne"),
        ("set its tired to no", "Oven is no longer tired", "four n'est plus en panne"),
        ("choose card c in your hand then destroy c", "choose a card in your hand, then destroy that card",
         "choisissez une carte dans votre main, puis détruisez cette carte"),
        ("choose card c in your hand where not c's tired then destroy c",
         "choose a card in your hand that is not tired, then destroy that card",
         "choisissez une carte dans votre main qui n'est pas en panne, puis détruisez cette carte"),
        ("gain its cost", "gain 2 coins", "gagnez 2 pièces"),
    ],
)  # fmt: skip
def test_the_text_says_what_the_rule_does(tmp_path: Path, text: str, english: str, french: str) -> None:
    assert told(tmp_path, text).casefold() == f"when played: {english}.".casefold()
    assert told(tmp_path, text, "fr").casefold() == f"quand on la joue : {french}.".casefold()


def test_two_cards_never_look_the_same(tmp_path: Path) -> None:
    text = "choose card c in your hand then choose card d in your hand then swap c with d"
    assert told(tmp_path, text) == (
        "When played: choose a card in your hand, then choose a card A in your hand, then swap that card with card A."
    )


def test_nothing_without_a_page() -> None:
    program = rulekit.load("pig").program
    assert card_text(program, "no_such_name") == ""
    assert Teller(program).page("no_such_name") is None
