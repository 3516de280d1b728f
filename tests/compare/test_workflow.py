"""The workflow that puts a comparison on a pull request: it is read, and its step is run in a repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulekit.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
GAME = """game coins: players 2
resource coin of player
to play_game:
  for each player p in players:
    p gains {coins} coin
    turn of p:
      choose one:
        option more: gain 1 coin
        option less: lose 1 coin
  end game with highest(player p in players by p's coin)
"""
WITHOUT_PROGRAM = "#!/bin/sh\necho \"$@\" >> asked.txt\necho 'compared'\n"
pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("bash") is None or shutil.which("git") is None,
    reason="the step is for bash and git",
)


def _workflow() -> Any:
    return yaml.safe_load((ROOT / "examples/workflows/compare_rules.yml").read_text(encoding="utf-8"))


def _git(*words: str) -> None:
    name = ["-c", "user.name=ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *name, *words], check=True, capture_output=True)


@pytest.fixture
def pull_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which a part of one game has changed, another is new, and a third is what it was."""
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "coins.rules").write_text(GAME.format(coins=2))
    (tmp_path / "mine/part.rules").write_text("values colour: red, blue\n")
    _git("init", "-q")
    _git("add", ".")
    _git("commit", "-q", "-m", "before")
    _git("update-ref", "refs/remotes/origin/main", "HEAD")
    (tmp_path / "mine/part.rules").write_text("values colour: red, blue, green\n")
    (tmp_path / "mine/coins.rules").write_text(GAME.format(coins=3))
    (tmp_path / "mine/late.rules").write_text(GAME.format(coins=3).replace("game coins", "game late"))
    _git("add", ".")
    _git("commit", "-q", "-m", "after")
    return tmp_path


def test_the_workflow_asks_for_what_it_needs_and_no_more() -> None:
    found = _workflow()
    assert found["permissions"] == {"contents": "read", "pull-requests": "write"}
    steps = found["jobs"]["compare"]["steps"]
    assert steps[0]["with"]["fetch-depth"] == 0  # both versions must be there
    assert all("run" in step or "uses" in step for step in steps)


def test_its_step_compares_each_game_beside_a_changed_file(pull_request: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = next(step for step in _workflow()["jobs"]["compare"]["steps"] if "GAMES" in step.get("env", {}))
    program = pull_request / "bin" / "rulekit"
    program.parent.mkdir()
    program.write_text(WITHOUT_PROGRAM)
    program.chmod(0o755)
    env = {**os.environ, "BASE": "origin/main", "GAMES": "0", "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], check=True, env=env, capture_output=True)
    comment = (pull_request / "comment.md").read_text().splitlines()
    assert comment == [
        "<!-- rulekit compare -->", "### mine/coins.rules", "```text", "compared", "```",
        "### mine/late.rules", "new here: there is nothing to compare it with",
    ]  # fmt: skip
    asked = (pull_request / "asked.txt").read_text().split()
    assert main(asked) in (0, 1)
    assert "(play_game) is changed" in capsys.readouterr().out  # the rule that has changed
