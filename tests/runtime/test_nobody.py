"""What somebody should gain or lose where there is nobody is an error, never silence; both tiers say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game, State
from rulekit.errors import RunError

HEAD = "game g: players 2\nresource coin of player\nresource grain of player\nresource fuse\n"
ENGINES = pytest.mark.parametrize("engine", ["interpreted", "compiled"])


def _state(tmp_path: Path, engine: str, *lines: str, more: str = "") -> State:
    path = tmp_path / "nobody.rules"
    body = "".join(f"  {line}\n" for line in (*lines, "end game with players"))
    path.write_text(f"{HEAD}{more}to play_game:\n{body}", encoding="utf-8")
    return Game(path, engine=engine).new(seed=1)


@ENGINES
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("gain 3 coin", "nobody is here to gain `coin`"),
        ("lose 1 coin", "nobody is here to lose `coin`"),
        ("gain 1 fuse + 2 grain", "nobody is here to gain `grain`"),
        ("gain (1 coin or 1 grain)", "nobody is here to choose what to gain"),
        ("first({player p in players where p's coin > 9}) gains 1 coin", "nobody is here to gain `coin`"),
    ],
)
def test_what_belongs_to_players_needs_somebody(engine: str, line: str, wanted: str, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="say who does it, as in `p gains") as found:
        _state(tmp_path, engine, line)
    assert found.value.message == wanted
    assert found.value.span is not None and found.value.span.line == 6


@ENGINES
def test_in_an_ability_of_a_rule_too(engine: str, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="nobody is here to gain `coin`"):
        _state(tmp_path, engine, "strike", more="moment strike\nrule bell:\n  after strike: gain 1 coin\n")


@ENGINES
def test_what_the_table_has_and_nothing_at_all_need_nobody(engine: str, tmp_path: Path) -> None:
    state = _state(tmp_path, engine, "gain 3 fuse", "lose 1 fuse", "gain 0 coin", "gain nothing", "lose (1 - 1) grain")
    assert state.over and state.get("fuse") == 2


GUESTS = """
kind card
kind gem is card
card fig: starts in row
gem ruby, opal: starts in row
zone row: holds card
var friend of player: player = none
var guests: list of player = {}
var met, counted, all_of_them, round_the_table, gems: number = 0
"""
LOOPS = (
    "set guests to {p's friend for player p in players} + {last(players)}",
    "set counted to count(player q in guests)",
    "for each player q in guests:",
    "  q gains 1 coin",
    "  set met to met + 1",
    "for each q in guests:",
    "  set all_of_them to all_of_them + 1",
    "cycle player q in guests where round_the_table < 3:",
    "  q gains 1 grain",
    "  set round_the_table to round_the_table + 1",
    "cycle gem c in row where gems < 3:",
    "  move c to box",
    "  set gems to gems + 1",
)


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "native"])
def test_a_loop_over_a_kind_passes_over_none(engine: str, tmp_path: Path) -> None:
    state = _state(tmp_path, engine, *LOOPS, more=GUESTS)
    assert [state.get(name) for name in ("met", "counted", "all_of_them", "round_the_table")] == [1, 1, 3, 3]
    assert state.get("player2's coin") == 1 and state.get("player2's grain") == 3
    assert state.get("gems") == 2 and state.get("row") == ["fig"]


SHOWN = """
game shown: players 2
kind card
card fig, plum: starts in deck
zone deck: holds card
zone hand of player: holds card; seen by owner
var friend of player: player = none

to play_game:
  for each player p in players: move first(deck) to p's hand
  for each player p in players:
    p does:
      choose number n in 1..2
      reveal your hand to your friend
  end game with players
"""


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "native"])
def test_what_is_shown_to_nobody_nobody_sees(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "shown.rules"
    path.write_text(SHOWN, encoding="utf-8")
    state = Game(path, engine=engine).new(seed=1)
    hands, known = [state.view(player)["zones"] for player in state.players], state.data.known
    if engine == "native":
        state = state.native().apply(0).to_state()
    else:
        state.play(0)
    assert [state.view(player)["zones"] for player in state.players] == hands
    assert not any(state.data.up) and state.data.known == known
