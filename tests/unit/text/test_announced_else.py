"""What only players are told in play has no words on a card, nor has what would lead to it; what a payment is for."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.text import teller

RULES = """\
game kitchen "Kitchen": players 2
resource food of player "food"
resource grain of player "grain"
kind card "card":
  power cooked "When cooked"
zone hearth "Hearth": holds card
card stew "Stew":
  when cooked:
    if your food > 5: gain 1 food
    else: announce "nothing there"
    choose card c in hearth: destroy c
    else: announce "nothing there"
    if your food > 2: announce "much"
    if your food > 3: announce "more"
    else: gain 2 food
    let d = first(hearth) else: announce "cold"
    destroy d
    you may pay 1 food: gain 2 food
    else: announce "kept"
card mill "Mill": payment 1 food costs 1 grain if paying_for(meal)
card oven "Oven": payment 1 food costs 1 grain if paying_for(feast)
to eat_up:
  menu:
    option eat "Eat" costs 1 food for meal: end menu
    option dine "Dine" costs 2 food for feast: end menu
    option gorge "Gorge" costs 3 food for feast: end menu
to play_game: end game with players
"""


def _text(tmp_path: Path, name: str) -> list[str]:
    path = tmp_path / "kitchen.rules"
    path.write_text(RULES, "utf-8")
    page = teller(rulekit.load(path).program).page(name)
    assert page is not None
    return [line for text in page.text for line in text.split("\n")]


def test_an_else_that_only_announces_is_not_told(tmp_path: Path) -> None:
    assert [line.strip() for line in _text(tmp_path, "stew")[1:]] == [
        "- If you have more than 5 food, gain 1 food.",
        "- Choose a card in the Hearth: destroy that card.",
        "- If you have more than 3 food, nothing happens.",
        "- Otherwise, gain 2 food.",
        "- Let A be the first card in the Hearth.",
        "- If there is none, instead of what follows, nothing happens.",
        "- Destroy A.",
        "- You may pay 1 food to gain 2 food.",
    ]


def test_a_purpose_is_called_by_the_one_option_that_pays_for_it(tmp_path: Path) -> None:
    assert "if the payment is for the option “Eat”." in " ".join(_text(tmp_path, "mill"))
    assert "if the payment is for feast." in " ".join(_text(tmp_path, "oven"))
