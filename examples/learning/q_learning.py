"""Learns tic-tac-toe from a random player, with a table of what each action is worth in each position.

Needs `pip install 'rulekit-games[gymnasium]'`. Run it: it learns for less than a minute and prints how often it wins.
"""

from __future__ import annotations

import random
import sys

from rulekit.adapters.gymnasium import SeatEnv, env

Table = dict[tuple[bytes, int], float]
LEARNING, EXPLORING = 0.3, 0.2


def learn(env: SeatEnv, games: int, seed: int = 0) -> Table:
    """Plays games and keeps what each action was worth in each position."""
    drawn, table = random.Random(seed), Table()
    for number in range(games):
        seen, info = env.reset(seed=seed + number)
        over = False
        while not over:
            here, possible = seen.tobytes(), list(info["action_mask"].nonzero()[0])
            action = drawn.choice(possible) if drawn.random() < EXPLORING else best(table, here, possible)
            seen, reward, ended, cut_off, info = env.step(action)
            over = ended or cut_off
            after = list(info["action_mask"].nonzero()[0])
            worth = reward if over else max(table.get((seen.tobytes(), other), 0.0) for other in after)
            known = table.get((here, action), 0.0)
            table[here, action] = known + LEARNING * (worth - known)
    return table


def best(table: Table, here: bytes, possible: list[int]) -> int:
    """The action that was worth most so far."""
    return max(possible, key=lambda action: table.get((here, action), 0.0))


def play(env: SeatEnv, table: Table, games: int, seed: int) -> tuple[int, int]:
    """How many games are won and lost by one who has learnt."""
    won = lost = 0
    for number in range(games):
        seen, info = env.reset(seed=seed + number)
        reward, over = 0.0, False
        while not over:
            action = best(table, seen.tobytes(), list(info["action_mask"].nonzero()[0]))
            seen, reward, ended, cut_off, info = env.step(action)
            over = ended or cut_off
        won, lost = won + (reward > 0), lost + (reward < 0)
    return won, lost


def main(games: int = 4000) -> None:
    seat = env("tic_tac_toe")
    for when, table in (("before", {}), ("after", learn(seat, games))):
        won, lost = play(seat, table, 200, 1_000_000)
        print(f"{when}: {won} won, {lost} lost of 200")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
