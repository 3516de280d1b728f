"""`rulekit coverage GAME`: which rules are cited and tested, which lines of them ever ran."""

from __future__ import annotations

import argparse
import json
import sys

from rulekit.cli.common import INTERRUPTED
from rulekit.errors import UsageError
from rulekit.sources import files
from rulekit.sources.english import many


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coverage`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game's name, or the path of a .rules file")
    parser.add_argument("--play", type=int, default=3, metavar="N", help="let random players play N games too (3)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="where the seeds of random play begin")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")
    parser.add_argument("--html", metavar="FILE", help="write the rules as a page, each line marked")


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 when rule ids are missing, examples fail or random play goes wrong."""
    from rulekit.sources.bundled import find_game
    from rulekit.testing.coverage import measure
    from rulekit.testing.coverage_report import page, text
    from rulekit.testing.progress import Progress
    from rulekit.testing.suite import Suite

    if args.play < 0:
        raise UsageError(f"--play needs a number of games, not {args.play}")
    suite = Suite(find_game(args.game))
    progress = Progress(len(suite.cases) + args.play, "examples and plays")
    coverage = measure(suite, plays=args.play, seed=args.seed, progress=progress)
    progress.close()
    if args.html:
        _write(args.html, page(coverage))
    print(json.dumps(coverage.as_data(), indent=2, ensure_ascii=False) if args.json else text(coverage))
    if coverage.stopped:
        print(f"rulekit: interrupted; {many(coverage.examples, 'example')} came to an end", file=sys.stderr)
        return INTERRUPTED
    return 1 if coverage.ids.missing or coverage.ids.failing or coverage.faults else 0


def _write(file: str, content: str) -> None:
    try:
        files.write_text(file, content)
    except OSError as error:
        raise UsageError(f"`{file}` cannot be written: {files.reason(error)}") from error
