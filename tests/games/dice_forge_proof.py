"""`python -m tests.games.dice_forge_proof --games 20000`: random games of Dice Forge with random sets, and what they met.

Contract: game number n depends on n and the rules only: its kind (base game, Rebellion, Goddess, Titans), its players (2 to
4), its sets, its sort of players and all their choices. Twenty games in a row share a table, because making one costs more than
playing on it. Of three games the first is played blindly; in the second everybody likes Exploits; in the third everybody saves
up for one set, so that dear cards and what follows from them are met too. Every eleventh game, and those where a Golem card is
wanted, run on the watched interpreter and note the lines of rules they reach; the others run on the compiled tier. Rolls are
counted in those and in the games of savers: the others keep no log. Ties are broken at every fiftieth table. Invariants are
looked at after every decision, in watched games at the end. A hundred games of Golem lovers come last. `--into FOLDER` keeps a
file for each hundred games, and a second run goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import rulekit
from rulekit.errors import RulekitError
from rulekit.runtime.chance import draw
from rulekit.testing.coverage import Line, everything, reached
from rulekit.testing.trace import Trace, watching
from tests.games.dice_forge_box import BOXES, candidates, fresh_game, game, pairs_of, possible_pairs, some_sets

KINDS = tuple(BOXES)
LIMIT = 5000  # decisions; the longest game met has under a thousand
CHUNK = 100
WATCHED = 11  # shares no factor with the kinds and player counts, so that all of them are watched
SAME_TABLE = 20
GOLEMS = ("moon_golem", "sun_golem", "great_golem")  # those that go forward


@dataclass
class Met:
    """What some games met; two of them add up."""

    games: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    bought: Counter[str] = field(default_factory=Counter)
    rolled: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def __iadd__(self, other: Met) -> Met:
        for name in ("games", "decisions", "wins", "bought", "rolled", "lines"):
            getattr(self, name).update(getattr(other, name))
        self.pairs |= other.pairs
        self.faults += other.faults
        return self

    def as_data(self) -> dict[str, Any]:
        return {**{name: value for name, value in vars(self).items() if name != "pairs"}, "pairs": sorted(self.pairs)}

    @staticmethod
    def of(data: dict[str, Any]) -> Met:
        counters = {name: Counter(value) for name, value in data.items() if name not in ("pairs", "faults")}
        return Met(**counters, pairs={(one, two) for one, two in data["pairs"]}, faults=data["faults"])


# ---------- one game ----------
class Plan:
    """What is settled about a game by its number."""

    def __init__(self, number: int, golems: bool = False) -> None:
        group = number // SAME_TABLE
        self.number, self.sort = number, number % 3  # players who play blindly, like Exploits, save up for one set
        self.kind, self.players = KINDS[group % len(KINDS)], 2 + group // len(KINDS) % 3
        if golems:
            self.kind, self.sort = "goddess", 2
        self.options = {"sets": some_sets(self.kind, group), "tie_break": group % 50 == 49}
        self.sets = some_sets(self.kind, group)
        self.wanted = GOLEMS if golems else (self.sets[draw(number, 99, len(self.sets))],)
        # Golems come far only where somebody saves up for them
        self.watched = number % WATCHED == 0 or (self.sort == 2 and self.wanted[0].endswith("_golem"))

    def __str__(self) -> str:
        return f"game {self.number}, {self.kind or 'rebellion'}, {self.players} players, sets {','.join(self.sets)}"


def play(number: int, golems: bool = False) -> Met:
    """Game number n, from its set-up to its end."""
    met, trace, plan = Met(), Trace(), Plan(number, golems)
    met.games[f"{plan.kind or 'rebellion'} {plan.players}"] += 1
    met.pairs |= pairs_of(plan.sets)
    with watching(trace) if plan.watched else nullcontext():
        try:
            state = start(plan).copy()  # a copy has a machine of its own, which may be quiet
            state.quiet = plan.sort < 2 and not plan.watched
            met.decisions[str(plan.players)] += _to_the_end(state, plan)
            _look_back(state, met, plan)
        except RulekitError as error:
            met.faults.append(f"{plan}: {error}")
    met.lines.update(f"{Path(file).name}:{line}" for file, line in reached(trace).lines)
    return met


@cache
def _playing(kind: str) -> rulekit.Game:
    return fresh_game(kind)


def start(plan: Plan) -> rulekit.State:
    """A new game; other options need another table."""
    loaded = _playing(plan.kind)
    if loaded.setting.options != plan.options:
        loaded.setting.options = dict(plan.options)
        loaded._tables.clear()
    return loaded.new(players=plan.players, seed=plan.number)


def _to_the_end(state: rulekit.State, plan: Plan) -> int:
    for length in range(LIMIT):
        if state.over:
            if not state.winners:
                raise RulekitError("it is over and nobody has won")
            return length
        state.play(_index(state, plan, length))
        if plan.watched and not _ended(state):
            continue
        broken = state.broken()
        if broken:
            raise RulekitError(f"after {length + 1} decisions this does not hold: {broken[0].head.name}")
    raise RulekitError(f"it does not end within {LIMIT} decisions")


def _ended(state: rulekit.State) -> bool:
    return state.over


def _index(state: rulekit.State, plan: Plan, length: int) -> int:
    question = state.question
    if question is None or not question.count:
        raise RulekitError(f"a dead end after {length} decisions: nothing can be answered")
    at_action = plan.sort > 0 and state.data.stack[-1][0] == "verb/act"
    liked = _liked([choice.text for choice in question.choices], plan.sort, plan.wanted) if at_action else []
    if liked and draw(~plan.number, 2 * length + 1, 4) > 0:
        return liked[draw(~plan.number, 2 * length, len(liked))]
    return draw(~plan.number, 2 * length, question.count)


def _liked(texts: list[str], sort: int, wanted: tuple[str, ...]) -> list[int]:
    """The actions that a sort of players likes better than others; none: all alike."""
    feats = [i for i, text in enumerate(texts) if text.startswith("accomplish ")]
    if sort == 1 or not feats:
        return feats
    aim = [i for i in feats if texts[i].removeprefix("accomplish ") in wanted]
    return aim or [i for i in range(len(texts)) if i not in feats]


def _look_back(state: rulekit.State, met: Met, plan: Plan) -> None:
    """Cards stay with those who accomplished them, and the log, where one is kept, tells every roll."""
    met.bought.update(state.get("{x's name for exploit x in players' accomplished}"))
    rolls = [event.value("face") for event in state.events if event.kind == "roll"]
    met.rolled.update(state.table.entities[face].design for face in rolls)
    winner = f"seat {state.winners[0] + 1}" if len(state.winners) == 1 else "shared"
    met.wins[f"{plan.players} players, {winner}"] += 1
    if plan.watched:
        state.get("{worth(p) for player p in players}")  # what bots ask


# ---------- what there is ----------
def all_sets() -> set[str]:
    return {name for kind in KINDS for names in candidates(kind).values() for name in names}


def all_faces() -> set[str]:
    """Every face that some die of some game can bear."""
    found: set[str] = set()
    for kind in KINDS:
        state = game(kind).new(players=4)
        found |= set(state.get("{f's name for face f in all(face)}"))
    return found


def all_lines() -> set[str]:
    """Every line that says what happens, without those that only say what is printed on a component."""
    found: set[Line] = set()
    for kind in KINDS:
        found |= everything(game(kind).program).lines
    names = {Path(file).name for file, _ in found}
    return {f"{Path(file).name}:{line}" for file, line in found if names and not Path(file).stem.endswith("_examples")}


def missing(met: Met) -> dict[str, list[str]]:
    """What no game has met."""
    pairs = {f"{one} + {two}" for one, two in possible_pairs(KINDS) - met.pairs}
    return {
        "sets never accomplished": sorted(all_sets() - set(met.bought)),
        "faces never rolled": sorted(all_faces() - set(met.rolled)),
        "lines never reached": sorted(all_lines() - set(met.lines)),
        "pairs of sets never together": sorted(pairs),
        "faults": met.faults,
    }


# ---------- many games ----------
def play_many(games: int, into: Path | None = None, jobs: int = 1) -> Met:
    """What so many games met, whatever the number of processes."""
    met, tasks = Met(), [(first, min(first + CHUNK, games), into) for first in range(0, games, CHUNK)]
    if jobs == 1:
        parts: Iterable[Met] = map(_chunk, tasks)
    else:
        parts = multiprocessing.Pool(jobs).imap(_chunk, tasks)
    for part in parts:
        met += part
    return met


def _chunk(task: tuple[int, int, Path | None]) -> Met:
    first, end, into = task
    path = None if into is None else into / f"{first:06}-{end:06}.json"
    if path is not None and path.is_file():
        return Met.of(json.loads(path.read_text(encoding="utf-8")))
    met = Met()
    for number in range(first, end):
        met += play(number)
    if path is not None:
        path.write_text(json.dumps(met.as_data()), encoding="utf-8")
    return met


def golem_lovers(games: int = 100) -> Met:
    """Games in which everybody saves up for Golems: only there some Golem meets the Goddess."""
    met = Met()
    for number in range(games):
        met += play(7 * number, golems=True)
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, metavar="N")
    parser.add_argument("--into", type=Path, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    args = parser.parse_args()
    started = time.monotonic()
    met = play_many(args.games, args.into, args.jobs)
    met += golem_lovers()
    for name in ("games", "decisions", "wins", "bought", "rolled"):
        counts = sorted(getattr(met, name).items(), key=lambda item: item[1] if name in ("bought", "rolled") else 0)
        print(f"{name}: " + ", ".join(f"{key} {count}" for key, count in counts))
    print(f"lines {len(met.lines)}, pairs {len(met.pairs)} of {len(possible_pairs(KINDS))}")
    for what, names in missing(met).items():
        print(f"{what}: {', '.join(names) or 'none'}")
    print(f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
