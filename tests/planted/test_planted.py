"""Every planted bug is found by the tool that should find it, and what it shows is short."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.planted.bugs import BUGS, Bug
from tests.planted.finders import TOOLS, plant

LONGEST = 60  # lines of a shown example


def test_there_are_enough() -> None:
    assert len(BUGS) >= 25
    assert len({bug.game for bug in BUGS}) == 3
    assert {"wrong timing", "missing cap", "leak", "double trigger", "endless chain", "lost card", "order dependence"} <= {
        bug.sort for bug in BUGS
    }
    assert {bug.tool for bug in BUGS} == set(TOOLS)


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: f"{bug.game}-{bug.name}")
def test_found(bug: Bug, tmp_path: Path) -> None:
    find = TOOLS[bug.tool](bug, plant(bug, tmp_path))
    assert find is not None, f"{bug.tool} did not find {bug.name}"
    assert 0 < find.lines <= LONGEST, f"{find.by}: {find.lines} lines"


def test_the_page_lists_them_all() -> None:
    page = (Path(__file__).parents[2] / "docs/explanation/planted_bugs.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert listed == [bug.name for bug in BUGS]
