"""What is paid, what is never kept, and where things go, told as people say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game

TEXT = """
game stall "Stall" / "Étal": players 2
resource coin of player "coin" / "pièce"
resource gem of player "gem" / "gemme|f"
resource fame of player "fame" / "renommée": cap 0
kind jar "jar" / "bocal"
zone shelf "shelf" / "étagère|f": holds jar
zone sack of player "sack" / "sac": holds jar
jar plum "Plum" / "Prune": starts in shelf
rule gems "Gems" / "Gemmes":
  payment 1 coin costs 1 gem
to play_game:
  turn of first(players):
    lose 5 coin
    gain 2 coin + 2 gem
    buy plum
    menu:
      option trade "Trade" / "Échanger" costs 2 coin: gain 3 fame
      option stop "Stop" / "Arrêter": end menu
    move plum to shelf
  end game with players
to buy jar j "buy {j}" / "acheter {j}": move j to your sack
"""


def told(folder: Path, lang: str) -> list[str]:
    path = folder / "stall.rules"
    path.write_text(TEXT, "utf-8")
    state = Game(path).new(players=2, seed=1).apply("trade")
    while state.decision.options:
        state = state.apply(state.decision.options[-1].text)
    return [line.strip() for line in state.story(everything=True, lang=lang)]


@pytest.mark.parametrize(
    ("lang", "paid", "moved"),
    [
        ("en", "pays 1 coin + 1 gem; gains 3 fame", "Plum goes to the shelf"),
        ("fr", "paie 1 pièce + 1 gemme ; gagne 3 renommée", "Prune va dans : l'étagère"),
    ],
)
def test_told(tmp_path: Path, lang: str, paid: str, moved: str) -> None:
    """The way that was chosen is told by what is paid; of what is never kept nothing is lost; a place has its article."""
    lines = told(tmp_path, lang)
    assert [line for line in lines if line.endswith(paid)], lines
    assert len([line for line in lines if "1 gem" in line]) == 1, lines
    assert [line for line in lines if line.endswith(moved)], lines


@pytest.mark.parametrize(("lang", "missed"), [("en", "loses 0 coins instead of 5"), ("fr", "perd 0 pièce au lieu de 5")])
def test_what_is_missing(tmp_path: Path, lang: str, missed: str) -> None:
    """Who has less than he should lose loses that, and it is told how much it should have been."""
    lines = told(tmp_path, lang)
    assert [line for line in lines if missed in line], lines
