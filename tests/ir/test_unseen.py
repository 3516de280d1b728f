"""Which options of a menu may offer something hidden: only those are looked at."""

from __future__ import annotations

from pathlib import Path

from rulekit.api import Game
from rulekit.ir.lower.unseen import InSight
from rulekit.program import ops as o

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
