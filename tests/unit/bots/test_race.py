"""The race of `mcts` in games that say what a position is worth: every answer against the first, in the same worlds."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.bots import make
from rulekit.bots.budget import Budget
from rulekit.bots.race import Race, Runner, next_runner, winner
from rulekit.bots.rewards import Came, Ranks
from rulekit.bots.stream import Stream

# Whoever digs has a coin at once; whoever sows, three coins a turn later. The die brings both up to a hundred.
FIELDS = """
game fields "Fields": players 2

resource coin of player
resource seed of player
define worth(player p) = p's coin

to play_game:
  turn of first(players):
    choose one:
      option dig: gain 1 coin
      option sow: gain 1 seed
      option rest: gain 0 coin
    roll 1d100 as luck
    gain luck coin
    choose one:
      option reap: gain 3 * first(players)'s seed coin
      option leave: gain 0 coin
    last(players) chooses one:
      option watch: gain 0 coin
      option look: gain 0 coin
  end game with highest(player p in players by p's coin)
"""


def begun(folder: Path, text: str = FIELDS) -> rulekit.State:
    path = folder / "game.rules"
    path.write_text(text)
    return rulekit.load(path, engine="compiled").new(players=2)


def raced(state: rulekit.State, seed: int, thoughts: int) -> tuple[Race, str]:
    race = Race(state, 0, Stream(seed), 20, Budget(thoughts))
    place = race.run()
    return race, state.decision.options[place].text


def test_a_small_difference_is_seen_whatever_chance_does(tmp_path: Path) -> None:
    """Two coins more, where chance brings up to a hundred: in different worlds that would take thousands of thoughts."""
    state = begun(tmp_path)
    for seed in range(5):
        race, taken = raced(state, seed, 30)
        assert state.decision.options[race.places[0]].text == "dig"
        assert taken == "sow"
        rest = race.runners[race.places.index(2) - 1]
        assert rest.total < 0 and rest.visits  # in every world it brings less


def test_the_first_stays_where_nothing_is_better(tmp_path: Path) -> None:
    state = begun(tmp_path, FIELDS.replace("gain 3 * first", "gain 0 * first"))
    assert {raced(state, seed, 30)[1] for seed in range(5)} == {"dig"}


def test_every_thought_counts_once(tmp_path: Path) -> None:
    """The first meets each world once, however many are held against it there."""
    race, _ = raced(begun(tmp_path), 1, 30)
    assert sum(runner.visits for runner in race.runners) + max(runner.visits for runner in race.runners) in (30, 29)
    assert make("mcts:30", 1)(begun(tmp_path)).text == "sow"


def runner(*came: float) -> Runner:
    found = Runner()
    for more in came:
        found.count(more)
    return found


def test_luck_is_no_reason_to_leave_the_first() -> None:
    """Little more and that uncertain, or only two worlds that agree: the first stays."""
    assert winner([runner(*(-0.2, 0.24) * 10)]) == 0
    assert winner([runner(*(0.02, 0.03) * 10)]) == 1
    assert winner([runner(*(-0.3, 0.3) * 10), runner(0.15, 0.15)]) == 0
    assert winner([runner(*(-0.3, 0.3) * 10), runner(*(0.2,) * 9)]) == 2
    assert winner([Runner(), Runner()]) == 0


def test_who_joins_and_whose_turn_it_is() -> None:
    """One more with every root of the thoughts; then what did well, or was tried seldom."""
    new = [Runner() for _ in range(5)]
    assert next_runner(new, 0) == 0
    known = [runner(0.1), *new[1:]]
    assert [next_runner(known, thoughts) for thoughts in (0, 1, 100)] == [0, 1, 1]
    good, bad, hardly_tried = runner(*(0.2, 0.1) * 5), runner(*(-0.2, -0.3) * 5), runner(0.1)
    assert next_runner([good, bad], 100) == 0
    assert next_runner([good, hardly_tried], 100) == 1


def test_ranks_see_what_is_small_beside_what_is_large() -> None:
    """A coin more is as much where somebody else found a treasure as where nobody did."""
    ranks = Ranks()
    ranks._margins = [float(coin) for coin in range(10)]
    alone = ranks.reward(Came(5.0, None)) - ranks.reward(Came(4.0, None))
    ranks._margins[-1] = 1e9
    assert ranks.reward(Came(5.0, None)) - ranks.reward(Came(4.0, None)) == alone == pytest.approx(0.08)
    assert ranks.reward(Came(0.0, 1.0)) > ranks.reward(Came(9.0, None)) > ranks.reward(Came(9.0, 0.0))
