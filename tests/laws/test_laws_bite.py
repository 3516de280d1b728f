"""The laws themselves: a state that breaks one is found out, and a search shows the shortest play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Decision, Game, Option, State, load
from rulekit.interpreter.state import Data
from rulekit.testing import LawBroken, check_laws, laws

BROKEN = """
game broken: players 2
resource pebbles of player

to play_game:
  repeat 9 times:
    turn of item(players, 1):
      choose one:
        option wait: nothing
        option take: gain 1 pebbles

invariant "few pebbles": every(p's pebbles < 3 for player p in players)
"""


@pytest.fixture
def miniature() -> State:
    return load("miniature").new(seed=5)


def deciding(state: State, *options: Option, kind: str = "choice", player: int | None = 0) -> State:
    state._decision = Decision(kind, player, "", options)
    return state


def test_options_twice(miniature: State) -> None:
    with pytest.raises(LawBroken, match="the same text: rest"):
        laws.options_are_clear(deciding(miniature, Option("rest"), Option("rest")))


def test_an_option_for_a_stranger(miniature: State) -> None:
    with pytest.raises(LawBroken, match="player 7 decides"):
        laws.options_are_clear(deciding(miniature, Option("rest"), player=7))


def test_chance_that_does_not_add_up(miniature: State) -> None:
    half, third = (Option("a", probability=Fraction(1, n)) for n in (2, 3))
    with pytest.raises(LawBroken, match="add up to 5/6"):
        laws.chance_adds_up(deciding(miniature, half, third, kind="chance", player=None))


def test_a_thing_in_two_places(miniature: State) -> None:
    deck = miniature.data.where[miniature.get("player1's deck")[0]]
    miniature.data.zones[deck] *= 2
    with pytest.raises(LawBroken, match="two places"):
        laws.things_are_somewhere(miniature)


def test_a_copy_that_shares(miniature: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Data, "copy", lambda self: self)
    with pytest.raises(LawBroken, match="never shares"):
        laws.copies_are_independent(miniature)


def test_a_view_that_shows_the_seed(miniature: State, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = State.view

    def view(self: State, player: int) -> dict[str, Any]:
        return {**honest(self, player), "lucky number": self.data.seed * 3}

    monkeypatch.setattr(State, "view", view)
    with pytest.raises(LawBroken, match="depends on the seed"):
        laws.views_hide_machinery(miniature)


def test_a_view_that_shows_a_deck(miniature: State, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = State.view

    def view(self: State, player: int) -> dict[str, Any]:
        return {**honest(self, player), "next": self.get("player1's deck")}

    monkeypatch.setattr(State, "view", view)
    with pytest.raises(LawBroken, match="both hidden"):
        laws.views_hide_things(miniature)


def test_the_shortest_play_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN, encoding="utf-8")
    with pytest.raises(LawBroken, match="few pebbles\n  after the answers: take, take, take\n"):
        check_laws(Game(path), plays=60, most=6)


def test_a_play_without_end(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(BROKEN.replace("repeat 9 times", "repeat up to 9999 times"), encoding="utf-8")
    with pytest.raises(LawBroken, match="not over after 50 decisions"):
        laws.ends_within(Game(path), 50)
