"""Questions say what they are for."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

TEXT = """
game asks "Asks" / "Questions": players 2
resource coin of player "coin" / "pièce"
kind card "card" / "carte"
card fig "Fig" / "Figue": starts in row
card plum "Plum" / "Prune": starts in row
card pear "Pear" / "Poire": starts in row
zone row "row" / "rangée": holds card
zone hand of player "hand" / "main": holds card

to play_game:
  for each player p in players:
    turn of p:
      if size(row) > 1:
        p chooses card c in row
        move c to p's hand
      p may gain 1 coin
      first(players) chooses card d in p's hand + row "Which is lost?" / "Laquelle est perdue ?"
      destroy d
      menu "Your move" / "À vous":
        option stop "Stop" / "Arrêter": end menu
        option more "More" / "Encore": gain 1 coin
  end game
"""


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_from_what_follows_or_from_what_is_written(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "asks.rules"
    path.write_text(TEXT, "utf-8")
    state, seen = rulekit.load(path, engine=engine).new(2), list[tuple[str, str]]()
    for _ in range(4):
        seen.append((state.decision.prompt, state.decision.prompt_in("fr")))
        state = state.apply(0)
    assert seen == [
        ("Choose a card in the row. Move that card to your hand.", "Choisissez une carte dans la rangée. "
         "Déplacez cette carte vers votre main."),
        ("You may gain 1 coin.", "Vous pouvez gagner 1 pièce."),
        ("Which is lost?", "Laquelle est perdue ?"),
        ("Your move", "À vous"),
    ]  # fmt: skip


def test_no_question_of_the_examples_names_a_variable_of_the_rules() -> None:
    for name in ("miniature", "kuhn_poker", "rock_paper_scissors"):
        state = rulekit.load(name).new(seed=1)
        for _ in range(10):
            if not state.over:
                assert "_" not in state.decision.prompt and "“" not in state.decision.prompt
                state = state.apply(0)
