"""`python -m tests.fuzz.many_saves --count 10000 --into FOLDER`: mutated saves of every bundled game and module, resumable.

Contract: mutant number n of a game hangs on the game and on n alone. What loads is looked at, resampled and played for 50
decisions; whatever is no error of rulekit itself is a fault, told with its number. A file for each hundred mutants keeps what
was found; games take turns, so that a run that is cut short has looked at all of them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from tests.fuzz.test_saves import everything, search

CHUNK = 100
SEED = 1


def chunk(name: str, modules: tuple[str, ...], first: int, folder: Path) -> dict[str, object]:
    """A hundred mutants, read if they were tried before."""
    file = folder / f"{'+'.join([name, *modules])}_{first:06}.json"
    if not file.exists():
        fault = ""
        played = 0
        try:
            played = search(name, modules, range(first, first + CHUNK), 40, SEED)
        except Exception as error:
            fault = f"{type(error).__name__} {error}: {' '.join(getattr(error, '__notes__', []))}"
        file.write_text(json.dumps({"played": played, "fault": fault}), encoding="utf-8")
    found: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--only", default="", help="games whose names begin so")
    args = parser.parse_args()
    args.into.mkdir(parents=True, exist_ok=True)
    tried: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for first in range(0, args.count, CHUNK):
        for name, modules in everything():
            if name.startswith(args.only):
                found = chunk(name, modules, first, args.into)
                key = "+".join([name, *modules])
                tried[key] += CHUNK
                played[key] += int(str(found["played"]))
                if found["fault"]:
                    print(found["fault"], flush=True)
    for key, count in tried.items():
        print(f"{key}: {count} mutants, {played[key]} played")


if __name__ == "__main__":
    main()
