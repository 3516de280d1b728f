"""Every planted bug is found by the tool that should find it, and what it shows is short."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planted.bugs import BUGS, Bug
from tests.planted.finders import TOOLS, plant, row

LONGEST = 60  # lines of a shown example


def test_there_are_enough() -> None:
    assert len(BUGS) >= 25
    assert len({bug.game for bug in BUGS}) == 3
    assert {"wrong timing", "missing cap", "leak", "double trigger", "endless chain", "lost card", "order dependence"} <= {
        bug.sort for bug in BUGS
    }
    assert {bug.tool for bug in BUGS} == set(TOOLS)


PAGE = (Path(__file__).parents[2] / "docs/explanation/planted_bugs.md").read_text(encoding="utf-8").splitlines()
QUICK = {"forgotten_in_the_box", "cancer_three_times", "gold_above_the_cap", "oracle_for_ever"}  # one for each tool


def marked(bug: Bug) -> object:
    marks = () if bug.name in QUICK else (pytest.mark.slow,)
    return pytest.param(bug, id=f"{bug.game}-{bug.name}", marks=marks)


@pytest.mark.parametrize("bug", [marked(bug) for bug in BUGS])
def test_found(bug: Bug, tmp_path: Path) -> None:
    """By its tool, with as many lines as the page says."""
    find = TOOLS[bug.tool](bug, plant(bug, tmp_path))
    assert find is not None, f"{bug.tool} did not find {bug.name}"
    assert 0 < find.lines <= LONGEST, f"{find.by}: {find.lines} lines"
    assert row(bug, find) in PAGE


def test_the_quick_ones_show_every_tool() -> None:
    assert {bug.tool for bug in BUGS if bug.name in QUICK} == set(TOOLS)


def test_the_page_lists_them_all() -> None:
    listed = [line.split("`")[1] for line in PAGE if line.startswith("| `")]
    assert listed == [bug.name for bug in BUGS]
