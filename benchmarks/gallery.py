"""`python -m benchmarks.gallery [GAME ...]`: the benchmark games of the gallery against OpenSpiel's C++, driven from Python.

Contract: moves a second in the first moves of random games, CPU time, contenders in turn, ratios within a round. Both sides are
the same games: `tests/gallery/` plays them in lockstep. Moves are answers of players. What rulekit takes by itself because
there is no other answer is not counted for it; an action of OpenSpiel's backgammon is two of our steps and counts twice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import rulekit
from benchmarks.measure import Spread
from benchmarks.table import rows, thousands, times
from rulekit.api.native import reason

FIRST = 80  # moves of a game: the longest random games would else be all that is measured
AT_ONCE = 20  # games that native code plays in one call
LOOP, PLAYOUT, NATIVE, SPIEL = "rulekit", "rulekit playout", "rulekit native", "OpenSpiel C++"
Player = Callable[[Random], int]  # plays, and says how many moves


@dataclass(frozen=True)
class Twin:
    """The same game over there."""

    name: str
    steps: int = 1  # of ours in an action of theirs


GAMES: Mapping[str, Twin] = {
    "chess": Twin("chess"),
    "othello": Twin("othello"),
    "breakthrough": Twin("breakthrough"),
    "hex_game": Twin("hex(board_size=11)"),
    "backgammon": Twin("backgammon", steps=2),
}


def players(name: str) -> dict[str, Player]:
    """All who can play a game here; native code and OpenSpiel only where they can be had."""
    game = rulekit.load(name, engine="compiled")
    found = {LOOP: _loop(game), PLAYOUT: _playout(game)}
    native = rulekit.load(name, engine="native").new()
    if not reason(native.game, native.table):
        found[NATIVE] = _native(native)
    try:
        theirs = import_module("pyspiel").load_game(GAMES[name].name)
    except ImportError:  # an optional extra: one contender less
        return found
    return {**found, SPIEL: _spiel(theirs, GAMES[name].steps)}


def _loop(game: rulekit.Game) -> Player:
    def play(rng: Random) -> int:
        state = game.new(seed=rng.getrandbits(32))
        moves = 0
        while not state.over and moves < FIRST:
            state.play(rng.choice(state.decision.options))
            moves += 1
        return moves

    return play


def _playout(game: rulekit.Game) -> Player:
    start = game.new()
    return lambda rng: rulekit.playout(start, rng.getrandbits(32), limit=FIRST).data.answered


def _native(start: rulekit.State) -> Player:
    return lambda rng: sum(rulekit.playouts(start, AT_ONCE, rng.getrandbits(32), limit=FIRST, threads=1).lengths)


def _spiel(game: Any, steps: int) -> Player:
    def play(rng: Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal() and moves < FIRST:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += steps
        return moves

    return play


def raced(contenders: Mapping[str, Player], *, rounds: int, slice_seconds: float) -> dict[str, list[float]]:
    """Moves a second of each, by round; a first round warms up."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name, play in contenders.items():
            rate = _rate(play, Random(f"{name} {number}"), slice_seconds)
            if number:
                rates[name].append(rate)
    return rates


def _rate(play: Player, rng: Random, seconds: float) -> float:
    moves, start = 0, process_time()
    now = start
    while now - start < seconds:
        moves += play(rng)
        now = process_time()
    return moves / (now - start)


def gallery_table(games: Mapping[str, Mapping[str, list[float]]]) -> str:
    """A line a game: moves a second of each, and what part of OpenSpiel's speed ours reach."""
    head = ("game, moves/s", LOOP, PLAYOUT, NATIVE, SPIEL, "loop against OpenSpiel", "playout", "native")
    return rows(head, [_row(game, rates) for game, rates in games.items()])


def _row(game: str, rates: Mapping[str, list[float]]) -> list[str]:
    figures = [thousands(Spread.of(rates[name])) if name in rates else "" for name in (LOOP, PLAYOUT, NATIVE, SPIEL)]
    return [game, *figures, *(_against(rates, name) for name in (LOOP, PLAYOUT, NATIVE))]


def _against(rates: Mapping[str, list[float]], name: str) -> str:
    if name not in rates or SPIEL not in rates:
        return ""
    return times(Spread.of([a / b for a, b in zip(rates[name], rates[SPIEL], strict=True)]))


def all_gallery(rounds: int, slice_seconds: float, games: tuple[str, ...] = tuple(GAMES)) -> str:
    """The whole table."""
    return gallery_table({name: raced(players(name), rounds=rounds, slice_seconds=slice_seconds) for name in games})


if __name__ == "__main__":
    print(all_gallery(5, 0.3, tuple(sys.argv[1:]) or tuple(GAMES)))
