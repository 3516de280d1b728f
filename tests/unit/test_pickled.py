"""Games, states and decisions as bytes: what comes back is the same, bound to its rules, and one game for many states."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import rulekit
from rulekit.api import Game, load, pickled
from rulekit.errors import RulesError, RunError, SaveError, UsageError

RULES = """
game tiny: players 2
resource point of player
to play_game:
  repeat 3 times:
    for each player p in players:
      p may: gain 1 point
  end game with players
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "tiny.rules"
    found.write_text(RULES, encoding="utf-8")
    return found


def forget_games() -> None:
    """As in a process that has seen none of them."""
    pickled._GAMES.clear()
    pickled._LATEST.clear()


def test_states_come_back_to_one_game(path: Path) -> None:
    state = Game(path).new(seed=4).play("yes")
    texts = [pickle.dumps(state), pickle.dumps(state.apply("no"))]
    forget_games()
    one, two = (pickle.loads(text) for text in texts)
    assert one == state and two == state.apply("no") and one.game is two.game is not state.game
    assert one.log == state.log and one.answers == state.answers and not one.can_undo
    assert one.entries() == state.entries()
    assert len(texts[0]) < 4000  # the rules are named, not carried


def test_changed_rules_are_refused(path: Path) -> None:
    text = pickle.dumps(Game(path).new())
    forget_games()
    path.write_text(RULES.replace("3 times", "4 times"), encoding="utf-8")
    with pytest.raises(SaveError, match="have changed since"):
        pickle.loads(text)
    path.unlink()
    with pytest.raises(SaveError, match="unpickle its `Game` first"):
        pickle.loads(text)


def test_a_game_carries_its_rules(path: Path) -> None:
    game = Game(path)
    text, state = pickle.dumps(game), pickle.dumps(game.new(seed=2).play("no"))
    forget_games()
    path.unlink()
    again = pickle.loads(text)
    assert again.name == "tiny" and again.new(seed=2) == game.new(seed=2)
    assert pickle.loads(state).game is again


def test_options_and_maps_go_with_a_game() -> None:
    game = load("better_than_gold")
    text = pickle.dumps(game)
    forget_games()
    again = pickle.loads(text)
    assert again is not game and again.setting.carried
    assert again.new(seed=1).to_json() == game.new(seed=1).to_json()


def test_another_process_goes_on(path: Path, tmp_path: Path) -> None:
    state = Game(path).new(seed=4).play("yes")
    kept = tmp_path / "state.pickle"
    kept.write_bytes(pickle.dumps(state))
    go_on = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).play('no').play('yes').to_json())"
    there = subprocess.run([sys.executable, "-c", go_on, kept], capture_output=True, check=True, encoding="utf-8")
    assert there.stdout.strip() == state.apply("no").apply("yes").to_json()


def test_decisions_and_options_can_be_read_anywhere() -> None:
    for chance in ("ask", "sample"):
        decision = load("miniature").new(seed=3, chance=chance).decision
        again = pickle.loads(pickle.dumps(decision))
        assert again == decision and again.refused == decision.refused
        assert [o.probability for o in again.options] == [o.probability for o in decision.options]


def test_a_long_log_is_no_deep_nest() -> None:
    state = load("pig").new(seed=1)
    for _ in range(1500):
        state.play("roll" if not state.over and "roll" in state.decision.options else 0)
        if state.over:
            break
    assert pickle.loads(pickle.dumps(state)).log == state.log


def test_errors_come_back_from_other_processes(path: Path) -> None:
    path.write_text("game tiny: players 2\nto play_game:\n  gain 1 gold\n", encoding="utf-8")
    with pytest.raises(RulesError) as found:
        Game(path)
    assert str(pickle.loads(pickle.dumps(found.value))) == str(found.value)
    error = RunError("it fails", None, ("a", "b"))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_game_without_a_text_of_its_own_is_refused() -> None:
    game = load("tic_tac_toe")
    changed = game.with_decls(list(game._decls))
    with pytest.raises(UsageError, match="cannot be pickled"):
        pickle.dumps(changed.new())


def test_a_game_is_one_value() -> None:
    import copy

    game = rulekit.load("tic_tac_toe")
    assert copy.deepcopy(game) is copy.copy(game) is game
    assert repr(game) == "<Game tic_tac_toe>"
