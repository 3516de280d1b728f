"""What should go to a zone that is not there stops the game, on both tiers, at the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.errors import RunError

_TEXT = """
game suits: players 2

values suit: red, blue
kind card: field colour: suit
card joker: starts in deck
card ruby: colour red; starts in deck
card spare: starts in deck
zone deck: holds card
zone pile of suit: holds card
{watch}
to lay card c: {act}

to play_game:
  lay ruby
  lay joker
  end game
"""
_ACTS = {
    "move": "move c to pile(c's colour)",
    "several": "move {c, spare} to pile(c's colour)",
    "top": "move c to top(pile(c's colour))",
    "shuffle": "shuffle c into pile(c's colour)",
    "draw": "draw 1 from deck to pile(c's colour)",
}
_WATCH = "var gone: number = 0\nrule eyes:\n  after player p moves card c: set gone to gone + 1\n"


@pytest.mark.parametrize("watch", ["", _WATCH], ids=["alone", "watched"])
@pytest.mark.parametrize("act", list(_ACTS))
@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_thing_cannot_go_nowhere(act: str, watch: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "suits.rules"
    path.write_text(_TEXT.format(watch=watch, act=_ACTS[act]), "utf-8")
    with pytest.raises(RunError, match="no such zone") as caught:
        Game(path, engine=engine).new(players=2, seed=1)
    assert caught.value.span is not None
    assert caught.value.span.source.line(caught.value.span.line).strip() == f"to lay card c: {_ACTS[act]}"


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_nothing_may_go_nowhere(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "suits.rules"
    act = "move {x in {c} where x is ruby} to pile(c's colour)"
    path.write_text(_TEXT.format(watch="", act=act), "utf-8")
    assert Game(path, engine=engine).new(players=2, seed=1).over
