"""What came out of many games: counts, and the figures made of them.

Contract: `add` takes outcomes in the order of their seeds and keeps whole numbers only, so that the figures are the same
however the games were spread. A win is a win whether it is shared or not; a fault is no game for the figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Game
from rulekit.simulate.balance import Balance
from rulekit.simulate.labels import labels_of
from rulekit.simulate.play import SCORE, Fault, Outcome
from rulekit.simulate.statistics import difference, mean, median, wilson
from rulekit.simulate.task import Task

_ENOUGH = 0.05  # the share of games that must have reached a moment for it to be shown


@dataclass
class Use:
    """One thing or option: how often, by how many players, and how many of those won."""

    times: int = 0
    players: int = 0
    wins: int = 0


@dataclass
class Sum:
    """How often a figure was looked at, and what it came to."""

    count: int = 0
    total: int = 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0


Course = dict[int, dict[str, list[Sum]]]  # moment, resource, then one sum a seat, the winners and the others


@dataclass(repr=False)
class Report:
    """The figures of a simulation."""

    task: Task
    games: int = 0
    wins: list[int] = field(default_factory=list)
    actors: dict[str, int] = field(default_factory=dict)
    shared: int = 0
    nobody: int = 0
    unfinished: int = 0
    decisions: int = 0
    seeds: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    winners: list[tuple[int, ...]] = field(default_factory=list)
    ended: list[bool] = field(default_factory=list)  # by the rules, not by the limit
    scores: list[tuple[Any, ...]] = field(default_factory=list)
    errors: list[Fault] = field(default_factory=list)
    chosen: dict[str, Use] = field(default_factory=dict)
    held: dict[str, Use] = field(default_factory=dict)
    by_round: Course = field(default_factory=dict)
    by_length: Course = field(default_factory=dict)
    balance: Balance | None = None
    called: dict[str, str] = field(default_factory=dict)  # how players call the options and things that are counted
    measured: dict[str, str] = field(default_factory=dict)  # and the resources

    def __post_init__(self) -> None:
        self.balance = Balance(self.task.players) if self.task.balance else None
        self.wins = [0] * self.task.players
        self.actors = dict.fromkeys(self.task.actors.values(), 0)

    def __repr__(self) -> str:
        parts = [f"{self.games} game{'s' * (self.games != 1)}", f"wins {', '.join(map(str, self.wins))}"]
        for count, what in ((self.shared, "shared"), (self.nobody, "won by nobody"), (self.unfinished, "unfinished")):
            parts += [f"{count} {what}"] if count else []
        if self.errors:
            parts.append(f"{len(self.errors)} ended by an error, the first: {self.errors[0].message}")
        return f"<Report of {self.task.name}: {'; '.join(parts)}>"

    def _repr_html_(self) -> str:
        """For notebooks: who wins how often, how long games last."""
        from rulekit.simulate.text import report_html

        return report_html(self)

    # ---------- adding ----------
    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.decisions += outcome.length
        if outcome.fault is not None:
            self.errors.append(outcome.fault)
            return
        self.seeds.append(outcome.seed)
        self.lengths.append(outcome.length)
        self.rounds.append(outcome.rounds)
        self.winners.append(outcome.winners)
        self.ended.append(outcome.over)
        self.scores.append(outcome.scores)
        self._add_result(outcome)
        if self.balance is not None:
            self.balance.add(outcome)
        self._add_course(self.by_round, outcome.by_round, outcome.winners)
        self._add_course(self.by_length, outcome.by_length, outcome.winners)

    def _add_result(self, outcome: Outcome) -> None:
        if not outcome.over:
            self.unfinished += 1
            return
        if not outcome.winners:
            self.nobody += 1
        elif len(outcome.winners) > 1:
            self.shared += 1
        for winner in outcome.winners:
            if winner < self.task.players:
                self.wins[winner] += 1
            else:
                self.actors[self.task.actors[winner]] += 1
        _add_uses(self.chosen, outcome.chosen, outcome.winners)
        _add_uses(self.held, outcome.held, outcome.winners)

    def _add_course(self, course: Course, seen: dict[int, list[dict[str, int]]], winners: tuple[int, ...]) -> None:
        for moment, seats in seen.items():
            row = course.setdefault(moment, {})
            for seat, have in enumerate(seats):
                for name, amount in have.items():
                    sums = row.setdefault(name, [Sum() for _ in range(self.task.players + 2)])
                    sums[seat].add(amount)
                    sums[self.task.players if seat in winners else self.task.players + 1].add(amount)

    # ---------- figures ----------
    def label(self, name: str) -> str:
        """What players call an option or thing."""
        return self.called.get(name, name)

    def resource(self, name: str) -> str:
        return self.measured.get(name, name)

    def label_all(self, game: Game, lang: str = "") -> None:
        """Finds out what players call all that was counted; without a language, in that of the rules."""
        program, offers = game.for_players(self.players), self.balance.offers if self.balance is not None else {}
        self.called = labels_of(sorted({*self.chosen, *self.held, *offers}), program, lang)
        self.measured = {name: var.head.label(lang) for name, var in program.resources().items()}

    @property
    def game(self) -> str:
        return self.task.name

    @property
    def players(self) -> int:
        return self.task.players

    @property
    def bots(self) -> tuple[str, ...]:
        return self.task.bots

    @property
    def finished(self) -> int:
        """Games that ended by their rules."""
        return self.games - len(self.errors) - self.unfinished

    @property
    def moment(self) -> str:
        """What resources are shown by: rounds, if the game has them."""
        return "round" if any(self.rounds) else "decision"

    @property
    def course(self) -> Course:
        """Resources over time; what was before the first round is left out."""
        course = self.by_round if any(self.rounds) else self.by_length
        return {moment: course[moment] for moment in sorted(course) if moment > 0 or not any(self.rounds)}

    def shown(self) -> tuple[list[int], list[str]]:
        """The moments that enough games reached, and the resources; a score that is nothing but a resource is left out."""
        reached = {moment: max((s[0].count for s in row.values()), default=0) for moment, row in self.course.items()}
        moments = [moment for moment, count in reached.items() if count >= _ENOUGH * self.games]
        names = list(dict.fromkeys(name for moment in moments for name in self.course[moment]))
        same = [name for name in names if name != SCORE and all(self._same(moment, name) for moment in moments)]
        return moments, [name for name in names if name != SCORE or not same]

    def _same(self, moment: int, name: str) -> bool:
        return self.course[moment].get(name) == self.course[moment].get(SCORE)

    def seats(self) -> list[dict[str, Any]]:
        """Wins of each seat and each actor, with the interval of the share."""
        rows: list[tuple[str, str, int]] = [
            (f"seat {seat + 1}", self.task.bot_name(seat), wins) for seat, wins in enumerate(self.wins)
        ]
        rows += [(name, "", wins) for name, wins in self.actors.items()]
        return [{"who": who, "bot": bot, "wins": wins, **_share(wins, self.finished)} for who, bot, wins in rows]

    def uses(self) -> list[dict[str, Any]]:
        """What was chosen, and what was held at the end: how often, and how it goes with winning. The clearest first."""
        rows = [_row("chosen", name, use, self) for name, use in self.chosen.items()]
        rows += [_row("held", name, use, self) for name, use in self.held.items()]
        return sorted(rows, key=lambda row: (-row["clear"], -abs(row["difference"]), -row["times"], row["name"], row["how"]))

    def resources(self) -> list[dict[str, Any]]:
        """Means over time, one row for each moment and resource."""
        rows = []
        for moment, row in self.course.items():
            for name, sums in row.items():
                *seats, winners, others = ((s.mean, s.count) for s in sums)
                rows.append({
                    self.moment: moment, "resource": name, "games": max(count for _, count in seats),
                    "seats": [round(value, 4) for value, _ in seats],
                    "winners": round(winners[0], 4), "others": round(others[0], 4),
                })  # fmt: skip
        return rows

    def as_data(self) -> dict[str, Any]:
        """Everything, for a program to read."""
        return {
            "game": self.game,
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "wins": self.wins,
            "seats": [_rounded(row) for row in self.seats()],
            "shared": self.shared,
            "nobody": self.nobody,
            "unfinished": self.unfinished,
            "decisions": self.decisions,
            "mean_length": round(mean(self.lengths), 2),
            "mean_rounds": round(mean(self.rounds), 2),
            "length": _spread(self.lengths),
            "rounds": _spread(self.rounds),
            "things": [_rounded(row) for row in self.uses()],
            "resources": self.resources(),
            **({"balance": [_rounded(row) for row in self.balance.rows()]} if self.balance is not None else {}),
            "errors": [{"seed": e.seed, "message": e.message, "answers": e.answers} for e in self.errors],
        }

    def text(self, top: int = 8) -> str:
        from rulekit.simulate.text import report_text

        return report_text(self, top)


def _add_uses(uses: dict[str, Use], seats: list[Any], winners: Iterable[int]) -> None:
    won = set(winners)
    for seat, counted in enumerate(seats):
        for name, times in counted.items():
            use = uses.setdefault(name, Use())
            use.times += times
            use.players += 1
            use.wins += seat in won


def _share(wins: int, games: int) -> dict[str, float]:
    low, high = wilson(wins, games)
    return {"share": wins / games if games else 0.0, "low": low, "high": high}


def _row(how: str, name: str, use: Use, report: Report) -> dict[str, Any]:
    """A thing, and how much more often those who had it won than those who had not."""
    everybody, all_wins = report.finished * report.players, sum(report.wins)
    without, wins_without = everybody - use.players, all_wins - use.wins
    gap, low, high = difference(use.wins, use.players, wins_without, without)
    return {
        "how": how,
        "name": name,
        "times": use.times,
        "per_game": use.times / max(report.finished, 1),
        "players": use.players,
        "wins_with": use.wins / max(use.players, 1),
        "wins_without": wins_without / max(without, 1),
        "difference": gap,
        "low": low,
        "high": high,
        "clear": without > 0 and (low > 0 or high < 0),
    }


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in row.items()}


def _spread(values: list[int]) -> dict[str, float]:
    return {
        "mean": round(mean(values), 2),
        "median": median(values),
        "least": min(values, default=0),
        "most": max(values, default=0),
    }
