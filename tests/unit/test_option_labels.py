"""Options as players read them: slots of labels are filled, values by their labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game, State
from rulekit.outlook.sight import Sight
from rulekit.terminal.prompt import matching, offer_lines, offers
from rulekit.terminal.style import Style

_TEXT = """
game labels: players 2

values colour: red "Red" / "Rouge", blue "Blue" / "Bleu"
values column: c2 "2", c3 "3"
record pair "{low} and {high}" / "{low} et {high}":
  low: number
  high: column
record duo:
  left "left die" / "dé gauche": number
  hue: colour
resource coin of player "coin" / "pièce"
resource pearl of player "shiny pearl" / "perle"

to take_turn:
  choose one:
    option take "Take {c}" / "Prendre {c}" with colour c in all(colour): gain 1 coin
    option earn "Earn {n:coin}" / "Gagner {n:pièce}" with number n in {1, 2}: gain n coin
    option leave "Leave" / "Partir": nothing
  choose pair p in {pair(low: 3, high: c2), pair(low: 4, high: c3)}
  choose duo d in {duo(left: 3, hue: red), duo(left: 4, hue: blue)}
  choose up to 2 column ks in all(column)
  choose number n in {0, 2, 7}
  choose resource r in all(resource)
  gain (p's low + d's left + size(ks) + n) of r

to play_game:
  for each player p in players: p takes_turn
  end game
"""
_LABELS = [
    ["Take Red", "Take Blue", "Earn 1 coin", "Earn 2 coins", "Leave"],
    ["3 and 2", "4 and 3"],
    ["left die 3, hue Red", "left die 4, hue Blue"],
    ["2", "3", "done"],
    ["3", "done"],
    ["0", "2", "7"],
    ["coin", "shiny pearl"],
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("labels") / "labels.rules"
    found.write_text(_TEXT, "utf-8")
    return found


def _questions(game: Game) -> list[State]:
    state, found = game.new(players=2, seed=1), []
    for _ in _LABELS:
        found.append(state)
        state = state.apply(state.decision.options[0])
    return found


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_labels_of_options(path: Path, engine: str) -> None:
    states = _questions(Game(path, engine=engine))
    assert [[option.label for option in state.decision.options] for state in states] == _LABELS


def test_the_prompt_says_the_same(path: Path) -> None:
    states = _questions(Game(path))
    assert [[offer.label for offer in offers(Sight(state, 0))] for state in states] == _LABELS
    french = [offer.label for offer in offers(Sight(states[0], 0, "fr"))]
    assert french == ["Prendre Rouge", "Prendre Bleu", "Gagner 1 pièce", "Gagner 2 pièces", "Partir"]


def test_an_option_called_by_a_number_has_that_number(path: Path) -> None:
    columns = offers(Sight(_questions(Game(path))[3], 0))
    assert [(offer.number, offer.label) for offer in columns] == [(2, "2"), (3, "3"), (1, "done")]
    assert [offer.option.text for offer in matching("3", columns)] == ["c3"]


def test_amounts_with_gaps_are_not_shown_as_a_range(path: Path) -> None:
    numbers = offers(Sight(_questions(Game(path))[5], 0))
    assert offer_lines(numbers, Style(60)) == ["  0, 2, 7"]
