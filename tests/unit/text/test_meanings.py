"""What a define means, laid out so that a reader finds his case."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.text import teller

_GAME = """
game tavern "Tavern" / "Auberge": players 2..3

option rich_only "Only the rich" / "Seulement les riches": yesno = no
option dozen "Guests at most" / "Clients au plus": number = 12
resource coin of player "coin" / "pièce"
kind guest "guest" / "client":
  var tired "tired" / "fatigué": yesno = no
  var fed "fed" / "nourri": yesno = no
  var angry "angry" / "fâché": yesno = no
  field rank "rank" / "rang": number = 0
zone room of player "room" / "chambre|f": holds guest
zone street "street" / "rue|f": holds guest
zone bench "bench" / "banc|m": holds guest
guest monk "Monk" / "Moine|m": rank 1
define size_of(guest g) "the size of {g}" / "la taille de {g}" = g's rank
define asked(player p) = VALUE
to seat_all "seat all" / "asseoir tous":
  ORDER
to play_game "play" / "jouer": seat_all
"""

_MEANT = [
    ("if p's coin > 3 then 2 else if p's coin > 1 then 1 else 0",
     ["Means:", "- If that player has more than 3 coins: 2.", "- Otherwise, if that player has more than 1 coin: 1.",
      "- Otherwise: 0."],
     ["Signifie :", "- Si ce joueur a plus de 3 pièces : 2.", "- Sinon, si ce joueur a plus de 1 pièce : 1.", "- Sinon : 0."]),
    ("p's coin + (if p's coin > 3 then 2 else 1)",
     ["Means:", "- If that player has more than 3 coins: that player's coins plus 2.",
      "- Otherwise: that player's coins plus 1."],
     ["Signifie :", "- Si ce joueur a plus de 3 pièces : les pièces de ce joueur plus 2.",
      "- Sinon : les pièces de ce joueur plus 1."]),
    ("p's coin > 3 and p's room is not empty and (rich_only or p's coin > 9) and street is not empty",
     ["Holds if all of these hold:", "- That player has more than 3 coins.", "- That player's room is not empty.",
      "- The option “Only the rich” is chosen or that player has more than 9 coins.", "- The street is not empty."],
     ["Est vrai si tout ceci est vrai :", "- Ce joueur a plus de 3 pièces.", "- La chambre de ce joueur n'est pas vide.",
      "- L'option « Seulement les riches » est choisie ou ce joueur a plus de 9 pièces.", "- La rue n'est pas vide."]),
    ("size(p's room) > 0", ["Holds if that player's room is not empty."],
     ["Est vrai si la chambre de ce joueur n'est pas vide."]),
    ("count(guest g in p's room where g's tired) == 0", ["Holds if there is no guest in that player's room that is tired."],
     ["Est vrai s'il n'y a aucun client dans la chambre de ce joueur qui est fatigué."]),
    ("(size(p's room) + 9) / 10",
     ["Means: the number of guests in that player's room divided by 10 (rounded up)."],
     ["Signifie : le nombre de clients dans la chambre de ce joueur (à diviser par 10 et arrondir au supérieur)."]),
    ("(size(p's room) + 8) / 10",
     ["Means: (the number of guests in that player's room plus 8) divided by 10 (rounded down)."],
     ["Signifie : (le nombre de clients dans la chambre de ce joueur plus 8) (à diviser par 10 et arrondir à l'inférieur)."]),
    ("dozen", ["Means: what the option “Guests at most” (normally 12) says."],
     ["Signifie : ce que dit l'option « Clients au plus » (12 d'ordinaire)."]),
    ("min(p's coin, 7)", ["Means: that player's coins (at most 7)."], ["Signifie : les pièces de ce joueur (au plus 7)."]),
    ("least(size_of(g) for guest g in p's room where g's tired)",
     ["Means: the lowest size among the guests in that player's room that are tired."],
     ["Signifie : le minimum de la taille parmi les clients dans la chambre de ce joueur qui sont fatigués."]),
    ("most(n for n in 1..4 where p's coin > n)",
     ["Means: the highest number N from 1 to 4 for which that player's coins are more than N."],
     ["Signifie : le plus grand nombre N de 1 à 4 pour lequel les pièces de ce joueur dépassent N."]),
    ("size(highest(player q in players by q's coin, 0 - size(q's room)))",
     ["Means: the number of players with the highest coins, then the lowest number of guests in their room."],
     ["Signifie : le nombre de joueurs dont ceci est au plus haut : les pièces, puis au plus bas le nombre de clients dans sa "
      "chambre."]),
    ("size(highest(player q in players by 0 - q's coin))", ["Means: the number of players with the lowest coins."],
     ["Signifie : le nombre de joueurs dont les pièces sont au plus bas."]),
]  # fmt: skip

_DONE = [
    ("draw 4 - size(bench) from street to bench", "Fill the bench up to 4 with guests from the street.",
     "Complétez le banc jusqu'à 4 avec des clients de la rue."),
    ("draw 4 - size(street) from street to bench",
     "Draw as many guests as 4 minus the number of guests in the street from the street into the bench.",
     "Piochez autant de clients que 4 moins le nombre de clients dans la rue de la rue vers le banc."),
    ("end game with if rich_only then players else {}",
     "If the option “Only the rich” is chosen, end the game: all players win. Otherwise, end the game: nobody wins.",
     "Si l'option « Seulement les riches » est choisie, terminez la partie ; gagnants : tous les joueurs. "
     "Sinon, terminez la partie sans gagnant."),
    ("gain (if rich_only then 3 else 2) coin", "Gain (3 if the option “Only the rich” is chosen, otherwise 2) coins.",
     "Gagnez (3 si l'option « Seulement les riches » est choisie, sinon 2) pièces."),
    ("repeat (if rich_only then 3 else 2) times: gain 1 coin",
     "(3 if the option “Only the rich” is chosen, otherwise 2) times: gain 1 coin.",
     "(3 si l'option « Seulement les riches » est choisie, sinon 2) fois : gagnez 1 pièce."),
]  # fmt: skip


def told(folder: Path, name: str, lang: str, *, value: str = "1", order: str = "gain 1 coin") -> list[str]:
    path = folder / "tavern.rules"
    path.write_text(_GAME.replace("VALUE", value).replace("ORDER", order), "utf-8")
    page = teller(Game(path).program, lang).page(name)
    assert page is not None
    return [line.strip() for line in page.text]


@pytest.mark.parametrize(("value", "english", "french"), _MEANT)
def test_meant(value: str, english: list[str], french: list[str], tmp_path: Path) -> None:
    assert told(tmp_path, "asked", "en", value=value) == english
    assert told(tmp_path, "asked", "fr", value=value) == french


@pytest.mark.parametrize(("order", "english", "french"), _DONE)
def test_done(order: str, english: str, french: str, tmp_path: Path) -> None:
    assert " ".join(told(tmp_path, "seat_all", "en", order=order)) == english
    assert " ".join(told(tmp_path, "seat_all", "fr", order=order)) == french
