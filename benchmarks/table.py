"""Measurements as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from benchmarks.deciding import BASE, Deciding
from benchmarks.handling import Handling
from benchmarks.measure import Spread, Tally, ratio, same_game
from benchmarks.scaling import Growth

OURS, PLAYOUT = "rulekit", "rulekit playout"


def rows(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def race_table(game: str, tallies: Mapping[str, Tally]) -> str:
    """Playouts and moves a second, and what part of each the user's loop over rulekit reaches."""
    body = [_race_row(name, tally, tallies[OURS], tallies) for name, tally in tallies.items()]
    head = (
        game, "playouts/s", "moves/s", "rulekit is ... as fast", "its playout", "mean length",
        "options a choice", "wins 1 / 2 / none", "same game",
    )  # fmt: skip
    return rows(head, body)


def _race_row(name: str, tally: Tally, ours: Tally, tallies: Mapping[str, Tally]) -> list[str]:
    rate, moves = Spread.of(tally.rates), Spread.of(tally.move_rates)
    shares = " / ".join(f"{100 * tally.wins[seat] / tally.games:.1f}" for seat in (0, 1, -1))
    compared = times(ratio(ours, tally)) if tally is not ours else ""
    quick = tallies.get(PLAYOUT)
    built_in = times(ratio(quick, tally)) if quick is not None and tally is not quick else ""
    same = same_game(ours, tally) or "yes"
    options = f"{fmean(tally.branching):.2f}" if tally.branching else ""
    return [name, thousands(rate), thousands(moves), compared, built_in, f"{tally.mean:.2f}", options, shares, same]


def times(spread: Spread) -> str:
    return f"{spread.middle:.3g}x ({spread.low:.3g}..{spread.high:.3g})"


def thousands(spread: Spread) -> str:
    return f"{spread.middle:,.0f} ({spread.low:,.0f}..{spread.high:,.0f})"


def scaling_table(found: Growth, check: Spread) -> str:
    head = ("measure", "times as much", "at most")
    body = [
        ["a decision with 10x more cards in the box", times(found.absent), "1.1x"],
        ["a decision with 10x more cards in play that wait for something else", times(found.waiting), "1.2x"],
        ["`rulekit check` of GOLDblivion, warm, against `import lark, yaml`", times(check), "3x"],
    ]
    return rows(head, body)


def deciding_table(found: Sequence[Deciding]) -> str:
    base = next(d for d in found if d.game == BASE)
    body = [[d.game, thousands(Spread.of(d.fast)), f"1/{d.part_of(base):.1f}", f"{d.times_interpreted():.2f}x"] for d in found]
    return rows(("game", "decisions/s", "of tic-tac-toe", "times as fast as interpreted"), body)


def handling_table(found: Sequence[Handling]) -> str:
    head = ("game", "copy us", "parted us", "deepcopy us", "copy is faster by", "parted by", "save us", "load us", "check ms",
            "kept kB")  # fmt: skip
    return rows(head, [_handling_row(h) for h in found])


def _handling_row(h: Handling) -> list[str]:
    return [
        h.game,
        f"{h.copy.middle:.1f}",
        f"{h.parted.middle:.1f}",
        f"{h.deepcopy.middle:,.0f}",
        f"{h.deepcopy.middle / h.copy.middle:.0f}x",
        f"{h.deepcopy.middle / h.parted.middle:.0f}x",
        f"{h.save.middle:,.0f}",
        f"{h.load.middle:,.0f}",
        f"{h.check.middle / 1000:,.0f}",
        f"{h.kept / 1000:.1f}",
    ]
