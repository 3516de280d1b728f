"""`python -m tests.fuzz.played_programs --count 10000 --into FOLDER`: games made at random, played by every tier.

Contract: program number n and its plays hang on n alone. Each is played by the interpreter and by printed Python, and one in
`NATIVE` by native code too, with the same answers: decisions, options, whole states, logs and errors are the same in all. One
state of a play is held against some laws, by turns. A program that `check` refuses is counted; anything else that goes wrong is
a fault.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import rulekit
from rulekit.api import Game, State
from rulekit.errors import ResampleError, RulekitError, RunError
from rulekit.program.limits import FOR_EVER
from rulekit.sources.cache import fingerprint
from rulekit.testing.law import LawBroken
from rulekit.testing.laws import LAWS
from rulekit.testing.laws_hidden import logs_tell_no_more, views_hide_things
from tests.fuzz.made_programs import program
from tests.long_runs import Findings, Found, Parcels, arguments
from tests.native.compared import exactly

CHUNK = 20
PLAYS, DECISIONS = 2, 60
HELD = 4  # laws that are held against a state
# What one may do hangs on hidden cards in such games, as in `if top(heap) is tool`: that tells which they are.
HOLDING = tuple(law for law in LAWS if law not in (logs_tell_no_more, views_hide_things))
NATIVE = 10  # one in so many is played by native code too


class Differs(Exception):
    """Two tiers do not agree."""


def played(number: int, folder: Path, native: bool = False, laws: bool = True) -> Counter[str]:
    """Plays a program in all tiers, and gives what was counted."""
    path = folder / f"made{number}.rules"
    path.write_text(program(number), encoding="utf-8")
    try:
        engines = ["interpreted", "compiled", *(["native"] if native else [])]
        games = [rulekit.load(str(path), engine=engine) for engine in engines]
    except RulekitError:
        return Counter(refused=1)
    counts = Counter(programs=1)
    for play in range(PLAYS):
        counts += _play(games, number, play, laws)
    return counts


def _play(games: list[Game], number: int, play: int, laws: bool) -> Counter[str]:
    random, counts = Random(1000 * number + play), Counter(plays=1)
    players, asked = random.choice((2, 3)), random.random() < 0.3
    spot = random.randrange(12)
    states = alike([partial(game.new, players, play, chance="ask" if asked else "sample") for game in games], counts)
    while states and not states[0].over and counts["decisions"] < DECISIONS:
        if laws and counts["decisions"] == spot:
            _hold(states[1], number, play, counts)
        at = random.randrange(len(states[0].decision.options))
        states = alike([partial(state.play, at) for state in states], counts)
        counts["decisions"] += 1
    counts["over"] += bool(states) and states[0].over
    return counts


def alike(deeds: list[Any], counts: Counter[str]) -> list[State]:
    """Does the same in every tier. Ends with no states where all of them stop with the same error."""
    found = [_outcome(deed) for deed in deeds]
    if any(_ran_away(one) for one in found):
        counts["budgets"] += 1
        return []
    first, *others = [_shown(one) for one in found]
    for other in others:
        for part, one in first.items():
            if other[part] != one:
                raise Differs(f"{part}: {one!r} interpreted, {other[part]!r} else")
    counts["errors"] += isinstance(found[0], RulekitError)
    return [] if isinstance(found[0], RulekitError) else found


def _ran_away(found: Any) -> bool:
    """A faster tier may do less work, and so come to its end a little later."""
    return isinstance(found, RunError) and found.message == FOR_EVER


def _outcome(deed: Any) -> Any:
    try:
        return deed()
    except RulekitError as error:
        return error


def _shown(found: State | RulekitError) -> dict[str, Any]:
    """All that one may see of a state, or of an error."""
    if isinstance(found, RulekitError):
        return {"error": f"{type(found).__name__} {found}"}
    decision = found.decision
    return {
        "error": "",
        "decision": (decision.kind, decision.player, [option.text for option in decision.options], decision.refused),
        "data": exactly(found._data),
        "log": found.log,
        "scores": (found.scores, sorted(found.winners)),
    }


def _hold(state: State, number: int, play: int, counts: Counter[str]) -> None:
    first = (number * PLAYS + play) * HELD
    for at in range(first, first + HELD):
        law = HOLDING[at % len(HOLDING)]
        try:
            law(state.copy())
        except (ResampleError, RunError):  # that the rules themselves go wrong is no fault of the law
            counts["laws given up"] += 1
        counts["laws"] += 1


def chunk(first: int) -> Found:
    counts: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + CHUNK):
            try:
                counts += played(number, Path(folder), native=number % NATIVE == 0)
            except (Differs, LawBroken, RulekitError) as error:
                faults.append(f"program {number}: {type(error).__name__} {error}")
            except Exception as error:  # whatever is no error of rulekit itself is the worst of faults
                faults.append(f"program {number}: raw {type(error).__name__} {error}")
    return {"counts": counts, "faults": faults}


def main() -> None:
    args = arguments(__doc__.splitlines()[0], "--count", 10_000).parse_args()
    parcels, mark = Parcels(args.into, args.minutes), fingerprint(("analysis", "interpreter", "ir", "runtime"))
    findings = Findings()
    for first in range(0, args.count, CHUNK):
        findings.add(parcels.found(f"{first:07}", mark, partial(chunk, first)))
    findings.tell(parcels)


if __name__ == "__main__":
    main()
