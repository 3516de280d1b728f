"""The table of limits in `SECURITY.md`: what it says is what is held, row by row."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rulekit
from rulekit.api import save
from rulekit.boards import yaml_file
from rulekit.cli.main import main
from rulekit.errors import SaveError
from rulekit.program.limits import TEXT_MAX
from rulekit.simulate.task import MOST_GAMES
from rulekit.sources import cache, files
from rulekit.syntax import loader

Capture = pytest.CaptureFixture[str]
PAGE = (Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8")
GAME = "game small: players 2\nto play_game: end game with players\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "small.rules").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _hollow(path: Path, size: int) -> None:
    """A file of a size, of which the disk keeps nothing."""
    path.touch()
    os.truncate(path, size)


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ("a rules file", f"{files.MOST_RULES:,} bytes, {TEXT_MAX:,} characters"),
        ("rules files that import each other", f"{loader._MOST_FILES:,}"),
        ("a map, a set-up or an index of rules", f"{files.MOST_YAML:,} bytes, {yaml_file.MOST_CHARACTERS:,} characters"),
        ("a saved game", f"{files.MOST_SAVE:,} bytes as a file, {save._MAX:,} characters as a text"),
        ("a report that `interactions --resume` takes up", f"{files.MOST_REPORT:,} bytes"),
        ("an entry of the cache", f"{cache._LARGEST:,} bytes"),
        ("games of one `simulate`", f"{MOST_GAMES:,}"),
    ],
)
def test_the_page_names_the_limits(what: str, most: str) -> None:
    assert f"| {what} | {most} |" in PAGE


def test_a_rules_file(here: Path, capsys: Capture) -> None:
    _hollow(here / "large.rules", files.MOST_RULES + 1)
    assert main(["check", "large.rules"]) == 1
    assert "8,000,000 bytes" in capsys.readouterr().out
    (here / "long.rules").write_text(GAME + "#" * (TEXT_MAX + 1 - len(GAME)), "utf-8")
    assert main(["check", "long.rules"]) == 1
    assert "RK003" in capsys.readouterr().out


def test_rules_files_that_import_each_other(here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "_MOST_FILES", 5)
    for at in range(8):
        (here / f"f{at}.rules").write_text(f"import f{at + 1}\n" if at < 7 else "kind card\n", "utf-8")
    assert main(["check", "f3.rules"]) == 0
    assert main(["check", "f0.rules"]) == 1


def test_a_set_up(here: Path, capsys: Capture) -> None:
    _hollow(here / "large.yaml", files.MOST_YAML + 1)
    assert main(["play", "small.rules", "--auto", "--setup", "large.yaml"]) != 0
    assert "1,000,000 bytes" in capsys.readouterr().err
    (here / "long.yaml").write_text("setup: x\n" + "#" * yaml_file.MOST_CHARACTERS, "utf-8")
    assert main(["play", "small.rules", "--auto", "--setup", "long.yaml"]) != 0
    assert "200,000 characters" in "".join(capsys.readouterr())


def test_a_saved_game(here: Path, capsys: Capture) -> None:
    _hollow(here / "large.json", files.MOST_SAVE + 1)
    assert main(["play", "small.rules", "--auto", "--load", "large.json"]) != 0
    assert "64,000,000 bytes" in capsys.readouterr().err
    with pytest.raises(SaveError, match="too large"):
        rulekit.load("small.rules").from_json(" " * (save._MAX + 1))


def test_a_report_and_a_number_of_games(here: Path, capsys: Capture) -> None:
    _hollow(here / "report.json", files.MOST_REPORT + 1)
    with pytest.raises(files.Refused, match="256,000,000 bytes"):
        files.read_text(here / "report.json", limit=files.MOST_REPORT)
    assert main(["simulate", "small.rules", "--games", str(MOST_GAMES + 1)]) != 0
    assert "1,000,000,000" in capsys.readouterr().err


def test_an_entry_of_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("nodes", "one", {"a": 1})
    assert cache.load("nodes", "one") == {"a": 1}
    entry = cache._path("nodes", "one")
    assert entry is not None
    monkeypatch.setattr(cache, "_LARGEST", entry.stat().st_size - 1)
    assert cache.load("nodes", "one") is None
