"""A label with an article or possessive before a slot: one of two articles goes, in the right place."""

from __future__ import annotations

import pytest

from rulekit.api import Game
from rulekit.program.game import Program
from rulekit.text import teller
from rulekit.text.determiners import MARK
from rulekit.text.languages import LANGUAGES

_GAME = """
game strikes "Strikes" / "Coups": players 2
resource chip of player "chip" / "jeton"
kind tile "tile" / "tuile|f":
  field cost "cost" / "coût": number = 0
zone bag "bag" / "sac": holds tile
tile bog "The Bog" / "Le Marais"
define worth(tile t) "the worth of the {t}" / "la valeur de la {t}" = t's cost
define beside_it(direction d, tile t) "the tile {d} of {t}" / "la tuile {d} de {t}" = t's cost
define facing(direction d, tile t) "the tile toward the {d}" / "la tuile vers la {d}" = t's cost + beside_it(d, t)
define up(tile t) "up" / "dessus" = beside_it(north, t)
to strike tile t "strike the {t}" / "frapper la {t}": gain 1 chip
to mark tile t "mark your {t}" / "marquer votre {t}": gain (worth(t)) chip
to act "act" / "agir":
  choose one:
    option one "strike the {t}" / "frapper la {t}" with tile t in bag: gain 1 chip
    option other "call a {t}" / "appeler une {t}" with tile t in bag: gain 1 chip
to hit "hit" / "toucher":
  choose tile c in bag
  strike c
  mark c
  strike bog
to play_game: act
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("strikes") / "strikes.rules"
    path.write_text(_GAME, "utf-8")
    return Game(path).program


@pytest.mark.parametrize(
    ("lang", "name", "told"),
    [
        ("en", "strike", "Strike the tile: Gain 1 chip."),
        ("fr", "strike", "Frapper la tuile: Gagnez 1 jeton."),
        ("en", "mark", "Mark your tile: Gain as many chips as the worth of that tile."),
        ("fr", "mark", "Marquer votre tuile: Gagnez autant de jetons que la valeur de cette tuile."),
        ("en", "worth", "The worth of the tile: Means: that tile's cost."),
        ("en", "beside_it", "The tile in a direction of a tile:"),
        ("fr", "beside_it", "La tuile dans une direction d'une tuile:"),
        (
            "en",
            "facing",
            "The tile toward the direction: Means: that tile's cost plus the tile in that direction of that tile.",
        ),
        ("fr", "facing", "Le coût de cette tuile plus la tuile dans cette direction de cette tuile.".replace("Le", "le")),
        ("en", "up", "the tile north of that tile."),
        ("en", "act", "Strike the tile in the bag: gain 1 chip. - Call a tile in the bag: gain 1 chip."),
        ("fr", "act", "Frapper la tuile dans le sac : gagnez 1 jeton. - Appeler une tuile dans le sac : gagnez 1 jeton."),
        ("en", "hit", "Strike that tile. Mark your tile. Strike the Bog."),
        ("fr", "hit", "Frappez cette tuile. Marquez votre tuile. Frappez le Marais."),
    ],
)
def test_one_article(program: Program, lang: str, name: str, told: str) -> None:
    page = teller(program, lang).page(name)
    assert page is not None
    assert told in f"{page.title}: " + " ".join(line.strip() for line in page.text)


@pytest.mark.parametrize(
    ("lang", "marked", "settled"),
    [
        ("en", "to the *you", "to you"),
        ("en", "the *3 cards of the *a tile", "the 3 cards of the tile"),
        ("en", "a *an owl", "an owl"),
        ("en", "bathe *a tile", "bathe a tile"),
        ("fr", "la case du *un joueur", "la case de le joueur"),
        ("fr", "à l'*une arme", "à la arme"),
        ("fr", "poser des *ces tuiles", "poser de ces tuiles"),
    ],
)
def test_settled(lang: str, marked: str, settled: str) -> None:
    assert LANGUAGES[lang].determiners.settled(marked.replace("*", MARK)) == settled
