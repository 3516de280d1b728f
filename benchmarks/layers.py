"""`python -m benchmarks.layers [GAME ...]`: where the time of the user's loop goes, layer by layer.

Contract: samples the running function every millisecond of CPU time and adds up by the part of rulekit it belongs to; the
code printed from rules carries the name of the rules file, so it is a layer of its own.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

from benchmarks.deciding import Plays
from benchmarks.table import rows
from rulekit.api import load

SECONDS = 6.0
_PACKAGE = Path(load.__code__.co_filename).parents[1]
_LAYERS = {
    "api": "states, decisions and options",
    "ir": "the compiled tier's machine",
    "runtime": "shared steps of the machine (events, moves, payments, draws)",
    "interpreter": "the interpreter's own steps",
    "boards": "paths on boards",
}


def main(games: list[str]) -> None:
    found = {game: shares(game) for game in games}
    total: Counter[str] = Counter()
    for share in found.values():
        total.update(share)
    layers = sorted(total, key=lambda layer: -total[layer])
    body = [[layer, *(f"{100 * found[game][layer]:.0f} %" for game in games)] for layer in layers]
    print(rows(("layer", *games), body))


def shares(game: str) -> Counter[str]:
    """What part of the time each layer takes."""
    plays, hits = Plays(load(game)), Counter[str]()
    _play_for(plays, SECONDS / 3)

    def sample(_: int, frame: FrameType | None) -> None:
        hits[layer_of(frame.f_code.co_filename) if frame is not None else ""] += 1

    before = signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    _play_for(plays, SECONDS)
    signal.setitimer(signal.ITIMER_PROF, 0, 0)
    signal.signal(signal.SIGPROF, before)
    total = sum(hits.values())
    return Counter({layer: count / total for layer, count in hits.items()})


def _play_for(plays: Plays, seconds: float) -> None:
    while seconds > 0:
        seconds -= plays.go_on(50)


def layer_of(file: str) -> str:
    if file.endswith(".rules") or file == "<rulekit>":
        return "code printed from the rules"
    path = Path(file)
    if not path.is_relative_to(_PACKAGE):
        return "the loop itself and `random`"
    return _LAYERS.get(path.relative_to(_PACKAGE).parts[0], "other parts of rulekit")


if __name__ == "__main__":
    main(sys.argv[1:] or ["tic_tac_toe", "connect_four", "pig", "goldblivion", "dice_forge", "better_than_gold"])
