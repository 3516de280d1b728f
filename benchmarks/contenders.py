"""Who plays: each contender plays one game at random and says how long it was and who won.

Contract: a contender is a function of a `Random` that returns (moves, winner), with -1 for nobody. All are driven by the loop
that a user of that library would write; only those called `inlined` and `playout` are not.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rulekit import playout
from rulekit.api import Game, State, load

Contender = Callable[[Random], tuple[int, int]]
GAMES = ("tic_tac_toe", "connect_four", "pig")
_RULES: dict[str, str | Path] = {"pig": Path(__file__).with_name("pig.rules")}  # where OpenSpiel plays by rules of its own
_SPIEL = {
    "tic_tac_toe": {"OpenSpiel C++": "tic_tac_toe", "OpenSpiel Python": "python_tic_tac_toe"},
    "connect_four": {"OpenSpiel C++": "connect_four"},
    "pig": {"OpenSpiel C++": "pig(horizon=100000)"},
}


def contenders(game: str) -> dict[str, Contender]:
    """All who can play a game here, ours first; OpenSpiel only where it is installed."""
    path = _RULES.get(game, game)
    found = {"rulekit": _ours(load(path)), "rulekit interpreted": _ours(load(path, engine="interpreted"))}
    found["rulekit playout"] = _playout(load(path))
    twin = importlib.import_module(f"benchmarks.twins.{game}")
    found["plain Python, API"] = _by_hand(twin, game == "pig")
    found["plain Python, inlined"] = twin.playout
    for name, player in _SPIEL[game].items():
        spiel = _spiel(player)
        if spiel is not None:
            found[name] = spiel
    return found


# ---------- rulekit ----------
def _ours(game: Game) -> Contender:
    length = _LENGTHS[game.name]

    def play(rng: Random) -> tuple[int, int]:
        state = game.new(seed=rng.getrandbits(32))
        decisions = 0
        while not state.over:
            state.play(rng.choice(state.decision.options))
            decisions += 1
        return length(state) or decisions + 1, state.winners[0] if state.winners else -1

    return play


def _playout(game: Game) -> Contender:
    """The built-in playout."""
    length, start = _LENGTHS[game.name], game.new()

    def play(rng: Random) -> tuple[int, int]:
        state = playout(start, rng.getrandbits(32))
        return length(state) or state.data.answered + 1, state.winners[0] if state.winners else -1

    return play


# The machine makes a move without alternative itself, so moves are counted on the board; 0: decisions, and the last hold.
_LENGTHS: dict[str, Callable[[State], int]] = {
    "tic_tac_toe": lambda state: 9 - state.data.vals.count(None),
    "connect_four": lambda state: 42 - state.data.vals.count(None),
    "pig": lambda state: 0,
}


# ---------- others ----------
def _by_hand(twin: Any, dice: bool) -> Contender:
    def play(rng: Random) -> tuple[int, int]:
        state = twin.State(rng) if dice else twin.State()
        while not state.over:
            state.apply(rng.choice(state.legal()))
        return state.moves, state.winner

    return play


def _spiel(name: str) -> Contender | None:
    try:
        if name.startswith("python_"):
            importlib.import_module("open_spiel.python.games")
        game = importlib.import_module("pyspiel").load_game(name)
    except ImportError:  # an optional extra: one contender less
        return None
    return lambda rng: _spiel_game(game, rng)


def _spiel_game(game: Any, rng: Random) -> tuple[int, int]:
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    returns = state.returns()
    return moves, returns.index(1.0) if 1.0 in returns else -1
