"""Nothing that is tried out and dropped leaves a trace: the law finds out when copies share what they have worked out."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.api import Game, State
from rulekit.api.native_states import NativeState
from rulekit.runtime.state import Data
from rulekit.testing import LawBroken
from rulekit.testing.laws_copies import WAYS, peeks_change_nothing
from tests.native.compared import needs_compiler

RULES = """
game lamps: players 2
resource oil of player
kind item:
  works in kept
item lamp:
  starts in shed
  anytime option light if your oil < 9: gain 1 oil
item rope: copies 2; starts in shed
zone shed: holds item
zone kept of player: holds item

to play_game:
  repeat 6 times:
    for each player p in players:
      turn of p:
        choose one:
          option wait: gain 1 oil
          option take if size(shed) > 0: move first(shed) to your kept
          option leave if size(your kept) > 0: move first(your kept) to shed
  end game with players
"""


@pytest.fixture
def start(tmp_path: Path) -> State:
    path = tmp_path / "lamps.rules"
    path.write_text(RULES, encoding="utf-8")
    return Game(path).new(seed=1)


def lit(start: State) -> State:
    """The first player has the lamp, which may be lit at each of his decisions, and is to decide."""
    return start.apply("take").apply("wait")


def shared(self: Data) -> Data:
    """A copy that shares what was worked out with the original, as copies once did."""
    new = self.copy()
    new.live = self.live
    return new


def test_the_law_holds(start: State) -> None:
    peeks_change_nothing(start)
    peeks_change_nothing(lit(start))


def test_what_copies_share_is_found(start: State, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = Data.following
    monkeypatch.setattr(Data, "copy", lambda self: _bare(copied(self)))
    monkeypatch.setattr(Data, "following", shared)
    with pytest.raises(LawBroken, match=r"made by from_json, option 2 tried out: after . more answers options"):
        peeks_change_nothing(_only(lit(start), "from_json", monkeypatch))


@pytest.mark.parametrize("way", WAYS)
def test_a_trace_is_found_however_the_state_was_made(start: State, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    applied, state = State.apply, _only(lit(start), way, monkeypatch)
    peeks_change_nothing(state)
    monkeypatch.setattr(State, "apply", lambda self, answer: _marked(self, applied(self, answer), state))
    with pytest.raises(LawBroken, match=f"made by {way}, option 0 tried out"):
        peeks_change_nothing(state)


def _marked(looked: State, after: State, original: State) -> State:
    """A look ahead that gives an oil in the state from which somebody looks; by `original` one of them is only made."""
    if looked is not original:
        looked._data.vals[looked.table.slot["oil"][(looked.players[0],)]] += 1
    return after


@needs_compiler
@pytest.mark.parametrize("way", WAYS)
def test_native_states_keep_the_law(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state: State = load("tic_tac_toe", engine="native").new(seed=1)
    assert type(state) is NativeState
    _only(state, way, monkeypatch)
    peeks_change_nothing(state.play("b2"))
    assert type(state) is NativeState
    monkeypatch.setattr(NativeState, "apply", lambda self, answer: self.play(answer))
    monkeypatch.setattr(State, "apply", lambda self, answer: self.play(answer))
    if way != "undo":  # nothing that was played in place can be taken back
        with pytest.raises(LawBroken, match=f"made by {way}, option 0 tried out"):
            peeks_change_nothing(state)


@pytest.mark.parametrize("name", ["rock_paper_scissors", "kuhn_poker", "tic_tac_toe"])
def test_each_way_has_its_turn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = set[str]()

    def noted(way: str, make: Callable[[State], State]) -> Callable[[State], State]:
        def making(state: State) -> State:
            made.add(way)
            return make(state)

        return making

    for way, make in WAYS.items():
        monkeypatch.setitem(WAYS, way, noted(way, make))
    for seed in range(12):
        state = load(name).new(seed=seed)
        while not state.over:
            peeks_change_nothing(state)
            state.play(seed % len(state.decision.options))
    assert made == set(WAYS)


def _bare(data: Data) -> Data:
    data.live = {}
    return data


def _only(state: State, way: str, monkeypatch: pytest.MonkeyPatch) -> State:
    for other in set(WAYS) - {way}:
        monkeypatch.delitem(WAYS, other)
    return state


def test_a_peek_takes_no_option_away(start: State) -> None:
    """A copy leaves the lamp and finds nothing to light; the game that it was copied from must find out for itself."""
    loaded = start.game.from_json(lit(start).to_json())
    loaded.apply("leave")
    after = loaded.play("wait").play("wait")
    assert [str(option) for option in after.decision.options] == ["wait", "take", "leave", "light"]


def test_undo_gives_back_what_was_even_if_the_game_has_gone_on(start: State) -> None:
    before = start.to_json()
    after = start.apply("take")
    start.play("wait")
    assert after.undo().to_json() == before
    after.undo().play("wait")
    assert after.undo().to_json() == before


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_go_their_own_ways(start: State, make: Any) -> None:
    before, other = start.to_json(), make(start)
    other.play("take").play("take")
    assert start.to_json() == before
    assert make(start).play("take") == start.apply("take")
