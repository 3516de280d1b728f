"""`python -m tests.planted [NAME ...]`: which tool finds which bug and how long what it shows is, as the page says it."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.planted.bugs import BUGS
from tests.planted.finders import TOOLS, Find, plant, row


def main(names: list[str]) -> None:
    """Print a table in Markdown."""
    print("| bug | game | sort | tool | what it shows | length |\n|---|---|---|---|---|---|")
    for bug in BUGS:
        if names and bug.name not in names:
            continue
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            find = TOOLS[bug.tool](bug, plant(bug, Path(folder)))
        print(row(bug, find or Find("NOT FOUND", 0)), flush=True)
        print(f"{bug.name}: {time.monotonic() - started:.0f} s", file=sys.stderr)


main(sys.argv[1:])
