"""`python -m benchmarks.environments [GAME ...]`: steps of Gymnasium environments side by side, in Python and natively.

One seat chooses at random among what is possible, random bots have the others; CPU time, one process. Both see
the same numbers.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

import numpy as np

from rulekit.adapters.gymnasium import vector_env

GAMES = ("pig", "goldblivion", "dice_forge")
SIDE_BY_SIDE, SECONDS = 8, 3.0


def _steps(game: str, players: int | None, native: bool) -> tuple[float, float]:
    """Steps a second of CPU time, and decisions of all seats a second."""
    envs: Any = vector_env(game, SIDE_BY_SIDE, players, native=native, engine="native" if native else "auto")
    drawn = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    steps = decisions = 0
    begin = process_time()
    while process_time() - begin < SECONDS:
        before = [env._moves for env in envs.envs]
        actions = [int(drawn.choice(row.nonzero()[0])) if row.any() else 0 for row in info["action_mask"]]
        _, _, _, _, info = envs.step(np.array(actions))
        steps += SIDE_BY_SIDE
        decisions += sum(max(0, env._moves - was) for env, was in zip(envs.envs, before, strict=True))
    spent = process_time() - begin
    return steps / spent, decisions / spent


def main() -> int:
    print("| game | steps a second, Python | native | decisions a second, Python | native |\n|---|---|---|---|---|")
    for game in sys.argv[1:] or GAMES:
        players = None if game == "pig" else 3
        python, native = (_steps(game, players, native) for native in (False, True))
        print(f"| {game} | {python[0]:,.0f} | {native[0]:,.0f} | {python[1]:,.0f} | {native[1]:,.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
