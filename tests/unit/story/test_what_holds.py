"""What holds for the whole table is told as it is said, and not as a table of values."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game

TEXT = """
game wood "Wood" / "Bois": players 2
var seen "wolves have been seen" / "on a vu des loups": yesno = no
to play_game:
  set seen to yes
  for each player p in players:
    turn of p:
      choose one:
        option hide "Hide" / "Se cacher": set seen to no
        option wait "Wait" / "Attendre": nothing
  end game
"""


@pytest.mark.parametrize(
    ("lang", "told", "gone"),
    [
        ("en", "Wolves have been seen", "wolves have been seen: no"),
        ("fr", "On a vu des loups", "on a vu des loups : non"),
    ],
)
def test_told(tmp_path: Path, lang: str, told: str, gone: str) -> None:
    path = tmp_path / "wood.rules"
    path.write_text(TEXT, "utf-8")
    lines = [line.strip() for line in Game(path).new(seed=1).apply("hide").story(lang=lang)]
    assert told in lines and any(line.endswith(gone) for line in lines), lines
