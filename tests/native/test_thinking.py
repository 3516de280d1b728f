"""Bots in native code: the same worlds, the same thoughts, the same answers as in Python, to the last bit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.api.native_search import Left, Worlds, searchable
from rulekit.bots.budget import Budget
from rulekit.bots.greedy import Greedy
from rulekit.bots.mcts import BIAS, Mcts, Search, manner_of
from rulekit.bots.native_mcts import _race, thoughts
from rulekit.bots.race import Race
from rulekit.bots.stream import Stream
from rulekit.errors import ResampleError
from rulekit.interpreter.dealt import plan_of
from rulekit.simulate.tournament import tournament
from tests.native.compared import exactly, needs_compiler

pytestmark = needs_compiler
SMALL = ("tic_tac_toe", "kuhn_poker", "rock_paper_scissors", "miniature")
LARGE = ("goldblivion", "dice_forge", "fireworks", "hearts", "leduc_poker", "liars_dice", "night_village")


def decisions(name: str, seed: int, every: int, most: int) -> Any:
    """States of a random game at which somebody has to choose."""
    state, rng = rulekit.load(name, engine="native").new(seed=seed), Random(seed)
    for count in range(most):
        if state.over:
            return
        decision = state.decision
        if count % every == 0 and decision.player is not None and len(decision.options) > 1:
            yield state.copy()
        state.play(rng.randrange(len(decision.options)))


def searched(state: rulekit.State, seed: int, iterations: int) -> tuple[Any, Any, bool]:
    """What is known of each answer after thinking in Python and in native code; whether worlds were drawn there too."""
    player, manner = state.decision.player, manner_of(state)
    assert player is not None
    slow, fast = Stream(seed), Stream(seed)
    if manner.race:
        return raced(state, player, slow, fast, iterations)
    expected = Search(state, player, slow, manner).run(Budget(iterations))
    library = searchable(state, build=True)
    found = thoughts(library, state, player, fast, manner, BIAS, Budget(iterations))
    assert found is not None
    drawn = plan_of(state._drawing_for(player)) is not None
    return (list(expected.items()), slow.count), (list(found.items()), fast.count), drawn


def raced(state: rulekit.State, player: int, slow: Stream, fast: Stream, thoughts: int) -> tuple[Any, Any, bool]:
    """The same of a race: a few thoughts, since each is a hundred looks."""
    answers, thoughts = 20, thoughts // 4
    expected = Race(state, player, slow, answers, Budget(thoughts))
    expected.run()
    found = _race(searchable(state, build=True), state, player, fast, answers, Budget(thoughts))
    drawn = plan_of(state._drawing_for(player)) is not None
    return ((expected.places, expected.runners), slow.count), (found, fast.count), drawn


def compared(name: str, every: int, most: int, iterations: int) -> list[bool]:
    found = []
    for at, state in enumerate(decisions(name, 3, every, most)):
        try:
            expected, came, drawn = searched(state, at, iterations)
        except ResampleError:
            continue
        assert came == expected
        found.append(drawn)
    assert found
    return found


@pytest.mark.parametrize("name", SMALL)
def test_the_same_thoughts(name: str) -> None:
    compared(name, 1, 4, 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_same_thoughts_in_large_games(name: str) -> None:
    compared(name, 5, 60, 40)


@pytest.mark.slow
def test_hardly_any_world_of_goldblivion_needs_python() -> None:
    drawn = compared("goldblivion", 3, 90, 10)
    assert sum(drawn) > 0.7 * len(drawn)


def worlds_compared(name: str, every: int, most: int) -> int:
    """How many worlds native code has drawn, each as `State.resample` draws it."""
    count = 0
    for state in decisions(name, 5, every, most):
        player = state.decision.player
        assert player is not None
        worlds = Worlds(searchable(state, build=True), state, player)
        if worlds.drawn is None:
            continue
        for seed in range(20):
            expected = state.resample(player, seed).data
            worlds.load(seed)
            data, _, _ = worlds.machine.dump(expected.seed)
            assert sorted(data.known) == sorted(expected.known)
            assert set(data.differs(expected)) <= {"pools", "known"}
            count += 1
    return count


@pytest.mark.parametrize("name", ["kuhn_poker", "miniature"])
def test_the_same_worlds(name: str) -> None:
    assert worlds_compared(name, 1, 4)


def resampled_natively(name: str, every: int, most: int) -> int:
    """At how many positions `State.resample` came to native code; it must give what Python draws, in every part."""
    count = 0
    for state in decisions(name, 5, every, most):
        player = state.decision.player
        assert player is not None
        drawing = state._drawing_for(player)
        for seed in range(40):
            found = state.resample(player, seed)._data
            assert exactly(found) == exactly(drawing.resampled(seed)), found.differs(drawing.resampled(seed))
        count += drawing.native is not None
    return count


@pytest.mark.parametrize("name", ["kuhn_poker", "miniature", pytest.param("goldblivion", marks=pytest.mark.slow)])
def test_worlds_of_states_are_drawn_natively_where_many_are(name: str) -> None:
    assert resampled_natively(name, 1, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_same_worlds_of_large_games(name: str) -> None:
    worlds_compared(name, 2, 60)


def test_a_deal_that_would_be_noticed_is_drawn_in_python() -> None:
    """Where what is offered hangs on what is hidden, each world is held against it."""
    state = rulekit.load("liars_dice", engine="compiled").new(seed=1)
    assert plan_of(state._drawing_for(0)) is None  # dice under a cup are secret variables


@pytest.mark.parametrize("name", SMALL)
def test_greedy_takes_the_same(name: str) -> None:
    greedy_compared(name, 1, 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_greedy_takes_the_same_in_large_games(name: str) -> None:
    greedy_compared(name, 4, 60)


def greedy_compared(name: str, every: int, most: int) -> None:
    for at, state in enumerate(decisions(name, 1, every, most)):
        texts, player = [option.text for option in state.decision.options], state.decision.player
        assert player is not None
        for depth in (1, 3):
            native, python = Greedy(at, depth), Greedy(at, depth)
            try:
                expected = python._in_python(state, texts, player)
            except ResampleError:
                continue
            assert native._natively(state, texts, player) == expected
            assert native._stream.count == python._stream.count


def test_what_native_code_leaves_is_thought_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same numbers, so with the same answer."""
    state = next(iter(decisions("kuhn_poker", 3, 1, 4)))
    expected = Mcts(4, iterations=30)(state)

    def leave(*_: Any) -> None:
        raise Left

    monkeypatch.setattr(Worlds, "load", leave)
    assert Mcts(4, iterations=30)(state) == expected
    assert Greedy(4)(state) in state.decision.options


def test_thoughts_in_python_end_where_native_code_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """They begin again there, with the same numbers: the answer and the numbers drawn are those of either."""
    state = next(iter(decisions("tic_tac_toe", 3, 1, 4)))
    expected = Mcts(4, iterations=30)
    option = expected(state)
    ready, asked = searchable(state, build=True), list[int]()

    def later(*_: Any, build: bool) -> Any:
        asked.append(build)
        return ready if len(asked) > 10 else None

    monkeypatch.setattr("rulekit.api.native_search.searchable", later)
    bot = Mcts(4, iterations=30)
    assert bot(state) == option
    assert bot._stream.count == expected._stream.count
    assert 10 < len(asked) < 20  # and not one for each of the thoughts


def test_a_time_to_think_ends() -> None:
    state = next(iter(decisions("tic_tac_toe", 3, 1, 4)))
    assert Mcts(1, seconds=0.02)(state) in state.decision.options


@pytest.mark.slow
@pytest.mark.parametrize("name", ["goldblivion", "dice_forge"])
def test_who_thinks_beats_who_looks_once(name: str) -> None:
    """With far less than a second a move, in both seats of the same deals."""
    found = tournament(rulekit.load(name, engine="native"), ["greedy", "mcts:100"], games=8, players=2, seed=31)
    assert found.games == 8
    assert found.standings[0].name == "mcts:100" and found.standings[0].wins > 5
