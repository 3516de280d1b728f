"""Small tables made by hand: a game that has stopped at its first question, and what lies where in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulekit.api import load
from rulekit.runtime.machine import Machine

ENGINES = ("interpreted", "compiled")
PLAY = """
to play_game:
  turn of item(players, 1):
    menu:
      option wait: gain 0 coin
      option stop: end game
"""
HEAD = """\
game g: players 2
kind card:
  works in hand
resource coin of player: cap 10
resource grain of player
resource debt of player: no_floor
zone hand of player: holds card; seen by owner
zone pile: holds card; seen by nobody
zone shown: holds card
"""


def machine(tmp_path: Path, engine: str, text: str = "card ace: copies 3\n", seed: int = 1) -> Machine:
    """The machine of a game that waits for its first answer."""
    path = tmp_path / "g.rules"
    path.write_text(HEAD + text + PLAY, encoding="utf-8")
    return load(path, engine=engine).new(seed=seed).machine


def amount(m: Machine, resource: str, owner: Any) -> int:
    return int(m.s.vals[m.t.slot[resource][(owner,)]])


def give(m: Machine, owner: Any, **amounts: int) -> None:
    for resource, count in amounts.items():
        m.s.vals[m.t.slot[resource][(owner,)]] = count


def zone(m: Machine, name: str, *owners: int) -> int:
    return m.t.zone_number[(name, *owners)]


def things(m: Machine, design: str) -> list[int]:
    return m.t.by_design[design]
