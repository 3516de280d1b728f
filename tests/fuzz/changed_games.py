"""`python -m tests.fuzz.changed_games --count 12 --into FOLDER`: bundled games with one rule changed, played by both tiers.

Contract: change number n of a game hangs on the rules and on n alone; changes are those of `rulekit mutate`. Each changed game
is played twice, with the same random answers, by the interpreter and by printed code, as in `played_programs.py`. One that does
not check any more is counted.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

from rulekit.api import Game
from rulekit.errors import RulekitError
from rulekit.sources.cache import fingerprint
from rulekit.testing.mutations import Mutation, mutations, place_of
from tests.fuzz.played_programs import alike
from tests.long_runs import Findings, Found, Parcels, arguments

PLAYS, DECISIONS = 2, 50
ROOT = Path(__file__).parents[2]


def played(path: Path, number: int) -> Counter[str]:
    """Plays a game with one of its changes, and gives what was counted."""
    bases = [Game(path, engine=engine) for engine in ("interpreted", "compiled")]
    changes = [change for decl in bases[0]._decls for change in mutations(decl)]
    change = Random(f"{path.stem}{number}").choice(changes)
    try:
        games = [_changed(base, change) for base in bases]
    except RulekitError:
        return Counter(stillborn=1)
    counts = Counter(games=1)
    for play in range(PLAYS):
        random = Random(1000 * number + play)
        players, chance = random.choice(games[0].player_counts), "ask" if random.random() < 0.3 else "sample"
        states = alike([partial(game.new, players, play, chance=chance) for game in games], counts)
        while states and not states[0].over and counts["decisions"] < DECISIONS * (play + 1):
            at = random.randrange(len(states[0].decision.options))
            states = alike([partial(state.play, at) for state in states], counts)
            counts["decisions"] += 1
    return counts


def _changed(game: Game, change: Mutation) -> Game:
    decls = [change.applied(decl) if place_of(decl) == change.decl else decl for decl in game._decls]
    found = game.with_decls(decls)
    return found.variant((change.module, *game.offered[change.module].needs)) if change.module else found


def chunk(path: Path, count: int) -> Found:
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(count):
        try:
            counts += played(path, number)
        except Exception as error:
            faults.append(f"{path.stem}, change {number}: {type(error).__name__} {error}")
    return {"counts": counts, "faults": faults}


def main() -> None:
    args = arguments(__doc__.splitlines()[0], "--count", 12).parse_args()
    parcels, mark = Parcels(args.into, args.minutes), fingerprint(("analysis", "interpreter", "ir", "runtime"))
    findings = Findings()
    for path in (path for folder in ("gallery", "examples") for path in sorted((ROOT / folder).glob("*.rules"))):
        findings.add(parcels.found(path.stem, f"{mark}{args.count}", partial(chunk, path, args.count)))
    findings.tell(parcels)


if __name__ == "__main__":
    main()
