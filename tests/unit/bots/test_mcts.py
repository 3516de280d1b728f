"""The tree search: sensible where the right play is known, and blind to what it may not know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rulekit
from rulekit.bots import make
from rulekit.bots.mcts import Search, rollout_of
from rulekit.bots.stream import Stream
from rulekit.bots.tree import Histories
from rulekit.simulate import simulate

TRAP = """
game trap "Trap": players 2

to play_game:
  turn of first(players):
    choose one:
      option safe: end game
      option risky:
        last(players) chooses one:
          option spare: end game with {first(players)}
          option punish: end game with {last(players)}
"""

SHOPS = """
game shops "Shops": players 3

resource coin of player

to play_game:
  for each player p in players:
    p chooses one:
      option work: p gains 3 coin
      option envy:
        for each player q in players where q != p: q loses 1 coin
  end game with highest(player p in players by p's coin)
"""


def _game(tmp_path: Path, text: str) -> rulekit.Game:
    path = tmp_path / "game.rules"
    path.write_text(text)
    return rulekit.load(path)


def test_it_never_loses_at_tic_tac_toe() -> None:
    game = rulekit.load("tic_tac_toe")
    first = simulate(game, games=5, bots=["mcts:300", "random"])
    second = simulate(game, games=5, bots=["random", "mcts:600"])
    assert first.wins[1] == second.wins[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["random", "greedy", "mcts:200"])
def test_it_never_loses_at_tic_tac_toe_in_200_games(opponent: str) -> None:
    game = rulekit.load("tic_tac_toe")
    first = simulate(game, games=100, bots=["mcts:2000", opponent], jobs=None)
    second = simulate(game, games=100, seed=1000, bots=[opponent, "mcts:2000"], jobs=None)
    assert first.wins[1] == second.wins[0] == 0


def test_it_takes_a_win_and_stops_one() -> None:
    game = rulekit.load("tic_tac_toe")
    win = game.replay(["a1", "a2", "b1", "b2"])
    assert make("mcts:100")(win).text == "c1"
    stop = game.replay(["a1", "b2", "b1"])
    assert make("mcts:200")(stop).text == "c1"


def test_it_beats_random_at_connect_four() -> None:
    report = simulate(rulekit.load("connect_four"), games=6, bots=["random", "mcts:40"])
    assert report.wins[1] >= 5


def test_each_player_in_the_tree_thinks_of_himself(tmp_path: Path) -> None:
    """Risky is right only against somebody who spares; the other would punish."""
    assert make("mcts:100")(_game(tmp_path, TRAP).new()).text == "safe"


def test_three_players_each_for_himself(tmp_path: Path) -> None:
    """Envy takes 1 from two, work brings 3: the last one must work to win at all once the others have worked."""
    state = _game(tmp_path, SHOPS).new(players=3).apply("work").apply("work")
    assert make("mcts:60")(state).text == "work"


@pytest.mark.parametrize("card, answer", [("king", "call"), ("jack", "fold")])
def test_poker_against_a_bet(card: str, answer: str) -> None:
    """With the highest card nobody folds, with the lowest nobody calls."""
    game = rulekit.load("kuhn_poker")
    states = (game.new(seed=seed).apply("bet") for seed in range(40))
    held = [state for state in states if state.get(f"first(player2's hand) is {card}")]
    assert {make("mcts:80", seed)(state).text for seed, state in enumerate(held[:4])} == {answer}


def test_pig_rolls_with_nothing_and_holds_what_wins() -> None:
    game = rulekit.load("pig")
    assert make("mcts:300")(game.new(seed=1)).text == "roll"
    state = game.new(seed=1)
    while state.scores[state.active or 0] + state.get("pot") < 100:
        state = state.apply("hold" if state.get("pot") >= 20 else "roll")
    assert make("mcts:60")(state).text == "hold"


def test_it_learns_nothing_from_a_sealed_answer() -> None:
    """In the second seat of rock, paper, scissors every sign stays open, whatever the first has chosen."""
    state = rulekit.load("rock_paper_scissors").new().apply("rock")
    answers = Counter(make("mcts:30", seed)(state).text for seed in range(30))
    assert len(answers) == 3
    assert answers["paper"] < 22


def test_sealed_answers_reach_the_others_when_all_are_open() -> None:
    left, right = Histories(2), Histories(2)
    left.add(0, "rock", sealed=True)
    right.add(0, "paper", sealed=True)
    assert left.key(1) == right.key(1)
    assert left.key(0) != right.key(0)
    left.reveal()
    right.reveal()
    assert left.key(1) != right.key(1)


def test_all_answers_are_tried_in_the_end() -> None:
    state = rulekit.load("tic_tac_toe").new()
    found = Search(state, 0, Stream(1), 40).run(iter(range(60, 0, -1)))
    assert set(found) == {option.text for option in state.decision.options}
    assert sum(edge.visits for edge in found.values()) <= 60


def test_time_to_think_is_enough_for_an_answer() -> None:
    state = rulekit.load("tic_tac_toe").new()
    assert make("mcts:1ms")(state) in state.decision.options


@pytest.mark.parametrize(("name", "answers"), [("dice_forge", 4), ("pig", 20), ("connect_four", 400), ("tic_tac_toe", 400)])
def test_how_far_it_plays_at_random_depends_on_what_the_game_says(name: str, answers: int) -> None:
    """By `worth` a position is judged soon, by a score later, and without both only at the end."""
    assert rollout_of(rulekit.load(name).new(players=2)) == answers
