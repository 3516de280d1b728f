"""Who watches a play hears of every thing that acts, though printed code works out much of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.sources.bundled import find_game
from rulekit.testing import acting
from rulekit.testing.interactions import Report, Search

WATCHED = """\
game watched "Watched": players 2

resource gold of player
resource gem of player
stat reach of player: number = 1 + size(your hand)

kind card:
  power used
  field weight: number = 1
zone hand of player: holds card

card spyglass of player:
  starts in hand
  your reach is raised by 2
card purse of player:
  starts in hand
  payment 1 gem costs 1 gold
card idle of player: starts in hand

define far(player p) = some(card c in p's hand where p's reach > 2)
define rich(player p) = some(card c in p's hand where p's can_pay(1 gem))
define further(player p) = some(card c in p's hand where far(p))
define many(player p) = count(card c in p's hand where c's weight > 0)

to act:
  choose one:
    option ask:
      if QUESTION:
        gain 1 gold
    option wait: nothing

to play_game:
  repeat 2 times:
    for each player p in players:
      turn of p:
        p acts
  end game with players

invariant "gold": every(p's gold < 90 for player p in players)
"""


@pytest.mark.parametrize(
    "question, heard",
    [
        ("far(you)", "spyglass"),
        ("further(you)", "spyglass"),
        ("rich(you)", "purse"),
        ("many(you) > 2", ""),
        ("your reach > 3", "spyglass"),
    ],
)
def test_values_that_tell_something_are_heard_of(question: str, heard: str, tmp_path: Path) -> None:
    path = tmp_path / "watched.rules"
    path.write_text(WATCHED.replace("QUESTION", question), "utf-8")
    report = searched(path)
    assert report.acted == {heard} - {""}
    assert {found.message for found in report.findings.values()} == set()


@pytest.mark.parametrize("game", ["miniature", "goldblivion"])
def test_the_report_is_that_of_the_interpreter(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    aided = searched(find_game(game)).as_data()
    monkeypatch.setattr(acting, "unheard", lambda table: None)
    assert searched(find_game(game)).as_data() == aided


def searched(path: Path) -> Report:
    return Search(path).run(seconds=None, plays=6)
