"""What should be set, paid, gained or given where there is nobody to have it stops the game, at the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.errors import RunError
from tests.native.compared import needs_compiler

_TEXT = """
game nobody: players 2

kind card: var marks: number
resource coin of player
resource stock
resource shield of card
resource camp of player, card
card oak: starts in pile
zone pile: holds card
var luck of player: number
var bond of player, card: number
var guest: player = none
var found: card = none
{watch}
{acts}
to act_on card c:
  match chosen:
{arms}
var chosen: number = 0

to play_game:
  for each player p in players: p gains 5 coin
  first(players) prepares
  act_on found
  end game

to prepare:
  choose number n in 1..{count}
  set chosen to n
"""
_ACTS = {
    "set c's marks to 1": "no `marks` to set",
    "set guest's luck to 1": "no `luck` to set",
    "set bond(guest, oak) to 1": "no `bond` to set",
    "set your luck to 1": "no `luck` to set",
    "set guest's coin to 1": "no `coin` to set",
    "set c's marks to c's marks + 1": "no `marks` to set",
    "roll 1d6 as c's marks": "no `marks` to set",
    "guest gains 1 coin": "nobody is here to gain `coin`",
    "guest gains 1 coin + 1 stock": "nobody is here to gain `coin`",
    "guest loses 1 coin": "nobody is here to lose `coin`",
    "guest pays 1 coin": "nobody is here to pay",
    "guest pays 1 coin + 1 stock": "nobody is here to pay",
    "first(players) gives 1 coin to guest": "nobody and nothing here to hold `coin`",
    "first(players) gains 1 shield of c": "nobody and nothing here to hold `shield`",
    "first(players) loses 1 shield of c": "nobody and nothing here to hold `shield`",
    "first(players) gains 1 camp(c)": "nobody and nothing here to hold `camp`",
}
_WATCH = "var seen: number = 0\nrule eyes:\n  after player p gains coin: set seen to seen + 1\n"


def _written(folder: Path, watch: str) -> Path:
    path = folder / "nobody.rules"
    acts = "".join(f"to act_{at} card c:\n  {act}\n" for at, act in enumerate(_ACTS))
    arms = "".join(f"    {at + 1}: act_{at} c\n" for at in range(len(_ACTS)))
    path.write_text(_TEXT.format(watch=watch, acts=acts, arms=arms, count=len(_ACTS)), "utf-8")
    return path


@pytest.mark.parametrize("watch", ["", _WATCH], ids=["alone", "watched"])
def test_it_is_an_error_with_its_place_and_the_same_in_both_tiers(watch: str, tmp_path: Path) -> None:
    path = _written(tmp_path, watch)
    states = [Game(path, engine=engine).new(players=2, seed=1) for engine in ("interpreted", "compiled")]
    for at, (act, message) in enumerate(_ACTS.items()):
        told = []
        for state in states:
            with pytest.raises(RunError) as caught:
                state.apply(state.decision.options[at])
            span = caught.value.span
            assert message in str(caught.value)
            assert span is not None
            assert span.source.line(span.line).strip() == act
            told.append((caught.value.message, caught.value.note, span))
        assert told[0] == told[1]


@needs_compiler
def test_native_code_leaves_the_error_to_printed_code(tmp_path: Path) -> None:
    path = tmp_path / "nobody.rules"
    text = _written(tmp_path, "").read_text("utf-8")  # resources of two owners are not native yet
    path.write_text(text.replace("resource camp of player, card\n", "resource camp of card\n"), "utf-8")
    state = Game(path, engine="native").new(players=2, seed=1)
    for at, message in enumerate(_ACTS.values()):
        with pytest.raises(RunError) as caught:
            state.native().apply(at)
        assert message in str(caught.value)
        assert caught.value.span is not None
