"""Examples run in a process of their own, so that an editor never waits for a game.

Contract: reads one JSON object from its input: `path`, the `texts` that are not saved yet by path, and `title` or `line`
(from 0) if only one example is wanted. Writes one JSON object a line for each example: its title, its place, whether it
passed, and if not the message, the place of the failure, what changed and the log.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulekit.errors import RulekitError
from rulekit.sources import files
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.testing.examples import Failure, examples_of, reference, run_example


def results(wanted: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What each example of a file came to."""
    path = Path(wanted["path"])
    with files.overlaid({Path(name): text for name, text in wanted.get("texts", {}).items()}):
        try:
            variants = reference(path)
        except RulekitError as error:
            yield {"error": str(error)}
            return
        for example in examples_of(variants.game):
            if _asked(example, path, wanted):
                yield _result(example, run_example(example, variants))


def _asked(example: n.Example, path: Path, wanted: dict[str, Any]) -> bool:
    if Path(example.span.source.name).resolve() != path.resolve():
        return False
    if wanted.get("line") is not None:
        return bool(example.span.line <= wanted["line"] + 1 <= example.span.end_line)
    return wanted.get("title") in (None, example.name)


def _result(example: n.Example, failure: Failure | None) -> dict[str, Any]:
    found: dict[str, Any] = {"title": example.name, "passed": failure is None, **_place(example.span)}
    if failure is not None:
        found |= {"message": failure.message, "at": _place(failure.span)}
        found |= {"changes": list(failure.changes), "log": list(failure.log)}
    return found


def _place(span: Span) -> dict[str, Any]:
    return {
        "uri": Path(span.source.name).resolve().as_uri(),
        "line": span.line - 1,
        "end_line": span.end_line - 1,
        "text": span.source.line(span.line).strip(),
    }


def main() -> int:
    """Answers one request from the standard input."""
    for result in results(json.loads(sys.stdin.read())):
        print(json.dumps(result, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
