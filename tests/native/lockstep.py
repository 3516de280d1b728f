"""`python -m tests.native.lockstep DECISIONS`: random plays by native code and by printed Python, whole states compared.

Contract: goes round all tables (examples, gallery, stress cases, bundled games with their modules) with a new seed each time,
until so many decisions have been compared; says how many of each. The first difference ends it with an error; rules that fail
are named, and the next play begins.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count
from pathlib import Path

from rulekit.errors import RulekitError
from tests.native.compared import begun, walk
from tests.native.test_compared import LARGE, OTHERS, ROOT, SMALL

MOST = 400  # decisions of one play
TABLES: list[tuple[str, tuple[str, ...]]] = [
    *((name, ()) for name in (*SMALL, *OTHERS)),
    *((str(path), ()) for path in sorted((ROOT / "tests/stress/rules").glob("*.rules"))),
    *LARGE,
]


def compared(wanted: int) -> Counter[str]:
    """How many decisions of each table were the same."""
    found: Counter[str] = Counter()
    for seed in count(1):
        for name, modules in TABLES:
            state = begun(name, seed=seed, modules=modules)
            try:
                found[" ".join((Path(name).stem, *modules))] += walk(state, seed, MOST)
            except RulekitError as error:  # rules that fail: where native code leaves, the reference says so
                print(f"{name} {seed}: {str(error).splitlines()[0]}", file=sys.stderr)
            if found.total() >= wanted:
                return found
    raise AssertionError


def main() -> int:
    found = compared(int(sys.argv[1]))
    print("\n".join(f"{name}: {number:,}" for name, number in found.items()))
    print(f"{found.total():,} decisions, all the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
