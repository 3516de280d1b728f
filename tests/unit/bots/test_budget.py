"""How long bots think: by a clock that shows what the test says."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.bots import mcts
from rulekit.bots.budget import Budget
from rulekit.bots.positions import InPython


class Clock:
    """A clock that stands still until something takes time."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    "prepared, thought, expected",
    [(0.0, 0.25, 4), (0.0, 0.3, 3), (0.0, 0.28, 4), (0.5, 0.25, 2), (0.9, 0.3, 1), (1.1, 0.01, 0)],
)
def test_as_many_thoughts_as_come_nearest_to_the_time(prepared: float, thought: float, expected: int) -> None:
    clock = Clock()
    begin, clock.now = clock.now, clock.now + prepared
    count = 0
    for _ in Budget(seconds=1.0, begin=begin, clock=clock):
        count, clock.now = count + 1, clock.now + thought
    assert count == expected


def test_a_tree_has_one_thought_however_late_it_is() -> None:
    clock = Clock()
    assert len(list(Budget(seconds=1.0, begin=90.0, least=1, clock=clock))) == 1


def test_so_many_thoughts_take_no_look_at_the_clock() -> None:
    assert list(Budget(3, clock=lambda: 1 / 0)) == [3, 2, 1]
    assert not Budget(3, clock=lambda: 1 / 0).prepared()


def test_it_ends_where_there_is_something_better_to_do() -> None:
    budget = Budget(5)
    budget.leave = iter([False, False, True]).__next__
    assert (list(budget), budget.left) == ([5, 4], True)


def test_looking_at_answers_takes_half_of_the_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one look at all answers takes longer than that, there is one, and the answer that looks best is given."""
    clock = Clock()
    looked: list[float] = []

    def slow(position: InPython, player: int) -> dict[str, float]:
        clock.now += 0.7
        looked.append(clock.now)
        return {text: float(at) for at, text in enumerate(position.texts)}

    state = rulekit.load("dice_forge", engine="compiled").new(2)
    options = state.decision.options
    monkeypatch.setattr("rulekit.bots.race.at_once", slow)
    monkeypatch.setattr("rulekit.bots.race.played_ahead", lambda *_: pytest.fail("there is no time for a thought"))
    monkeypatch.setattr("rulekit.bots.mcts.Budget", lambda *given, **more: Budget(*given, **more, clock=clock))
    monkeypatch.setattr("rulekit.bots.mcts.time.perf_counter", clock)
    assert len(options) > 1
    assert mcts.Mcts(1, seconds=0.6)(state) == options[-1]
    assert len(looked) == 1
