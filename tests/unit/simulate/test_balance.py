"""What a designer acts on, and how strong bots are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.errors import UsageError
from rulekit.simulate import simulate
from rulekit.simulate.balance import Balance
from rulekit.simulate.play import Outcome
from rulekit.simulate.tournament import arrangements, strengths, tournament

LURE = """
game lure: players 2
resource points of player
define score(player p) = p's points
to play_game:
  repeat 5 times:
    round:
      for each player p in players:
        turn of p:
          choose one:
            option big "Big": gain 3 points
            option small "Small": gain 1 points
  end game with {first(players)}
"""


@pytest.fixture
def lure(tmp_path: Path) -> rulekit.Game:
    (tmp_path / "lure.rules").write_text(LURE)
    return rulekit.load(tmp_path / "lure.rules")


def _rows(found: Balance | None) -> dict[str, dict[str, Any]]:
    assert found is not None
    return {row["name"]: row for row in found.rows()}


def test_what_greedy_players_never_take_is_told(lure: rulekit.Game) -> None:
    rows = _rows(simulate(lure, games=6, bots=["greedy"], balance=True).balance)
    assert rows["big"]["verdict"] == "nearly always taken" and rows["big"]["share"] == 1
    assert rows["small"]["verdict"] == "hardly ever taken" and rows["small"]["of"] == 60
    assert rows["seat 1"]["verdict"] == "the first seat is better"


def test_random_players_take_all_alike(lure: rulekit.Game) -> None:
    found = simulate(lure, games=12, balance=True)
    rows = _rows(found.balance)
    assert "big" not in rows and "small" not in rows
    assert found.balance is not None and sum(taken for _, taken in found.balance.offers.values()) == 120
    assert found.as_data()["balance"] and "balance" not in simulate(lure, games=2).as_data()


def _game(leads: list[tuple[int, int]], winner: int) -> Outcome:
    course = {at + 1: [{"score": one}, {"score": two}] for at, (one, two) in enumerate(leads)}
    return Outcome(over=True, winners=(winner,), rounds=len(leads), by_round=course)


def test_comebacks_and_rounds_that_change_nothing_are_counted() -> None:
    found = Balance(2)
    found.add(_game([(0, 0), (2, 1), (3, 1), (4, 5)], winner=1))  # led by the first at half time
    found.add(_game([(0, 0), (2, 1), (3, 1), (4, 1)], winner=0))
    assert (found.led, found.comebacks) == (2, 1)
    assert (found.rounds, found.still) == (6, 3)


def test_a_place_with_one_sensible_option_is_told() -> None:
    found = Balance(2)
    found.add(Outcome(places={"x.rules:3": {"big": 99, "small": 1}, "x.rules:9": {"one": 50, "two": 50}}))
    assert [(row["name"], row["verdict"]) for row in found.rows()] == [("x.rules:3", "one sensible option: big")]


def test_everybody_sits_everywhere() -> None:
    assert arrangements(2, 2) == [(0, 1), (1, 0)]
    assert len(arrangements(3, 2)) == 6 and len(arrangements(2, 3)) == 6
    with pytest.raises(UsageError, match="name fewer"):
        arrangements(9, 5)


def test_strengths_explain_results() -> None:
    strong, middle, weak = strengths([[0, 15, 19], [5, 0, 15], [1, 5, 0]])
    assert strong > middle > weak and abs(strong + middle + weak) < 1e-9


def test_who_tries_is_rated_higher(tmp_path: Path) -> None:
    (tmp_path / "race.rules").write_text(
        LURE.replace("end game with {first(players)}", "end game with highest(player p in players by score(p))")
    )
    found = tournament(rulekit.load(tmp_path / "race.rules"), ["random", "greedy"], games=20)
    assert [one.name for one in found.standings] == ["greedy", "random"]
    assert found.games == 20 and found.standings[0].low > found.standings[1].high


def test_a_larger_tournament_goes_on_from_a_smaller_one(tmp_path: Path) -> None:
    """Both seatings play the same seeds, whatever the number of games, so files of the smaller one are the beginning."""
    game, lines = rulekit.load("pig"), list[list[str]]()
    for games in (4, 8):
        found = tournament(game, ["random", "greedy"], games=games, resume=tmp_path / "kept")
        lines += [[line for at in (0, 1) for line in (tmp_path / f"kept.{at}").read_text(encoding="utf-8").splitlines()]]
    assert set(lines[0]) < set(lines[1])
    assert found.as_data() == tournament(game, ["random", "greedy"], games=8).as_data()
    assert found.games == 8


def test_a_tournament_of_one_is_refused(lure: rulekit.Game) -> None:
    for bots in (["random"], ["random", "random"]):
        with pytest.raises(UsageError, match="at least two bots"):
            tournament(lure, bots)


def test_the_commands_print(lure: rulekit.Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", str(lure.path), "--games", "2", "--jobs", "1"]) == 0
    assert "rating" in capsys.readouterr().out
    assert main(["simulate", str(lure.path), "--games", "6", "--bots", "greedy", "--jobs", "1", "--balance"]) == 0
    assert "Big: 100 % (" in capsys.readouterr().out
