"""Sealed choices: what one has chosen is in nobody else's view until all have."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import load
from rulekit.errors import RulekitError
from rulekit.testing import LawBroken
from rulekit.testing.laws_hidden import sealed_stay_sealed


def test_a_sealed_choice_is_in_no_other_view() -> None:
    start = load("rock_paper_scissors").new()
    after = [start.apply(option) for option in start.decision.options]
    assert len({str(state.view(1)) for state in after}) == 1
    assert len(set(after)) == len(after)


def test_a_sealed_choice_is_not_in_the_public_log() -> None:
    start = load("rock_paper_scissors").new()
    assert all(state.view(1)["log"] == start.view(1)["log"] for state in (start.apply("rock"), start.apply("paper")))


OPEN = """
game open_bids: players 2
resource coin of player
values suit: clubs, hearts
var bid of player: number

to play_game:
  for each player p in players: p gains 5 coin
  sealed for each player p in players:
    p chooses number n in 1..3{costs}
    {chance}
    p chooses number k in 1..2
  then:
    set p's bid to n + k
  end game with players
"""


@pytest.mark.parametrize(
    ("costs", "chance"), [(" costs n coin", "let s = 1"), ("", "pick random suit s in all(suit) where n > 1")]
)
def test_the_law_sees_what_tells_before_all_have_chosen(
    costs: str, chance: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Costs and chance among the sealed choices, had nobody refused them."""
    path = tmp_path / "open_bids.rules"
    path.write_text(OPEN.format(costs=costs, chance=chance), encoding="utf-8")
    with pytest.raises(RulekitError, match="RK035"):
        load(path)
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    monkeypatch.setattr("rulekit.analysis.statements.control._nothing_told", lambda cx, stmt: None)
    with pytest.raises(LawBroken, match="player 2 can tell what was chosen"):
        sealed_stay_sealed(load(path).new())


def test_the_law_holds_where_all_is_paid_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "open_bids.rules"
    path.write_text(OPEN.format(costs=" where p's can_pay(n coin)", chance="let s = 1"), encoding="utf-8")
    state = load(path).new()
    while not state.over:
        sealed_stay_sealed(state)
        state = state.apply(0)
