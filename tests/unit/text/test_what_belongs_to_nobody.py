"""Variables and amounts of the table are told with their article, and what all copies of a card are as such."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.text import Teller

TEXT = """
game fire "Fire" / "Feu": players 2
values stage "stage" / "étape|f": early "early" / "début|m", late "late" / "fin|f"
resource food "gold" / "or"
resource fuse "fuse" / "mèche|f"
kind card "card" / "carte|f"
zone pile "Pile" / "Pile|f": holds card
card wolf "Wolf" / "Loup|m": copies 2
var bidder "highest bidder" / "meilleur offrant|m": player = none
var leads "who leads" / "celui qui mène": player = none
var now_at "stage of play" / "étape de jeu|f": stage = early
define two "two" / "deux" = 2
to play_game:
  move first(all(wolf), two) to pile
  lose (food) food
  lose (fuse) fuse
  if fuse == 0 and food > 1: end game
  if bidder is not none: set leads to bidder
  set now_at to late
"""
ENGLISH = (
    "move the first of all copies of Wolf (as many as two) to the Pile",
    "lose all the gold",
    "lose all the fuses",
    "if the number of fuses is 0 and the gold is more than 1, end the game",
    "if the highest bidder exists, the highest bidder becomes who leads",
    "the stage of play is now late",
)
FRENCH = (
    "déplacez les premières de tous les exemplaires de Loup (autant que deux) vers la Pile",
    "perdez tout l'or",
    "perdez toutes les mèches",
    "si le nombre de mèches vaut 0 et si l'or dépasse 1, terminez la partie",
    "si le meilleur offrant existe, le meilleur offrant devient celui qui mène",
    "l'étape de jeu : désormais fin",
)


@pytest.mark.parametrize(("lang", "told"), [("en", ENGLISH), ("fr", FRENCH)])
def test_told(tmp_path: Path, lang: str, told: tuple[str, ...]) -> None:
    path = tmp_path / "fire.rules"
    path.write_text(TEXT, "utf-8")
    page = Teller(Game(path).program, lang).page("play_game")
    assert page is not None
    text = " ".join(page.lines()).casefold()
    assert [one for one in told if one.casefold() not in text] == [], text
