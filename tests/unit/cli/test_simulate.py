"""`rulekit simulate`: tables, files, pictures, wrong arguments, Ctrl-C."""

from __future__ import annotations

import csv
import json
import subprocess
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from rulekit.cli.main import main
from tests.child import listening

STALL = """
game stall "Stall": players 2

resource coin of player
kind card:
  field worth: number
card a_vase_with_a_very_long_name_indeed: worth 5
card cup: worth 1; copies 4
zone shop: holds card
zone shelf of player: holds card
define score(player p) = sum(c's worth for c in p's shelf)

to play_game:
  move all(card) to shop
  repeat 2 times:
    round:
      for each player p in players:
        p chooses one:
          option take with card c in shop: move c to p's shelf
          option rest: p gains 1 coin
  end game with highest(player p in players by score(p), p's coin)
"""


@pytest.fixture
def stall(tmp_path: Path) -> str:
    path = tmp_path / "stall.rules"
    path.write_text(STALL)
    return str(path)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_fits_a_terminal(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", stall, "--games", "100", "--bots", "greedy,random"]) == 0
    out = capsys.readouterr().out
    assert "seat 1 (greedy) wins" in out and "goes with winning" in out and "mean by round" in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_tables_can_be_left_out(stall: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", stall, "--games", "10", "--top", "0"])
    assert "mean by" not in capsys.readouterr().out


def test_json_is_only_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["simulate", "pig", "--games", "3", "--json", "--csv", str(tmp_path / "games.csv")]) == 0
    data = json.loads(capsys.readouterr().out)
    assert sum(data["wins"]) == data["games"] == 3
    assert data["seats"][0]["low"] <= data["seats"][0]["share"] <= data["seats"][0]["high"]


def test_csv_of_games_and_of_all_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["simulate", "goldblivion", "--players", "1", "--games", "2", "--csv", str(tmp_path / "all")]) == 0
    assert f"{tmp_path / 'all' / 'seats.csv'} is written" in capsys.readouterr().out
    assert {row["winners"] for row in _rows(tmp_path / "all" / "games.csv")} == {"rival"}
    assert {row["who"] for row in _rows(tmp_path / "all" / "seats.csv")} == {"seat 1", "rival"}
    assert {row["how"] for row in _rows(tmp_path / "all" / "things.csv")} == {"chosen", "held"}
    assert {row["resource"] for row in _rows(tmp_path / "all" / "resources.csv")} >= {"nugget", "material"}


@pytest.mark.parametrize("ending, start", [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_one_picture_in_a_file(stall: str, tmp_path: Path, ending: str, start: bytes) -> None:
    path = tmp_path / f"wins.{ending}"
    assert main(["simulate", stall, "--games", "12", "--plot", str(path)]) == 0
    assert path.read_bytes().startswith(start)


def test_pictures_in_a_folder_are_the_same_each_time(stall: str, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        main(["simulate", stall, "--games", "100", "--plot", str(tmp_path / folder)])
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == ["length.svg", "resources.svg", "things.svg", "wins.svg"]
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in names)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["pig", "--games", "0"], "--games must be at least 1"),
        (["pig", "--jobs", "0"], "--jobs must be at least 1"),
        (["pig", "--bots", "mcts:soon"], "such as `mcts:1000`"),
        (["pig", "--bots", "ranodm"], "did you mean `random`"),
        (["pig", "--bots", "random,random,random"], "3 bots are named, but 2 play"),
        (["pig", "--players", "7"], "is for 2 players, not 7"),
        (["pig", "--csv", "games.xls"], "ends in `.csv`, or a folder"),
        (["pig", "--plot", "wins.gif"], "ends in `.svg` or `.png`, or a folder"),
        (["pig", "--plot", "nowhere/wins.svg"], "there is no folder `nowhere`"),
        (["pig", "--csv", "/proc/tables"], "the folder `/proc/tables` cannot be made"),
        (["pgi"], "did you mean"),
    ],
)
def test_wrong_arguments(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_file_where_a_folder_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tables").write_text("mine")
    assert main(["simulate", "pig", "--csv", str(tmp_path / "tables")]) == 2
    assert main(["simulate", "pig", "--csv", str(tmp_path / "tables" / "more")]) == 2
    assert (tmp_path / "tables").read_text() == "mine"
    assert "is a file; give a folder" in capsys.readouterr().err


def test_without_matplotlib_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def nothing(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr("rulekit.simulate.plots.find_spec", nothing)
    assert main(["simulate", "pig", "--plot", str(tmp_path / "wins.svg")]) == 2
    assert "pip install 'rulekit-games[plot]'" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_was_played(jobs: str, tmp_path: Path) -> None:
    """Sent when the first games are through: the bar is told of each game, here by a terminal that is a file."""
    command = listening(_INTERRUPTED, jobs)
    process = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert process.returncode == 130
    assert "games of random players" in process.stdout and "seat 1 wins" in process.stdout
    assert "rulekit: interrupted; " in process.stderr and " of 1000000 games were played" in process.stderr
    assert "Traceback" not in process.stderr


# The bar is shown after each game; the third time it interrupts its own process, as a terminal would.
_INTERRUPTED = """
import os, signal, sys
from rulekit.cli import simulate
from rulekit.cli.main import main
from tests.child import listening

def show(self, done):
    if done == 3:
        os.kill(os.getpid(), signal.SIGINT)

simulate._Bar.show = show
if __name__ == "__main__":
    sys.exit(main(["simulate", "tic_tac_toe", "--games", "1000000", "--jobs", sys.argv[1]]))
"""
