"""Every word of the language as the name of everything that has a name: it either works, or a finding says which word it is."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rulekit.api import Game
from rulekit.testing.examples import Variants, examples_of, run_and_keep
from tests.lang.corpus import findings
from tests.sizes import some

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/language.md"
GAME = """\
game words "Words": players 2
resource coin of player
kind card
card plain
zone pile: holds card
var total: number = 0
{declared}
to work player p:
{used}
to play_game:
  work first(players)
  move plain to pile
  first(players) gains 1 coin
  end game with players
example "it means what was declared":
  given:
    players ann, bob
  when:
    do work ann
  then:
    {holds}
"""


class Way(NamedTuple):
    """How something is declared, used, and what holds then."""

    declared: str
    used: str
    holds: str


WAYS = {
    "resource": Way("resource W of player", "  p gains 1 W", "first(players)'s W == 1"),
    "variable": Way("var W: number = 0", "  set W to 3", "W == 3"),
    "variable of players": Way("var W of player: number = 0", "  set p's W to 3", "first(players)'s W == 3"),
    "zone": Way("zone W: holds card", "  move plain to W", "plain in W"),
    "zone of players": Way("zone W of player: holds card", "  move plain to p's W", "plain in first(players)'s W"),
    "verb": Way("to W: gain 1 coin", "  p does:\n    W", "first(players)'s coin == 1"),
    "define": Way("define W = 7", "  set total to W", "total == 7"),
    "define of a player": Way("define W(player p) = 7", "  set total to W(p)", "total == 7"),
    "field": Way("kind other: field W: number = 4\nother thing_with", "  set total to thing_with's W", "total == 4"),
    "thing": Way("card W", "  move W to pile", "W in pile"),
    "value": Way("values those: W, another\nvar one_of_it: those = another", "  set one_of_it to W", "one_of_it == W"),
    "local name": Way("", "  let W = 5\n  set total to W", "total == 5"),
    "parameter": Way("define twice(number W) = 2 * W", "  set total to twice(2)", "total == 4"),
    "name in a loop": Way("", "  for each number W in 1..2: set total to total + W", "total == 3"),
}


def _words() -> list[str]:
    text = PAGE.read_text("utf-8").split("**Words of the language**")[1].split("## ")[0]
    return sorted(set(re.findall(r"`([a-z][a-z_]*)(?:\([^`]*)?`", text)))


def _cases() -> list[tuple[str, str]]:
    every = [(word, way) for word in _words() for way in WAYS]
    return random.Random(15).sample(every, some(150, len(every)))


@pytest.mark.parametrize(("word", "way"), _cases())
def test_it_works_or_is_named(word: str, way: str, tmp_path: Path) -> None:
    path = tmp_path / "words.rules"
    path.write_text(GAME.format(**{part: re.sub(r"\bW\b", word, text) for part, text in WAYS[way]._asdict().items()}))
    found = findings(path)
    if any(one.code in ("RK058", "RK011") or f"`{word}`" in one.message + one.hint for one in found):
        return
    assert [one.message for one in found if one.code not in ("RK051", "RK052")] == []
    game = Game(path)
    for example in examples_of(game):
        failure, _ = run_and_keep(example, Variants(game))
        assert failure is None, failure
