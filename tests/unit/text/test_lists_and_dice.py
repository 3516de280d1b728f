"""Lists, dice kept apart and amounts of a named resource, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.text import teller

_GAME = """
game words "Words" / "Mots": players 2

values suit "suit" / "couleur|f": clubs "clubs" / "trèfle", hearts "hearts" / "cœur"
resource coin of player "coin" / "pièce"
resource grain of player "grain" / "grain"
kind card "card" / "carte":
  field rank "rank" / "rang": number
zone hand of player "hand" / "main|f": holds card
card ace "ace" / "as": rank 1

to act "act" / "agir":
  TEXT

to play_game: end game with {p for player p in players where p's coin > 0 and size(p's hand) == ace's rank}
"""
_SAID = [
    (
        "gain (remainder(your coin, 3)) grain",
        "Gain as many grains as the remainder of your coins divided by 3.",
        "Gagnez autant de grains que le reste de la division de vos pièces par 3.",
    ),
    (
        "destroy first(your hand, 2)",
        "Destroy the first 2 cards of your hand.",
        "Détruisez les 2 premières cartes de votre main.",
    ),
    (
        "gain (place_of(ace, your hand)) coin",
        "Gain as many coins as the place of the ace in your hand.",
        "Gagnez autant de pièces que la place de l'as dans votre main.",
    ),
    (
        "gain (min(your coin, your grain, 3)) coin",
        "Gain as many coins as the smallest of your coins, your grains and 3.",
        "Gagnez autant de pièces que le plus petit nombre parmi vos pièces, vos grains et 3.",
    ),
    ("roll each of 2d6", "Roll 2d6, each die by itself.", "Lancez 2d6, chaque dé à part."),
    (
        "choose resource r in {coin, grain} then gain (your r) of r",
        "Choose a resource: coins or grains. Gain as much of that resource as your amount of that resource.",
        "Choisissez une ressource : pièces ou grains. Gagnez autant de cette ressource que votre quantité de cette ressource.",
    ),
    (
        "gain (most(c's rank for player p in players for card c in p's hand)) coin",
        "Gain as many coins as the highest of that card's rank for each card in that player's hand for each player.",
        "Gagnez autant de pièces que le plus grand nombre parmi le rang de cette carte pour chaque carte dans la main"
        " de ce joueur pour chaque joueur.",
    ),
]


@pytest.mark.parametrize(("text", "english", "french"), _SAID)
def test_said(text: str, english: str, french: str, tmp_path: Path) -> None:
    path = tmp_path / "words.rules"
    path.write_text(_GAME.replace("TEXT", text), "utf-8")
    program = Game(path).program
    for lang, wanted in (("en", english), ("fr", french)):
        page = teller(program, lang).page("act")
        assert page is not None
        assert " ".join(line.strip() for line in page.text) == wanted
