"""Labels of what holds or not that begin with a helping verb: they are said and denied as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.text import teller
from rulekit.text.languages import LANGUAGES

_GAME = """
game works "Works" / "Travaux": players 2
resource chip of player "chip" / "jeton"
var builds of player "will build again" / "construira encore": yesno = no
define open_now "the camp will open" / "le camp sera ouvert" = first(players)'s builds
to act "act" / "agir":
  if your builds: gain 1 chip
  if not your builds: gain 2 chip
  for each player p in players where p's builds: p gains 3 chip
  if not open_now: gain 4 chip
to play_game: end game
"""
_TOLD = {
    "en": "If you will build again, gain 1 chip. If you will not build again, gain 2 chips."
    " Each player who will build again gains 3 chips. If the camp will not open, gain 4 chips.",
    "fr": "Si vous construirez encore, gagnez 1 jeton. Si vous ne construirez pas encore, gagnez 2 jetons."
    " Chaque joueur qui construira encore gagne 3 jetons. Si le camp ne sera pas ouvert, gagnez 4 jetons.",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_told(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "works.rules"
    path.write_text(_GAME, "utf-8")
    page = teller(Game(path).program, lang).page("act")
    assert page is not None
    assert " ".join(line.strip() for line in page.text) == _TOLD[lang]


@pytest.mark.parametrize(
    ("lang", "label", "said", "denied"),
    [
        ("en", "can fly", "can fly", "can not fly"),
        ("en", "cannot fly", "cannot fly", "can fly"),
        ("en", "must rest", "must rest", "must not rest"),
        ("en", "would rather wait", "would rather wait", "would not rather wait"),
        ("en", "willing", "is willing", "is not willing"),
        ("fr", "va construire", "va construire", "ne va pas construire"),
        ("fr", "extra fort", "est extra fort", "n'est pas extra fort"),
    ],
)
def test_forms(lang: str, label: str, said: str, denied: str) -> None:
    assert LANGUAGES[lang].predicate(label)[:2] == [said, denied]
