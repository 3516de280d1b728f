"""Routines that call each other directly: what sends a frame elsewhere, runs deep or runs on is the same on both tiers."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.errors import RunError
from rulekit.runtime.state import freeze
from tests.sizes import some

HEAD = """
game errands: players 2
resource gold of player
resource gems of player
var turns of player: number = 0
kind charm:
  power used
zone shelf: holds charm
charm bell:
  starts in shelf
  when used: {power}

to play_game:
  repeat 3 times:
    for each player p in players:
      p plays_turn
  end game with players

to play_turn:
  turn of you:
    set your turns to your turns + 1
    step morning:
      gain 1 gems
    menu:
      option work: labour
      option ring: activate bell's used
      option rest: end menu
    gain 100 gems

to labour:
  gain 10 gold
  gain 1 gems

rule answers:
  {rule}
"""
RULES = {
    "after a gain": "after player p gains n gold where n == 10: end turn",
    "before a verb": "before player p labours: end turn",
    "after a verb": "after player p labours: end turn",
    "instead of a verb": "instead of player p labours: end turn",
    "at the start of a step": "at start of step morning where active's turns == 2: end turn",
    "at the end of a step": "at end of step morning where active's turns == 2: end turn",
    "and then": "after player p labours where p's turns < 3:\n    end turn and then:\n      p gains 7 gold",
    "by another gain": "after player p gains n gold where n == 10: p gains 3 gems",
}
POWERS = ("end turn", "gain 5 gold", "labour")


def _states(path: Path, answers: tuple[int, ...]) -> list[list[object]]:
    """The table after each answer, on both tiers."""
    found: list[list[object]] = []
    for engine in ("compiled", "interpreted"):
        state, seen = rulekit.load(path, engine=engine).new(seed=1), list[object]()
        for at in answers * 12:
            if state.over:
                break
            state.play(at % len(state.decision.options))
            seen.append((freeze(state.data.as_plain()), tuple(state.log)))
        found.append(seen)
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.replace(" ", "-"))
@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.replace(" ", "-"))
def test_a_frame_that_is_sent_elsewhere_goes_on_there(tmp_path: Path, rule: str, power: str) -> None:
    path = tmp_path / "errands.rules"
    path.write_text(HEAD.format(rule=RULES[rule], power=power), "utf-8")
    for answers in ((0, 2), (1, 0, 2), (2, 1, 0)):
        fast, slow = _states(path, answers)
        assert fast == slow
        assert fast


DEEP = """
game depths: players 2
resource gold of player

to play_game:
  for each player p in players:
    p digs {depth}
  end game with players

to dig number n:
  gain 1 gold
  if n > 0:
    {body}
"""


@pytest.mark.parametrize("depth", (40, 80, 300))
def test_deep_calls_end_the_same(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "depths.rules"
    path.write_text(DEEP.format(depth=depth, body="dig n - 1"), "utf-8")
    ends = [rulekit.load(path, engine=engine).new() for engine in ("compiled", "interpreted")]
    assert freeze(ends[0].data.as_plain()) == freeze(ends[1].data.as_plain())
    assert ends[0].get("player1's gold") == depth + 1


@pytest.mark.parametrize("body", ("dig n + 1", "dig n - 1\n    dig n - 1"))
def test_calls_that_run_away_are_stopped(tmp_path: Path, body: str) -> None:
    path = tmp_path / "depths.rules"
    path.write_text(DEEP.format(depth=50, body=body), "utf-8")
    for engine in ("compiled", "interpreted"):
        with pytest.raises(RunError, match=r"for ever|circle"):
            rulekit.load(path, engine=engine, budget=100_000).new()


@pytest.mark.parametrize(
    "name", ("dice_forge", "dice_forge_rebellion", "better_than_gold", "goldblivion", "kuhn_poker", "miniature")
)
def test_games_begin_the_same(name: str) -> None:
    """What comes before chance is carried out once for a table."""
    fast, slow = rulekit.load(name), rulekit.load(name, engine="interpreted")
    for players in fast.player_counts:
        for seed in range(some(2, 4)):
            one, two = fast.new(players, seed), slow.new(players, seed)
            assert freeze(one.data.as_plain()) == freeze(two.data.as_plain())
            assert one.entries(0) == two.entries(0)
            assert list(one.decision.options) == list(two.decision.options)
