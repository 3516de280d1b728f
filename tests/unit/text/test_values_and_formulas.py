"""What a verb gives back, what a variable holds and begins with, and formulas with their brackets."""

from __future__ import annotations

import pytest

from rulekit.api import Game
from rulekit.program.game import Program
from rulekit.text import teller

_GAME = """
game values "Values" / "Valeurs": players 2
resource chip of player "chip" / "jeton"
kind tile "tile" / "tuile|f"
var keeper "the keeper" / "le gardien": player = none
var mark "the mark" / "la marque": tile = none
var row "row" / "rangée|f": list of number
var ahead_now of player "ahead" / "en tête": yesno = no
to more number x "more {x}" / "plus {x}": result 2 * x > first(players)'s chip
to led number x "led {x}" / "mené {x}": result first(players)'s ahead_now
to cases number x "cases {x}" / "cas {x}": result if x > 3 then first(players)'s ahead_now else no
define nested(number x) "nested" / "imbriqué" = x > 1 and (if x > 3 then no else x > 2)
to always "always" / "toujours": result yes
define inside(number a, number b) "inside" / "dedans" = remainder(a - 1 - b, 4) + 1
define taken(number a, number b) "taken" / "retiré" = a - (b - 1)
define open_slots(number a) "open" / "libre" = 4 - max(0, a - 3)
define share(number a) "share" / "part" = 10 / (a * 2)
define least(number a, number b) "least" / "minimum" = min(a, b) + 1
define bounded(number a, number b) "bounded" / "borné" = max(0, a) + b
define contrary(number a, number b) "contrary" / "contraire" = -(a + b)
define halved(number a, number b) "halved" / "moitié" = (a - b + 1) / 2
to play_game: end game
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("values") / "values.rules"
    path.write_text(_GAME, "utf-8")
    return Game(path).program


_LINES = [
    ("more", "The result is whether twice N is more than the chips of the first of all players.", "Le résultat dit si"),
    ("led", "The result is whether the first of all players is ahead.", "est en tête."),
    ("cases", "If N is more than 3, the result is whether", "Si N dépasse 3, le résultat dit si"),
    ("cases", "is ahead. Otherwise, the result is no.", "est en tête. Sinon, le résultat est non."),
    ("nested", "never if N is more than 3, otherwise N is more than 2", "jamais si N dépasse 3"),
    ("always", "The result is yes.", "Le résultat est oui."),
    ("keeper", "At first nobody.", "Au départ personne."),
    ("mark", "At first nothing.", "Au départ rien."),
    ("inside", "(the remainder of (N minus 1 minus M) divided by 4) plus 1.", "de (N moins 1 moins M) par 4) plus 1."),
    ("taken", "N minus (M minus 1).", "N moins (M moins 1)."),
    ("open_slots", "4 minus (N minus 3 (at least 0)).", "4 moins (N moins 3 (au moins 0))."),
    ("share", "10 divided by (N times 2) (rounded down).", "(N fois 2)"),
    ("least", "(the smaller of N and M) plus 1.", "(le plus petit nombre entre N et M) plus 1."),
    ("bounded", "N (at least 0) plus M.", "N (au moins 0) plus M."),
    ("contrary", "-(N plus M).", "-(N plus M)."),
    ("halved", "half of (N minus M) (rounded up).", "(N moins M)"),
]


@pytest.mark.parametrize(("name", "english", "french"), _LINES)
def test_said(program: Program, name: str, english: str, french: str) -> None:
    for lang, wanted in (("en", english), ("fr", french)):
        page = teller(program, lang).page(name)
        assert page is not None
        assert wanted in " ".join(line.strip() for line in page.lines())


@pytest.mark.parametrize(("lang", "what"), [("en", "list of numbers"), ("fr", "liste de nombres")])
def test_a_list_is_told_as_one(program: Program, lang: str, what: str) -> None:
    page = teller(program, lang).page("row")
    assert page is not None and page.what == what
