"""A seat is told the same in every world that it could be in; `python -m tests.studio.worlds` compares thousands more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.api import State
from rulekit.sources.bundled import whole_games
from rulekit.studio import room
from rulekit.studio.messages import table_message
from rulekit.table_view import look
from tests.studio import worlds

QUICK = ("kuhn_poker", "leduc_poker", "liars_dice", "miniature", "rock_paper_scissors", "blackjack")
LENT = """game lent "Lent": players 2
kind card "card"
card gem "Gem"
card rock "Rock"
record promise "{what} for {whose}":
  what: card
  whose: player
zone hand of player "hand": holds card; seen by owner
zone back of player "back": holds card; seen by others
var promised "promised": list of promise
var chosen "chosen": card

to play_game:
  move {gem} to first(players)'s hand
  move {rock} to first(players)'s back
  set promised to {promise(what: gem, whose: first(players))}
  set chosen to rock
  first(players) does:
    choose one:
      option wait: nothing
      option end: nothing
"""


@pytest.mark.parametrize("name", QUICK)
def test_a_seat_is_told_what_its_view_holds(name: str) -> None:
    found = worlds.compared(name, 24, most=12)
    assert found["positions"] == 24 and found["messages"] > 0 and found["left"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", whole_games())
def test_a_seat_is_told_what_its_view_holds_to_the_end_of_games(name: str) -> None:
    found = worlds.compared(name, 250)
    assert found["ended"] > 0, "no play came to its end"
    assert found["left"] * 5 <= found["messages"], f"{found['messages']} compared, {found['left']} left out"


def test_a_message_that_tells_too_much_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat is told what another one sees: the hands that were dealt differ from world to world."""

    def leaking(state: State, viewer: int | None, lang: str, since: int = 0) -> dict[str, Any]:
        return table_message(state, 1 - (viewer or 0), lang, since)

    monkeypatch.setattr(room, "table_message", leaking)
    with pytest.raises(AssertionError, match=r"player 0 in .*: \.table\.zones"):
        worlds.compared("kuhn_poker", 24)


def test_who_watches_is_told_of_no_hidden_thing_by_what_names_it(tmp_path: Path) -> None:
    """By a record in a list, by a variable, in a hand that all but its owner see: who watches is no player."""
    (tmp_path / "lent.rules").write_text(LENT, "utf-8")
    state = rulekit.load(tmp_path / "lent.rules").new(2, 1)
    told = str({key: value for key, value in look(state, None).items() if key != "boards"})
    assert "gem" not in told.lower() and "rock" not in told.lower()
    assert "gem" in str(look(state, 0)) and "rock" in str(look(state, 1))
    texts = {value["name"]: value["text"] for value in look(state, 1)["values"]}
    assert texts == {"promised": "hidden for Player 1", "chosen": "Rock"}, "the rest of it is told in words"
