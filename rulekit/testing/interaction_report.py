"""What a search for interactions has shown: findings that do harm, and remarks.

Contract: plain data that can be written as JSON and read back (`as_data`, `load`). Findings are sorted smallest
example first. Remarks are what an author may want to know though nothing is broken: options that are never worth
taking, and things that were never used together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

from rulekit.errors import SaveError
from rulekit.sources import files
from rulekit.testing.domination import LEAST, Offer
from rulekit.testing.meeting import Group

_RANK = ("error", "crash", "dead end", "invariant", "bounds", "order", "loop")
WAYS = ("free", "start", "laid out")  # aimed at nothing, aimed from the start, from a position that was laid out
TRIED = 3  # plays aimed at things before anything is said of their never being together
_SAME = ("game", "digest", "seed", "only", "size")


@dataclass
class Found:
    """A finding as it is reported: the shortest play that shows it."""

    kind: str
    message: str
    involved: list[str]
    players: int
    modules: list[str]
    answers: list[str]
    plays: list[int] = field(default_factory=list)  # the numbers of the plays that ran into it
    targets: list[str] = field(default_factory=list)  # what the play looked for that gave the shortest one
    number: int = 0  # that play
    staged: bool = False
    details: list[str] = field(default_factory=list)
    example: str = ""
    company: list[str] = field(default_factory=list)  # what else it liked
    about: str = ""  # what is the same in all plays that show it; the message, unless that tells of one play

    @property
    def key(self) -> str:
        return f"{self.kind}: {self.about or self.message}"

    @property
    def headline(self) -> str:
        """What it is in one line."""
        return self.message if self.message.startswith(self.kind) else f"{self.kind}: {self.message}"

    @property
    def rank(self) -> tuple[bool, bool, int, int, int, str]:
        """Smallest first: the shortest example, then the shortest play; staged positions come last."""
        kind = _RANK.index(self.kind) if self.kind in _RANK else len(_RANK)
        return self.staged, not self.example, self.example.count("\n"), kind, len(self.answers), self.message


@dataclass
class Offered:
    """How often an option was compared with others, how often it was dominated, and by what."""

    place: str
    option: str
    times: int = 0
    dominated: int = 0
    by: str = ""
    less: str = ""

    def add(self, offer: Offer) -> None:
        self.times += 1
        if offer.by:
            self.dominated += 1
            self.by, self.less = self.by or offer.by, self.less or offer.less

    @property
    def always(self) -> bool:
        return self.times >= LEAST and self.dominated == self.times


@dataclass
class Report:
    """What a search has shown so far."""

    game: str
    digest: str
    seed: int
    things: list[str]
    only: list[str]
    size: int = 2
    apart: list[set[str]] = field(default_factory=list)  # what can be in one game, for each choice of modules
    plays: int = 0
    decisions: int = 0
    met: set[Group] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)
    findings: dict[str, Found] = field(default_factory=dict)
    offers: dict[str, Offered] = field(default_factory=dict)
    tried: dict[str, list[int]] = field(default_factory=dict)  # plays aimed at a group: from the start, laid out

    ways: dict[str, list[int]] = field(default_factory=dict)  # groups that each way to search has shown of late, and its work

    # ---------- how to go on ----------
    def note_way(self, way: str, met: int, decisions: int) -> None:
        shown = self.ways.setdefault(way, [0, 0])
        shown[0] += 1000 * met
        shown[1] += decisions

    def fade(self) -> None:
        """What was long ago counts less."""
        self.ways = {way: [met // 2, work // 2] for way, (met, work) in self.ways.items()}

    def best_way(self, ways: tuple[str, ...] = WAYS) -> str:
        """The way to search that has shown most for its work of late."""
        return max(ways, key=lambda way: Fraction(self.ways.get(way, (1, 1))[0] + 1, self.ways.get(way, (1, 1))[1] + 1))

    # ---------- groups ----------
    @property
    def groups(self) -> list[Group]:
        """All pairs or triples that can be in one game."""
        names = sorted(self.only or self.things)
        return [g for g in combinations(names, self.size) if not self.apart or any(set(g) <= way for way in self.apart)]

    @property
    def unmet(self) -> list[Group]:
        return [group for group in self.groups if group not in self.met]

    def aims(self, group: Group) -> int:
        """How many plays were aimed at a group."""
        return sum(self.tried.get("+".join(group), ()))

    @property
    def left(self) -> list[Group]:
        """Groups that have neither met nor been aimed at often enough to say that they do not meet."""
        return [group for group in self.unmet if self.aims(group) < TRIED]

    @property
    def never_acted(self) -> list[str]:
        return [name for name in self.only or self.things if name not in self.acted]

    def sorted(self) -> list[Found]:
        return sorted(self.findings.values(), key=lambda f: f.rank)

    def by_turns(self) -> list[Found]:
        """One finding of each kind, then a second one of each: many of a kind leave none of another behind."""
        seen: dict[str, int] = {}
        turns = []
        for found in self.sorted():
            seen[found.kind] = seen.get(found.kind, 0) + 1
            turns.append((seen[found.kind], found))
        return [found for _, found in sorted(turns, key=lambda turn: turn[0])]

    # ---------- remarks ----------
    def dominated(self) -> list[Offered]:
        return sorted((o for o in self.offers.values() if o.always), key=lambda o: (o.place, o.option))

    def never_together(self) -> Iterator[tuple[Group, int, int]]:
        """Groups of which each member acted, but never all in one turn, with the plays that were aimed at them."""
        for group in self.unmet:
            if self.acted.issuperset(group):
                start, staged = self.tried.get("+".join(group), (0, 0))
                yield group, start, staged

    # ---------- JSON ----------
    def as_data(self) -> dict[str, Any]:
        word = "pairs" if self.size == 2 else "triples"
        return {
            "game": self.game, "digest": self.digest, "seed": self.seed, "size": self.size, "things": self.things,
            "only": self.only, "plays": self.plays, "decisions": self.decisions, word: len(self.groups),
            "met": sorted(self.met), "acted": sorted(self.acted), "never_acted": self.never_acted,
            "never_met": self.unmet, "left": len(self.left), "findings": [vars(found) for found in self.sorted()],
            "dominated": [vars(offered) for offered in self.dominated()],
            "never_together": [{"things": g, "plays": a, "laid_out": b} for g, a, b in self.never_together()],
            "offers": [vars(offered) for offered in self.offers.values()], "tried": self.tried,
            "ways": self.ways,
        }  # fmt: skip

    def load(self, path: Path) -> None:
        """Takes up a report again; it must be of the same rules, seed and question."""
        try:
            data = json.loads(files.read_text(path, limit=files.MOST_REPORT))
            same = all(data[name] == getattr(self, name) for name in _SAME)
            self.plays, self.decisions = int(data["plays"]), int(data["decisions"])
            self.met, self.acted = {tuple(group) for group in data["met"]}, set(data["acted"])
            self.findings = {found.key: found for found in (Found(**f) for f in data["findings"])}
            self.offers = {f"{o['place']} {o['option']}": Offered(**o) for o in data["offers"]}
            self.tried = {name: [int(n) for n in counts] for name, counts in data["tried"].items()}
            self.ways = {way: [int(n) for n in counts] for way, counts in data["ways"].items()}
        except OSError as error:
            raise SaveError(f"`{path}` cannot be read: {files.reason(error)}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise SaveError(f"`{path}` is no report of `rulekit interactions`; give another file") from error
        if not same:
            raise SaveError(f"`{path}` belongs to other rules, another seed or other names; give another file")
