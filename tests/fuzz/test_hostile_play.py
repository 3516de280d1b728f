"""Hostile rules files end with a finding, an error of the rules, or a game, in both Python tiers, within a small budget of
counted work and within a limit of memory. `tests/native/test_hostile.py` does the same with native code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Game, State
from rulekit.errors import RulekitError, RulesError, RunError
from rulekit.program.limits import LIST_MAX
from tests.fuzz.hostile import files
from tests.limited import memory

FILES = dict(files())
BUDGET = 3_000
DECISIONS = 4
_SAMPLE = 12  # one of so many in the ordinary run


def _played(game: Game) -> list[Any]:
    """What is asked and what stands, decision by decision; an error of the rules comes last."""
    found: list[Any] = []
    state: State | None = None
    try:
        state = game.new(seed=5)
        for step in range(DECISIONS):
            if state.over:
                break
            options = [str(option) for option in state.decision.options]
            found.append((options, state.get("n"), state.get("l")))
            state = state.apply(options[(7 * step) % len(options)])
        found.append(("stands", state.get("n"), state.get("l"), game.from_json(state.to_json()).get("n")))
    except RunError as error:
        found.append(error.message)
    if state is not None:
        assert state.machine.units >= -LIST_MAX  # nothing goes far beyond the budget
    return found


def _hold(name: str, path: Path) -> None:
    path.write_text(FILES[name], encoding="utf-8")
    with memory():
        _both(path)


def _both(path: Path) -> None:
    try:
        plain, compiled = (Game(path, engine=engine, budget=BUDGET) for engine in ("interpreted", "compiled"))
    except RulesError:
        return
    try:
        one = _played(plain)
    except RulekitError:
        with pytest.raises(RulekitError):
            _played(compiled)
        return
    other = _played(compiled)
    if isinstance(one[-1], tuple):  # what the reference finishes, the other finishes with the same result
        assert one == other
    else:  # the other may get further, or notice something else later
        assert one[:-1] == other[: len(one) - 1]


@pytest.mark.parametrize("name", [name for at, name in enumerate(FILES) if at % _SAMPLE == 0])
def test_a_sample_of_hostile_files(name: str, tmp_path: Path) -> None:
    _hold(name, tmp_path / "hostile.rules")


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_hostile_files(name: str, tmp_path: Path) -> None:
    _hold(name, tmp_path / "hostile.rules")


def test_there_are_hundreds_of_them_and_most_are_played(tmp_path: Path) -> None:
    assert len(FILES) >= 200


def test_the_limit_of_memory_is_one() -> None:
    with pytest.raises(MemoryError), memory(50_000_000):
        bytearray(100_000_000)
    assert len(bytearray(100_000_000)) == 100_000_000
