"""`rulekit migrate [--check] [--diff] FILES`: rules files of earlier versions in the form of today."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.cli.fmt import rules_files, vocabularies_of, write_over

if TYPE_CHECKING:
    from rulekit.syntax.migrate import Migrated


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `migrate`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="rules files, or folders of them")
    parser.add_argument("--check", action="store_true", help="write nothing; say which files would change")
    parser.add_argument("--diff", action="store_true", help="write nothing; show what would change")


def run(args: argparse.Namespace) -> int:
    """Rewrite every file; 1 when one could not be, or, with `--check`, would change."""
    paths = [path for name in args.files for path in rules_files(name)]
    # all are read before one is written: files that belong together are read with each other's verbs
    found = [(path, _read(path)) for path in paths]
    changed = failed = 0
    for path, outcome in found:
        if outcome is None:
            failed += 1
        elif _differs(path, outcome):
            changed += 1
            _show(path, outcome, args)
    verb = "would change" if args.check or args.diff else "changed"
    print(f"{changed} {verb}, {len(paths) - changed - failed} in order" + (f", {failed} left alone" if failed else ""))
    return 1 if failed or (args.check and changed) else 0


def _read(path: Path) -> Migrated | None:
    from rulekit.sources.render import render_text, wants_colour
    from rulekit.syntax.format import FormatError
    from rulekit.syntax.loader import language_of
    from rulekit.syntax.migrate import migrated

    try:
        own, sources, vocabularies = vocabularies_of(path)
        return migrated(own, vocabularies, language_of(sources))
    except FormatError as error:
        print(f"rulekit: {error}", file=sys.stderr)
        if error.diagnostics:
            print(render_text(error.diagnostics, colour=wants_colour(sys.stderr)), file=sys.stderr)
        return None


def _files(path: Path, outcome: Migrated) -> list[tuple[Path, str]]:
    """Every file with its new text: catalogues first, so that no label is ever nowhere."""
    from rulekit.syntax.catalogues import catalogue_name

    others = [(path.with_name(catalogue_name(path.name, code)), text) for code, text in outcome.catalogues.items()]
    return [*others, (path, outcome.text)]


def _differs(path: Path, outcome: Migrated) -> bool:
    return any(_old(file) != text for file, text in _files(path, outcome))


def _old(path: Path) -> str:
    from rulekit.sources import files

    return files.read_bytes(path, limit=files.MOST_RULES).decode("utf-8") if path.is_file() else ""


def _show(path: Path, outcome: Migrated, args: argparse.Namespace) -> None:
    for file, text in _files(path, outcome):
        old = _old(file)
        if args.diff and old != text:
            lines = difflib.unified_diff(old.splitlines(), text.splitlines(), str(file), str(file), lineterm="")
            print("\n".join(lines))
        elif not args.check and old != text:
            write_over(file, text.encode())
    if not args.diff:
        told = "would change" if args.check else "changed"
        print(f"{told}: {path} ({outcome.moved} labels to catalogues, {outcome.dropped} that repeat a name dropped)")
