"""`rulekit explain [CODE]`: what a diagnostic code means, or the list of all codes."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from rulekit.codes import CODES, Code, explain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `explain`."""
    parser.add_argument("topic", nargs="?", metavar="CODE", help="a code such as RK012; without it, list all codes")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Print one code in full, or all of them in a line each."""
    if args.topic is None:
        print(_listing(as_json=args.json))
        return 0
    entry = explain(args.topic)
    print(json.dumps(asdict(entry), indent=2, ensure_ascii=False) if args.json else _page(entry))
    return 0


def _listing(*, as_json: bool) -> str:
    entries = sorted(CODES.values(), key=lambda entry: entry.code)
    if as_json:
        return json.dumps([asdict(entry) for entry in entries], indent=2, ensure_ascii=False)
    return "\n".join(f"{entry.code}  {entry.title}" for entry in entries)


def _page(entry: Code) -> str:
    example = "\n".join(f"    {line}".rstrip() for line in entry.example.splitlines())
    return f"{entry.code}: {entry.title}\n\n{entry.explanation}\n\nFor example:\n\n{example}\n\nTo mend it: {entry.fix}"
