"""`rulekit compare OLD NEW`: what has changed between two versions of rules, and what comes of it."""

from __future__ import annotations

import argparse
import json
import sys

from rulekit.cli.common import INTERRUPTED, add_hands, add_table, executor_of
from rulekit.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `compare`."""
    parser.add_argument("old", metavar="OLD", help="a rules file or bundled name; a git revision, or REVISION:FILE")
    parser.add_argument("new", metavar="NEW", help="the same; a revision alone means the same file as the other")
    parser.add_argument("--module", action="append", default=[], metavar="NAME", help="play with this module")
    add_table(parser)
    parser.add_argument("--games", type=int, default=400, metavar="N", help="games of each for the figures (400; 0: none)")
    parser.add_argument("--plays", type=int, default=40, metavar="N", help="random plays of both in step (40)")
    parser.add_argument("--bots", default="random", metavar="NAMES", help="who plays, such as greedy,random (random)")
    add_hands(parser, "processes (as many as there are cores, if it is worth it)")
    parser.add_argument("--resume", metavar="FILE", help="keep what was played in FILE.old and FILE.new, and go on from them")
    parser.add_argument("--top", type=int, default=10, metavar="N", help="rows of each list (10)")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")
    parser.add_argument("--html", metavar="FILE", help="write one page with charts")


def run(args: argparse.Namespace) -> int:
    """Compare and print; 0 whatever differs: that is for people to judge."""
    from rulekit.api import load
    from rulekit.bots import names_of
    from rulekit.compare import compare
    from rulekit.compare.report import comparison_text
    from rulekit.compare.versions import path_of
    from rulekit.simulate import check_games
    from rulekit.testing.progress import Progress

    _check(args)
    check_games(args.games)
    games = [load(path_of(one, other), modules=args.module) for one, other in ((args.old, args.new), (args.new, args.old))]
    bar = Progress(2 * args.games, "games")

    def step(done: int, _: int) -> None:
        bar.step()

    try:
        with executor_of(args) as executor:
            found = compare(
                *games, games=args.games, plays=args.plays, players=args.players, bots=names_of(args.bots), seed=args.seed,
                jobs=args.jobs, executor=executor, resume=args.resume, progress=step,
            )  # fmt: skip
    except KeyboardInterrupt:
        hint = "; what was played is kept" if args.resume else "; with --resume FILE it could go on from here"
        print(f"\nrulekit: interrupted after {bar.done} games{hint}", file=sys.stderr)
        return INTERRUPTED
    if args.games:
        bar.close()
    found.old, found.new = args.old, args.new
    print(json.dumps(found.as_data(), indent=2, ensure_ascii=False) if args.json else comparison_text(found, args.top))
    if args.html:
        _write(args.html, found)
    return 0


def _check(args: argparse.Namespace) -> None:
    for name, least in (("games", 0), ("plays", 0), ("jobs", 1), ("top", 1)):
        value = getattr(args, name)
        if value is not None and value < least:
            raise UsageError(f"--{name} must be at least {least}, not {value}")


def _write(place: str, found: object) -> None:
    from rulekit.compare import Comparison
    from rulekit.compare.page import comparison_page
    from rulekit.sources import files

    assert isinstance(found, Comparison)
    try:
        files.write_text(place, comparison_page(found))
    except OSError as error:
        raise UsageError(f"`{place}` cannot be written: {files.reason(error)}") from error
