"""Things of players that are called alike: told apart in options and views; and where a player stands on a board."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.story.words import Words
from rulekit.table_view.marks import mark_views, standing

GAME = """
game robots "Robots": players 2
kind sq is cell "square"
kind robot "robot":
  var hits "hits": number = 0
kind card "card"
card penny "Penny": copies 3
board grid of sq "Grid": square 4, 1
robot bot of player "Robot"
zone stands of sq "stands": holds robot
zone hand of player "Hand": holds card
var archive of player "archive": sq = none
to play_game:
  for each player p in players:
    if {pieces} == 1: move p's bot to item(grid, p's seat)'s stands
    move first(all(penny)) to p's hand
    set p's archive to item(grid, p's seat + 2)
  move item(all(penny), 2) to last(players)'s hand
  first(players) does:
    choose robot r in all(robot)
    set r's hits to r's hits + 1
    choose card c in {{d for player q in players for card d in q's hand}}
    move c to your hand
  end game with players
"""


def begun(tmp_path: Path, pieces: int) -> rulekit.State:
    path = tmp_path / "robots.rules"
    path.write_text(GAME.format(pieces=pieces).replace("first(all(penny))", "item(all(penny), p's seat)"), encoding="utf-8")
    return rulekit.load(path).new(seed=1, names=["ann", "bob"])


def test_options_and_views_tell_them_apart(tmp_path: Path) -> None:
    state = begun(tmp_path, 1)
    assert [option.label for option in state.decision.options] == ["Robot (ann)", "Robot (bob)"]
    state = state.apply(1)
    view = state.view(0)
    lying = {thing for zone in view["zones"].values() for thing in zone["things"] if thing.startswith("bot")}
    assert lying == {key.removesuffix(".hits") for key in view["values"] if key.endswith(".hits")} == {"bot", "bot#2"}
    assert view["values"]["bot#2.hits"] == 1


def test_cards_of_a_name_are_told_apart_by_place(tmp_path: Path) -> None:
    state = begun(tmp_path, 1).apply(0)
    labels = [option.label for option in state.decision.options]
    assert labels == ["Penny (ann)", "Penny (bob)"]


def test_a_cell_that_is_only_remembered_has_nobody_on_it(tmp_path: Path) -> None:
    state = begun(tmp_path, 1)
    assert not list(standing(state.machine))
    assert [mark["text"] for mark in mark_views(state.machine, 0, Words(state.table))] == []


def test_who_has_no_piece_stands_where_he_says(tmp_path: Path) -> None:
    state = begun(tmp_path, 0)
    found = [(state.table.entities[cell].name, player) for cell, player, _ in standing(state.machine)]
    assert [name for name, _ in found] == ["grid_3_1", "grid_4_1"]
