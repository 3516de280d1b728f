"""What pages of games say was once wrong: the examples and tests that they name hold it exist.

That the examples hold is seen where they are run (`tests/games/test_examples.py`).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs/games").glob("*.md"))
_HEAD = re.compile(r"^\| what \| example \|\n\|---\|---\|\n((?:\|.*\n)+)", re.M)


@cache
def titles() -> frozenset[str]:
    files = [*(ROOT / "games").glob("*.rules"), *(ROOT / "tests/games/readings").glob("*.rules")]
    return frozenset(title for file in files for title in re.findall(r'^ *example "(.*?)"', file.read_text("utf-8"), re.M))


@cache
def names_of_tests() -> frozenset[str]:
    return frozenset(
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M)
    )


def _holders() -> list[tuple[str, str]]:
    """The second column of each table: page and cell."""
    return [
        (page.stem, row.rstrip(" |\n").rpartition(" | ")[2])
        for page in PAGES
        for table in _HEAD.findall(page.read_text("utf-8"))
        for row in table.splitlines()
    ]


def test_each_game_tells_what_was_wrong() -> None:
    assert {page for page, _ in _holders()} == {"better_than_gold", "dice_forge", "goldblivion"}


@pytest.mark.parametrize(("page", "cell"), _holders())
def test_what_holds_it_exists(page: str, cell: str) -> None:
    examples = re.findall(r'"([^"]+)"', cell)
    named = re.findall(r"`(test_\w+)`", cell)
    files = re.findall(r"`((?:tests|games)/[\w./]+)`", cell)
    assert [title for title in examples if title not in titles()] == []
    assert [name for name in named if name not in names_of_tests()] == []
    assert [file for file in files if not (ROOT / file).exists()] == []
    assert examples or named or files or cell == "the figures below"
