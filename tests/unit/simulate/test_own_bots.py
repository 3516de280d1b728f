"""Bots of one's own in simulations: functions and classes beside stock bots."""

from __future__ import annotations

import random

import pytest

import rulekit
from rulekit.simulate import simulate


@pytest.fixture(scope="module")
def game() -> rulekit.Game:
    return rulekit.load("tic_tac_toe")


def first(state: rulekit.State) -> rulekit.Option:
    return state.decision.options[0]


def by_text(state: rulekit.State) -> str:
    return state.decision.options[-1].text


def by_place(state: rulekit.State) -> int:
    return len(state.decision.options) // 2


class Careless:
    """Plays on in the state it was given."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, state: rulekit.State) -> int:
        count = len(state.decision.options)
        rulekit.playout(state, 1)
        state.play(0)
        return self.rng.randrange(count)


def test_functions_play(game: rulekit.Game) -> None:
    report = simulate(game, games=3, bots=[first, by_text])
    assert report.errors == [] and [row["bot"] for row in report.seats()] == ["first", "by_text"]
    assert set(report.lengths) == {5} and report.wins[0] == 3  # a1, b1 and c1 against the last ones


def test_names_functions_and_classes_mix(game: rulekit.Game) -> None:
    mixed = simulate(game, games=6, bots=["greedy", Careless], seed=3)
    again = simulate(game, games=6, bots=["greedy", Careless], seed=3)
    assert mixed.errors == [] and mixed.as_data() == again.as_data()
    assert [row["bot"] for row in simulate(game, games=1, bots=[by_place, "random"]).seats()] == ["by_place", "random"]


def test_bots_of_one_name_are_told_apart(game: rulekit.Game) -> None:
    def greedy(state: rulekit.State) -> int:
        return 0

    report = simulate(game, games=1, bots=["greedy", greedy])
    assert [row["bot"] for row in report.seats()] == ["greedy", "greedy 2"]
    assert [row["bot"] for row in simulate(game, games=1, bots=[first]).seats()] == ["first", "first"]


def test_several_processes_play_the_same(game: rulekit.Game) -> None:
    alone = simulate(game, games=8, bots=[Careless, first])
    assert simulate(game, games=8, bots=[Careless, first], jobs=2).as_data() == alone.as_data()


def test_what_cannot_be_sent_is_refused(game: rulekit.Game) -> None:
    with pytest.raises(rulekit.UsageError, match="the bot `<lambda>` cannot be sent to another process"):
        simulate(game, games=8, bots=[lambda state: 0], jobs=2)


def test_a_wrong_answer_names_the_bot(game: rulekit.Game) -> None:
    report = simulate(game, games=2, bots=[lambda state: "z9"])
    assert len(report.errors) == 2
    assert report.errors[0].message.startswith("the bot `<lambda>` answers 'z9': `z9` is no option here")


def test_a_bot_may_read_what_has_been_answered(game: rulekit.Game) -> None:
    seen: list[int] = []

    def reader(state: rulekit.State) -> int:
        seen.append(len(state.answers))
        return 0

    simulate(game, games=1, bots=[reader])
    assert seen == list(range(7))


@pytest.mark.parametrize(("bots", "wanted"), [([3], "a bot is a name, a function or a class"), ("greedy", "bots are a list")])
def test_what_is_no_bot_is_refused(game: rulekit.Game, bots: list[str], wanted: str) -> None:
    with pytest.raises(rulekit.UsageError, match=wanted):
        simulate(game, games=1, bots=bots)
