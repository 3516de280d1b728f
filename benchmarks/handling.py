"""What it costs to handle a state: copy, save, load, check."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Spread, per_call
from rulekit.api import Game, State, load
from rulekit.errors import RulekitError
from rulekit.runtime.chance import draw
from rulekit.sources.bundled import bundled_games

KEPT = 2000


@dataclass(frozen=True)
class Handling:
    """Microseconds, but for `check` (milliseconds) and `kept` (bytes of a kept copy).

    `copy` shares the data until one of the two goes on; `parted` is what the data costs then."""

    game: str
    copy: Spread
    parted: Spread
    deepcopy: Spread
    save: Spread
    load: Spread
    check: Spread
    kept: float


def middle(game: Game, seed: int = 1) -> State:
    """A state from the middle of a random play."""
    length = _play(game.new(seed=seed), seed, 10_000)
    state = game.new(seed=seed)
    _play(state, seed, length // 2)
    return state


def _play(state: State, seed: int, most: int) -> int:
    at = 0
    while not state.over and at < most:
        state.play(draw(~seed, at, len(state.decision.options)))
        at += 1
    return at


# Files that other rules import are no games of their own.
_PARTS = ("_examples", "_cards", "_solo")


def handle(name: str, modules: tuple[str, ...] = (), *, rounds: int, slice_seconds: float) -> Handling:
    """Measures one bundled game."""
    path = bundled_games()[name]
    game = load(path, modules=modules)
    state = middle(game)
    plain, text = state.data.as_plain(), state.to_json()

    def measured(action: Callable[[], object]) -> Spread:
        return per_call(action, rounds=rounds, slice_seconds=slice_seconds)

    return Handling(
        game=" ".join([name, *modules]),
        copy=measured(state.copy),
        parted=measured(state.data.following),
        deepcopy=measured(lambda: copy.deepcopy(plain)),
        save=measured(state.to_json),
        load=measured(lambda: game.from_json(text)),
        check=measured(lambda: Game(Path(path), modules)),
        kept=memory(state),
    )


def memory(state: State) -> float:
    """Bytes that a kept copy takes, shared data not counted."""
    import tracemalloc

    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.copy() for _ in range(KEPT)]
    taken = tracemalloc.get_traced_memory()[0] - before - sys.getsizeof(kept)
    tracemalloc.stop()
    return taken / KEPT


def all_handling(*, rounds: int, slice_seconds: float) -> list[Handling]:
    """Every bundled game that can be played; those that cannot yet are named and left out."""
    found = []
    for name, modules in variants():
        try:
            found.append(handle(name, modules, rounds=rounds, slice_seconds=slice_seconds))
        except RulekitError as error:
            print(f"{name} is left out: {str(error).splitlines()[0][:100]}", file=sys.stderr)
    return found


def variants() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every bundled game, and again with each of its modules that a player may choose."""
    for name, path in bundled_games().items():
        if not name.endswith(_PARTS):
            yield name, ()
            yield from ((name, (module,)) for module, node in Game(path).offered.items() if not node.players)
