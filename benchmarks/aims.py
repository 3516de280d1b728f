"""What the figures are held against: for each measure what is aimed at, and what was reached.

Contract: all ratios are of one run. A measure is met when every game meets it; what is missed is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.deciding import BASE, Deciding
from benchmarks.handling import Handling
from benchmarks.measure import Spread, Tally, ratio
from benchmarks.scaling import Growth
from benchmarks.table import OURS, PLAYOUT, rows

TWIN, SPIEL, SPIEL_PYTHON = "plain Python, API", "OpenSpiel C++", "OpenSpiel Python"
_BIG = ("better_than_gold", "dice_forge", "dice_forge_rebellion goddess", "dice_forge_rebellion titans", "goldblivion")
Races = Mapping[str, Mapping[str, Tally]]


@dataclass(frozen=True)
class Aim:
    """A measure, and what it should reach at least; or at most, if less is better."""

    measure: str
    must: float
    goal: float | None
    less: bool = False
    part: bool = False  # written as one in so many

    def row(self, found: Mapping[str, float]) -> list[str]:
        reached = ", ".join(f"{name} {self._figure(value)}" if name else self._figure(value) for name, value in found.items())
        missed = [name or "it" for name, value in found.items() if not self._meets(value)]
        verdict = "not measured" if not found else "met" if not missed else "missed: " + ", ".join(missed)
        goal = "" if self.goal is None else self._figure(self.goal)
        return [self.measure, self._figure(self.must), goal, reached, verdict]

    def _meets(self, value: float) -> bool:
        return value <= self.must if self.less else value >= self.must

    def _figure(self, value: float) -> str:
        return f"1/{1 / value:.3g}" if self.part else f"{value:.3g}x"


def aims_table(races: Races, deciding: Sequence[Deciding], handling: Sequence[Handling], found: Growth, check: Spread) -> str:
    """All aims of one run."""
    base = next(d for d in deciding if d.game == BASE)
    big, held = [d for d in deciding if d.game in _BIG], [h for h in handling if h.game in _BIG]
    body = [
        Aim("user's loop against OpenSpiel's C++ games driven from Python", 0.4, 1.0).row(_against(races, OURS, SPIEL)),
        Aim("the same against our plain Python twins", 0.35, 0.8).row(_against(races, OURS, TWIN)),
        Aim("the same against OpenSpiel's game in Python", 8, 15).row(_against(races, OURS, SPIEL_PYTHON)),
        Aim("`rulekit.playout` against OpenSpiel's C++ from Python", 0.8, 2.0).row(_against(races, PLAYOUT, SPIEL)),
        Aim("compiled against interpreted", 4, 8).row({d.game: d.times_interpreted() for d in big}),
        Aim("decisions/s against tic-tac-toe's", 1 / 20, 1 / 6, part=True).row({d.game: 1 / d.part_of(base) for d in big}),
        Aim("copy against `deepcopy` of plain data", 100, 500).row({h.game: h.deepcopy.middle / h.copy.middle for h in held}),
        Aim("a decision with 10x more cards in the box", 1.1, None, less=True).row({"": found.absent.middle}),
        Aim("a decision with 10x more cards that wait", 1.2, None, less=True).row({"": found.waiting.middle}),
        Aim("`rulekit check`, warm, against `import lark, yaml`", 3, 1.5, less=True).row({"": check.middle}),
        _kept(held),
    ]
    return rows(("measure", "aim", "goal", "reached", ""), body)


def _against(races: Races, ours: str, other: str) -> dict[str, float]:
    """What part of another's speed is reached, game by game, where both have played."""
    return {game: ratio(tallies[ours], tallies[other]).middle for game, tallies in races.items() if other in tallies}


def _kept(handling: Iterable[Handling]) -> list[str]:
    most = max(h.kept for h in handling) / 1000
    return ["memory of a kept copy", "4 kB", "1.5 kB", f"{most:.1f} kB at most", "met" if most <= 4 else "missed"]
