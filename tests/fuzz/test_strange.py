"""What a stranger sends ends with a finding, an error of rulekit's own, or a game; nothing else comes out, in either tier."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.analysis.check_file import check_file
from rulekit.api import Game, State
from rulekit.cli.main import main
from rulekit.errors import ResampleError, RulekitError, SaveError
from rulekit.sources.render import render_text
from tests.fuzz.strange import ARGUMENTS, RULES, SAVES, YAML


def _played(game: Game) -> list[object]:
    """What is asked, seen and drawn anew for some decisions; an error of the rules ends it."""
    found: list[object] = []
    try:
        state, rng = game.new(seed=3), Random(1)
        for _ in range(12):
            found.append(_looked(state))
            if state.over:
                break
            state.play(rng.randrange(len(state.decision.options)))
    except RulekitError as error:
        found.append(getattr(error, "message", str(error)))
    return found


def _looked(state: State) -> object:
    views = [state.view(player) for player in state.players]
    for player in state.players:
        with suppress(ResampleError):
            assert state.resample(player, 1).view(player) == views[player]
    assert state.game.from_json(state.to_json()) == state
    return [str(option) for option in state.decision.options], views, state.scores, [i.head.name for i in state.broken()]


@pytest.mark.parametrize("name", RULES)
def test_strange_rules(name: str, tmp_path: Path) -> None:
    path = tmp_path / "strange.rules"
    path.write_text(RULES[name], encoding="utf-8")
    assert len(render_text(check_file(str(path)))) < 200_000
    found = []
    for engine in ("interpreted", "compiled"):
        try:
            found.append(_played(Game(path, engine=engine, budget=5_000)))
        except RulekitError as error:
            found.append([str(error)])
    one, other = found
    if isinstance(one[-1], tuple):  # what the reference finishes
        assert one == other
    else:
        assert one[:-1] == other[: len(one) - 1]


@pytest.mark.parametrize("name", SAVES)
def test_strange_saves(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SaveError):
        rulekit.load("pig").from_json(SAVES[name])
    path = tmp_path / "strange.json"
    path.write_text(SAVES[name], encoding="utf-8")
    _told(["play", "pig", "--auto", "--load", str(path)], capsys)


@pytest.mark.parametrize("name", YAML)
def test_strange_set_ups(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "strange.yaml"
    path.write_text(YAML[name], encoding="utf-8")
    _told(["play", "pig", "--auto", "--limit", "1", "--setup", str(path)], capsys)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_strange_arguments(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _told(ARGUMENTS[name], capsys, may=True)


def _told(arguments: list[str], capsys: pytest.CaptureFixture[str], may: bool = False) -> None:
    """A sentence and no traceback; `may`: the command may also just do it."""
    try:
        code = main(arguments)
    except SystemExit as ended:  # of the parser of arguments
        code = int(ended.code or 0)
    said = capsys.readouterr()
    assert "Traceback" not in said.err and "\x1b" not in said.err + said.out
    assert code in ((0, 1, 2) if may else (1, 2)), said.err
    assert code == 0 or said.err.strip() or said.out.strip()
    assert len(said.err) < 20_000
