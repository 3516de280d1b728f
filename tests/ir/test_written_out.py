"""Short verbs, written out where they are called, leave the same as verbs that are entered."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.runtime.state import freeze

RULES = """
game errands: players 3
resource gold of player: floor 0
var pot: number = 0 lasts turn
var tries: number = 0 lasts round
var steps: number = 0 lasts step dawn
var seen: number = 0

to play_game:
  cycle player p in players:
    round:
      turn of p:
        set pot to 5
        step dawn:
          set steps to steps + 1
          menu:
            option luck: try_luck
            option pay: settle pot with 3
            option pass: end step
            option leave: stop_menu
            option sleep if seen > 3: sleep
            option sometimes: sometimes
            option long: long_one
            option quit if seen > 40: finish with tries + 1
        gain 1 gold
        for each player q in players:
          q notes

to try_luck:
  roll 1d6 as k
  set tries to tries + 1
  if k == 1:
    end turn
  set pot to pot + k

to settle number n with number m:
  let both = n + m
  lose both gold
  gain m gold
  if your gold > 20:
    end turn
  set seen to seen + both

to stop_menu:
  set seen to seen + 1
  end menu

to sleep:
  set seen to 0
  end round

to sometimes:
  set tries to tries + 1
  if tries > 1:
    roll 2d4 as few
    set seen to seen + few
    roll 1d4 as more
    set pot to more
  set seen to seen + 1

to long_one:
  set seen to seen + 1
  if seen > 2:
    roll 1d4 as k
    set pot to k
  gain 1 gold
  gain 2 gold
  gain 3 gold
  lose 1 gold
  lose 2 gold
  set seen to seen + 1
  set seen to seen - 1
  set tries to tries + 1

to notes:
  gain 1 gold

to finish with number n:
  let winner = {you}
  if n > 2:
    end game with winner
  set seen to 0
"""


@pytest.mark.parametrize("chance", ["sample", "ask"])
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))])
def test_both_tiers_go_the_same_way(tmp_path: Path, chance: str, seed: int) -> None:
    path = tmp_path / "errands.rules"
    path.write_text(RULES, "utf-8")
    fast, slow = (rulekit.load(path, engine=engine).new(seed=seed, chance=chance) for engine in ("compiled", "interpreted"))
    rng, taken = Random(seed), 0
    while not fast.over and taken < 150:
        assert fast.decision == slow.decision
        answer = rng.choice(fast.decision.options)
        fast.play(answer)
        slow.play(str(answer))
        taken += 1
        assert freeze(fast.data.as_plain()) == freeze(slow.data.as_plain()), (taken, answer)
        assert fast.over == slow.over
        if taken % 10 == 0:
            fast = fast.game.from_json(fast.to_json())
    assert fast.log == slow.log


@pytest.mark.parametrize("verb", ["sometimes", "long"])
def test_a_verb_that_may_roll_runs_once_while_chance_is_asked(tmp_path: Path, verb: str) -> None:
    path = tmp_path / "errands.rules"
    path.write_text(RULES, "utf-8")
    state = rulekit.load(path).new(seed=1, chance="ask")
    state.play(verb)
    assert (state.get("tries"), state.get("seen")) == (1, 1)


def test_playouts_of_both_tiers_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "errands.rules"
    path.write_text(RULES, "utf-8")
    ends = [
        [rulekit.playout(rulekit.load(path, engine=engine).new(), seed, limit=300) for seed in range(5)]
        for engine in ("compiled", "interpreted")
    ]
    assert ends[0] == ends[1]
