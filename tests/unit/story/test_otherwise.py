"""What is done where nothing can be chosen is no part of what was chosen there before."""

from __future__ import annotations

from pathlib import Path

import rulekit

TEXT = """
game meals "Meals": players 2
resource food of player "food"
resource begging of player "begging marker"
to feed "feed the family":
  repeat 2 times:
    choose one:
      option eat "Eat" costs 1 food: nothing
      option fast "Fast" if your food > 7: nothing
    else:
      gain 1 begging
to play_game:
  for each player p in players:
    p gains 1 food
    p feeds
  end game with players
"""


def test_an_else_does_not_come_of_the_choice_before_it(tmp_path: Path) -> None:
    path = tmp_path / "meals.rules"
    path.write_text(TEXT, "utf-8")
    told = [line.strip() for line in rulekit.load(path).new(2, 1).story(everything=True)]
    assert any(line.startswith("Player 1 gains 1 begging marker") for line in told)
    assert not any("Eat" in line and "begging" in line for line in told)
