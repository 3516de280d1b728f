"""The page about OpenSpiel is run where OpenSpiel is there; the program that learns beats one who guesses."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.slow
def test_the_page_about_openspiel_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    text = (ROOT / "docs/how-to/solve_a_game.md").read_text(encoding="utf-8")
    exec(text.split("```python\n")[1].split("```")[0], {})
    told = capsys.readouterr().out
    assert "one who knows this policy wins 0.0" in told and "bet" in told


def _learning() -> Any:
    spec = importlib.util.spec_from_file_location("q_learning", ROOT / "examples/learning/q_learning.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_program_that_learns_keeps_what_it_saw() -> None:
    pytest.importorskip("gymnasium")
    learning = _learning()
    env = learning.env("tic_tac_toe")
    table = learning.learn(env, 5)
    assert len(table) >= 8 and any(table.values())


@pytest.mark.slow
def test_the_program_that_learns_beats_random() -> None:
    pytest.importorskip("gymnasium")
    learning = _learning()
    env = learning.env("tic_tac_toe")
    won, lost = learning.play(env, learning.learn(env, 4000), 200, 1_000_000)
    assert won >= 160 and won > 8 * lost
