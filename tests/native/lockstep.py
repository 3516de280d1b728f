"""`python -m tests.native.lockstep DECISIONS [--minutes M] [--into FILE] [--full]`: random plays by native code and by printed
Python, whole states and all that may be answered compared.

Contract: goes round all tables (examples, gallery, stress cases, bundled games with their modules and maps, for each number of
players; `--full`: the largest alone) with a new seed each time, until so many decisions have been compared or the minutes are
over; says how many of each. The first difference ends it with an error, and so does native code that leaves a decision to
Python; rules that fail are named, and the next play begins. What was compared is kept in the file, a line for each play, and
counts the next time: then the plays go on with those that have not been.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path

from rulekit.api.native import reason
from rulekit.errors import RulekitError
from tests.native.compared import walk
from tests.native.tables import Seated, all_tables

MOST = 400  # decisions of one play


def compared(wanted: int, seconds: float, kept: Path | None, *, full: bool = False) -> Counter[str]:
    """How many decisions of each table were the same, plays kept in the file included."""
    done = _known(kept)
    end = time.monotonic() + seconds
    tables = all_tables(full=full)
    for seed in count(1):
        for table in tables:
            if sum(done.values()) >= wanted or time.monotonic() > end:
                return _by_table(done)
            key = f"{table}: {seed}"
            if key not in done:
                done[key] = _walked(table, seed)
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as file:
                        file.write(f"{key}\t{done[key]}\n")
    raise AssertionError


def _known(kept: Path | None) -> dict[str, int]:
    if kept is None or not kept.exists():
        return {}
    rows = [line.split("\t") for line in kept.read_text("utf-8").splitlines()]
    return {key: int(number) for key, number in rows}


def _walked(table: Seated, seed: int) -> int:
    state = table.game.new(table.players, seed)
    assert reason(state.game, state.table) == ""
    try:
        return walk(state, seed, MOST)
    except AssertionError as difference:
        difference.add_note(f"{table}, seed {seed}")
        raise
    except RulekitError as error:  # rules that fail: where native code leaves, the reference says so
        print(f"{table}, seed {seed}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 0


def _by_table(done: dict[str, int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for key, number in done.items():
        found[key.rpartition(": ")[0]] += number
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.native.lockstep")
    parser.add_argument("decisions", type=int)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--full", action="store_true", help="each game with its largest number of players only")
    args = parser.parse_args()
    found = compared(args.decisions, 60 * args.minutes, args.into, full=args.full)
    print("\n".join(f"{name}: {number:,}" for name, number in found.items()))
    print(f"{found.total():,} decisions, all the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
