"""What a text speaks of is introduced, worked out where it is known, and told with the place where it works."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.text import Teller

GAME = """
game cards "Cards" / "Cartes": players 2
resource coin of player "coin" / "pièce|f"
kind card "card" / "carte|f":
  field coins: number
  field rank "rank" / "rang|m": number = 0
  power played "When played" / "Quand on la joue"
  stat price "price" / "prix|m": number = 4
  its price is lowered by 1
  when played: gain (its coins) coin
kind shield is card "shield" / "bouclier|m": works in table
card plain "Plain" / "Simple": coins 3; rank 50 + 20 * 18
card sorter "Sorter" / "Trieuse":
  when played:
    choose any number of card cs in table
    move cs to bag
    choose any number of card ds in table
    move ds to bin
card looker "Looker" / "Voyante":
  when played:
    choose card c in table
    if first(table) is card q: move q to bag
shield moat "Moat" / "Fossé"
zone table "table" / "table|f": holds card
zone bag "bag" / "sac|m": holds card
zone bin "bin" / "bac|m": holds card
to play_game:
  for each card c in all(card): first(players) activates c's played
  end game
"""


def told(folder: Path, name: str, lang: str) -> str:
    path = folder / "cards.rules"
    path.write_text(GAME, encoding="utf-8")
    page = Teller(rulekit.load(path).program, lang).page(name)
    assert page is not None
    return " ".join(" ".join(page.lines()).split())


@pytest.mark.parametrize(
    ("name", "lang", "said"),
    [
        ("plain", "en", "Rank: 410."),
        ("plain", "en", "gain 3 coins"),
        ("plain", "fr", "gagnez 3 pièces"),
        ("sorter", "en", "any number of cards A"),
        ("sorter", "fr", "autant de cartes A"),
        ("looker", "en", "is a card A"),
        ("looker", "fr", "est une carte A"),
        ("moat", "en", "Its abilities work in the table."),
        ("moat", "fr", "Ses capacités agissent dans la table."),
    ],
)
def test_said(tmp_path: Path, name: str, lang: str, said: str) -> None:
    assert said in told(tmp_path, name, lang)


def test_what_works_everywhere_does_not_say_where(tmp_path: Path) -> None:
    assert "work in" not in told(tmp_path, "plain", "en")
