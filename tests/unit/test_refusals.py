"""What is said of an answer that is not there: why, in words; what there is instead; nothing that is refused as well."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.errors import RunError
from rulekit.testing.answers import listed
from rulekit.text.faults import fault_text

RULES = """\
game bids "Bids": players 2
values suit "suit": clubs "clubs", hearts "hearts"
resource coin of player "coin"
kind place "place"
place forest, pond: starts in land
zone land "Land": holds place
var absent: player = none
to play_game:
  repeat 3 times:
    for each player p in players:
      turn of p:
        choose one:
          option bid "Bid" with number n in 3..5: nothing
          option double "Double" if your coin > 3: nothing
          option intrude "Intrude" with place x in land if your coin > 2 and x is forest: nothing
          option fail "Fail": absent gains 1 coin
  end game with players
"""


@pytest.fixture
def decision(tmp_path: Path) -> rulekit.Decision:
    path = tmp_path / "bids.rules"
    path.write_text(RULES, "utf-8")
    return rulekit.load(path).new(2, 1).decision


def test_a_condition_is_told_in_words(decision: rulekit.Decision) -> None:
    assert decision.why_not("double") == "only if you have more than 3 coins"
    told = {refusal.text: refusal for refusal in decision.refusals}
    assert told["double"].reason() == "only if you have more than 3 coins"
    assert told["double"].reason("fr").startswith("seulement si vous avez plus de 3")
    assert told["intrude pond"].reason() == "only if you have more than 2 coins and that place is Forest"


def test_what_is_refused_however_it_goes_on_says_why(decision: rulekit.Decision) -> None:
    assert decision.why_not("intrude").startswith("only if you have more than 2 coins")


def test_known_words_are_no_slip_of_the_pen(decision: rulekit.Decision) -> None:
    assert decision.why_not("bid 1") == "`bid 1` is no option here; there is `bid 3`, `bid 4`, `bid 5`"
    assert decision.why_not("clubs") == "`clubs` is no option here"
    assert decision.why_not("fial") == "`fial` is no option here; did you mean `fail`?"
    assert decision.why_not("fail") == ""


def test_a_long_list_keeps_what_stands_alone() -> None:
    bids = [f"bid {at}" for at in range(60)]
    assert listed([*bids, "pass"]).endswith("bid 28, pass and 31 more")
    assert listed([*bids[:35], "pass"]).endswith("bid 34, pass")


def test_an_error_without_a_loop_is_not_told_as_one(tmp_path: Path) -> None:
    path = tmp_path / "bids.rules"
    path.write_text(RULES, "utf-8")
    game = rulekit.load(path)
    with pytest.raises(RunError) as found:
        game.new(2, 1).apply("fail")
    assert "over and over" not in fault_text(found.value, game.program)
