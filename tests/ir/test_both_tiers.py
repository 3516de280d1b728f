"""Examples are compared on both tiers where they run (`/conftest.py`, the corpus, the stress suite); a difference is seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Game
from rulekit.testing.examples import Variants, examples_of
from tests.ir import both_tiers

ROOT = Path(__file__).parents[2]
PIG = ROOT / "examples" / "pig.rules"


def test_every_file_with_examples_is_run_somewhere() -> None:
    """The configuration leaves out what tests of ours run themselves, and nothing else."""
    written = {path.parent for path in ROOT.glob("[a-z]*/**/*.rules") if "\nexample " in path.read_text("utf-8")}
    ours = {
        *ROOT.glob("tests/lang/*/good"),
        *ROOT.glob("tests/lang/*/bad"),
        ROOT / "tests/stress/rules",
        ROOT / "tests/games/readings",
    }
    collected = {ROOT / "games", ROOT / "examples", ROOT / "gallery"}
    # files that a test reads by their names
    data = {path for path in written if path.is_relative_to(ROOT / "tests/unit") or path.is_relative_to(ROOT / "benchmarks")}
    assert written - data <= ours | collected


@pytest.mark.parametrize(("at", "part"), [(0, "outcome"), (1, "table"), (2, "log")])
def test_a_difference_is_seen(at: int, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(PIG)
    example, honest = examples_of(game)[0], both_tiers.after
    assert both_tiers.differences(example, PIG, Variants(game)) == []

    def other(example: Any, variants: Variants) -> tuple[Any, ...]:
        found = list(honest(example, variants))
        if variants.game is game:
            found[at] = "something else"
        return tuple(found)

    monkeypatch.setattr(both_tiers, "after", other)
    (seen,) = both_tiers.differences(example, PIG, Variants(game))
    assert seen.startswith(f"{part}: 'something else' compiled")
