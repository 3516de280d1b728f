"""A shuffled pile that is moved takes no order along that nobody shuffled it into, whatever way the rules name it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import rulekit

GAME = """\
game pile: players 1
kind card
card a
card b
card c
zone deck: holds card; seen by nobody
zone pile: holds card; seen by nobody
zone open: holds card
to play_game:
  move all(card) to pile
  shuffle pile
  {how}
  draw 1 from {source} to open
  end game with players
to lay zone z:
  move z to deck
to lay_list list of card l:
  move l to deck
define cards_of(zone z) = {{x in z}}
"""
WAYS = {
    "the pile": "move pile to deck",
    "on top": "move pile to top(deck)",
    "as a list": "move {x in pile} to deck",
    "with a name": "let all_of = {x in pile} then move all_of to deck",
    "by a verb": "lay pile",
    "a list by a verb": "lay_list {x in pile}",
    "by a define": "move cards_of(pile) to deck",
    "one after the other": "for each card x in pile: move x to deck",
    "to where all see it": "move pile to open then move {x in open} to deck",
}


def game(tmp_path: Path, how: str, engine: str) -> rulekit.Game:
    path = tmp_path / "pile.rules"
    path.write_text(GAME.format(how=how, source="deck"), "utf-8")
    return rulekit.load(path, engine=engine)


def drawn(state: rulekit.State, odds: Fraction) -> Counter[str]:
    """Every card that may be drawn, with its odds, by going through all chance."""
    if state.over:
        return Counter({str(state.get("first(open)")): odds})
    found: Counter[str] = Counter()
    for option in state.decision.options:
        for name, share in drawn(state.apply(option), odds * (option.probability or 1)).items():
            found[name] += share
    return found


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("how", WAYS.values(), ids=WAYS.keys())
def test_every_card_is_as_likely_to_lie_first(tmp_path: Path, how: str, engine: str) -> None:
    pile = game(tmp_path, how, engine)
    asked = drawn(pile.new(seed=1, chance="ask"), Fraction(1))
    assert asked == {name: Fraction(1, 3) for name in "abc"}
    sampled = Counter(str(pile.new(seed=seed).get("first(open)")) for seed in range(60))
    assert set(sampled) == {"a", "b", "c"}
