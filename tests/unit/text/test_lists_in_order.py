"""A list that is printed on a thing is told in its order: two things that differ have two texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.text import teller

_GAME = """
game fields "Fields" / "Champs": players 2
values ground "ground" / "sol": road "road" / "route|f", meadow "meadow" / "pré"
kind tile "tile" / "tuile|f":
  field sides "sides" / "côtés|m|côtés": list of ground
tile cross: sides road, meadow, road, meadow
tile bend: sides road, road, meadow, meadow
tile ends: sides meadow, road, road, meadow
to play_game: end game
"""


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("cross", "Sides: road, meadow, road and meadow.", "Côtés : route, pré, route et pré."),
        ("bend", "Sides: 2 roads and 2 meadows.", "Côtés : 2 routes et 2 prés."),
        ("ends", "Sides: meadow, 2 roads and meadow.", "Côtés : pré, 2 routes et pré."),
    ],
)
def test_what_stands_together_is_counted(tmp_path: Path, name: str, english: str, french: str) -> None:
    path = tmp_path / "fields.rules"
    path.write_text(_GAME, "utf-8")
    program = Game(path).program
    for lang, wanted in (("en", english), ("fr", french)):
        page = teller(program, lang).page(name)
        assert page is not None and page.lines() == [wanted]
