"""`python -m benchmarks.native [GAME ...]`: native code against printed Python and against C written by hand.

Contract: CPU time, all ratios of one run, slices of the contenders in turn. The twins in C play by the same numbers as
`rulekit.playout`, so that who wins how often is compared as well.
"""

from __future__ import annotations

import ctypes as c
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import rulekit
from rulekit.api.native import library, reason
from rulekit.native.build import compiler

TWINS = Path(__file__).parent / "twins"
SMALL = ("tic_tac_toe", "connect_four", "pig")
LARGE = ("goldblivion", "dice_forge", "better_than_gold")
ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def twin(name: str) -> Callable[[int, int], tuple[list[int], int]] | None:
    """The plays of a game by hand: how often each has won, how many decisions there were."""
    text = TWINS / f"{name}.c"
    if not text.exists():
        return None
    folder = tempfile.mkdtemp(prefix="rulekit-")
    made = Path(folder, f"{name}.so")
    subprocess.run([*compiler(), "-O2", "-fPIC", "-shared", "-o", made, text], check=True)
    play = c.CDLL(str(made)).play
    play.argtypes = (c.c_int64, c.c_uint64, c.c_void_p, c.c_void_p)

    def run(count: int, seed: int) -> tuple[list[int], int]:
        won, moves = (c.c_int64 * 2)(), c.c_int64()
        play(count, seed, won, c.byref(moves))
        return list(won), moves.value

    return run


def measured(name: str) -> str:
    """One line: microseconds a playout natively, how many times printed Python, how much of the twin, copies a second."""
    begin = time.perf_counter()
    state = rulekit.load(name, engine="native").new()
    why = reason(state.game, state.table)
    if why:
        return f"| {name} | declined: {why} | | | | |"
    built = time.perf_counter() - begin
    found: object = library(state.game, state.table, wait=True)
    by_hand = twin(name)
    many, few = (20_000, 300) if name in SMALL else (200, 4)
    if by_hand is not None:
        plays = rulekit.playouts(state, many, 1, threads=1)
        won = [sum(int(row[player]) for row in plays.winners) for player in range(2)]
        assert (won, sum(map(int, plays.lengths))) == by_hand(many, 1), "not the same game"
    rulekit.playout(state, 0)
    rows = []
    for at in range(ROUNDS):
        native = seconds(lambda at=at: rulekit.playouts(state, many, at * many, threads=1)) / many
        python = seconds(lambda at=at: [rulekit.playout(state, at * many + k) for k in range(few)]) / few
        hand = seconds(lambda at=at: by_hand(10 * many, at * many)) / (10 * many) if by_hand is not None else 0.0
        rows.append((native, python / native, hand / native))
    micros, times, part = (median(column) for column in zip(*rows, strict=True))
    handle, other = state.native().playout(1, limit=10), state.native()
    copies = 200_000
    speed = copies / seconds(lambda: found.copies(other._machine.address, handle._machine.address, copies))  # type: ignore[attr-defined]
    twin_part = f"{part:.2f}x" if by_hand is not None else ""
    return f"| {name} | {micros * 1e6:.2f} | {times:.1f}x | {twin_part} | {speed / 1e6:.2f} M | {built:.2f} s |"


def main() -> int:
    print("| game | µs a playout | printed Python | plain C twin | copies a second | ready after |\n|---|---|---|---|---|---|")
    for name in sys.argv[1:] or (*SMALL, *LARGE):
        print(measured(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
