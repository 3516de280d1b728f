"""`rulekit explain CODE`: what a diagnostic code means; `rulekit explain NAME --game GAME`: what a name of a game is."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from rulekit.codes import CODES, Code, explain

if TYPE_CHECKING:
    from rulekit.describe import Page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `explain`."""
    parser.add_argument(
        "topic", nargs="?", metavar="CODE_OR_NAME", help="a code such as RK012, or a name of a game; without it, all codes"
    )
    parser.add_argument("--game", metavar="GAME", help="the game whose name it is, by bundled name or by path")
    parser.add_argument("--module", action="append", default=[], metavar="NAME", help="with this module of the game")
    parser.add_argument("--lang", choices=("en", "fr"), default="en", help="the language of labels (en)")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Print one page, or all codes in a line each."""
    if args.topic is None:
        print(_listing(as_json=args.json))
    elif args.game is not None:
        page = _page_of_name(args)
        print(_json(page.as_data()) if args.json else page.text())
    else:
        entry = explain(args.topic)
        print(_json(asdict(entry)) if args.json else _page(entry))
    return 0


def _page_of_name(args: argparse.Namespace) -> Page:
    from rulekit.api import load
    from rulekit.describe import describe

    return describe(load(args.game, modules=args.module), args.topic, args.lang)


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _listing(*, as_json: bool) -> str:
    entries = sorted(CODES.values(), key=lambda entry: entry.code)
    if as_json:
        return _json([asdict(entry) for entry in entries])
    return "\n".join(f"{entry.code}  {entry.title}" for entry in entries)


def _page(entry: Code) -> str:
    example = "\n".join(f"    {line}".rstrip() for line in entry.example.splitlines())
    return f"{entry.code}: {entry.title}\n\n{entry.explanation}\n\nFor example:\n\n{example}\n\nTo mend it: {entry.fix}"
