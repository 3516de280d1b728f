"""`rulekit check FILES`: all mistakes of all files in one run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulekit.errors import UsageError
from rulekit.sources.diagnostics import Diagnostic


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
        print(summary(found), flush=True)
    return 1 if any(d.severity == "error" for d in found) else 0


def check_file(name: str) -> list[Diagnostic]:
    """What is wrong with one file: by itself, and with each module that it offers."""
    from rulekit.analysis.checked_files import is_clean, remember_clean
    from rulekit.sources.bundled import find_game

    path = find_game(name)
    if is_clean(path):
        return []
    found, sources = _findings(path)
    if not found:
        remember_clean(path, sources)
    return [finding for finding in found if _of_interest(finding, path)]


def _findings(path: Path) -> tuple[list[Diagnostic], list[str]]:
    from rulekit.analysis.check import check
    from rulekit.sources.diagnostics import Sink
    from rulekit.syntax.loader import Parts, read, words_of_importers

    sink = Sink()
    sources, decls = read(path, sink)
    parts = Parts.split(decls)
    for name, module in parts.modules.items():
        check(parts.compose((name, *module.needs), sink), sink)
    check(parts.compose((), sink), sink, decls, words_of_importers(path, sources))
    return sink.found, [source.name for source in sources]


def _of_interest(finding: Diagnostic, path: Path) -> bool:
    """A warning in a file of another folder, such as a bundled game, is not for whoever imports it."""
    name = finding.span.source.name
    return finding.severity == "error" or name.startswith("<") or Path(name).resolve().parent == path.resolve().parent
