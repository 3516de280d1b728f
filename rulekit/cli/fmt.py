"""`rulekit fmt [--check] FILES`: rules files in the standard layout."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.errors import UsageError
from rulekit.sources import files

if TYPE_CHECKING:
    from rulekit.sources.source import Source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `fmt`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="rules files, or folders of them")
    parser.add_argument("--check", action="store_true", help="write nothing; say which files would change")


def run(args: argparse.Namespace) -> int:
    """Lay out every file; 1 when one could not be, or, with `--check`, would change."""
    paths = [path for name in args.files for path in rules_files(name)]
    outcomes = [_file(path, args.check) for path in paths]
    changed, failed = outcomes.count("changed"), outcomes.count("failed")
    verb = "would change" if args.check else "changed"
    print(f"{changed} {verb}, {len(paths) - changed - failed} in order" + (f", {failed} left alone" if failed else ""))
    return 1 if failed or (args.check and changed) else 0


def rules_files(name: str) -> list[Path]:
    """The rules files that an argument names: itself, or all in a folder."""
    path = Path(name)
    if path.is_dir():
        home = path.resolve()  # a link that leads out of the folder is nobody's wish
        found = sorted(file for file in path.rglob("*.rules") if file.is_file() and file.resolve().is_relative_to(home))
        if not found:
            raise UsageError(f"there are no .rules files in `{name}`")
        return found
    if not path.is_file():
        raise UsageError(f"there is no file `{name}`")
    return [path]


def _file(path: Path, check: bool) -> str:
    from rulekit.sources.render import render_text, wants_colour
    from rulekit.syntax.format import FormatError

    try:
        old, new = _formatted(path)
    except FormatError as error:
        print(f"rulekit: {error}", file=sys.stderr)
        if error.diagnostics:
            print(render_text(error.diagnostics, colour=wants_colour(sys.stderr)), file=sys.stderr)
        return "failed"
    if old == new:
        return "fine"
    if not check:
        write_over(path, new)
    print(f"{'would change' if check else 'changed'}: {path}")
    return "changed"


def write_over(path: Path, text: bytes) -> None:
    """Puts a new text into the place of a file: written beside it first, so that nothing is lost whatever goes wrong."""
    try:
        files.write_bytes(path.resolve(), text)
    except OSError as error:
        raise UsageError(f"`{path}` cannot be written: {files.reason(error)}; it is as it was") from error


def _formatted(path: Path) -> tuple[bytes, bytes]:
    """The bytes of a file as they are and as they should be."""
    from rulekit.syntax.format import format_source

    own, _, vocabularies = vocabularies_of(path)
    return files.read_bytes(path, limit=files.MOST_RULES), format_source(own, vocabularies).encode()


def vocabularies_of(path: Path) -> tuple[Source, list[Source], tuple[set[str], set[str]]]:
    """A file, all that it imports, and the verbs with which it may be read: those of its imports, or of the whole folder."""
    from rulekit.sources.diagnostics import Sink
    from rulekit.syntax.format import FormatError
    from rulekit.syntax.loader import sources_of
    from rulekit.syntax.words import vocabulary

    sink = Sink()
    sources = sources_of(path, sink)
    own = sources[-1] if sources else None
    if own is None or sink.errors:
        raise FormatError(f"{path}: it cannot be read, and is left as it is", sink.errors)
    imported: set[str] = set().union(*map(vocabulary, sources))
    others = sorted(other for other in path.parent.glob("*.rules") if other.is_file())
    beside = [source for other in others for source in sources_of(other, Sink())]
    return own, sources, (imported, imported.union(*map(vocabulary, beside)))
