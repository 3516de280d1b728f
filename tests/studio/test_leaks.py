"""A seat is told the same in every world that it could be in; `python -m tests.studio.worlds` compares thousands more."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.api import State
from rulekit.sources.bundled import whole_games
from rulekit.studio.messages import table_message
from tests.studio import worlds

QUICK = ("kuhn_poker", "leduc_poker", "liars_dice", "miniature", "rock_paper_scissors", "blackjack")


@pytest.mark.parametrize("name", QUICK)
def test_a_seat_is_told_what_its_view_holds(name: str) -> None:
    found = worlds.compared(name, 24, most=12)
    assert found.positions == 24 and found.messages > 0 and found.left == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", whole_games())
def test_a_seat_is_told_what_its_view_holds_to_the_end_of_games(name: str) -> None:
    found = worlds.compared(name, 250)
    assert found.ended > 0, "no play came to its end"
    assert found.left * 5 <= found.messages, f"{found.messages} compared, {found.left} left out"


def test_a_message_that_tells_too_much_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat is told what another one sees: the hands that were dealt differ from world to world."""

    def leaking(state: State, viewer: int | None, lang: str) -> object:
        return table_message(state, 1 - (viewer or 0), lang)

    monkeypatch.setattr(worlds, "table_message", leaking)
    state = rulekit.load("kuhn_poker").new(2, 1)
    with pytest.raises(AssertionError, match="player"):
        for seed in range(20):
            worlds.compare(state, seed)
