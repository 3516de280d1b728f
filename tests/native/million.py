"""`python -m tests.native.million GAMES [--minutes M] [--into FILE]`: random games by native code, with invariants on.

Contract: all invariants are held after every decision. Goes round all tables, for each number of players, until so many games
were played or the minutes are over. In a round each table has the same share of what is left, or as much as it can play in
some seconds: a large one has its seconds, a small one its number. A game that native code leaves is played again by printed
Python, which says what is wrong; the first fault ends it all. What was played is kept in the file and counts the next time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from rulekit.api.native import reason
from rulekit.api.native_games import bounded_games
from rulekit.simulate.play import play
from rulekit.simulate.task import Task
from tests.native.tables import Seated, all_tables

LIMIT = 20_000  # decisions of one game
SECONDS = 10  # of the processor that a parcel of a table may take
Row = list[int]  # games, decisions, games that were left to Python


def parcel(table: Seated, first: int, count: int) -> Row:
    """Some games of a table, from a seed on; fewer if they are slow."""
    game = table.game
    assert reason(game, game.new(table.players).table) == ""
    task = Task.of(game, players=table.players, limit=LIMIT, invariants=True, bots=())
    native = bounded_games(game, task.players, checked=True)
    found, end = [0, 0, 0], time.process_time() + SECONDS
    for seed in range(first, first + count):
        length = None if native is None else native.length(seed, LIMIT)
        if length is None:
            outcome = play(game, task, seed)
            if outcome.fault is not None:
                raise SystemExit(f"{table}, seed {seed}: {outcome.fault}")
            length, found[2] = outcome.length, found[2] + 1
        found[0], found[1] = found[0] + 1, found[1] + length
        if time.process_time() > end:
            break
    return found


def _played(kept: dict[str, Row]) -> int:
    return sum(row[0] for row in kept.values())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.native.million")
    parser.add_argument("games", type=int)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--into", type=Path)
    args = parser.parse_args()
    kept: dict[str, Row] = json.loads(args.into.read_text("utf-8")) if args.into and args.into.exists() else {}
    end = time.monotonic() + 60 * args.minutes
    tables = all_tables()
    while (left := args.games - _played(kept)) > 0 and time.monotonic() < end:
        each = max(1, left // len(tables))
        for table in tables:
            row = kept.setdefault(str(table), [0, 0, 0])
            rest = min(args.games - _played(kept), each)
            if time.monotonic() > end or rest <= 0:
                break
            new = parcel(table, row[0], rest)
            kept[str(table)] = [old + more for old, more in zip(row, new, strict=True)]
            if args.into:
                args.into.write_text(json.dumps(kept, indent=0), "utf-8")
    for key, (games, decisions, left) in kept.items():
        print(f"{key}: {games:,} games, {decisions:,} decisions" + (f", {left:,} by Python" if left else ""))
    total = [sum(row[at] for row in kept.values()) for at in range(3)]
    print(f"{total[0]:,} games, {total[1]:,} decisions, {total[2]:,} of the games by Python; no invariant was broken")
    return 0


if __name__ == "__main__":
    sys.exit(main())
