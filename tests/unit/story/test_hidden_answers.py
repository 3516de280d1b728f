"""What another player is told of an answer that names something hidden: which option it was and what it cost, not the thing."""

from __future__ import annotations

from pathlib import Path

import rulekit

GAME = """\
game hands: players 2
resource coin of player "coin|coins"
kind card "card|cards"
card ash "Ash"
card oak "Oak"
zone hand of player "hand": holds card; seen by owner
zone row "row": holds card; seen by nobody
to play_game:
  let ann = first(players)
  move all(card) to ann's hand
  turn of ann:
    gain 3 coin
    choose one:
      option play "Play" with card c in your hand costs 2 coin: move c to row
      option rest "Rest": nothing
    choose card c in your hand "Which one?"
  end game with players
"""


def turn(state: rulekit.State, player: int) -> str:
    """What is told of the turn; that the cards came to the hand was seen by all."""
    return "\n".join(state.story(player)).partition("Turn of Player 1")[2]


def test_the_option_and_its_cost_are_told_and_the_thing_is_not(tmp_path: Path) -> None:
    path = tmp_path / "hands.rules"
    path.write_text(GAME, "utf-8")
    state = rulekit.load(path).new(players=2, seed=1)
    state.play("play ash")
    own, other = turn(state, 0), turn(state, 1)
    assert "Play Ash (for 2 coins)" in own
    assert "Play a card (for 2 coins)" in other and "Ash" not in other


def test_what_is_no_option_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "hands.rules"
    path.write_text(GAME, "utf-8")
    state = rulekit.load(path).new(players=2, seed=1)
    state.play("rest")
    state.play("oak")
    other = turn(state, 1)
    assert "Player 1: Rest — chooses" in other and "Oak" not in other
