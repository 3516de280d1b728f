"""Which options of a menu may offer something hidden: only those are looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.ir.lower.unseen import InSight
from rulekit.program import ops as o
from tests.native.compared import needs_compiler

RULES = """game g: players 2
kind card
kind token
card jack
card queen
token red
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone table: holds card
zone bowl: holds token

to play_game:
  move all(card) to deck
  move all(token) to bowl
  turn of item(players, 1): act

to act:
  choose one:
    option quit: end game
    option peek with card c in deck: move c to table
    option play with card c in your hand: move c to table
    option take with card c in table: move c to your hand
    option steal with card c in your left's hand: move c to your hand
    option drop with token t in bowl: end game
"""


def test_only_options_that_may_offer_something_hidden_are_named(tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(RULES, encoding="utf-8")
    program = Game(path).new().table.program
    (ask,) = [op for op in program.routines["verb/act"].ops if isinstance(op, o.Ask)]
    hidden = InSight(program).may_be_unseen(ask)
    assert {ask.options[at].name for at in hidden} == {"peek", "steal"}


def test_both_tiers_offer_what_is_hidden_under_the_same_names(tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(RULES, encoding="utf-8")
    offered = [[str(x) for x in Game(path, engine=engine).new().decision.options] for engine in ("interpreted", "compiled")]
    assert offered[0] == offered[1]
    assert not any("jack" in text or "queen" in text for text in offered[1] if "peek" in text)


COPIES = """game g: players 2
kind card
card jack: copies 3
zone crew of player: holds card; seen by others
zone stall: holds card; seen by top
resource gold of player

to play_game:
  move all(jack) to {there}
  reveal item(all(jack), 1) to first(players)
  turn of first(players):
    choose card c in {there}
    gain 1 gold
    menu:
      option take with card k in sorted(card x in {there} by x's position down): end menu
      option stop: end menu
"""


@pytest.mark.parametrize("there", ["first(players)'s crew", "stall"])
@pytest.mark.parametrize("engine", ["compiled", pytest.param("native", marks=needs_compiler)])
def test_a_copy_in_sight_does_not_stand_for_one_that_is_hidden(there: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(COPIES.replace("{there}", there), encoding="utf-8")
    reference, other = Game(path, engine="interpreted").new(), Game(path, engine=engine).new()
    for _ in range(2):
        offered = [option.text for option in reference.decision.options]
        assert "jack" in " ".join(offered) and any(text.endswith((".1", ".3")) for text in offered)
        assert [option.text for option in other.decision.options] == offered
        reference, other = reference.play(0), other.play(0)


STANDING = """game g: players 2
kind card:
  works in crew
  var marks: number = 0
zone crew of player: holds card; seen by others
resource gold of player
card jack:
  copies 3
  anytime option snap:
    gain 1 gold

to play_game:
  move all(jack) to first(players)'s crew
  set item(all(jack), 2)'s marks to 1
  turn of first(players):
    choose one:
      option stop: end game
      option wait: gain 2 gold
"""


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_standing_option_of_a_hidden_card_is_named_by_its_place(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(STANDING, encoding="utf-8")
    offered = [option.text for option in Game(path, engine=engine).new().decision.options]
    assert offered == ["stop", "wait", "snap player1.crew.1", "snap player1.crew.2"]
