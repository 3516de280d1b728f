"""`rulekit simulate GAME --games N`: random players, results."""

from __future__ import annotations

import argparse
import json
import sys
import time

from rulekit.cli.common import add_game, add_table, load_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `simulate`."""
    add_game(parser)
    add_table(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--limit", type=int, default=5000, metavar="N", help="stop a game after so many decisions")
    parser.add_argument("--bots", default="random", metavar="NAMES", help="who plays, such as greedy,random (random)")
    parser.add_argument("--invariants", action="store_true", help="check the declared invariants at every decision")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Play the games and print what came out."""
    from rulekit.simulate import simulate

    game = load_game(args)
    started = time.perf_counter()
    report = simulate(
        game, games=args.games, players=args.players, seed=args.seed, limit=args.limit, invariants=args.invariants,
        bots=[name.strip() for name in args.bots.split(",") if name.strip()],
        progress=None if args.json or not sys.stderr.isatty() else _bar,
    )  # fmt: skip
    if args.json:
        print(json.dumps(report.as_data(), indent=2))
    else:
        print(report.text())
        seconds = time.perf_counter() - started
        print(f"{report.decisions} decisions in {seconds:.1f} s")
    return 1 if report.errors else 0


def _bar(done: int, total: int) -> None:
    width = 30 * done // max(total, 1)
    print(f"\r[{'#' * width}{'.' * (30 - width)}] {done}/{total}", end="" if done < total else "\n", file=sys.stderr)
