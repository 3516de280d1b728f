"""Every file of the bundled games and of the small games checks without an error; pytest collects their examples itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis.check_file import check_file

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "games").glob("*.rules"), *(ROOT / "examples").glob("*.rules")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_rules_file_checks_without_an_error(path: Path) -> None:
    assert [str(d.span) + " " + d.message for d in check_file(str(path)) if d.severity == "error"] == []
