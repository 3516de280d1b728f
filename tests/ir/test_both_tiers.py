"""Every example of every game and of the stress suite runs the same on both tiers: same outcome, same table, same log."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Game
from rulekit.runtime.state import freeze
from rulekit.syntax import nodes as n
from rulekit.testing.examples import ExampleStopped, Runner, Variants, examples_of

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted((ROOT / "games").glob("*.rules")),
    *sorted((ROOT / "examples").glob("*.rules")),
    *sorted((ROOT / "tests" / "stress" / "rules").glob("*.rules")),
    *sorted((ROOT / "tests" / "lang").glob("*/good/*.rules")),
]


@cache
def _own(path: Path) -> list[n.Example]:
    """The examples that stand in the file itself: imported ones are run with their own file."""
    return [example for example in examples_of(Game(path)) if Path(example.span.source.name).resolve() == path]


def _after(example: n.Example, variants: Variants) -> Any:
    runner = Runner(example, variants)
    message = ""
    try:
        runner.run()
    except ExampleStopped as stop:
        message = stop.message
    return message, freeze(runner.machine.s.as_plain()), runner.state.log


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_examples_agree(path: Path) -> None:
    fast, slow = Variants(Game(path)), Variants(Game(path, engine="interpreted"))
    for example in _own(path):
        assert _after(example, fast) == _after(example, slow), example.name
