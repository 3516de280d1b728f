"""`rulekit play` as a shell sees it: transcripts, scripts at standard input, closed pipes, Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulekit.api import Option, State
from rulekit.bots import StockBot
from rulekit.cli.main import main

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).parent / "data" / "tic_tac_toe_seed_7.txt"
ORCHARD = str(ROOT / "tests" / "unit" / "terminal" / "data" / "orchard.rules")
PLAIN = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "80", "LINES": "24"}


def rulekit(*args: str, stdin: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulekit", *args]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=env or PLAIN, cwd=ROOT, timeout=120)


def test_golden_transcript(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """To write it anew: COLUMNS=80 rulekit play tic_tac_toe --auto --seed 7 --no-colour > the file."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["play", "tic_tac_toe", "--auto", "--seed", "7", "--no-colour"]) == 0
    assert capsys.readouterr().out == GOLDEN.read_text(encoding="utf-8")


def test_without_a_terminal_bots_play(capsys: Capture) -> None:
    assert main(["play", "tic_tac_toe", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("-- Tic-tac-toe, 2 players, seed 3 --")
    assert "wins." in out or "Nobody wins." in out


@pytest.mark.parametrize("line", ["define worth(player p) = p's coin", ""])
def test_a_game_that_says_what_is_worth_having_is_played_by_greedy_bots(line: str, tmp_path: Path, capsys: Capture) -> None:
    game = tmp_path / "coins.rules"
    options = "".join(f'        option take{n} "Take {n}": gain {n} coin\n' for n in range(1, 21))
    game.write_text(
        'game coins "Coins": players 2\n\nresource coin of player "coin"\n\n' + line + "\n\nto play_game:\n"
        f"  for each player p in players:\n    turn of p:\n      choose one:\n{options}  end game with players\n"
    )
    assert main(["play", str(game), "--auto", "--seed", "1"]) == 0
    assert ("Take 20" in capsys.readouterr().out) == bool(line)


def test_without_a_seed_every_game_is_another_and_tells_its_seed(capsys: Capture) -> None:
    told = []
    for _ in range(3):
        assert main(["play", "tic_tac_toe", "--auto"]) == 0
        told.append(capsys.readouterr().out)
    assert len(set(told)) > 1
    seed = told[0].split(" seed ")[1].split()[0]
    assert main(["play", "tic_tac_toe", "--auto", "--seed", seed]) == 0
    assert capsys.readouterr().out == told[0]


def test_a_session_tells_its_seed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    main(["play", "tic_tac_toe", "--human", "1", "--seed", "12"])
    about, _, rest = capsys.readouterr().out.partition("\n\n")
    assert about.startswith("Tic-tac-toe\nGoal: ")
    assert rest.startswith("Seed 12: `--seed` with this number begins the same game.\n")


def test_a_transcript_fits_80_columns_without_colour(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["play", ORCHARD, "--auto", "--players", "3"]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_french_labels(capsys: Capture) -> None:
    assert main(["play", ORCHARD, "--auto", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    assert "Joueur 1" in out and "panier" in out and "Player" not in out


def test_an_endless_game_ends_with_a_sentence_and_code_1(capsys: Capture) -> None:
    assert main(["play", ORCHARD, "--auto", "--limit", "2"]) == 1
    assert capsys.readouterr().out.endswith("Stopped after 2 decisions; the game was not over.\n")


def test_answers_from_standard_input() -> None:
    done = rulekit("play", "tic_tac_toe", "--human", "1,2", stdin="a1\nb1\na2\nb2\na3\n")
    assert done.returncode == 0
    assert done.stdout.endswith("Player 1 wins.\n")
    assert done.stderr == ""


def test_input_that_ends_early_says_so() -> None:
    done = rulekit("play", "tic_tac_toe", "--human", "1,2", stdin="a1\n")
    assert done.returncode == 0
    assert done.stdout.endswith("The input has ended before the game.\n")


def test_save_and_load(tmp_path: Path) -> None:
    kept = str(tmp_path / "game.json")
    rulekit("play", "tic_tac_toe", "--human", "1,2", "--save", kept, stdin="a1\nb1\n")
    done = rulekit("play", "tic_tac_toe", "--human", "1,2", "--load", kept, stdin="a2\nb2\na3\n")
    assert done.stdout.endswith("Player 1 wins.\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["tic_tac_to"], "there is no game `tic_tac_to`; did you mean `tic_tac_toe`?"),
        (["tic_tac_toe", "--players", "5"], "tic_tac_toe is for 2 players, not 5"),
        (["tic_tac_toe", "--human", "4"], "`4` is no seat; with 2 players they are 1 to 2"),
        (["tic_tac_toe", "--auto", "--bots", "randon"], "there is no bot `randon`; did you mean `random`?"),
        (["tic_tac_toe", "--load", "/nowhere"], "`/nowhere` cannot be read: no such file or directory"),
        (["tic_tac_toe", "--module", "moon"], "there is no module `moon` in tic_tac_toe; there are none"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(args: list[str], sentence: str, capsys: Capture) -> None:
    assert main(["play", *args]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"rulekit: {sentence}\n"
    assert captured.out == ""


def test_a_save_of_another_game_is_refused(tmp_path: Path, capsys: Capture) -> None:
    kept = str(tmp_path / "game.json")
    assert main(["play", ORCHARD, "--auto", "--limit", "1", "--save", kept]) == 1
    capsys.readouterr()
    assert main(["play", "tic_tac_toe", "--load", kept]) == 2
    assert capsys.readouterr().err == f"rulekit: `{kept}`: the save is of orchard, not of tic_tac_toe\n"


def test_a_reader_who_leaves_is_no_error() -> None:
    command = [sys.executable, "-m", "rulekit", "play", ORCHARD, "--auto"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN, cwd=ROOT) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


def test_ctrl_c_while_bots_play_saves_the_last_whole_state(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tired_bot(seed: int) -> StockBot:
        def choose(state: State) -> Option:
            if len(state.answers) == 2:
                raise KeyboardInterrupt
            return state.decision.options[0]

        return choose

    monkeypatch.setattr("rulekit.bots.spec.random_bot", tired_bot)
    kept = tmp_path / "game.json"
    assert main(["play", "tic_tac_toe", "--auto", "--save", str(kept)]) == 130
    assert json.loads(kept.read_text())["answers"] == ["a1", "b1"]
    captured = capsys.readouterr()
    assert captured.out.endswith(f"The game is saved in {kept}.\n")
    assert captured.err == "rulekit: interrupted\n"


def test_ctrl_c_at_the_prompt_is_one_sentence_and_saves(tmp_path: Path) -> None:
    """At a real terminal, where a person sits in seat 1 without being asked for."""
    kept = tmp_path / "game.json"
    child, screen = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        # a parallel test run may start with the signal ignored or blocked
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.execvpe(sys.executable, [sys.executable, "-m", "rulekit", "play", "tic_tac_toe", "--save", str(kept)], PLAIN)
    _read_until(screen, rb"Player 1: Choose.*\n> $")
    os.write(screen, b"a1\n")
    _read_until(screen, rb"Player 1: Choose.*\n> $")
    for _ in range(20):  # a signal that comes just before the line is waited for is noticed only at the next one
        os.kill(child, signal.SIGINT)
        if select.select([screen], [], [], 1.0)[0]:
            break
    seen = _read_until(screen, rb"interrupted")
    assert f"The game is saved in {kept}.".encode() in seen
    _, status = os.waitpid(child, 0)
    os.close(screen)
    assert os.waitstatus_to_exitcode(status) == 130
    assert '"answers":["a1"' in kept.read_text()


def _read_until(screen: int, wanted: bytes, seconds: float = 60.0) -> bytes:
    seen, end = b"", time.monotonic() + seconds
    while not re.search(wanted, seen, re.DOTALL):
        ready, _, _ = select.select([screen], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"{wanted!r} never came after {seen!r}"
        seen += os.read(screen, 65536)
    return seen


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("nowhere/x.json", "there is no such folder"),
        ("", "it is a folder; only a plain file is written over"),
        ("shut/x.json", "permission denied"),
    ],
)
def test_a_place_where_nothing_can_be_saved_is_refused_at_the_start(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, place: str, why: str
) -> None:
    (tmp_path / "shut").mkdir()
    monkeypatch.setattr("os.access", lambda path, mode: "shut" not in str(path))  # root may write anywhere
    target = str(tmp_path / place) if place else str(tmp_path)
    assert main(["play", "tic_tac_toe", "--auto", "--save", target]) == 2
    assert capsys.readouterr().err == f"rulekit: the game cannot be saved in `{target}`: {why}\n"
