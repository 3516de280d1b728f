"""`rulekit show`: every stage of a rule, with the lines of the rules beside it."""

from __future__ import annotations

import ast

import pytest

from rulekit.cli.main import main
from rulekit.sources.bundled import whole_games


@pytest.mark.parametrize("stage", ["ast", "program", "ir", "python"])
def test_every_stage_stands_below_its_lines(stage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "pig", "roll_on", "--stage", stage]) == 0
    out = capsys.readouterr().out
    assert "to roll_on:" in out if stage == "ast" else "# 20: if pips == 1:" in out


def test_python_is_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "connect_four"]) == 0
    functions = [node.name for node in ast.walk(ast.parse(capsys.readouterr().out)) if isinstance(node, ast.FunctionDef)]
    assert {"run_play_game", "ask_play_game_5"} <= set(functions)


def test_a_name_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "pig", "rol_on"]) == 2
    assert "roll_on" in capsys.readouterr().err


SMALL = ("kuhn_poker", "pig", "rock_paper_scissors", "tic_tac_toe")


@pytest.mark.parametrize("stage", ["ast", "program", "ir", "python"])
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in SMALL else (pytest.mark.slow,)) for game in sorted(whole_games())]
)
def test_every_bundled_game_can_be_shown(game: str, stage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", game, "--stage", stage]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 20
