"""Bots: the same for the same seed, better than chance where they look ahead, and no burden on the chance of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.bots import make
from rulekit.simulate import simulate

THINKING = ["greedy", "greedy:2", "mcts:10"]


def test_greedy_beats_random_at_tic_tac_toe() -> None:
    report = simulate(rulekit.load("tic_tac_toe"), games=60, bots=["greedy", "random"])
    assert report.wins[0] > 45


def test_greedy_beats_random_at_pig_from_the_second_seat() -> None:
    report = simulate(rulekit.load("pig"), games=20, players=2, bots=["random", "greedy"])
    assert report.wins[1] >= 15


@pytest.mark.parametrize("bot", THINKING)
def test_the_same_seed_gives_the_same_games(bot: str) -> None:
    game = rulekit.load("kuhn_poker")
    assert simulate(game, games=5, bots=[bot]).as_data() == simulate(game, games=5, bots=[bot]).as_data()


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("name", ["pig", "kuhn_poker", "miniature", "rock_paper_scissors"])
def test_a_bot_that_thinks_leaves_the_state_alone(bot: str, name: str) -> None:
    state = rulekit.load(name).new(seed=3)
    before = state.to_json(), state.log
    make(bot)(state)
    assert (state.to_json(), state.log) == before


@pytest.mark.parametrize("bot", THINKING)
def test_a_bot_cannot_tell_states_that_look_the_same_to_it(bot: str) -> None:
    """The state it is asked in and one that differs in what it cannot see get the same answer."""
    game = rulekit.load("kuhn_poker")
    for seed in range(6):
        state = game.new(seed=seed)
        swapped = next(s for s in (state.resample(0, n) for n in range(50)) if s.get("first(player2's hand)") != _card(state))
        assert [make(bot, 5)(state).text] * 2 == [make(bot, 5)(s).text for s in (swapped, state)]


def _card(state: rulekit.State) -> object:
    return state.get("first(player2's hand)")


def test_a_bot_decides_for_an_actor_of_its_player() -> None:
    report = simulate(rulekit.load("goldblivion"), games=1, players=1, bots=["mcts:2"], limit=25)
    assert report.errors == []
    assert report.decisions == 25


DREADED = """
game dreaded: players 2
resource point of player
resource sweat of player
var fidgets of player: number = 0

to play_game:
  for each player p in players: p gains 20 point
  cycle player p in players:
    turn of p:
      menu:
        option fidget if your fidgets < 9:
          set your fidgets to your fidgets + 1
          gain 1 sweat
        option work if your fidgets == 0:
          set your fidgets to 1
          gain 2 point
        option stop: end menu
    for each player q in players: q loses 5 point
    if round_number > 1: end game with players

define worth(player p) = p's point * 10 - p's sweat
"""


SEALED = """
game sealed_numbers: players 3
resource point of player

to play_game:
  repeat 2 times:
    sealed for each player p in players:
      p chooses number n in 1..5
    then:
      p gains (10 - n) * n point
  end game with highest(player p in players by p's point)

define worth(player p) = p's point
"""


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "native"])
def test_greedy_knows_what_a_sealed_answer_will_bring(engine: str, tmp_path: Path) -> None:
    """Nothing is done before the last one has answered: the first must look beyond."""
    place = tmp_path / "sealed_numbers.rules"
    place.write_text(SEALED)
    state = rulekit.load(str(place), engine=engine).new(3, seed=1)
    for seat in range(3):
        assert state.decision.player == seat
        state = state.apply(make("greedy", 1)(state))
    assert [state.get(f"item(players, {seat})'s point") for seat in (1, 2, 3)] == [25, 25, 25]


def test_greedy_does_not_idle_because_passing_brings_something_bad(tmp_path: Path) -> None:
    place = tmp_path / "dreaded.rules"
    place.write_text(DREADED)
    state = rulekit.load(str(place)).new(2, seed=1)
    answers = []
    while not state.over and state.decision.player == 0:
        option = make("greedy", 1)(state)
        answers.append(option.text)
        state = state.apply(option)
    assert answers == ["work", "stop"]  # and no fidgeting in between
