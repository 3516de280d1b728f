"""Who tells a story: the reference tier, with printed code for what changes nothing; and as far as what has failed is told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.errors import RunError
from rulekit.story.tale import AidedTeller, Teller

TOLD = ("harbour", "little_chess", "othello", "goldblivion")  # defines, stats with modifiers, deeds supposed
RUNS_AWAY = """
game runaway: players 2
var total "Total": number = 0
to play_game:
  cycle player p in players:
    turn of p:
      menu:
        option work: twice
        option rest: end turn
to twice:
  four
  four
to four:
  eight
  eight
to eight:
  repeat 2000 times:
    set total to total + 1
"""


@pytest.mark.parametrize("name", TOLD)
def test_stories_are_the_same_with_printed_code_and_without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called: dict[str, int] = {}
    for what in ("call", "stat"):
        monkeypatch.setattr(AidedTeller, what, _counted(called, getattr(AidedTeller, what)))
    told = []
    for engine in ("interpreted", "compiled"):
        game, rng = rulekit.load(name, engine=engine), Random(5)
        state = game.new(max(game.player_counts), seed=5)
        for _ in range(14):
            if not state.over:
                state.play(rng.randrange(len(state.decision.options)))
        assert state.events and bool(called) == (engine == "compiled")
        told.append((state.events, state.story(everything=True), [state.events_for(player) for player in state.players]))
    assert told[0] == told[1] and len(told[0][0]) > 10


def _counted(called: dict[str, int], method: object) -> object:
    def counting(teller: Teller, *args: object) -> object:
        called["times"] = called.get("times", 0) + 1
        return method(teller, *args)  # type: ignore[operator]

    return counting


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("applied", [True, False])
def test_what_ran_away_is_told_as_far_as_the_budget_goes(tmp_path: Path, engine: str, applied: bool) -> None:
    path = tmp_path / "runaway.rules"
    path.write_text(RUNS_AWAY)
    state = rulekit.load(path, engine=engine, budget=2_000).new(2, seed=1).play("rest")
    with pytest.raises(RunError, match="for ever"):
        state.play("work")
    if applied:
        state.data.vals[0] = 0  # somebody changes it by hand: what came before is told as it was
    sets = [event for event in state.events if event.kind == "set"]
    assert 10 < len(sets) < 2_000
