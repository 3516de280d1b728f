"""`python -m tests.lsp.many_edits --into FOLDER`: 5,000 random edits of all bundled games under an editor, resumable.

Contract: a session of fifty edits hangs on its game and its number (`typist.py`); a file for each keeps what was found
(`tests/long_runs.py`). Big and small games take turns, so a run that is cut short has looked at both.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

from rulekit.sources.bundled import find_game
from rulekit.sources.cache import key
from tests.long_runs import Found, Parcels, arguments
from tests.lsp.typist import EDITS, SESSIONS, copied, session, sessions


def parcel(name: str, seed: int) -> Found:
    """One session: what went wrong in it, if anything did."""
    with tempfile.TemporaryDirectory() as folder:
        path = copied(name, Path(folder))
        try:
            session(path, seed)
        except Exception as error:  # whatever it is, it is a fault
            return {"faults": [f"{name} {seed}: {type(error).__name__} {error}"[:2000]]}
    return {"faults": []}


def main() -> None:
    args = arguments(__doc__.splitlines()[0], "--sessions", SESSIONS).parse_args()
    parcels = Parcels(args.into, args.minutes)
    done, faults = 0, list[str]()
    for name, seed in sessions()[: args.sessions]:
        found = parcels.found(f"{name}_{seed}", key(find_game(name).read_text("utf-8")), partial(parcel, name, seed))
        if found is not None:
            done += EDITS
            faults += found["faults"]
    print(f"{done:,} edits; {parcels.told()}")
    print(f"{len(faults)} faults", *faults, sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
