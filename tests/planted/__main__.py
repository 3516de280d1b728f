"""`python -m tests.planted [NAME ...]`: which tool finds which bug, how long what it shows is, and how long that took."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.planted.bugs import BUGS
from tests.planted.finders import TOOLS, plant


def main(names: list[str]) -> None:
    """Print a table in Markdown."""
    print("| bug | game | sort | tool | found by | lines | seconds |\n|---|---|---|---|---|---|---|")
    for bug in BUGS:
        if names and bug.name not in names:
            continue
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            find = TOOLS[bug.tool](bug, plant(bug, Path(folder)))
        by, lines = (find.by, find.lines) if find is not None else ("NOT FOUND", 0)
        seconds = f"{time.monotonic() - started:.0f}"
        print(f"| {bug.name} | {bug.game} | {bug.sort} | {bug.tool} | {by} | {lines} | {seconds} |", flush=True)


main(sys.argv[1:])
