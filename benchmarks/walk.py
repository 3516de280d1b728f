"""`python -m benchmarks.walk [--list]`: how many functions one purchase walks through, in each tier.

Contract: the first `buy` that is offered to whoever always takes the first option, in a game of GOLDblivion from a fixed seed.
Everything is compiled and remembered before; then the answer is given once more, and every function of the library or
printed from the rules that is called on the way is counted once. Comprehensions and lambdas belong to the function around them.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks.table import rows
from rulekit.api import State, load

PLAYERS, SEED, VERB = 2, 1, "buy"
_PACKAGE = str(Path(load.__code__.co_filename).parents[1])


def main(listed: bool) -> None:
    body = []
    for engine in ("interpreted", "compiled"):
        walked = walk(engine)
        files = {file for file, _ in walked}
        body.append([engine, f"{sum(walked.values()):,}", str(len(walked)), str(len(files))])
        for (file, name), count in sorted(walked.items()) if listed else ():
            print(f"{engine:12} {count:5} {file.removeprefix(_PACKAGE)} {name}")
    print(rows(("tier", "calls", "functions", "files"), body))


def offered(engine: str) -> State:
    """A state in which something can be bought."""
    state = load("goldblivion", engine=engine).new(PLAYERS, seed=SEED)
    while not _purchase(state):
        state = state.apply(state.decision.options[0])
    return state


def _purchase(state: State) -> Any:
    return next((option for option in state.decision.options if option.startswith(f"{VERB} ")), None)


def walk(engine: str) -> Counter[tuple[str, str]]:
    """Calls by function, while one purchase is carried out."""
    state = offered(engine)
    option = _purchase(state)
    state.apply(option)
    found: Counter[tuple[str, str]] = Counter()

    def called(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        ours = code.co_filename.startswith(_PACKAGE) or code.co_filename.endswith(".rules")
        if event == "call" and ours and not code.co_name.startswith("<"):
            found[code.co_filename, code.co_qualname] += 1

    sys.setprofile(called)
    state.apply(option)
    sys.setprofile(None)
    return found


if __name__ == "__main__":
    main("--list" in sys.argv[1:])
