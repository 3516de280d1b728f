"""What has a name and no label is told in every language: parts of records by catalogues, players, directions, cells and
amounts by the machine."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.api import Game, State
from rulekit.cli.main import main
from rulekit.table_view.look import look
from rulekit.text import Teller

_TEXT = """
game paths "Paths": players 2
resource coin of player "coin|coins"
kind plot is cell
board hill of plot "Hill":
  square 2, 2
zone left_shelf of player "left shelf": holds jar
zone right_shelf of player "right shelf": holds jar
kind jar "jar":
  var aim "aim": stroke = none
zone store "store": holds jar
jar plum "Plum": starts in store
record stroke "{at} {way}":
  at: plot
  way: direction
to play_game:
  for each player p in players:
    turn of p:
      p chooses stroke s in {stroke(at: x, way: north) for plot x in hill}
      set plum's aim to s
      p chooses zone z in {p's left_shelf, p's right_shelf}
      p chooses player q in players
      gain 2 coin or 1 coin
  end game
"""
_CATALOGUE = {
    "game": ("Paths", "Sentiers"), "coin": ("coin|coins", "pièce"), "hill": ("Hill", "Colline|f"), "plum": ("Plum", "Prune"),
    "left_shelf": ("left shelf", "étagère de gauche|f"), "right_shelf": ("right shelf", "étagère de droite|f"),
    "jar": ("jar", "bocal"), "store": ("store", "réserve|f"), "jar.aim": ("aim", "visée|f"), "plot": ("plot", "parcelle|f"),
    "stroke": ("{at} {way}", "{at} {way}"), "stroke.stroke": ("stroke", "coup"),
    "stroke.at": ("at", "départ"), "stroke.way": ("way", "sens"),
}  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("paths") / "paths.rules"
    path.write_text(_TEXT, "utf-8")
    entries = (f'msgctxt "{at}"\nmsgid "{text}"\nmsgstr "{said}"\n' for at, (text, said) in _CATALOGUE.items())
    path.with_suffix(".fr.po").write_text("\n".join(entries), "utf-8")
    return Game(path)


def offered(state: State, lang: str) -> list[str]:
    return [option.label_in(lang) for option in state.decision.options]


def test_options(game: Game) -> None:
    """A cell of a measured board, a direction, a zone, a player and an amount, as they are offered."""
    state = game.new(seed=1)
    assert offered(state, "fr")[:2] == ["Colline 1 1 nord", "Colline 2 1 nord"] and offered(state, "en")[0] == "Hill 1 1 north"
    state = state.apply(state.decision.options[0])
    assert offered(state, "fr") == ["étagère de gauche", "étagère de droite"]
    state = state.apply("left_shelf")
    assert offered(state, "fr") == ["Joueur 1", "Joueur 2"] and offered(state, "en")[1] == "Player 2"
    assert offered(state.apply("player1"), "fr") == ["2 pièces", "1 pièce"]


def test_on_the_table(game: Game) -> None:
    """A record that is kept on a thing."""
    state = game.new(seed=1)
    view = look(state.apply(state.decision.options[0]), 0, "fr")
    assert "'notes': ['visée Colline 1 1 nord']" in repr(view)


def test_records(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """A record has a noun for catalogues, though its label tells it by its parts."""
    page = Teller(game.program, "fr").page("stroke")
    assert page is not None and page.title == "Coup" and "départ" in page.what and "sens" in page.what
    assert main(["translate", "check", str(game.path), "--lang", "fr"]) == 0, capsys.readouterr()


def test_a_list_that_nobody_could_read() -> None:
    """Records that no label tells by their parts are told by how many they are."""
    state = rulekit.load("chess").new(seed=1)
    state = state.apply(state.decision.options[0])
    told = {lang: [one["text"] for one in look(state, 0, lang)["values"] if one["name"] == "past"] for lang in ("en", "fr")}
    assert told == {"en": ["1 standing"], "fr": ["1 position"]}
