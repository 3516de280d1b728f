"""`python -m tests.fuzz.many_saves --count 10000 --into FOLDER`: mutated saves of every bundled game and module, resumable.

Contract: mutant number n of a game hangs on the game and on n alone. What loads is looked at, resampled and played for 50
decisions; whatever is no error of rulekit itself is a fault, told with its number, and the search goes on behind it. A file for
each hundred mutants keeps what was found (`tests/long_runs.py`); games take turns, so a run that is cut short has looked at
all of them.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from functools import partial

from tests.fuzz.test_saves import Box, everything, rules_of, search
from tests.long_runs import Found, Parcels, arguments

CHUNK = 100
SEED = 1


def chunk(box: Box, first: int) -> Found:
    """A hundred mutants: how many were played, and what was wrong with some."""
    played, faults = 0, list[str]()
    gc.collect()
    gc.freeze()  # games stay: whoever looks for what is left over need not go through their rules again and again
    for number in range(first, first + CHUNK):
        try:
            played += search(*box, range(number, number + 1), 40, SEED)
        except Exception as error:
            faults.append(f"{type(error).__name__} {error}: {' '.join(getattr(error, '__notes__', []))}")
    return {"played": played, "faults": faults}


def main() -> None:
    parser = arguments(__doc__.splitlines()[0], "--count", 10_000)
    parser.add_argument("--only", default="", help="games whose names begin so")
    args = parser.parse_args()
    parcels = Parcels(args.into, args.minutes)
    tried, played, seconds, faults = Counter[str](), Counter[str](), Counter[str](), list[str]()
    for first in range(0, args.count, CHUNK):
        for box in everything():
            key = "+".join([box[0], *box[1]])
            if not key.startswith(args.only):
                continue
            found = parcels.found(f"{key}_{first:06}", rules_of(box), partial(chunk, box, first))
            if found is not None:
                tried[key] += CHUNK
                played[key] += found["played"]
                seconds[key] += round(1000 * found["cpu"])
                faults += found["faults"]
    for key, count in sorted(tried.items()):
        print(f"{count:>9,} mutants {played[key]:>8,} played {seconds[key] / count:>6.0f} ms each  {key}")
    print(f"{tried.total():>9,} mutants {played.total():>8,} played  in all; {parcels.told()}")
    print(f"{len(faults)} faults", *faults, sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
