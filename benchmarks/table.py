"""Measurements as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.handling import Handling
from benchmarks.measure import Spread, Tally, ratio, same_game
from benchmarks.scaling import Growth

OURS = "rulekit"


def rows(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def race_table(game: str, tallies: Mapping[str, Tally]) -> str:
    """Playouts and moves a second, and what part of each the user's loop over rulekit reaches."""
    body = [_race_row(name, tally, tallies[OURS], tallies) for name, tally in tallies.items()]
    head = (game, "playouts/s", "moves/s", "rulekit is ... as fast", "mean length", "wins 1 / 2 / none", "same game")
    return rows(head, body)


def _race_row(name: str, tally: Tally, ours: Tally, tallies: Mapping[str, Tally]) -> list[str]:
    rate, moves = Spread.of(tally.rates), Spread.of(tally.move_rates)
    shares = " / ".join(f"{100 * tally.wins[seat] / tally.games:.1f}" for seat in (0, 1, -1))
    compared = _times(ratio(ours, tally)) if tally is not ours else ""
    return [name, _thousands(rate), _thousands(moves), compared, f"{tally.mean:.2f}", shares, same_game(ours, tally) or "yes"]


def _times(spread: Spread) -> str:
    return f"{spread.middle:.3g}x ({spread.low:.3g}..{spread.high:.3g})"


def _thousands(spread: Spread) -> str:
    return f"{spread.middle:,.0f} ({spread.low:,.0f}..{spread.high:,.0f})"


def scaling_table(found: Growth, check: Spread) -> str:
    head = ("measure", "times as much", "at most")
    body = [
        ["a decision with 10x more cards in the box", _times(found.absent), "1.1x"],
        ["a decision with 10x more cards in play that wait for something else", _times(found.waiting), "1.2x"],
        ["`rulekit check` of GOLDblivion, warm, against `import lark, yaml`", _times(check), "3x"],
    ]
    return rows(head, body)


def handling_table(found: Sequence[Handling]) -> str:
    base = next((h.decisions for h in found if h.game == "tic_tac_toe"), 0.0)
    body = [_handling_row(h, base) for h in found]
    head = (
        "game",
        "decisions/s",
        "of tic-tac-toe",
        "copy us",
        "deepcopy us",
        "faster by",
        "save us",
        "load us",
        "check ms",
        "kept kB",
    )
    return rows(head, body)


def _handling_row(h: Handling, base: float) -> list[str]:
    part = f"1/{base / h.decisions:.1f}" if base and h.decisions else ""
    return [
        h.game,
        f"{h.decisions:,.0f}",
        part,
        f"{h.copy.middle:.1f}",
        f"{h.deepcopy.middle:,.0f}",
        f"{h.deepcopy.middle / h.copy.middle:.0f}x",
        f"{h.save.middle:,.0f}",
        f"{h.load.middle:,.0f}",
        f"{h.check.middle / 1000:,.0f}",
        f"{h.kept / 1000:.1f}",
    ]
