"""All that native code does for one game, a little of each: for a run that looks at every access to memory.

Contract: `used` plays in lockstep, whole games with invariants on, saves with slips, worlds and thoughts of bots; what Python
gives for the same is compared where that costs little.
"""

from __future__ import annotations

from random import Random
from typing import Any

import rulekit
from rulekit.api.native_games import bounded_games
from rulekit.api.native_search import Worlds, searchable
from rulekit.bots.greedy import Greedy
from rulekit.bots.mcts import Mcts
from rulekit.errors import ResampleError, RulekitError
from rulekit.runtime.chance import draw
from tests.fuzz.mutated_saves import mutant, save_after
from tests.native.compared import begun, played, walk
from tests.native.tables import seats

LIMIT = 5000  # decisions of a whole game
LOOKS = 4  # positions at which bots think
THOUGHTS = 150
SLIPS = 120  # saves with slips


def used(name: str, modules: tuple[str, ...] = (), setup: str | None = None, *, most: int = 150) -> dict[str, int]:
    """How much of each was done, with as many players as can sit down."""
    (players,) = seats(rulekit.load(name, modules=modules, setup=setup), 1)
    state = begun(name, players, seed=3, modules=modules, setup=setup)
    found = {"decisions": walk(state, 1, most)}
    played(state, range(2))
    return found | {"games": _whole_games(state, players), "slips": _slips(state, 2), "thoughts": _thoughts(state, 3)}


def _whole_games(state: rulekit.State, players: int) -> int:
    native = bounded_games(state.game, players, checked=True)
    assert native is not None
    return sum(native.length(seed, LIMIT) is not None for seed in range(3))


def _slips(state: rulekit.State, seed: int) -> int:
    """Saves that somebody has spoilt: what loads is played on, and where rules fail it is an error of rulekit."""
    text, rng, loaded = save_after(state.game, len(state.players), seed, 25), Random(seed), 0
    for number in range(SLIPS):
        try:
            slip = state.game.from_json(mutant(text, rng))
            loaded += 1
            rulekit.playouts(slip, 2, number, limit=30)
        except RulekitError:
            continue
    return loaded


def _thoughts(state: rulekit.State, seed: int) -> int:
    """Bots at some positions of a random play, and the worlds that they see."""
    found, state = 0, state.copy()
    for number in range(40 * LOOKS):
        if state.over:
            break
        decision = state.decision
        if number % 40 == 20 and decision.player is not None:
            found += _thought(state, decision.player, seed)
        state.play(draw(seed, number, len(decision.options)))
    return found


def _thought(state: rulekit.State, player: int, seed: int) -> int:
    library: Any = searchable(state, build=True)
    assert library is not None
    try:
        worlds = Worlds(library, state, player)
        for number in range(10):
            worlds.load(number)
        Greedy(seed, 3)(state)
        Mcts(seed, iterations=THOUGHTS)(state)
    except ResampleError:  # what a player knows fits too few worlds
        return 0
    return THOUGHTS
