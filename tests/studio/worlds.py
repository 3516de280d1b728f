"""What a seat is told, held against what it would be told in other worlds that it could be in.

`python -m tests.studio.worlds [GAME ...] [--positions N]` plays whole games by chance until so many positions of each were
compared, every seat of each of them, and prints how many.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import rulekit
from rulekit.api import State
from rulekit.errors import ResampleError
from rulekit.sources.bundled import whole_games
from rulekit.studio.messages import table_message

_LONG = 60  # so many positions of one play at most, spread over all of it
_ENDLESS = 3000  # answers after which a play by chance is given up


@dataclass
class Found:
    """What was compared."""

    positions: int = 0
    messages: int = 0
    left: int = 0  # seats of positions that have no other world: what is carried out was worked out from what they cannot know
    plays: int = 0
    ended: int = 0  # plays that came to the end of the game


def line(name: str, seed: int, most: int) -> list[State]:
    """The positions of one play by chance, from the first to the last."""
    game, rng = rulekit.load(name), Random(seed)
    state = game.new(game.player_counts[seed % len(game.player_counts)], seed)
    found = [state]
    while not state.over and len(found) < most:
        state = state.apply(rng.choice(state.decision.options))
        found.append(state)
    return found


def compare(state: State, seed: int) -> tuple[int, int]:
    """The message of each seat against that of another world: how many were compared, and for how many there is no other."""
    done = 0
    for player in state.players:
        try:
            other = table_message(state.resample(player, seed), player, "en")
        except ResampleError:
            continue
        mine = table_message(state, player, "en")
        del mine["table"]["can_undo"], other["table"]["can_undo"]  # a world drawn anew has no past
        if state.over:  # all are told the final scores, as at any table
            mine["table"]["players"] = other["table"]["players"] = []
        assert mine == other, f"player {player} after {state.answers}"
        done += 1
    return done, len(state.players) - done


def spread(states: list[State], most: int) -> Iterator[State]:
    """So many of the positions at most, the last one always."""
    step = -(-len(states) // most)
    yield from reversed(states[::-1][::step])


def compared(name: str, positions: int, most: int = _ENDLESS) -> Found:
    """So many positions of a game, from as many plays as that takes."""
    found = Found()
    while found.positions < positions:
        states = line(name, found.plays, most)
        found.plays += 1
        found.ended += states[-1].over
        for state in spread(states, min(_LONG, positions - found.positions)):
            done, left = compare(state, found.plays)
            found.positions, found.messages, found.left = found.positions + 1, found.messages + done, found.left + left
    return found


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.studio.worlds")
    asked.add_argument("games", nargs="*", default=whole_games())
    asked.add_argument("--positions", type=int, default=2000)
    given = asked.parse_args()
    for name in given.games:
        started = time.process_time()
        found = compared(name, given.positions)
        took = time.process_time() - started
        print(
            f"{name}: {found.positions:,} positions of {found.plays:,} plays ({found.ended:,} to the end), "
            f"{found.messages:,} messages equal, {found.left:,} without another world, {took:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
