"""`rulekit check FILES`: all mistakes of all files in one run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from rulekit.analysis.check_file import check_file
from rulekit.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `check`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="rules files, or names of bundled games")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")
    parser.add_argument("--quiet", action="store_true", help="leave warnings out")
    parser.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")


def run(args: argparse.Namespace) -> int:
    """Check every file, with each of its modules, and print what was found."""
    return _watch(args) if args.watch else _check(args)


def _watch(args: argparse.Namespace) -> int:
    """Check, and check again after each change. Only an interrupt ends it."""
    from rulekit.sources.bundled import find_game
    from rulekit.sources.watch import changes, stamp

    folders = {find_game(name).resolve().parent for name in args.files}
    seen = stamp(folders)  # what changes during the first check is checked again too
    _check(args)
    print("watching; Ctrl-C ends it", flush=True)
    for changed in changes(folders, seen=seen):
        print(f"\n{', '.join(path.name for path in changed)} changed", flush=True)
        try:
            _check(args)
        except UsageError as error:  # a file that went may come back
            print(f"rulekit: {error}", flush=True)
    return 0


def _check(args: argparse.Namespace) -> int:
    from rulekit.sources.render import render_json, render_text, summary, wants_colour

    found = list(dict.fromkeys(d for name in args.files for d in check_file(name)))
    if args.quiet:
        found = [d for d in found if d.severity == "error"]
    if args.json:
        print(render_json(found))
    else:
        if found:
            print(render_text(found, colour=wants_colour(sys.stdout)))
        blank = [name for name in args.files if not found and _is_blank(name)]
        for name in blank:
            print(f"{name} is empty; `rulekit new game NAME` begins a game")
        if not blank:
            print(summary(found), flush=True)
        print(*_old_labels(args.files), sep="", end="", flush=True)
    return 1 if any(d.severity == "error" for d in found) else 0


def _old_labels(names: list[str]) -> Iterator[str]:
    """A word on files whose labels stand as earlier versions wanted them: allowed, but there is a better place."""
    from rulekit.sources.bundled import find_game
    from rulekit.sources.diagnostics import Sink
    from rulekit.syntax.loader import sources_of
    from rulekit.syntax.migrate import old_labels

    paths = [path for path in map(find_game, names) if any(old_labels(source) for source in sources_of(path, Sink())[-1:])]
    if paths:
        told = ", ".join(str(name) for name in names if find_game(name) in paths)
        yield f"note: labels stand in two languages in {told}; `rulekit migrate` moves them to catalogues\n"


def _is_blank(name: str) -> bool:
    """Does a file declare nothing at all?"""
    from rulekit.sources.bundled import find_game

    lines = find_game(name).read_text("utf-8", errors="replace").splitlines()
    return not any(line.strip() and not line.lstrip().startswith("#") for line in lines)
