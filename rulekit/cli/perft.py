"""`rulekit perft GAME DEPTH`: how many plays of each length there are."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from rulekit.cli.common import INTERRUPTED, add_game, add_table, load_game
from rulekit.errors import UsageError
from rulekit.sources.english import many

if TYPE_CHECKING:
    from rulekit.api.perft import Counts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `perft`."""
    add_game(parser)
    parser.add_argument("depth", type=int, metavar="DEPTH", help="how many answers of players")
    add_table(parser)
    parser.add_argument("--positions", action="store_true", help="count distinct positions too")
    parser.add_argument("--every-start", action="store_true", help="count every outcome of chance before the first answer too")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Count and print a line a depth; depths that were done before Ctrl-C are not lost."""
    from rulekit.api.perft import Counts, count

    if args.depth < 0:
        raise UsageError(f"a depth is a number from 0, not {args.depth}")
    # a shuffled set-up has more outcomes than anybody can count: one of them, by the seed, unless all are asked for
    chance = "ask" if args.every_start else "sample"
    # a choice of one is an answer here, as in the counts that are published
    start = load_game(args).new(args.players, args.seed, chance=chance, forced="ask")
    counts, stopped = Counts(), False
    try:
        count(start, args.depth, positions=args.positions, into=counts)
    except KeyboardInterrupt:
        stopped = True
    print("\n".join(_report(counts, args)))
    if stopped:
        print(f"rulekit: interrupted; {many(len(counts.plays), 'depth')} of {args.depth + 1} were counted", file=sys.stderr)
        return INTERRUPTED
    return 0


def _report(counts: Counts, args: argparse.Namespace) -> list[str]:
    columns = {"plays": counts.plays, "over": counts.over} | ({"positions": counts.positions} if args.positions else {})
    if args.json:
        totals = {"complete": counts.complete} | ({"distinct": counts.distinct} if args.positions else {})
        return [json.dumps({**columns, **totals})]
    lines = [*_table(columns), f"{counts.complete} plays are over within {max(len(counts.plays) - 1, 0)} answers"]
    if args.positions:
        lines.append(f"{counts.distinct} distinct positions: what lies where, all values, who is asked and who has won")
    return lines


def _table(columns: dict[str, list[int]]) -> list[str]:
    """A line a depth below a line of headings, figures to the right."""
    depths = enumerate(zip(*columns.values(), strict=True))
    rows = [("depth", *columns), *((str(depth), *map(str, row)) for depth, row in depths)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
