"""Amounts that belong to values, cells and pairs are told with what they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game

TEXT = """
game camps "Camps": players 2
values column "column": third "third column", fourth "fourth column"
resource camp of player, column "camp"
resource heat of column "heat|heat"
kind spot is cell "spot"
resource flag of player, spot "flag"
board yard of spot:
  square
  map:
    | s1 s2
var height of player, column "height": number = 0

to play_game:
  turn of first(players):
    gain 3 camp(third) + 2 heat(fourth)
    gain 1 flag(s2)
    pay 2 camp(third)
    pay 1 heat(fourth)
    give 1 flag(s2) to last(players)
    set your height(third) to 1
    set your height(fourth) to 1
  first(players) chooses one:
    option trade "Trade" costs 1 camp(third): nothing
    option rest "Rest": nothing
  end game with players
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("owned") / "camps.rules"
    path.write_text(TEXT, "utf-8")
    return Game(path)


def test_amounts_name_their_second_owner(game: Game) -> None:
    told = game.new(players=2, seed=1, names=["ann", "bob"]).story(everything=True)
    assert [line.strip() for line in told][1:] == [
        "Ann gains 3 camps (third column); fourth column: +2 heat; ann gains 1 flag (s2)",
        "Ann pays 2 camps (third column)",
        "Payment of 1 heat (fourth column)",
        "Ann loses 1 flag (s2)",
        "Bob gains 1 flag (s2)",
        "Ann's height (third column): 0 → 1; ann's height (fourth column): 0 → 1",
    ]


def test_events_hold_the_second_owner(game: Game) -> None:
    events = game.new(players=2, seed=1).events
    gains = [event for event in events if event.kind == "gain"]
    assert [(event.name, event.value("of"), event.value("with")) for event in gains[:2]] == [
        ("camp", None, "third"),
        ("heat", "fourth", None),
    ]
    assert next(event for event in events if event.kind == "pay").value("amounts") == ((("camp", 2, "third"),),)


def test_events_of_pairs_are_saved(game: Game) -> None:
    state = game.new(players=2, seed=1)
    assert game.from_json(state.to_json()).events == state.events


HIDDEN = """
game peek "Peek": players 2
kind card "card"
card fig "Fig": copies 2
card plum "Plum"
zone hand of player "hand": holds card; seen by others
to play_game:
  move all(card) to first(players)'s hand
  turn of first(players):
    choose one:
      option lose_it "Lose {c}" with card c in your hand: destroy c
    choose card d in your hand
    destroy d
  end game with players
"""


def test_a_hidden_thing_is_told_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "peek.rules"
    path.write_text(HIDDEN, "utf-8")
    state = Game(path).new(players=2, seed=1, names=["ann", "bob"])
    state = state.apply("lose_it ann.hand.2").apply("ann.hand.1")
    told = [event for event in state.events_for(0) if event.kind == "answer"]
    assert [(event.value("item"), event.value("at")) for event in told] == [(1, 2), (1, 1)]
    lines = [line.strip() for line in state.story(0)]
    assert "Ann: Lose ann's hand, no. 2 — Fig leaves the game" in lines
    assert "Ann chooses ann's hand, no. 1 — Fig leaves the game" in lines
