"""Games of bots as they are printed: every line under its turn, from one point of view."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli.main import main

TEXT = """
game turns "Turns" / "Tours": players 3
resource coin of player "coin" / "pièce"
kind card
card fig: copies 3
card plum: copies 3
zone deck "deck" / "pioche": holds card; seen by nobody
zone hand of player "hand" / "main": holds card; seen by owner
to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players:
    turn of p:
      roll 1d6 as n
      gain n coin
      draw 1 from deck to your hand
      if p != last(players):
        choose one:
          option go "Go" / "Aller": gain 1 coin
          option stop "Stop" / "Rester": nothing
  end game
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "turns.rules").write_text(TEXT, "utf-8")
    return str(tmp_path / "turns.rules")


def parts(path: str, capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, list[str]]:
    """What is printed below each heading."""
    assert main(["play", path, "--auto", "--seed", "3", *args]) == 0
    blocks = capsys.readouterr().out.split("\n\n")
    return {block.splitlines()[0]: [line.strip() for line in block.splitlines()[1:]] for block in blocks}


def test_rolls_at_the_start_of_a_turn_stand_under_its_heading(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = parts(path, capsys)
    assert found["Set-up"] == ["Fig ×3, Plum ×3 go to the deck", "The deck is shuffled"]
    for seat in (1, 2, 3):  # the last turn asks nothing
        lines = found[f"Turn of Player {seat}"]
        assert lines[0].startswith(f"Player {seat} rolls ") and lines[1].startswith(f"Player {seat} gains")


def test_one_point_of_view_or_everything_open(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    for args in ((), ("--open",)):
        opened = parts(path, capsys, *args)
        assert all(opened[f"Turn of Player {seat}"][2].startswith(("Fig goes", "Plum goes")) for seat in (1, 2, 3))
    second = parts(path, capsys, "--as", "2")
    drawn = [second[f"Turn of Player {seat}"][2].partition(" goes")[0] for seat in (1, 2, 3)]
    assert drawn[0] == drawn[2] == "A card" and drawn[1] in ("Fig", "Plum")


def test_a_seat_that_nobody_has_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", path, "--auto", "--as", "4"]) == 2
    assert "--as needs a seat from 1 to 3, not 4" in capsys.readouterr().err
