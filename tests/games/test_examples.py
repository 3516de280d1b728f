"""Every file of the bundled games and of the small games checks without an error.

Of files with examples pytest says so itself: it loads them to collect the examples, and an error ends the run. So they are
checked here, with their warnings and every module, in `make test-all` alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis.check_file import check_file
from rulekit.pytest_plugin import _has_examples

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "games").glob("*.rules"), *(ROOT / "examples").glob("*.rules")])


def marked(path: Path) -> object:
    return pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * _has_examples(path))


@pytest.mark.parametrize("path", [marked(path) for path in FILES])
def test_a_rules_file_checks_without_an_error(path: Path) -> None:
    assert [str(d.span) + " " + d.message for d in check_file(str(path)) if d.severity == "error"] == []
