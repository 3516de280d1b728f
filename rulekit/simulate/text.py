"""A report as a table for people, at most 80 columns wide."""

from __future__ import annotations

from html import escape
from typing import Any

from rulekit.api.notebook import html_table
from rulekit.simulate.report import Report
from rulekit.simulate.statistics import mean

_MOMENTS = 6  # columns of the table of resources
_NAME = 26
_ERRORS = 5


def report_text(report: Report, top: int) -> str:
    """The report; the tables of things and resources have at most `top` rows."""
    lines = [f"{report.game}, {_many(report.players, 'player')}, {_many(report.games, 'game')} of {_who(report)}"]
    lines += [_seat(row, len(set(report.bots)) > 1) for row in report.seats()]
    lines.append(
        f"  shared {report.shared}, nobody {report.nobody}, unfinished {report.unfinished}, errors {len(report.errors)}"
    )
    lines.append(_length(report))
    lines += _errors(report)
    if top and report.finished:
        lines += _things(report, top) + _resources(report, top)
    return "\n".join(lines)


def report_html(report: Report) -> str:
    """The same for a notebook: a table of who wins, and the rest as text."""
    rows = [[row["who"], row["wins"], f"{row['share']:.1%}", f"{row['low']:.1%} – {row['high']:.1%}"] for row in report.seats()]
    text = escape(report_text(report, 0))
    return html_table(["", "wins", "share", "between"], rows) + f"<pre>{text}</pre>"


def _errors(report: Report) -> list[str]:
    """The first few faults, those with the same message as one, by the seeds and answers that lead there."""
    alike: dict[str, list[str]] = {}
    for error in report.errors:
        alike.setdefault(error.message, []).append(f"{error.seed} (after {_many(len(error.answers), 'answer')})")
    lines = []
    for message, seeds in list(alike.items())[:_ERRORS]:
        more = f" and {len(seeds) - _ERRORS} more" if len(seeds) > _ERRORS else ""
        shown = message.replace("\n", "\n    ")
        lines.append(f"  seed {', '.join(seeds[:_ERRORS])}{more}: {shown}")
    return lines


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _who(report: Report) -> str:
    names = " and ".join(dict.fromkeys(report.bots))
    return f"a {names} player" if report.players == 1 else f"{names} players"


def _seat(row: dict[str, Any], mixed: bool) -> str:
    who = f"{row['who']} ({row['bot']})" if mixed and row["bot"] else row["who"]
    share, low, high = (100 * row[key] for key in ("share", "low", "high"))
    return f"  {who} wins {row['wins']} ({share:.1f} %, between {low:.1f} and {high:.1f})"


def _length(report: Report) -> str:
    rounds = f" and {_amount(mean(report.rounds))} rounds" if any(report.rounds) else ""
    text = f"  {_amount(mean(report.lengths))} decisions{rounds} a game"
    if report.lengths and min(report.lengths) < max(report.lengths):
        text += f" ({min(report.lengths)} to {max(report.lengths)} decisions)"
    return text


def _amount(value: float) -> str:
    return f"{value:.1f}"


def _things(report: Report, top: int) -> list[str]:
    """What goes with winning most clearly."""
    rows = [row for row in report.uses() if row["clear"]][:top]
    if not rows:
        return []
    lines = ["", f"  {'goes with winning':<{_NAME}} {'':6} {'a game':>6} {'wins with':>9} {'without':>7}  difference"]
    for row in rows:
        low, high = (f"{100 * row[key]:+.0f}" for key in ("low", "high"))
        name = _short(report.label(row["name"]))
        lines.append(
            f"  {name:<{_NAME}} {row['how']:<6} {row['per_game']:>6.2f} {100 * row['wins_with']:>7.1f} % "
            f"{100 * row['wins_without']:>5.1f} %  {100 * row['difference']:+.0f} ({low} to {high})"
        )
    return lines


def _short(name: str) -> str:
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def _resources(report: Report, top: int) -> list[str]:
    """Means of all players at a few moments; of players who play differently, each by itself."""
    moments, names = report.shown()
    if not names or len(moments) < 2:
        return []
    moments = _some(moments)
    lines = ["", f"  {'mean by ' + report.moment:<{_NAME}}" + "".join(f"{moment:>8}" for moment in moments)]
    for name in names[:top]:
        for who, seats in _sides(report).items():
            cells = [_mean(report, moment, name, seats) for moment in moments]
            lines.append(f"  {_short(report.resource(name) + who):<{_NAME}}" + "".join(f"{cell:>8}" for cell in cells))
    return lines


def _sides(report: Report) -> dict[str, list[int]]:
    """The seats of each bot, where there are several; else all seats."""
    found: dict[str, list[int]] = {}
    for seat in range(report.players):
        found.setdefault(f", {report.task.bot_name(seat)}", []).append(seat)
    return found if len(found) > 1 else {"": list(range(report.players))}


def _some(moments: list[int]) -> list[int]:
    if len(moments) <= _MOMENTS:
        return moments
    last = len(moments) - 1
    return [moments[round(at * last / (_MOMENTS - 1))] for at in range(_MOMENTS)]


def _mean(report: Report, moment: int, name: str, seats: list[int]) -> str:
    row = report.course[moment].get(name, [])
    sums = [row[seat] for seat in seats] if row else []
    count = sum(s.count for s in sums)
    return _amount(sum(s.total for s in sums) / count) if count else ""
