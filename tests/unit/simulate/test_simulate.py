"""Simulations: the same figures however they are made, and every win with its name."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.errors import UsageError
from rulekit.simulate import simulate

AUCTION = """
game auction "Auction": players 1..2

resource coin of player
kind card:
  field worth: number
card vase: worth 5
card cup: worth 1; copies 2
zone stall: holds card
zone shelf of player: holds card

actor banker "The bank": decided by first(players)

option house_wins: yesno = no

define score(player p) = sum(c's worth for c in p's shelf)

to play_game:
  move all(card) to stall
  repeat 2 times:
    round:
      for each player p in players:
        p gains 1 coin
        p chooses one:
          option take with card c in stall: move c to p's shelf
          option rest: p gains 1 coin
  if house_wins: end game with {banker}
  end game with highest(player p in players by score(p))

invariant "no riches": house_wins or every(p's coin <= 4 for player p in players)
"""


@pytest.fixture
def auction(tmp_path: Path) -> Path:
    path = tmp_path / "auction.rules"
    path.write_text(AUCTION)
    return path


def test_figures_do_not_depend_on_the_number_of_processes(auction: Path) -> None:
    game = rulekit.load(auction)
    reports = [simulate(game, games=40, players=2, seed=7, bots=["greedy", "random"], jobs=jobs) for jobs in (1, 3)]
    assert reports[0].as_data() == reports[1].as_data()
    assert reports[0].seeds == reports[1].seeds == list(range(7, 47))


def test_other_processes_play_with_the_same_options(auction: Path) -> None:
    game = rulekit.load(auction, options={"house_wins": "yes"})
    assert simulate(game, games=6, players=2, jobs=2).actors == {"banker": 6}


def test_the_win_of_an_actor_has_its_name(auction: Path) -> None:
    report = simulate(rulekit.load(auction, options={"house_wins": "yes"}), games=5, players=1)
    assert (report.actors, report.nobody, report.wins) == ({"banker": 5}, 0, [0])
    assert "banker wins 5 (100.0 %" in report.text()


def test_what_is_chosen_and_held_is_counted_by_player_and_win(auction: Path) -> None:
    report = simulate(rulekit.load(auction), games=200, players=2)
    rows = {(row["how"], row["name"]): row for row in report.uses()}
    taken, held = rows["chosen", "take vase"], rows["held", "vase"]
    assert taken["times"] == taken["players"] == held["times"]  # there is one
    assert taken["wins_with"] == 1.0  # and whoever has it wins
    assert 0.5 < taken["difference"] < 1
    assert taken["low"] < taken["difference"] < taken["high"] and taken["clear"]
    assert rows["held", "cup"]["times"] > rows["held", "cup"]["players"]
    assert report.uses()[0]["name"] in ("take vase", "vase")


def test_resources_by_round_are_means(auction: Path) -> None:
    report = simulate(rulekit.load(auction), games=50, players=2, bots=["greedy"])
    coins = {row["round"]: row["seats"] for row in report.resources() if row["resource"] == "coin"}
    assert coins[1] == [1.0, 0.0]  # at the first decision of the round the second has not been paid
    assert set(coins) == {1, 2}


def test_a_game_without_rounds_is_looked_at_by_decisions() -> None:
    report = simulate(rulekit.load("pig"), games=3)
    assert report.moment == "decision"
    assert [row["decision"] for row in report.resources()][:2] == [0, 0]


def test_a_score_that_is_a_resource_is_shown_once() -> None:
    report = simulate(rulekit.load("pig"), games=3)
    assert report.shown()[1] == ["points"]


def test_a_fault_is_kept_with_its_seed_and_the_others_go_on(auction: Path) -> None:
    auction.write_text(AUCTION.replace("p's coin <= 4", "p's coin <= 3"))
    report = simulate(rulekit.load(auction), games=60, players=2, invariants=True)
    assert 0 < len(report.errors) < 60
    fault = report.errors[0]
    assert "no riches" in fault.message
    assert rulekit.load(auction).replay(fault.answers, 2, fault.seed).broken()
    assert report.finished == 60 - len(report.errors)


def test_unfinished_games_count_for_nobody() -> None:
    report = simulate(rulekit.load("pig"), games=4, limit=5)
    assert (report.unfinished, report.finished, report.wins) == (4, 0, [0, 0])
    assert report.text()


@pytest.mark.parametrize("bots, message", [(["mcst"], "did you mean `mcts`"), (["random"] * 3, "3 bots are named, but 2 play")])
def test_wrong_bots_are_refused_before_anything_is_played(bots: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        simulate(rulekit.load("pig"), games=1, bots=bots)


SMALL = ("tic_tac_toe", "connect_four", "pig", "kuhn_poker", "rock_paper_scissors", "miniature")
BIG = (("goldblivion", 1), ("goldblivion", 4), ("dice_forge", 3), ("dice_forge_rebellion", 2), ("better_than_gold", 2))


def big(name: str, players: int, bot: str) -> object:
    """Of the big games the bot that thinks is asked for in every run, the others in the long one."""
    return pytest.param(name, players, bot, marks=[pytest.mark.slow] * (bot != "greedy"))


BOTS = ("random", "greedy", "mcts:2")


@pytest.mark.parametrize(
    ("name", "players", "bot"),
    [*((name, 2, bot) for name in SMALL for bot in BOTS), *(big(name, players, bot) for name, players in BIG for bot in BOTS)],
)
def test_every_bot_plays_every_bundled_game(name: str, players: int, bot: str) -> None:
    limit = 2 if bot.startswith("mcts") else 6  # each answer of that one plays the game to its end
    report = simulate(rulekit.load(name), games=1, players=players, bots=[bot], limit=limit)
    assert report.errors == []
    assert report.decisions > 0


def test_players_who_play_differently_are_told_apart() -> None:
    """Market Day, `examples/miniature.rules`: greedy players come by more fame than random ones."""
    mixed = simulate(rulekit.load("miniature"), games=6, bots=["greedy", "random"])
    rows = [line.split() for line in mixed.text().split("\n") if line.startswith("  score")]
    assert [row[1] for row in rows] == ["greedy", "random"] and float(rows[0][-1]) > float(rows[1][-1])
    alike = simulate(rulekit.load("miniature"), games=2, bots=["random"])
    assert sum(line.startswith("  score") for line in alike.text().split("\n")) == 1


def test_what_a_position_is_worth_is_a_figure_too() -> None:
    report = simulate(rulekit.load("dice_forge"), games=1)
    assert {"score", "worth"} <= {row["resource"] for row in report.resources()}


def test_tables_speak_as_players_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "stall.rules"
    path.write_text(
        'game stall "Stall" / "Étal": players 2\n'
        'resource coin of player "coin" / "pièce"\nkind ware "ware" / "article": field price: number = 1\n'
        'ware gem "Gem" / "Gemme": price 9\nware rag "Rag" / "Chiffon"\n'
        'zone shelf "shelf" / "étagère|f": holds ware\nzone bag of player "bag" / "sac|m": holds ware\n'
        "define score(player p) = sum(w's price for ware w in p's bag)\n"
        "to play_game:\n  move {gem, rag} to shelf\n  for each player p in players:\n    p gains p's seat coin\n"
        '    turn of p:\n      menu:\n        option take "Take {w} home" / "Emporter {w}" with ware w in shelf:\n'
        "          move w to your bag\n          end menu\n"
        "  end game with highest(player p in players by score(p))\n",
        "utf-8",
    )
    assert main(["simulate", str(path), "--games", "60", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "Take Gem home" in told and "take gem" not in told
    assert main(["simulate", str(path), "--games", "60", "--jobs", "1", "--lang", "fr"]) == 0
    assert "Emporter Gemme" in capsys.readouterr().out
    report = simulate(rulekit.load(path), games=20)
    assert report.label("take gem") == "Take Gem home" and "take gem" in str(report.as_data())
    assert report.resource("coin") == "coin"
    report.label_all(rulekit.load(path), "fr")
    assert report.resource("coin") == "pièce"
