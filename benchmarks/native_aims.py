"""`python -m benchmarks.native_aims [--small]`: every measure of native code against what is aimed at.

Contract: CPU time, all ratios of one run. OpenSpiel's games are driven from Python, as its users do, where it is installed. The
cold build is what one core has to do on the longest way: printing, then the half of compiling that is done side by side.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

import rulekit
from benchmarks.aims import Aim
from benchmarks.contenders import contenders
from benchmarks.native import ROUNDS, _round, seconds, twin
from benchmarks.table import rows
from rulekit.api.native import library, reason
from rulekit.bots.mcts import Mcts

BOARDS = ("tic_tac_toe", "connect_four")
LARGE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("goldblivion", ()),
    ("dice_forge", ()),
    ("dice_forge_rebellion", ("goddess",)),
    ("dice_forge_rebellion", ("titans",)),
)
LARGEST = "better_than_gold"
Found = Mapping[str, float]


def begun(name: str, modules: tuple[str, ...] = (), engine: str = "native") -> rulekit.State:
    state = rulekit.load(name, engine=engine, modules=modules).new()
    why = reason(state.game, state.table) if engine == "native" else ""
    if why:
        raise SystemExit(f"{name} has no native code here: {why}")
    return state


def raced(name: str, modules: tuple[str, ...] = (), many: int = 200, few: int = 4) -> tuple[float, float]:
    """How many times as fast as printed Python playouts are, and what part of the twin's speed they reach."""
    state, by_hand = begun(name, modules), twin(name)
    rulekit.playout(state, 0)
    found = [_round(state, by_hand, at * many, many, few) for at in range(ROUNDS)]
    return median(row[1] for row in found), median(row[2] for row in found)


def against_spiel(name: str) -> dict[str, float]:
    """Playouts, the user's loop and new states, each as part of what OpenSpiel does in the same time."""
    players, state, many = contenders(name), begun(name), 200
    start, game = state.native(), state.game

    def by_state(rng: Random) -> bool:
        state = game.new(seed=rng.getrandbits(32))
        while not state.over:
            state.play(rng.choice(state.decision.options))
        return bool(state.winners)

    def by_handle(rng: Random) -> bool:
        handle = start.copy()
        while not handle.over:
            handle.apply(rng.choice(handle.options))
        return handle.over

    if "OpenSpiel C++" not in players:
        return {}
    ratios: dict[str, list[float]] = {"playouts": [], "loop": [], "handle": []}
    for at in range(ROUNDS):
        rng = Random(at)
        spiel = seconds(lambda rng=rng: [players["OpenSpiel C++"](rng) for _ in range(many)])  # type: ignore[misc]
        ours = seconds(lambda rng=rng: [by_state(rng) for _ in range(many)])  # type: ignore[misc]
        handles = seconds(lambda rng=rng: [by_handle(rng) for _ in range(many)])  # type: ignore[misc]
        native = seconds(lambda at=at: rulekit.playouts(state, 100 * many, at, threads=1)) / 100  # type: ignore[misc]
        ratios["playouts"].append(spiel / native)
        ratios["loop"].append(spiel / ours)
        ratios["handle"].append(spiel / handles)
    return {**{key: median(found) for key, found in ratios.items()}, "apply": median(_new_states(name) for _ in range(ROUNDS))}


def _new_states(name: str, many: int = 3000) -> float:
    """`state.apply` against OpenSpiel's `child`, from the first position."""
    spiel: Any = import_module("pyspiel").load_game(name).new_initial_state()
    state = begun(name)
    action, option = spiel.legal_actions()[0], state.decision.options[0]
    state.apply(option)
    made: list[Any] = [None]

    def keep(new: Any) -> None:
        made[0] = new

    child = seconds(lambda: [keep(spiel.child(action)) for _ in range(many)])  # type: ignore[func-returns-value]
    return child / seconds(lambda: [keep(state.apply(option)) for _ in range(many)])  # type: ignore[func-returns-value]


def thinking(engine: str, thoughts: int = 200) -> float:
    """Playouts a second of thinking, in the middle of a game."""
    state = begun("goldblivion", engine=engine)
    for at in range(40):
        state.play(at % len(state.decision.options))
    Mcts(1, iterations=thoughts // 4)(state)
    return thoughts / seconds(lambda: Mcts(2, iterations=thoughts)(state))


def copies(name: str, many: int = 200_000) -> float:
    state = begun(name)
    found: Any = library(state.game, state.table, wait=True)
    handle, other = state.native().playout(1, limit=10), state.native()
    return many / seconds(lambda: found.copies(other._machine.address, handle._machine.address, many)) / 1e6


def built(name: str) -> tuple[float, float]:
    """Seconds of a cold build, and milliseconds of a warm load, both of the processor: other work makes neither longer."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULEKIT_CACHE"] = folder
        state = rulekit.load(name, engine="native").new()
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        printed = seconds(lambda: reason(state.game, state.table))
        compiled = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) / 2
        again = rulekit.load(name, engine="native").new()
        return printed + compiled, 1000 * seconds(lambda: reason(again.game, again.table))


def main(small: bool) -> int:
    boards = {name: raced(name, many=20_000, few=300) for name in BOARDS}
    spiel = {name: against_spiel(name) for name in BOARDS}

    def part(key: str) -> Found:
        return {name: found[key] for name, found in spiel.items() if key in found}

    body = [
        Aim("`playouts` against printed Python", 25, 45).row({name: times for name, (times, _) in boards.items()}),
        Aim("the same against OpenSpiel's C++ from Python", 15, 40).row(part("playouts")),
        Aim("the same against plain C by hand", 0.4, 0.8).row({name: twin_ for name, (_, twin_) in boards.items()}),
        Aim("pig: `playouts` against printed Python", 20, 40).row({"": raced("pig", (), 20_000, 100)[0]}),
        Aim("user's loop by `state.play` against OpenSpiel's C++", 0.8, 1.5).row(part("loop")),
        Aim("the same by `state.native()`", 0.8, 1.5).row(part("handle")),
        Aim("`state.apply` against OpenSpiel's `child`", 0.8, 1.5).row(part("apply")),
        Aim("`mcts` on GOLDblivion: playouts a second of thinking against printed Python", 10, 25).row(
            {"": thinking("native") / thinking("compiled")}
        ),
    ]
    if not small:
        large = {" ".join((name, *modules)): raced(name, modules)[0] for name, modules in LARGE}
        cold, warm = built(LARGEST)
        body += [
            Aim("random playouts against printed Python", 12, 30).row(large),
            Aim("Better Than Gold, the same", 6, 20).row({"": raced(LARGEST, many=40, few=2)[0]}),
            ["copies of a native state a second", "1 M", "5 M", f"{copies(LARGEST):.1f} M", ""],
            ["cold build of the largest table", "25 s", "10 s", f"{cold:.0f} s", ""],
            ["warm load of a cached table", "50 ms", "10 ms", f"{warm:.0f} ms", ""],
        ]
    print(rows(("measure", "must", "goal", "reached", ""), body))
    return 0


if __name__ == "__main__":
    sys.exit(main("--small" in sys.argv[1:]))
