"""A run that has left something out says so."""

from __future__ import annotations

from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[2] / "conftest.py"
TESTS = """
import pytest

@pytest.mark.skip(reason="there is no compiler")
def test_one(): ...

@pytest.mark.skip(reason="there is no compiler")
def test_other(): ...

def test_no_browser():
    pytest.skip("there is no browser")
"""


def test_what_was_left_out_is_told_with_the_reason(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST.read_text("utf-8"))
    pytester.makepyfile(TESTS)
    found = pytester.runpytest_subprocess()
    found.assert_outcomes(skipped=3)
    found.stdout.fnmatch_lines(["*= left out =*", "    2 there is no compiler", "    1 there is no browser", "*3 skipped*"])
