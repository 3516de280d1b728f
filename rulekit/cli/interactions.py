"""`rulekit interactions GAME`: searches for things that do harm together."""

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
    from rulekit.testing.interaction_report import Found, Report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `interactions`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game's name, or the path of a .rules file")
    parser.add_argument("--only", metavar="A,B", help="look for these things only, by name; three names: all three at once")
    parser.add_argument("--triples", action="store_true", help="look for three things that act together instead of two")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="how long to search (60)")
    parser.add_argument("--plays", type=int, metavar="N", help="stop after N plays instead; the same N gives the same report")
    parser.add_argument(
        "--to-the-end", action="store_true", help="search until all have met, or were aimed at in 3 plays each without meeting"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="what the plays are drawn from")
    add_hands(parser, "processes (one a core)", os.cpu_count() or 1)
    parser.add_argument("--resume", metavar="FILE", help="keep the search in a file, and go on from it")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Search and print what was found, smallest first; 1 when there is something, or no invariant that could break."""
    from rulekit.sources.bundled import find_game
    from rulekit.testing.interactions import Search
    from rulekit.testing.law_report import NO_INVARIANTS
    from rulekit.testing.progress import Progress

    seconds = _seconds(args)
    only = tuple(name.strip() for name in args.only.split(",")) if args.only else ()
    size = 3 if args.triples or len(set(only)) == 3 else 2
    resume = Path(args.resume) if args.resume else None
    search = Search(find_game(args.game), only=only, seed=args.seed, size=size, resume=resume, to_the_end=args.to_the_end)
    progress = Progress(args.plays or 0, "plays", seconds=seconds or 0.0, done=search.report.plays)
    with executor_of(args) as executor:
        report = search.run(seconds=seconds, plays=args.plays, jobs=args.jobs, executor=executor, progress=progress)
    progress.close()
    invariants = bool(search.ways[0][0].program.invariants)
    if not invariants:
        print(f"rulekit: {NO_INVARIANTS}", file=sys.stderr)
    print(json.dumps(report.as_data(), indent=2, ensure_ascii=False) if args.json else _text(report))
    if search.stopped:
        print(f"rulekit: interrupted after {many(report.plays, 'play')}", file=sys.stderr)
        return INTERRUPTED
    return 1 if report.findings or not invariants else 0


def _seconds(args: argparse.Namespace) -> float | None:
    """The time budget; a number of plays needs none."""
    if args.jobs < 1:
        raise UsageError(f"--jobs needs a number of processes, not {args.jobs}")
    if args.budget is not None and not 0 < args.budget < float("inf"):
        raise UsageError(f"--budget needs some seconds, not {args.budget:g}")
    if args.plays is not None and args.plays < 1:
        raise UsageError(f"--plays needs a number of plays, not {args.plays}")
    if args.budget is None and args.plays is None and not args.to_the_end:
        return 60.0
    return float(args.budget) if args.budget is not None else None


def _text(report: Report) -> str:
    word = "pairs" if report.size == 2 else "triples"
    lines = [line for found in report.sorted() for line in _finding(found)]
    lines += [*_dominated(report), *_never(report)]
    met = len(report.groups) - len(report.unmet)
    lines.append(f"{many(report.plays, 'play')}, {many(report.decisions, 'decision')}, seed {report.seed}")
    return "\n".join([*lines, f"{met} of {len(report.groups)} {word} met; {many(len(report.findings), 'finding')}"])


def _dominated(report: Report) -> list[str]:
    return [
        f"{o.place}: `{o.option}` is never worth taking: it is `{o.by}`, with {o.less} ({o.times} of {o.times} times)"
        for o in report.dominated()
    ]


def _never(report: Report, most: int = 20) -> list[str]:
    """What was never used, alone or together, and how often it was tried; what was hardly tried is only counted."""
    from rulekit.testing.interaction_report import TRIED

    together = list(report.never_together())
    tried = sorted((t for t in together if t[1] + t[2] >= TRIED), key=lambda t: (-t[1] - t[2], t[0]))
    lines = [
        f"never together: {', '.join(group)} ({many(start, 'play')} from the start, {staged} laid out)"
        for group, start, staged in tried[:most]
    ]
    if len(tried) > most:
        lines.append(f"never together: {len(tried) - most} more; --json lists them")
    if len(together) > len(tried):
        lines.append(f"not together yet: {len(together) - len(tried)}, each aimed at in fewer than {TRIED} plays")
    if report.unmet and not report.left:
        lines.append(f"at its end: whatever has not met was aimed at in {TRIED} plays or more")
    if report.never_acted:
        lines.append(f"never acted: {', '.join(report.never_acted[:30])}{' ...' if len(report.never_acted) > 30 else ''}")
    return lines


def _finding(found: Found) -> list[str]:
    with_ = f", modules {', '.join(found.modules)}" if found.modules else ""
    where = f"{found.players} players{with_}, play {found.plays[0] if found.plays else '?'}"
    lines = [found.headline, f"  acting: {', '.join(found.involved[:8]) or 'nothing'} ({where})"]
    lines += [f"  while {step}" for step in found.details]
    if found.example:
        lines += ["", *(f"    {line}" for line in found.example.rstrip().split("\n"))]
    else:
        lines.append(f"  after {many(len(found.answers), 'answer')}{' from a staged position' if found.staged else ''}")
    return [*lines, ""]
