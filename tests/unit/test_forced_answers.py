"""A choice of one is taken by the machine, or asked like any other: then every way to walk a game counts the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State
from rulekit.api.perft import perft
from rulekit.errors import UsageError

LANES = """
game lanes: players 2
resource step of player
define may_go(player p) = p's step < 3

to play_game:
  repeat up to 3 times:
    for each player p in players:
      turn of p:
        choose one:
          option go if may_go(you): gain 1 step
          option rest if your step > 0: lose 1 step
  end game with players
"""


def walk(state: State, depth: int) -> int:
    """Plays of so many answers, as somebody counts them who answers by hand."""
    if depth == 0:
        return 1
    return 0 if state.over else sum(walk(state.apply(option), depth - 1) for option in state.decision.options)


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_a_walk_counts_what_perft_counts(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "lanes.rules"
    path.write_text(LANES, encoding="utf-8")
    game = rulekit.load(path, engine=engine)
    asked = game.new(forced="ask")
    assert [len(asked.decision.options), asked.decision.options[0]] == [1, "go"]
    for depth in range(7):
        assert walk(asked, depth) == perft(asked, depth)
        assert walk(game.new(), depth) == perft(game.new(), depth)
    assert walk(asked, 3) != walk(game.new(), 3)


def test_the_last_field_is_a_move() -> None:
    game = rulekit.load("tic_tac_toe")
    state = game.new(forced="ask")
    for _ in range(6):
        state = state.apply(next(o for o in state.decision.options if not state.apply(o).over))
    assert [walk(state, depth) for depth in range(4)] == [perft(state, depth) for depth in range(4)]


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_asked_answers_are_kept_saved_and_replayed(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "lanes.rules"
    path.write_text(LANES, encoding="utf-8")
    game = rulekit.load(path, engine=engine)
    state = game.new(forced="ask")
    while not state.over:
        state = game.from_json(state.to_json()).apply(0)
    assert len(state.answers) == 6
    assert game.replay(state.answers, forced="ask") == state
    taken = game.new()
    while not taken.over:
        taken = taken.apply(0)
    assert len(taken.answers) < 6 and taken.scores == state.scores
    with pytest.raises(UsageError, match="forced is `take` or `ask`"):
        game.new(forced="yes")


@pytest.mark.parametrize("forced", ["take", "ask"])
@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_every_way_to_walk_a_game_counts_the_same_answers(engine: str, forced: str, tmp_path: Path) -> None:
    """By hand, in place, replayed, read back from a save, played out at random, counted."""
    path = tmp_path / "lanes.rules"
    path.write_text(LANES, encoding="utf-8")
    game = rulekit.load(path, engine=engine)
    applied = played = game.new(forced=forced)
    played = played.copy()
    steps = 0
    while not applied.over:
        option = str(applied.decision.options[-1])
        applied, played, steps = applied.apply(option), played.play(option), steps + 1
        assert perft(applied, 0) == 1 and len(applied.answers) == len(played.answers) == steps
        assert applied.data.answered == steps
    assert applied == played == game.replay(applied.answers, forced=forced) == game.from_json(applied.to_json())
    deepest = max(depth for depth in range(8) if perft(game.new(forced=forced), depth))
    assert walk(game.new(forced=forced), deepest) > 0 == walk(game.new(forced=forced), deepest + 1)
    out = rulekit.playout(game.new(forced=forced), seed=1)
    assert out.over and out.data.answered <= deepest
