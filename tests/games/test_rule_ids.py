"""Every rule that an example or a rule names stands in the index of its game: a slip of the pen shows nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INDEXES = {
    "goldblivion": ["goldblivion"],
    "dice_forge": ["dice_forge", "dice_forge_rebellion"],  # the base game has room for what the expansion adds
    "better_than_gold": ["better_than_gold"],
}
_TAGS = re.compile(r"\[((?:[A-Za-z][\w-]*(?:, )?)+)\]:?$", re.MULTILINE)
_ID = re.compile(r"[A-Z]{1,2}-\d+[a-z]?")


def known(game: str) -> set[str]:
    texts = [(ROOT / f"games/{name}.index.yaml").read_text("utf-8") for name in INDEXES[game]]
    return {found for text in texts for found in re.findall(r"\{id: ([\w-]+)", text)}


def named(path: Path) -> set[str]:
    """The ids in brackets at the end of a line, in front of a colon if there is one."""
    return {found for tags in _TAGS.findall(path.read_text("utf-8")) for found in _ID.findall(tags)}


@pytest.mark.parametrize("game", INDEXES)
def test_ids_stand_in_the_index(game: str) -> None:
    files = [*(ROOT / "games").glob(f"{game}*.rules"), *(ROOT / "tests/games/readings").glob(f"{game}*.rules")]
    ids, wrong = known(game), {path.name: sorted(named(path) - known(game)) for path in files}
    assert len(ids) > 100
    assert {name: found for name, found in wrong.items() if found} == {}
