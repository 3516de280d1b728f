"""Native code and what somebody wrote to hurt: saves with slips, rules that are large to play."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.api.native import library, playouts
from rulekit.errors import RulekitError
from tests.fuzz.hostile import files
from tests.fuzz.mutated_saves import mutant, save_after
from tests.limited import memory
from tests.native.compared import needs_compiler

pytestmark = needs_compiler


def came_to(state: rulekit.State, seed: int) -> Any:
    """What a random play comes to, or what is said where it fails."""
    try:
        found = playouts(state, 2, seed, limit=25)
    except RulekitError as error:
        return type(error).__name__, str(error)
    return found.scores.tolist(), found.winners.tolist(), found.lengths.tolist(), found.over.tolist()


@pytest.mark.parametrize("count", [30, pytest.param(400, marks=pytest.mark.slow)])
def test_saves_with_slips_go_on_as_in_python(count: int) -> None:
    native, python = (rulekit.load("miniature", engine=engine) for engine in ("native", "compiled"))
    text, rng, loaded = save_after(native, None, 3, 9), Random(5), 0
    for seed in range(count):
        slip = mutant(text, rng)
        try:
            states = [game.from_json(slip) for game in (native, python)]
        except RulekitError:
            continue
        loaded += 1
        assert came_to(states[0], seed) == came_to(states[1], seed)
    assert loaded > count // 20


HOSTILE = dict(files())
SOME = ("ranges 30 3", "lists 9 2147483647")


def played_alike(name: str, folder: Path) -> None:
    path = folder / "hostile.rules"
    path.write_text(HOSTILE[name], "utf-8")
    with memory():
        native, python = (ended(path, engine) for engine in ("native", "compiled"))
    assert native == python


def ended(path: Path, engine: str) -> Any:
    """How a hostile file ends under a small budget."""
    try:
        state = rulekit.load(path, engine=engine, budget=20_000).new(seed=4)
    except RulekitError as error:
        return type(error).__name__, str(error)
    library(state.game, state.table, wait=True)
    return came_to(state, 1)


@pytest.mark.parametrize("name", SOME)
def test_hostile_rules_fail_alike(name: str, tmp_path: Path) -> None:
    played_alike(name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in HOSTILE if name not in SOME])
def test_other_hostile_rules_fail_alike(name: str, tmp_path: Path) -> None:
    played_alike(name, tmp_path)
