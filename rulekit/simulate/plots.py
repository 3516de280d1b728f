"""A report as pictures, with matplotlib (the extra `rulekit[plot]`).

Contract: SVG or PNG by the ending of the file; a folder gets one SVG for each picture. Same report, same picture: nothing in it
depends on the day. Colours are told apart without seeing red and green.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulekit.errors import UsageError
from rulekit.simulate.play import WORTH
from rulekit.simulate.report import Report
from rulekit.sources import files

ENDINGS = (".svg", ".png")
_BLUE, _ORANGE, _GREY = "#0072b2", "#d55e00", "#999999"  # Okabe and Ito
_COLOURS = (_BLUE, _ORANGE, "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_MOST_THINGS = 16


def check_installed() -> None:
    if find_spec("matplotlib") is None:
        raise UsageError("pictures need matplotlib; install it with `pip install 'rulekit-games[plot]'`")


def write_plots(report: Report, path: Path) -> list[Path]:
    """The files written."""
    if not report.finished:
        raise UsageError("no game was finished, so there is nothing to draw")
    if path.suffix.lower() in ENDINGS:
        return [_save(_sheet(report), path)]
    return [_save(_single(report, draw), path / f"{name}.svg") for name, draw in _pictures(report).items()]


def _pictures(report: Report) -> dict[str, Callable[[Report, Any], None]]:
    found: dict[str, Callable[[Report, Any], None]] = {"wins": _wins, "length": _lengths}
    if _clear(report):
        found["things"] = _things
    moments, names = report.shown()
    if len(moments) > 1 and set(names) - {WORTH}:
        found["resources"] = _resources
    return found


def _figure(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Any, Any]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(rows, columns, squeeze=False)


def _single(report: Report, draw: Callable[[Report, Any], None]) -> Any:
    figure, axes = _figure(7, 4.5)
    draw(report, axes[0][0])
    return figure


def _sheet(report: Report) -> Any:
    pictures = list(_pictures(report).values())
    rows = (len(pictures) + 1) // 2
    figure, axes = _figure(13, 4.8 * rows, rows, 2)
    figure.suptitle(f"{report.game}: {report.games} games, {' and '.join(report.bots)} players")
    for at, axis in enumerate(axes.flat):
        if at < len(pictures):
            pictures[at](report, axis)
        else:
            axis.set_axis_off()
    return figure


def _save(figure: Any, path: Path) -> Path:
    import matplotlib

    ending = path.suffix.lower()[1:]
    # a fixed salt and no date: the same report is the same file
    with matplotlib.rc_context({"svg.hashsalt": "rulekit", "svg.fonttype": "path"}):
        picture = io.BytesIO()
        figure.savefig(picture, format=ending, dpi=120, metadata={"Date": None} if ending == "svg" else {})
    try:
        files.write_bytes(path, picture.getvalue())
    except OSError as error:
        raise UsageError(f"`{path}` cannot be written: {files.reason(error)}") from error
    return path


def _wins(report: Report, axis: Any) -> None:
    rows = report.seats()
    names = [f"{row['who']}\n{row['bot']}".strip() for row in rows]
    shares = [100 * row["share"] for row in rows]
    below = [100 * max(0.0, row["share"] - row["low"]) for row in rows]
    above = [100 * max(0.0, row["high"] - row["share"]) for row in rows]
    axis.bar(names, shares, yerr=[below, above], color=_BLUE, ecolor="black", capsize=6, width=0.6)
    axis.axhline(100 / len(rows), color=_GREY, linestyle="--", linewidth=1, label="equal shares")
    axis.set(title="Wins", ylabel="% of games, with 95 % interval", ylim=(0, 104))
    axis.legend(loc="lower right", bbox_to_anchor=(1, 1), frameon=False)


def _lengths(report: Report, axis: Any) -> None:
    values = report.rounds if report.moment == "round" else report.lengths
    low, high = min(values), max(values)
    if high - low <= 40:
        axis.hist(values, bins=[at - 0.5 for at in range(low, high + 2)], color=_BLUE, edgecolor="white")
    else:
        axis.hist(values, bins=30, color=_BLUE, edgecolor="white")
    mean = sum(values) / len(values)
    axis.axvline(mean, color=_ORANGE, linewidth=1.5, label=f"mean {mean:.1f}")
    axis.set(title="Length", xlabel=f"{report.moment}s", ylabel="games")
    _whole(axis.xaxis, axis.yaxis)
    axis.legend(frameon=False)


def _clear(report: Report) -> list[dict[str, Any]]:
    return [row for row in report.uses() if row["clear"]][:_MOST_THINGS]


def _things(report: Report, axis: Any) -> None:
    rows = sorted(_clear(report), key=lambda row: row["difference"])
    for at, row in enumerate(rows):
        gap, low, high = (100 * row[key] for key in ("difference", "low", "high"))
        colour = _BLUE if gap > 0 else _ORANGE
        axis.plot([low, high], [at, at], color=colour, linewidth=2)
        axis.plot([gap], [at], "o", color=colour)
    axis.axvline(0, color=_GREY, linewidth=1)
    axis.set_yticks(range(len(rows)), [f"{report.label(row['name'])} ({row['how']})" for row in rows], fontsize=8)
    axis.set(title="What goes with winning", xlabel="percentage points more wins than those without, 95 % interval")
    axis.margins(y=0.06)


def _resources(report: Report, axis: Any) -> None:
    moments, shown = report.shown()
    names = [name for name in shown if name != WORTH]  # points of advice are larger than whatever they judge
    largest = {name: max(max(_line(report, moments, name, which)[1]) for which in (-2, -1)) for name in names}
    for name, colour in zip(sorted(names, key=lambda name: (-largest[name], name)), _COLOURS, strict=False):
        for which, style, what in ((-2, "-", ", winners"), (-1, ":", ", others" if any(report.wins) else "")):
            at, means = _line(report, moments, name, which)
            if at[0] is not None:
                axis.plot(at, means, style, color=colour, label=report.resource(name) + what)
    axis.set(title="Resources over time", xlabel=report.moment, ylabel="mean")
    _whole(axis.xaxis)
    axis.legend(fontsize=7, frameon=False, ncols=2)


def _line(report: Report, moments: list[int], name: str, which: int) -> tuple[list[Any], list[float]]:
    """Where and how high a line goes; `which` -2 is the winners, -1 the others."""
    points = [(m, report.course[m][name][which]) for m in moments if name in report.course[m]]
    found = [(moment, found.mean) for moment, found in points if found.count]
    return ([moment for moment, _ in found], [mean for _, mean in found]) if found else ([None], [0.0])


def _whole(*axes: Any) -> None:
    """Whole numbers only, where halves mean nothing."""
    from matplotlib.ticker import MaxNLocator

    for axis in axes:
        axis.set_major_locator(MaxNLocator(integer=True))
