"""Counts of plays against counts known from outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.api import load
from rulekit.api.perft import count, perft
from rulekit.cli.main import main

Capture = pytest.CaptureFixture[str]

COINS = """\
game coins "Coins": players 2
resource won of player
to play_game:
  for each player p in players:
    p does:
      choose number n in 1..2
      roll 1d6 as r
      gain (n * r) won
  end game
"""


def test_tic_tac_toe_to_depth_5() -> None:
    counts = count(load("tic_tac_toe").new(), 5)
    assert counts.plays == [1, 9, 72, 504, 3024, 15120]
    assert counts.over == [0, 0, 0, 0, 0, 1440]
    assert counts.positions == [1, 9, 72, 252, 756, 1260]


@pytest.mark.slow
def test_tic_tac_toe_whole() -> None:
    """255,168 complete games and 5,478 distinct positions (marks and who is to move)."""
    counts = count(load("tic_tac_toe").new(), 9)
    assert counts.complete == 255168
    assert counts.distinct == 5478


def test_chance_takes_no_step_and_each_outcome_is_a_way(tmp_path: Path) -> None:
    (tmp_path / "coins.rules").write_text(COINS)
    state = load(tmp_path / "coins.rules").new()
    assert perft(state, 1) == 2 * 6
    assert perft(state, 2) == 12 * 12
    assert perft(state, 3) == 0


def test_the_last_answers_are_counted_without_giving_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where chance has no say; and in parts the sum is the same."""
    monkeypatch.setattr("rulekit.api.perft._AT_ONCE", 5)
    state = load("tic_tac_toe").new()
    assert [perft(state, depth) for depth in range(5)] == count(state, 4).plays


def test_counting_leaves_the_state_alone() -> None:
    state = load("tic_tac_toe").new().apply("a1")
    before = state.to_json()
    perft(state, 2)
    assert state.to_json() == before
    assert not state.data.ask_chance


def test_command(capsys: Capture) -> None:
    assert main(["perft", "tic_tac_toe", "2", "--positions"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "depth  plays  over  positions",
        "    0      1     0          1",
        "    1      9     0          9",
        "    2     72     0         72",
        "0 plays are over within 2 answers",
        "82 distinct positions: what lies where, all values, who is asked and who has won",
    ]


def test_json(capsys: Capture) -> None:
    assert main(["perft", "tic_tac_toe", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"plays": [1, 9], "over": [0, 0], "complete": 0}


def test_a_negative_depth_is_wrong_usage(capsys: Capture) -> None:
    assert main(["perft", "tic_tac_toe", "--", "-1"]) == 2
    assert "a depth is a number from 0, not -1" in capsys.readouterr().err


def test_a_dealt_set_up_is_one_start_unless_all_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "kuhn_poker", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plays"] == [1, 2]
    assert main(["perft", "kuhn_poker", "1", "--json", "--every-start"]) == 0
    assert json.loads(capsys.readouterr().out)["plays"] == [6, 12]


def test_a_shuffled_deck_does_not_keep_it_busy_for_ever(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "goldblivion", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plays"] == [1]


@pytest.mark.parametrize("extra", [[], ["--positions"]])
def test_ctrl_c_leaves_the_depths_that_were_counted(extra: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulekit.api import perft as counting

    there, levels = counting._next, list[int]()

    def impatient(level: counting.Level, look: counting.Look) -> counting.Level:
        levels.append(len(level))
        if len(levels) == 3:
            raise KeyboardInterrupt
        return there(level, look)

    monkeypatch.setattr(counting, "_next", impatient)
    monkeypatch.setattr(counting, "counted", lambda *_, **__: None)
    assert main(["perft", "tic_tac_toe", "6", *extra]) == 130
    out, err = capsys.readouterr()
    assert [line.split()[1] for line in out.splitlines()[1:4]] == ["1", "9", "72"] and "within 2 answers" in out
    assert err == "rulekit: interrupted; 3 depths of 7 were counted\n"
