"""Rules that would run for ever end with a clear error instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.errors import RunError
from rulekit.program.limits import BUDGET

HEAD = "game endless: players 2\nresource gold of player\nresource sun of player\nvar ticks: number = 0\n\n"
ENDLESS = {
    "two triggers that feed each other": """
to play_game:
  item(players, 1) gains 1 gold
rule one:
  after player p gains n gold: p gains 1 sun
rule two:
  after player p gains n sun: p gains 1 gold
""",
    "a verb that calls itself": """
to play_game: dig
to dig:
  set ticks to ticks + 1
  dig
""",
    "a menu with one option that changes nothing": """
to play_game:
  item(players, 1) waits
to wait:
  menu:
    option stay: nothing
""",
    "a cycle without end": """
to play_game:
  cycle player p in players:
    set ticks to ticks + 1
""",
    "a cycle that changes nothing": """
to play_game:
  cycle player p in players:
    p gains 0 gold
""",
    "a repeat of many millions": """
to play_game:
  repeat up to 999999999 times:
    set ticks to ticks + 1
""",
    "a replacement whose verb starts the same event anew": """
to play_game:
  item(players, 1) gains 1 gold
rule again:
  instead of player p gains n gold: p tries_again with n
to try_again with number n:
  gain n gold
""",
}


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize("name", ENDLESS)
def test_endless_rules_are_stopped(name: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(HEAD + ENDLESS[name], encoding="utf-8")
    with pytest.raises(RunError) as error:
        Game(path, engine=engine, budget=BUDGET if engine == "compiled" else BUDGET // 10).new()
    assert "endless.rules" in str(error.value) or error.value.span is not None


def test_what_a_replacement_does_itself_is_not_replaced_again(tmp_path: Path) -> None:
    path = tmp_path / "halved.rules"
    rule = "rule halved:\n  instead of player p gains n gold: p gains (n / 2) gold\n"
    path.write_text(HEAD + "to play_game:\n  item(players, 1) gains 8 gold\n" + rule, encoding="utf-8")
    assert Game(path).new().get("player1's gold") == 4
