"""A list with nothing in it and a thing that is not there fill their slots: nothing is told with a slot left open."""

from __future__ import annotations

import pytest

from rulekit.api import Game, State
from rulekit.story.event import as_plain, from_plain

TEXT = """
game stall "Stall" / "Étal": players 2
kind jar "jar" / "bocal"
zone shelf "shelf" / "étagère|f": holds jar
zone sack of player "sack" / "sac": holds jar
jar plum "Plum" / "Prune": starts in shelf
jar pear "Pear" / "Poire": starts in shelf
to play_game:
  turn of first(players):
    sort {jar in your sack}
    sort {jar in shelf}
    wrap first({jar in your sack})
    tie {jar in your sack}
  end game with players
to sort list of jar js "sort {js}" / "trier {js}": announce "now {js}" / "voilà {js}"
to wrap jar j "wrap {j}" / "emballer {j}": announce "now {j}" / "voilà {j}"
to tie list of jar js "tie the string[ round {js}]" / "nouer la ficelle[ autour de {js}]": announce "tied" / "noué"
"""


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> State:
    path = tmp_path_factory.mktemp("stall") / "stall.rules"
    path.write_text(TEXT, "utf-8")
    return Game(path).new(players=2, seed=1)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["sorts nothing: now nothing", "sorts Plum, Pear: now Plum, Pear", "wraps none: now none",
                "ties the string: tied"]),
        ("fr", ["trie rien : voilà rien", "trie Prune, Poire : voilà Prune, Poire", "emballe aucun : voilà aucun",
                "noue la ficelle : noué"]),
    ],
)  # fmt: skip
def test_told(over: State, lang: str, told: list[str]) -> None:
    """An optional part of a label is left out where there is nothing to say."""
    lines = over.story(everything=True, lang=lang)
    assert [line.split(" 1 ", 1)[1] for line in lines if ": " in line and " 1 " in line] == told, lines


def test_as_data(over: State) -> None:
    """Whoever reads events finds the part, with nothing in it."""
    first = next(event for event in over.events if event.kind == "verb")
    assert [(part.role, part.value) for part in first.parts] == [("js", ())]
    assert from_plain(as_plain(first)) == first
