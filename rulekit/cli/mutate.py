"""`rulekit mutate FILE`: changes rules a little and sees whether the examples notice."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.cli.common import INTERRUPTED, add_hands, executor_of
from rulekit.errors import UsageError
from rulekit.sources.english import many

if TYPE_CHECKING:
    from rulekit.testing.mutate import Score


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `mutate`."""
    parser.add_argument("file", metavar="FILE", help="a rules file, or the name of a bundled game")
    parser.add_argument("--sample", type=int, metavar="N", help="try N mutants, drawn by the seed, instead of all")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="what the sample is drawn from")
    add_hands(parser, "processes (one a core)", os.cpu_count() or 1)
    parser.add_argument("--resume", metavar="FILE", help="keep what was tried in a file, and go on from it")
    parser.add_argument("--least", type=float, default=0.0, metavar="X", help="fail when the score is below X (0 to 1)")
    parser.add_argument("--printed", action="store_true", help="figures printed on things (costs, copies) count too")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Try the mutants and print those that nobody noticed."""
    from rulekit.sources.bundled import find_game
    from rulekit.testing.mutate import mutate
    from rulekit.testing.progress import Progress

    if args.jobs < 1:
        raise UsageError(f"--jobs needs a number of processes, not {args.jobs}")
    if not 0 <= args.least <= 1:
        raise UsageError(f"--least is a share between 0 and 1, not {args.least:g}")
    progress = Progress(0, "mutants")
    amount = {"sample": args.sample, "seed": args.seed, "jobs": args.jobs, "resume": args.resume and Path(args.resume)}
    with executor_of(args) as executor:
        score = mutate(find_game(args.file), **amount, executor=executor, printed=args.printed, progress=progress)
    if score.failing:
        shown = "; ".join(score.failing[:5]) + ("; ..." if len(score.failing) > 5 else "")
        count = "1 example fails" if len(score.failing) == 1 else f"{len(score.failing)} examples fail"
        print(f"rulekit: {count} already, left out here: {shown}", file=sys.stderr)
    print(json.dumps(score.as_data(), indent=2, ensure_ascii=False) if args.json else _text(score))
    if score.stopped:
        print(f"rulekit: interrupted; {len(score.results)} mutants were tried", file=sys.stderr)
        return INTERRUPTED
    return 1 if score.failing or score.score < args.least else 0


def _text(score: Score) -> str:
    lines = [f"{v.file}:{v.line}: {v.kind}: {v.text} ({v.name})" for v in score.having("survived")]
    if score.printed():
        lines.append(f"{many(len(score.printed()), 'change')} of printed figures unnoticed; --printed lists and counts them")
    killed, survived = len(score.having("killed")), len(score.having("survived"))
    lines.append(
        f"{killed} noticed, {survived} survived, {len(score.having('stillborn'))} did not check, "
        f"{len(score.having('equivalent'))} equivalent; score {score.score:.3f} in {score.seconds:.0f} s"
    )
    return "\n".join(lines)
