"""The examples of a rules file run as tests, in a pytest of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import rulekit.testing.examples  # noqa: F401 - what a pytest inside imports first is forgotten after it

GAME = """\
game coins "Coins": players 2

resource gold of player

to earn number n [CO-1]:
  you gain n gold

to play_game:
  end game

example "earning adds up" [CO-1, house]:
  given:
    players ann, bob
    ann's gold = 2
  when:
    do ann earns 3
  then:
    ann's gold == 5

example "earning is wrong" [CO-2]:
  given:
    players ann, bob
  when:
    do ann earns 3
  then:
    ann's gold == 4

example "earning is wrong":
  given:
    players ann, bob
  when:
    do ann earns 1
    ann: more
  then:
    ann's gold == 1
"""


class Outcome(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A pytest of its own over a folder, in this process: to start a new one takes longer than the examples."""
    # without the entry point: it may belong to another checkout
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def inside(folder: Path, *args: str, ini: str = "[pytest]\n") -> Outcome:
        (folder / "pytest.ini").write_text(ini, encoding="utf-8")
        monkeypatch.chdir(folder)
        known = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # the pytest around this one has the plugin
        done = pytester.runpytest_inprocess("-p", "rulekit.pytest_plugin", "-p", "no:cacheprovider", *known, *args)
        return Outcome(int(done.ret), str(done.stdout), str(done.stderr))

    return inside


def elsewhere(folder: Path, *args: str) -> Outcome:
    """A pytest in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-p", "rulekit.pytest_plugin", "-p", "no:cacheprovider", *args]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=_env())
    return Outcome(done.returncode, done.stdout, done.stderr)


def _env() -> dict[str, str]:
    # without the entry point: it may belong to another checkout
    return {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(Path(__file__).parents[3])}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "coins.rules").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_examples_are_tests_named_by_title(run: Run, folder: Path) -> None:
    result = run(folder, "--collect-only", "-q")
    assert "coins.rules::earning adds up" in result.stdout
    assert "coins.rules::earning is wrong (2)" in result.stdout


def test_failure_shows_line_sides_log_and_seed(run: Run, folder: Path) -> None:
    result = run(folder)
    assert result.returncode == 1
    assert "1 passed" in result.stdout and "2 failed" in result.stdout
    assert 'example "earning is wrong" [CO-2]' in result.stdout
    assert ">   ann's gold == 4" in result.stdout and "3 == 4" in result.stdout
    assert "ann's gold: 0 -> 3" in result.stdout
    assert "(coins.rules:6)" in result.stdout
    assert "seed 0" in result.stdout
    assert "nothing is pending" in result.stdout
    (summary,) = [line for line in result.stdout.splitlines() if line.startswith("FAILED") and "(2)" not in line]
    assert summary == "FAILED coins.rules::earning is wrong - this does not hold: 3 == 4"


@pytest.mark.parametrize("choice", [("-m", "CO_1"), ("-m", "CO-1"), ("-k", "CO-1 and adds"), ("-k", "adds")])
def test_tags_are_markers_and_keywords(run: Run, folder: Path, choice: tuple[str, str]) -> None:
    result = run(folder, *choice, "--strict-markers")
    assert result.returncode == 0 and "1 passed, 2 deselected" in result.stdout


def test_markers_are_registered(run: Run, folder: Path) -> None:
    assert "PytestUnknownMarkWarning" not in run(folder, "-W", "error").stdout


def test_opt_out_and_ignore(run: Run, folder: Path) -> None:
    assert "no tests ran" in run(folder, ini="[pytest]\nrulekit_examples = false\n").stdout
    assert "no tests ran" in run(folder, ini="[pytest]\nrulekit_ignore = coins.rules\n").stdout


def test_a_file_with_errors_is_a_collection_error(run: Run, folder: Path) -> None:
    (folder / "coins.rules").write_text(GAME.replace("you gain n gold", "you gain n silver"), encoding="utf-8")
    result = run(folder)
    assert result.returncode == 2
    assert "error RK" in result.stdout and "coins.rules:6" in result.stdout


def test_a_file_without_examples_is_not_loaded(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.rules").write_text("this is no rule\n", encoding="utf-8")
    assert "no tests ran" in run(tmp_path).stdout


def test_xdist(folder: Path) -> None:
    pytest.importorskip("xdist")
    result = elsewhere(folder, "-p", "xdist", "-n", "2")
    assert "1 passed" in result.stdout and "2 failed" in result.stdout


def test_the_plugin_alone_loads_nothing_heavy() -> None:
    code = "import sys, rulekit.pytest_plugin; print([m for m in sys.modules if m in ('lark', 'networkx', 'rulekit.api')])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_env())
    assert result.stdout.strip() == "[]"


def test_control_characters_of_a_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    bad = "\x1b[31m\x9b\u202e"
    text = GAME.replace('"earning is wrong"', f'"{bad}earning is wrong"').replace('"Coins"', f'"{bad}Coins"')
    (tmp_path / "coins.rules").write_text(text, "utf-8")
    done = elsewhere(tmp_path, "-v")
    assert "2 failed" in done.stdout and r"\x1b[31m\u009b\u202eearning is wrong" in done.stdout
    assert not set(bad) & set(done.stdout + done.stderr) - set("[31m")
