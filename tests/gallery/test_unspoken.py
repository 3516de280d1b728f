"""Whatever people read of a bundled game has a label, so that a catalogue can translate it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gallery.unspoken import greek_copy, unspoken

ROOT = Path(__file__).parents[2]
GAMES = [*sorted((ROOT / "gallery").glob("*.rules")), *(ROOT / "games" / f"{name}.rules" for name in (
    "goldblivion", "better_than_gold", "dice_forge", "dice_forge_rebellion"))]  # fmt: skip
NAMELESS = """
game market: players 2
kind jar:
  field weight: number
resource coin of player
zone shelf: holds jar
jar plum: starts in shelf; weight 2
to play_game:
  for each player p in players:
    turn of p:
      choose jar j in shelf
      gain (j's weight) coin
  end game
"""


@pytest.mark.parametrize("rules", GAMES, ids=lambda path: path.stem)
def test_translated(rules: Path, tmp_path: Path) -> None:
    assert not unspoken(greek_copy(rules, tmp_path))


def test_found(tmp_path: Path) -> None:
    """A field without a label is told by its name, and is found."""
    (tmp_path / "at").mkdir()
    (tmp_path / "at" / "market.rules").write_text(NAMELESS, "utf-8")
    (tmp_path / "at" / "market.fr.po").write_text("", "utf-8")
    found = unspoken(greek_copy(tmp_path / "at" / "market.rules", tmp_path / "copy"))
    assert {"weight", "plum", "jar", "shelf"} <= set(found), found
