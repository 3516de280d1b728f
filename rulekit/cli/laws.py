"""`rulekit laws GAME`: holds a game against the laws that every game must keep."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from rulekit.cli.common import INTERRUPTED, add_game, add_hands, add_table, executor_of, load_game
from rulekit.errors import UsageError
from rulekit.sources.english import many

if TYPE_CHECKING:
    from rulekit.testing.law_report import Amount, LawReport, Result


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `laws`."""
    add_game(parser, needed=False)
    add_table(parser)
    parser.add_argument("--plays", type=int, default=6, metavar="N", help="how many random plays are looked at (6)")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="how many decisions of each (20)")
    parser.add_argument("--limit", type=int, default=20_000, metavar="N", help="decisions after which a play should be over")
    parser.add_argument("--only", metavar="A,B", help="check these laws only, by name")
    add_hands(parser, "processes (1)", 1)
    parser.add_argument("--resume", metavar="FILE", help="keep what plays have shown in a file, and go on from it")
    parser.add_argument("--list", action="store_true", help="list the laws and leave")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def _amount(args: argparse.Namespace) -> Amount:
    from rulekit.testing.law_report import Amount

    for name in ("plays", "most", "limit", "jobs"):
        if getattr(args, name) < 1:
            raise UsageError(f"--{name} needs a number above 0, not {getattr(args, name)}")
    return Amount(args.plays, args.most, args.limit, args.players, args.seed)


def run(args: argparse.Namespace) -> int:
    """Check the laws and print one line for each; 1 when one is broken."""
    from rulekit.testing.law_report import LawRun, law_names
    from rulekit.testing.progress import Progress

    if args.list:
        print("\n".join(f"{name:<30} {says}" for name, says in law_names().items()))
        return 0
    if args.game is None:
        raise UsageError("`rulekit laws` needs a GAME; `rulekit laws --help` tells more")
    amount = _amount(args)
    only = tuple(name.strip() for name in args.only.split(",")) if args.only else ()
    game, progress = load_game(args, playable=True), Progress(args.plays, "plays")
    with executor_of(args) as executor:
        report = LawRun(game, amount, only, progress, jobs=args.jobs, executor=executor, resume=args.resume).run()
    print(json.dumps(report.as_data(), indent=2, ensure_ascii=False) if args.json else _text(report))
    if report.stopped:
        print(f"rulekit: interrupted; {many(report.states, 'state')} were looked at", file=sys.stderr)
        return INTERRUPTED
    return 1 if report.broken else 0


def _text(report: LawReport) -> str:
    lines = [f"{report.game}: {many(report.states, 'state')} of {many(report.plays, 'play')}, seed {report.seed}"]
    for result in report.results.values():
        lines += _result(result)
    lines += _never(report)
    results = report.results.values()
    holding, skipped = sum(r.holds for r in results), sum(bool(r.skipped) for r in results)
    more = f", {skipped} not checked" if skipped else ""
    return "\n".join([*lines, f"{holding} laws hold, {len(report.broken)} broken{more}"])


def _result(result: Result) -> list[str]:
    if result.skipped and not result.found:
        return [f"  unknown {result.law}: {result.skipped}"]
    if not result.found:
        return [f"  holds   {result.law} ({result.checked})"]
    lines = [f"  BROKEN  {result.law}: {result.says}", f"          {result.found}"]
    if result.players:
        table = f"{result.players} players, " + (f"seed {result.seed}, " if result.chance == "sample" else "")
        lines.append(f"          {table}after {many(len(result.answers), 'answer')}: {_short(result.answers)}")
    if result.example:
        lines += ["", *(f"    {line}" for line in result.example.rstrip().split("\n")), ""]
    return lines


def _short(answers: list[str], most: int = 12) -> str:
    shown = ", ".join(answers[-most:]) or "none"
    return f"..., {shown}" if len(answers) > most else shown


def _never(report: LawReport) -> list[str]:
    if report.reach is None:
        return []
    plays = report.reach.plays
    found = [("never in play", report.reach.unreached), ("in play but never used", report.reach.unused)]
    return [f"  {word} in {plays} whole games: {', '.join(names)}" for word, names in found if names]
