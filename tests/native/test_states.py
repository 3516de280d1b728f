"""States whose position lies in native memory, held against those of printed Python in all that users see of them."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.api import game as games
from rulekit.api import native_states
from rulekit.api.native_states import NativeState
from rulekit.cli.main import main
from rulekit.ir.run import sites
from rulekit.native.extension import extension
from tests.native.compared import needs_compiler, same
from tests.native.test_native import HOSTILE

ROOT = Path(__file__).parents[2]
SMALL = ("tic_tac_toe", "connect_four", "pig", "kuhn_poker", "rock_paper_scissors")
OTHERS = ("blackjack", "dots_and_boxes", "hex_game", "kalah", "night_village", "othello")
BY_VALUE = (
    "auction_house",
    "backgammon",
    "breakthrough",
    "chess",
    "english_draughts",
    "garden_plots",
    "hearts",
    "nine_mens_morris",
)
pytestmark = [needs_compiler, pytest.mark.skipif(extension() is None, reason="no headers of Python here")]


def both(name: str, seed: int = 5) -> tuple[rulekit.State, rulekit.State]:
    """A new game in native memory, and the same by printed Python."""
    native, python = (rulekit.load(name, engine=engine).new(seed=seed) for engine in ("native", "compiled"))
    assert type(native) is NativeState and type(python) is rulekit.State
    return native, python


def same_decision(native: rulekit.State, python: rulekit.State) -> None:
    one, other = native.decision, python.decision
    assert (one.kind, one.player, list(one.options)) == (other.kind, other.player, list(other.options))
    assert [option.value for option in one.options] == [option.value for option in other.options]
    assert native.decision is one and one.span == other.span
    assert (one.options[-1].label, one.options[-1].cost) == (other.options[-1].label, other.options[-1].cost)


def walk(native: rulekit.State, python: rulekit.State, seed: int) -> int:
    """A random play: answers in place, as new states, by option, text and number, with copies and looks in between."""
    pick, count = random.Random(seed), 0
    while not python.over:
        same_decision(native, python)
        at = pick.randrange(len(python.decision.options))
        answer: Any = pick.choice((at, str(python.decision.options[at]), native.decision.options[at]))
        if pick.random() < 0.3:
            native, python = native.apply(answer), python.apply(str(python.decision.options[at]))
        else:
            earlier = native.copy()
            native.play(answer)
            python.play(at)
            assert earlier.answers == native.answers[:-1] and earlier.decision.options[at] == native.answers[-1]
        if pick.random() < 0.3:
            same(native, python)
        count += 1
    assert native.over and native.winners == python.winners and native.scores == python.scores
    assert native.answers == python.answers and native.log == python.log
    same(native, python)
    return count


def test_no_question_is_left_to_python() -> None:
    for name in SMALL:
        assert stays(both(name)[0])


def stays(state: rulekit.State) -> bool:
    """Is a whole game played in native memory, where nobody looks at its data?"""
    pick = random.Random(2)
    while not state.over:
        state.play(pick.choice(state.decision.options))
    return type(state) is NativeState


@pytest.mark.parametrize("name", SMALL)
def test_a_play_is_that_of_printed_python(name: str) -> None:
    for seed in range(4):
        assert walk(*both(name, seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*OTHERS, *BY_VALUE, "steep_climb"])
def test_so_it_is_in_the_gallery(name: str) -> None:
    path = str(ROOT / "gallery" / f"{name}.rules")
    assert sum(walk(*both(path, seed), seed) for seed in range(4)) > 4
    assert stays(both(path)[0])


def test_what_can_be_seen_is_the_same() -> None:
    native, python = both("connect_four")
    for answer in "dcdce":
        native, python = native.apply(answer), python.apply(answer, player=python.decision.player)
    assert type(native) is NativeState and not native.quiet
    assert native.to_json() == python.to_json() and hash(native) == hash(python) and repr(native) == repr(python)
    assert native.decision == python.decision and native.decision.prompt == python.decision.prompt
    assert native.decision.refused == python.decision.refused and native.decision.meaning("d") == python.decision.meaning("d")
    assert native.view(0) == python.view(0) and native.active == python.active and native.story() == python.story()
    assert native.get("a1's disc") == python.get("a1's disc") and native.stop == native.stop
    assert pickle.loads(pickle.dumps(native)) == native and copy.copy(native) == copy.deepcopy(native) == native
    assert type(native) is NativeState, "looking leaves it where it is"
    assert native.can_undo and native.undo() == python.undo() and native.undo().undo() == python.undo().undo()
    assert type(native.undo()) is NativeState and native.undo().answers == python.undo().answers
    for engine in (native, python):
        with pytest.raises(rulekit.AnswerError, match="it is for player2 to answer, not player1"):
            engine.copy().apply("d", player=0)
    assert native.apply("d", player=1) == python.apply("d", player=1)
    for state in (native, python):
        with pytest.raises(rulekit.AnswerError, match="there is nothing to undo"):
            state.copy().play("d").undo()


def test_a_decision_stays_what_it_was() -> None:
    native, _ = both("tic_tac_toe")
    first, start = native.decision, native.copy()
    native.play(first.options[0]).play(native.decision.options[0])
    assert len(first.options) == 9 and first.player == 0 and first.prompt == start.decision.prompt
    assert start.decision == first and native.decision != first


@pytest.mark.parametrize("answer", ["z9", 9, -1, True, None, 1 << 70, 1.5])
def test_what_is_no_answer_is_refused_in_the_same_words(answer: Any) -> None:
    said = []
    for state in both("tic_tac_toe"):
        with pytest.raises(rulekit.AnswerError) as raised:
            state.play(answer)
        said.append(str(raised.value))
        assert state.play("b2").answers == ["b2"]
    assert said[0] == said[1]


def test_what_fails_fails_with_the_same_words_at_the_same_place(tmp_path: Path) -> None:
    path = tmp_path / "odd.rules"
    path.write_text(HOSTILE.format(start=1, factor=40_000), "utf-8")
    for way in ("play", "apply"):
        said = []
        for state in both(str(path)):
            with pytest.raises(rulekit.RunError, match="no number of the rules") as raised:
                for _ in range(9):
                    state = getattr(state, way)("more")
            said.append((str(raised.value), state.answers))
        assert said[0] == said[1] and len(said[0][1]) > 1


def test_data_that_are_changed_by_hand_are_played_by_python() -> None:
    native, python = both("tic_tac_toe")
    play, kept = native.play, native.copy()
    for state in (native, python):
        state.data.vals[state.data.vals.index(None)] = 1
    assert type(native) is rulekit.State and native == python and native != kept
    play("c3")  # a method that was kept
    assert native == python.play("c3") and native.answers == ["c3"] and native.log == python.log
    assert type(kept) is NativeState and len(kept.decision.options) == 9


def test_many_games_make_native_code_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_MANY", 2)
    game = rulekit.load("tic_tac_toe")
    assert type(game.new()) is rulekit.State
    native_states._module().result()
    while type(game.new(seed=3)) is rulekit.State:
        found = game.table(2).native
        if found is not None:
            found.result()
    assert game.new(seed=3) == rulekit.load("tic_tac_toe", engine="compiled").new(seed=3)


def test_games_without_the_module_are_played_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Any = type("Future", (), {"done": lambda self: True, "result": lambda self: None})()
    monkeypatch.setattr(native_states, "_module", lambda: nothing)
    state = rulekit.load("tic_tac_toe", engine="native").new()
    assert type(state) is rulekit.State and type(state.play(0)) is rulekit.State


def test_a_place_that_may_offer_very_many_values_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are kept, and kept options are bounded: no place fills the memory."""
    monkeypatch.setattr(sites, "MOST_SAID", 2)
    native, python = both("rock_paper_scissors", 1)
    for _ in range(4):
        native, python = native.play(native.decision.options[-1]), python.play(python.decision.options[-1])
    assert type(native) is rulekit.State
    same(native, python)


def test_tables_whose_options_hang_on_the_position_are_played_by_python() -> None:
    assert type(rulekit.load("miniature", engine="native").new()) is rulekit.State


def test_threads_that_play_and_look_do_not_meet() -> None:
    """Looking gives the interpreter lock away: others play on meanwhile."""
    game = rulekit.load("connect_four", engine="native")

    def play(seed: int) -> list[str]:
        pick, state, seen = random.Random(seed), game.new(), list[str]()
        while not state.over:
            state = state.apply(pick.randrange(len(state.decision.options)))
            seen.append(f"{state.scores} {state.copy().data.vals}")
        return seen

    expected, before = [play(seed) for seed in (1, 2, 3, 4)], sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(play, [1, 2, 3, 4] * 200)) == expected * 200
    finally:
        sys.setswitchinterval(before)


def test_doctor_says_which_states_are_native(capsys: pytest.CaptureFixture[str]) -> None:
    for name, said in (("tic_tac_toe", "native code, states too"), ("miniature", "native code\n")):
        assert main(["doctor", name]) == 0
        assert f"{name}: {said}" in capsys.readouterr().out


def test_nothing_is_left_behind() -> None:
    """Games, states and decisions hold each other, and are gone together."""
    game = rulekit.load("tic_tac_toe", engine="native")
    state = game.new()
    for at in range(4):
        state = state.apply(at)
    assert state.decision.options and state.undo().to_json()
    gone = weakref.ref(game)
    del game, state
    gc.collect()
    assert gone() is None
