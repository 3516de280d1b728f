"""The purchase that `docs/architecture.md` walks through the code is the one that is really walked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.walk import walk

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
SECTION = PAGE.split("## One purchase, walked through the code\n")[1].split("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in SECTION.splitlines() if line.startswith("| ")][1:]
NAMED = re.compile(r"`([A-Za-z_.0-9]+)`")
MOST = {"interpreted": 88, "compiled": 33}  # half of what a purchase took before the tiers shared a runtime


@pytest.mark.parametrize("tier", MOST)
def test_every_function_on_the_page_is_called(tier: str) -> None:
    column = 1 + list(MOST).index(tier)
    named = {name for row in ROWS for name in NAMED.findall(row[column]) if not name.isupper()}
    walked = {name for _, name in walk(tier)}
    assert len(named) > 8 and named <= walked
    assert len(walked) <= MOST[tier]
    assert f"{MOST['interpreted']} with the interpreter, {MOST['compiled']} compiled" in SECTION
