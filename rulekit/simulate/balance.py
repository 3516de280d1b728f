"""What a designer acts on: options taken always or never, who leads and who wins, rounds and choices that change nothing.

Contract: `Balance` counts whole numbers in the order of the seeds; its rows are pure functions of them. Shares have Wilson's
interval (95 %). How options are taken tells about the players as much as about the rules: random players take all alike.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rulekit.simulate.play import SCORE, WORTH, Outcome
from rulekit.simulate.statistics import wilson

_ENOUGH = 20  # times before anything is said of an option or a place
_ALWAYS, _NEVER = 0.8, 0.05  # the least and the most that an interval may leave for such a verdict
_ONE = 0.9  # of the decisions at a place that are for the same option: it is the only sensible one


@dataclass
class Balance:
    """Counts of many games."""

    players: int
    offers: dict[str, list[int]] = field(default_factory=dict)  # by option: offered beside others, taken
    places: dict[str, Counter[str]] = field(default_factory=dict)  # by place in the rules: what was taken how often
    games: int = 0  # that one player won alone
    firsts: int = 0  # of which the first seat won so many
    led: int = 0  # games in which somebody led alone at half time
    comebacks: int = 0  # of which another one won
    rounds: int = 0  # that began and ended with an order of players
    still: int = 0  # of which so many changed nothing in it

    def add(self, outcome: Outcome) -> None:
        """Counts one game."""
        for name, (offered, taken) in outcome.offers.items():
            known = self.offers.setdefault(name, [0, 0])
            known[0] += offered
            known[1] += taken
        for place, taken_there in outcome.places.items():
            self.places.setdefault(place, Counter()).update(taken_there)
        if outcome.over and outcome.winners:
            if len(outcome.winners) == 1 and outcome.winners[0] < self.players:
                self.games += 1
                self.firsts += outcome.winners[0] == 0
            self._add_course(outcome)

    def _add_course(self, outcome: Outcome) -> None:
        course = outcome.by_round if outcome.rounds else outcome.by_length
        orders = [order for moment in sorted(course) if (order := _order(course[moment])) is not None]
        if len(orders) < 2:
            return
        self.rounds += len(orders) - 1
        self.still += sum(one == two for one, two in pairwise(orders))
        half = orders[len(orders) // 2]
        leaders = [seat for seat, rank in enumerate(half) if rank == 0]
        if len(leaders) == 1:
            self.led += 1
            self.comebacks += leaders[0] not in outcome.winners

    # ---------- rows ----------
    def rows(self) -> list[dict[str, Any]]:
        """What is worth a look, one row each: what, name, verdict, share with its interval, of how many."""
        found = self._first_seat() + self._course()
        for name in sorted(self.offers):
            offered, taken = self.offers[name]
            row = _row("option", name, taken, offered)
            if offered >= _ENOUGH and (row["low"] > _ALWAYS or row["high"] < _NEVER or not taken):
                found.append({**row, "verdict": "nearly always taken" if row["low"] > _ALWAYS else "hardly ever taken"})
        for place in sorted(self.places):
            (name, times), *others = self.places[place].most_common(2)
            row = _row("place", place, times, sum(self.places[place].values()))
            if others and row["low"] > _ONE:
                found.append({**row, "option": name, "verdict": f"one sensible option: {name}"})
        return found

    def _first_seat(self) -> list[dict[str, Any]]:
        if self.players < 2 or not self.games:
            return []
        row, fair = _row("seat", "seat 1", self.firsts, self.games), 1 / self.players
        verdict = "the first seat is better" if row["low"] > fair else "the first seat is worse" if row["high"] < fair else ""
        return [{**row, "verdict": verdict or "no clear advantage of the first seat"}]

    def _course(self) -> list[dict[str, Any]]:
        found = []
        if self.led:
            row = _row("comebacks", "games in which another one won than led at half time", self.comebacks, self.led)
            found.append({**row, "verdict": _comebacks(row)})
        if self.rounds:
            row = _row("rounds", "rounds after which the order of players is as before", self.still, self.rounds)
            verdict = "most rounds change nothing in the order" if row["low"] > _ALWAYS else "rounds matter"
            found.append({**row, "verdict": verdict})
        return found


def _comebacks(row: dict[str, Any]) -> str:
    if row["high"] < 0.1:
        return "who leads at half time wins"
    if row["low"] > 0.5:
        return "the lead at half time says little"
    return "leads are won back" if row["low"] > 0.1 else "too few games to tell"


def _row(what: str, name: str, hits: int, trials: int) -> dict[str, Any]:
    low, high = wilson(hits, trials)
    return {"what": what, "name": name, "share": hits / trials if trials else 0.0, "low": low, "high": high, "of": trials}


def _order(seats: list[dict[str, int]]) -> tuple[int, ...] | None:
    """The rank of each seat by what its position is worth, or by score; None where the game says neither."""
    for figure in (WORTH, SCORE):
        if all(figure in have for have in seats):
            values = [have[figure] for have in seats]
            return tuple(sum(other > value for other in values) for value in values)
    return None


def balance_text(balance: Balance, texts: dict[str, list[str]], called: dict[str, str], top: int) -> str:
    """The rows as a table, options as players call them and with the text of their card."""
    lines = ["", "  balance"]
    rows = balance.rows()
    shown = [row for row in rows if row["what"] not in ("option", "place")]
    for what in ("option", "place"):
        of_it = sorted((row for row in rows if row["what"] == what), key=lambda row: (-row["of"], row["name"]))
        shown += of_it[:top]
    for row in shown:
        share, low, high = (100 * row[key] for key in ("share", "low", "high"))
        verdict = f"one sensible option: {called.get(row['option'], row['option'])}" if "option" in row else row["verdict"]
        lines.append(
            f"  {called.get(row['name'], row['name'])}: {share:.0f} % ({low:.0f} to {high:.0f}) of {row['of']}; {verdict}"
        )
        lines += (
            [f"      {line}" for line in texts.get(str(row["name"]).split(" ")[-1], [])[:3]] if row["what"] == "option" else []
        )
    return "\n".join(lines)
