"""`rulekit tournament GAME --bots A,B,C`: bots against each other in all seats, with ratings."""

from __future__ import annotations

import argparse
import json
import sys

from rulekit.cli.common import INTERRUPTED, add_game, add_hands, add_table, executor_of, load_game
from rulekit.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tournament`."""
    add_game(parser)
    add_table(parser)
    parser.add_argument("--bots", default="random,greedy", metavar="NAMES", help="who plays, such as random,greedy,mcts:200")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games at least (100)")
    parser.add_argument("--limit", type=int, default=5000, metavar="N", help="stop a game after so many decisions")
    add_hands(parser, "processes (as many as there are cores, if it is worth it)")
    parser.add_argument("--resume", metavar="FILE", help="keep what was played in files of this name, and go on from them")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Play and print the ratings, the strongest first."""
    from rulekit.bots import names_of
    from rulekit.simulate.tournament import tournament, tournament_text
    from rulekit.testing.progress import Progress

    for name in ("games", "limit", "jobs"):
        value = getattr(args, name)
        if value is not None and value < 1:
            raise UsageError(f"--{name} must be at least 1, not {value}")
    game, bar = load_game(args, playable=True), Progress(args.games, "games")

    def step(_: int, total: int) -> None:
        bar.total = total
        bar.step()

    try:
        with executor_of(args) as executor:
            found = tournament(
                game, names_of(args.bots), games=args.games, players=args.players, seed=args.seed, limit=args.limit,
                jobs=args.jobs, executor=executor, resume=args.resume, progress=step,
            )  # fmt: skip
    except KeyboardInterrupt:
        print(f"\nrulekit: interrupted after {bar.done} games", file=sys.stderr)
        return INTERRUPTED
    bar.close()
    print(json.dumps(found.as_data(), indent=2) if args.json else tournament_text(found))
    return 1 if found.errors else 0
