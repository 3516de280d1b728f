"""A list may hold somebody twice; nobody is offered twice for that, whatever tier asks."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

RULES = """\
game twice "Twice": players 3
resource gold of player
kind plot is cell
board yard of plot: square 3, 1
define all_twice(player p) = others(p) + {{p}} + players
define around(plot s) = neighbours(s) + {{s}} + neighbours(s)
to play_game:
  turn of first(players):
    {asks}
  end game with first(players)
"""
ASKS = {
    "choose player k in all_twice(you)\n    k gains 1 gold": ["player2", "player3", "player1"],
    "choose player k in {player x in opponents + opponents where x's gold < 2}\n    k gains 1 gold": ["player2", "player3"],
    "choose plot s in around(yard_2_1)\n    gain column(s) gold": ["yard_3_1", "yard_1_1", "yard_2_1"],
    "choose plot s in {yard_1_1, yard_2_1, yard_1_1}\n    gain column(s) gold": ["yard_1_1", "yard_2_1"],
    "choose plot s in {plot t in {yard_1_1, yard_2_1, yard_1_1} where column(t) > your gold}\n    gain column(s) gold": [
        "yard_1_1",
        "yard_2_1",
    ],
    "choose one:\n      option give with player k in opponents + opponents: k gains 2 gold\n      option keep: gain 1 gold": [
        "give player2",
        "give player3",
        "keep",
    ],
}


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("asks", ASKS)
def test_offered_once(asks: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    path.write_text(RULES.format(asks=asks), encoding="utf-8")
    game = rulekit.load(path, engine=engine)
    assert [option.text for option in game.new(3).decision.options] == ASKS[asks]
