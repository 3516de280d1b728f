"""A small game with examples, an index and something that is never reached."""

from __future__ import annotations

from pathlib import Path

import pytest

SHOP = """\
game shop "Shop": players 2

resource gold of player [SH-1]
var turns_left: number = 6

kind card:
  field price: number = 1
  power used
zone market: holds card
zone hand of player: holds card

card lamp "Lamp" [SH-3]: price 2; starts in market; when used: gain 1 gold
card crown "Crown" [SH-3]:
  price 3
  starts in market
  when used:
    gain 2 gold
card stone "Stone": starts in market

define dear(card c) = c's price > 2

to buy card c [SH-2]:
  require you's gold >= c's price because "too dear"
  lose c's price gold
  move c to your hand
  activate c's used

to act:
  choose one:
    - gain 2 gold
    - shop_around

to shop_around:
  choose card c in market where c's price <= your gold
  buy c

to play_game:
  cycle player p in players where turns_left > 0:
    turn of p:
      set turns_left to turns_left - 1
      p acts
      if some(c in p's hand where dear(c)):
        end game with {p}
  end game

example "the lamp pays a little back" [SH-2, SH-3]:
  given:
    players ann, bob
    ann's gold = 2
    market = lamp, stone
  when:
    do ann buys lamp
  then:
    ann's gold == 1
    ann's hand == {lamp}
    market == {stone}

example "what is too dear stays" [SH-2]:
  given:
    players ann, bob
    ann's gold = 1
    market = lamp
  when:
    do ann buys lamp
  then:
    ann's gold == 1
    market == {lamp}

invariant "a card is never lost" [SH-4]: size(market) + sum(size(p's hand) for player p in players) == 3
"""

INDEX = """\
index: shop
rules:
  - {id: SH-1, title: "There is gold", untestable: "a component"}
  - {id: SH-2, title: "Buying costs the price"}
  - {id: SH-3, title: "Cards do something"}
  - {id: SH-4, title: "Cards stay in the game"}
  - {id: SH-5, title: "Nobody has shown this yet"}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """The path of a small game."""
    path = tmp_path / "shop.rules"
    path.write_text(SHOP, encoding="utf-8")
    (tmp_path / "shop.index.yaml").write_text(INDEX, encoding="utf-8")
    return path


def change(path: Path, old: str, new: str) -> Path:
    """Changes a piece of a file that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path
