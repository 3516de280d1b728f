"""The report of a study as one HTML file with nothing outside it.

Contract: the same data give the same bytes; everything that comes from a game is escaped; charts are SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

_STYLE = """body{font:15px/1.5 system-ui,sans-serif;
max-width:960px;margin:2rem auto;padding:0 1rem;color:#222;background:#fffdf8}
table{border-collapse:collapse;margin:1rem 0}td,th{border-bottom:1px solid #ddd;padding:.25rem .7rem;text-align:left}
pre{background:#f3efe6;padding:.7rem;overflow:auto}svg{max-width:100%;height:auto}.bad{color:#b3372a}"""
_COLOURS = ("#c8453b", "#2f6fb2", "#d9982b", "#3a8f5c", "#8457a6", "#5a6570")
_MOST, _DRAWN = 60, 20


def report_page(kind: str, game: str, data: dict[str, Any]) -> str:
    """The page."""
    title = f"{kind}: {data.get('title', game)}"
    body = (_simulation if kind == "simulate" else _findings)(data)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
        f"<h1>{escape(title)}</h1>\n{body}</html>\n"
    )


def bars(rows: Sequence[tuple[str, float]], colours: Sequence[str] = _COLOURS[3:4]) -> str:
    """A bar for each row, the colours in turn."""
    most = max((value for _, value in rows), default=0) or 1
    drawn = [
        f'<text x="200" y="{at * 22 + 15}" text-anchor="end" font-size="12">{escape(label[:30])}</text>'
        f'<rect x="208" y="{at * 22 + 3}" width="{value / most * 480:.1f}" height="16" fill="{colours[at % len(colours)]}"/>'
        f'<text x="{value / most * 480 + 214:.1f}" y="{at * 22 + 15}" font-size="12">{value:g}</text>'
        for at, (label, value) in enumerate(rows)
    ]
    return f'<svg viewBox="0 0 760 {len(rows) * 22 + 6}" width="760">{"".join(drawn)}</svg>'


def _table(rows: Sequence[dict[str, Any]]) -> str:
    if not rows:
        return "<p>none</p>"
    names = list(rows[0])
    head = "".join(f"<th>{escape(str(name))}</th>" for name in names)
    lines = "".join("<tr>" + "".join(f"<td>{escape(str(row.get(name, '')))}</td>" for name in names) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{lines}</table>"


def _simulation(data: dict[str, Any]) -> str:
    seats = [(f"seat {at + 1} ({data['bots'][at % max(1, len(data['bots']))]})", wins) for at, wins in enumerate(data["wins"])]
    called, measured = data["called"], data["measured"]
    things = [{**row, "name": called.get(row["name"], row["name"])} for row in data["things"][:_MOST]]
    had = [(f"{row['name']} ({row['wins_with']:.0%} won)", float(row["players"])) for row in things[:_DRAWN]]
    parts = [
        f"<p>{data['games']} games of {data['players']} players, seed {data['seed']}; {data['mean_length']} decisions and "
        f"{data['mean_rounds']} rounds on average.</p>",
        "<h2>Wins</h2>",
        bars([(label, float(wins)) for label, wins in seats], _COLOURS),
        "<h2>Length</h2>",
        bars(histogram(data["lengths"])),
        "<h2>Things taken and won with</h2>",
        "<p>How many players had or chose each, and how many of those have won.</p>",
        bars(had),
        _table(things),
        "<h2>Resources</h2>",
        *(lines(measured.get(name, name), rows) for name, rows in _by_resource(data["resources"])),
    ]
    parts += ["<h2 class='bad'>Errors</h2>", _table(data["errors"][:_MOST])] if data["errors"] else []
    return "\n".join(parts)


def _by_resource(rows: Sequence[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    names = dict.fromkeys(str(row["resource"]) for row in rows)
    return [(name, [row for row in rows if row["resource"] == name]) for name in names]


def lines(title: str, rows: Sequence[dict[str, Any]]) -> str:
    """What each seat had on average, moment by moment: a line for each."""
    moment, most = next(iter(rows[0])), max((value for row in rows for value in row["seats"]), default=0) or 1
    step = 660 / max(1, len(rows) - 1)
    drawn = []
    for seat in range(len(rows[0]["seats"])):
        points = " ".join(f"{at * step + 50:.1f},{170 - row['seats'][seat] / most * 150:.1f}" for at, row in enumerate(rows))
        drawn.append(f'<polyline fill="none" stroke="{_COLOURS[seat % 6]}" stroke-width="2" points="{points}"/>')
    seats = ", ".join(f'<b style="color:{_COLOURS[seat % 6]}">{seat + 1}</b>' for seat in range(len(rows[0]["seats"])))
    told = f"{escape(moment)} {rows[0][moment]} to {rows[-1][moment]}, up to {most:g}; seats: {seats}"
    head = f"<h3>{escape(title)}</h3><p>{told}</p>"
    axes = '<path d="M50 10V170H720" fill="none" stroke="#bbb"/>'
    return f'{head}<svg viewBox="0 0 760 180" width="760">{axes}{"".join(drawn)}</svg>'


def histogram(values: Sequence[int], bins: int = 12) -> list[tuple[str, float]]:
    """How often values lie in each of some ranges.

    >>> histogram([1, 1, 2, 4], 2)
    [('1-2', 3.0), ('3-4', 1.0)]
    """
    if not values:
        return []
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // bins))
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(value - low) // width] += 1
    return [(f"{low + at * width}-{low + (at + 1) * width - 1}", float(count)) for at, count in enumerate(counts)]


def _findings(data: dict[str, Any]) -> str:
    """Any other report: figures, then lists, each entry as it is."""
    parts: list[str] = []
    for name, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            parts += [f"<h2>{escape(name)}</h2>", *(_entry(row) for row in value[:_MOST])]
        elif isinstance(value, dict):
            parts += [f"<h2>{escape(name)}</h2>", _entry(value)]
        else:
            parts.append(f"<p><b>{escape(name)}</b>: {escape(str(value))}</p>")
    return "\n".join(parts)


def _entry(row: dict[str, Any]) -> str:
    lines = [
        f"<b>{escape(str(name))}</b>: <pre>{escape(str(value))}</pre>"
        for name, value in row.items()
        if value not in ("", [], None)
    ]
    return f"<div>{''.join(lines)}</div>"
