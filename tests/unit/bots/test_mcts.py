"""The tree search: sensible where the right play is known, and blind to what it may not know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rulekit
from rulekit.bots import make
from rulekit.bots.ahead import best_ahead, played_ahead
from rulekit.bots.mcts import BY_SCORE, BY_WORTH, TO_THE_END, Manner, Search, manner_of
from rulekit.bots.rewards import Rewards
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
    found = Search(state, 0, Stream(1), Manner(40)).run(iter(range(60, 0, -1)))
    assert set(found) == {option.text for option in state.decision.options}
    assert sum(edge.visits for edge in found.values()) <= 60


def test_time_to_think_is_enough_for_an_answer() -> None:
    state = rulekit.load("tic_tac_toe").new()
    assert make("mcts:1ms")(state) in state.decision.options


@pytest.mark.parametrize(
    ("name", "manner"),
    [("dice_forge", BY_WORTH), ("pig", BY_SCORE), ("connect_four", TO_THE_END), ("tic_tac_toe", TO_THE_END)],
)
def test_how_thoughts_go_depends_on_what_the_game_says(name: str, manner: Manner) -> None:
    """With a `worth` the answers run a race; a score is judged after random answers, and without both only the end counts."""
    assert manner_of(rulekit.load(name).new(players=2)) == manner


BRIDGE = """
game bridge "Bridge": players 2

resource coin of player
define worth(player p) = p's coin

to play_game:
  turn of first(players):
    choose one:
      option toll: gain 1 coin
      option ferry: gain 2 coin
    last(players) chooses one:
      option take: first(players) loses 1 coin
      option leave: first(players) loses 0 coin
  end game
"""


def test_players_of_a_thought_take_what_is_worth_most(tmp_path: Path) -> None:
    """They look at what an answer leaves, whoever is to answer next; what another does then is not foreseen."""
    state = _game(tmp_path, BRIDGE).new()
    assert {best_ahead(state, places, 5) for places in ([0, 1], [1, 0])} == {1}
    assert played_ahead(state, 7, 1).get("first(players)'s coin") == 2
    assert state.get("first(players)'s coin") == 0


def test_a_line_after_which_one_may_pass_is_judged_as_if_one_passed(tmp_path: Path) -> None:
    """Passing gains 2 at once; who gains 1 first can still pass, and has 3 in the end."""
    rules = """
game still "Still": players 2

resource coin of player
define worth(player p) = p's coin

to play_game:
  turn of first(players):
    let n = 0
    repeat 2 times:
      choose one:
        option dig: gain 1 coin
        option pass:
          gain 2 coin
          last(players) chooses one:
            option a: first(players) loses 0 coin
            option b: first(players) loses 0 coin
          end game
  end game
"""
    state = _game(tmp_path, rules).new()
    assert best_ahead(state, [0, 1], 5) == 0 == best_ahead(state, [1, 0], 5)


def test_rewards_tell_small_differences_that_keep_coming_up(tmp_path: Path) -> None:
    """A coin more or less counts the same where all have a thousand."""
    game = _game(tmp_path, BRIDGE)
    state = game.new()
    rewards, found = Rewards(state), []
    for answer in ("toll", "ferry") * 20:
        found.append(rewards.of(state.apply(answer))[0])
    assert all(more - less > 0.3 for less, more in zip(found[10::2], found[11::2], strict=True))
