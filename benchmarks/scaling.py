"""What a decision costs when a game has ten times as many cards: those in the box, and those in play that wait for
something else. A small game is written out for each size, and the sizes race against each other.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.contenders import Contender
from benchmarks.measure import Spread, Tally, race, ratio
from rulekit.api import Game

FEW, MANY = 20, 200

_GAME = """
game growing: players 2
resource coins of player
resource gems of player
kind card:
  works in court
zone court of player: holds card
{cards}
to play_game:
  cycle player p in players where p's coins < 60:
    turn of p:
      menu:
        option coins:
          gain 2 coins
          end menu
        option gems:
          gain 1 gems
          end menu
  end game
"""


@dataclass
class Growth:
    """How many times as much a decision costs with ten times as many cards."""

    absent: Spread
    waiting: Spread


def growth(*, rounds: int, slice_seconds: float) -> Growth:
    with tempfile.TemporaryDirectory() as folder:
        return Growth(
            _compare(Path(folder), _absent, rounds, slice_seconds),
            _compare(Path(folder), _waiting, rounds, slice_seconds),
        )


def _absent(count: int) -> str:
    """Cards in the box that would answer every gain."""
    return "\n".join(f"card box_{i}:\n  after you gain n coins: set your gems to your gems + 1" for i in range(count))


def _waiting(count: int) -> str:
    """Cards in play that answer what never happens here."""
    text = "card idle_{} of player:\n  starts in court\n  after you lose n coins: set your gems to 0"
    return "\n".join(text.format(i) for i in range(count))


def _compare(folder: Path, cards: Callable[[int], str], rounds: int, slice_seconds: float) -> Spread:
    games = {}
    for count in (FEW, MANY):
        path = folder / f"growing_{count}.rules"
        path.write_text(_GAME.format(cards=cards(count)), "utf-8")
        games[str(count)] = _player(Game(path))
    tallies: dict[str, Tally] = race(games, rounds=rounds, slice_seconds=slice_seconds)
    return ratio(tallies[str(FEW)], tallies[str(MANY)])


def _player(game: Game) -> Contender:
    start = game.new(seed=1)

    def play(rng: Random) -> tuple[int, int]:
        state = start.copy()
        state.quiet = True
        moves = 0
        while not state.over:
            state.play(rng.choice((0, 1)))
            moves += 1
        return moves, -1

    return play


def check_ratio(rounds: int = 5) -> Spread:
    """`rulekit check` of a big game, warm, against importing two libraries: wall time of whole processes."""
    game = str(Path(__file__).parents[1] / "games" / "goldblivion.rules")
    ours = [sys.executable, "-m", "rulekit", "check", game]
    bare = [sys.executable, "-c", "import lark, yaml"]
    _wall(ours)
    return Spread.of([_wall(ours) / _wall(bare) for _ in range(rounds)])


def _wall(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start
