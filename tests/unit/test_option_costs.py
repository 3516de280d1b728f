"""What an option costs is told wherever it is paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import load

GAME = """\
game shop "Shop": players 1
resource coin of player "coin"
kind ware:
  field price: number = 1
zone shelf: holds ware
zone bag of player: holds ware
ware pot: price 2
ware pan: price 3
ware vat: price 9
to play_game:
  move all(ware) to shelf
  for each player p in players:
    p gains 5 coin
    turn of p: shop
  end game
to shop:
  you may choose ware w in shelf costs (w's price) coin:
    move w to your bag
"""


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_a_choice_that_costs_says_so(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "shop.rules"
    path.write_text(GAME)
    state = load(path, engine=engine).new()
    assert [(option.text, option.cost) for option in state.decision.options] == [
        ("pot", "2 coin"),
        ("pan", "3 coin"),
        ("no", ""),
    ]
    assert state.apply("pot").get("player1's coin") == 3
