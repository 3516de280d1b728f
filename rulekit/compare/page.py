"""A comparison as one HTML page with charts, which needs nothing else.

Contract: no script, nothing loaded from elsewhere; all text of the rules is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulekit.compare import Comparison
from rulekit.compare.report import _figure, _gap, _name
from rulekit.compare.shifts import Shift

_CHARTED = 24
_WIDTH = 420
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
body { color: #222; background: #fff }
table { border-collapse: collapse; width: 100% }
td, th { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid #ddd }
td.n { text-align: right; white-space: nowrap }
del, ins { text-decoration: none; display: block }
del { background: #fdd }
ins { background: #dfd }
pre { background: #f5f5f5; padding: .8rem; overflow-x: auto }
.clear { font-weight: 600 }
"""


def comparison_page(found: Comparison) -> str:
    """The whole page."""
    title = escape(f"{found.game}: what has changed")
    body = [f"<h1>{title}</h1>", f"<p>{escape(found.old)} and {escape(found.new)}</p>"]
    body += [*_words(found), *_examples(found), *_partings(found), *_shifts(found)]
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head = f"{meta}<title>{title}</title><style>{_STYLE}</style>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{chr(10).join(body)}\n</body></html>\n'


def _words(found: Comparison) -> Iterator[str]:
    yield f"<h2>In words ({len(found.changes)})</h2>"
    for change in found.changes:
        yield f"<h3>{escape(change.title)} <small>({escape(change.name)}, {change.what})</small></h3><p>"
        yield from (f"<del>{escape(line)}</del>" for line in change.old)
        yield from (f"<ins>{escape(line)}</ins>" for line in change.new)
        yield "</p>"


def _examples(found: Comparison) -> Iterator[str]:
    yield f"<h2>Examples that no longer hold ({len(found.examples)})</h2><ul>"
    yield from (f"<li>{escape(one.name)}: {escape(one.why)}</li>" for one in found.examples)
    yield "</ul>"


def _partings(found: Comparison) -> Iterator[str]:
    yield f"<h2>The same answers: {found.parted} of {found.plays} plays part</h2>"
    for parting in found.partings:
        yield f"<p>{escape(parting.told)} ({parting.times} plays, first after {len(parting.answers)} answers)</p>"
        if parting.example:
            yield f"<pre>{escape(parting.example)}</pre>"


def _shifts(found: Comparison) -> Iterator[str]:
    if not found.shifts:
        return
    yield f"<h2>{found.games} games of each</h2>{_chart(found.shifts[:_CHARTED])}"
    yield "<table><tr><th>figure</th><th>old</th><th>new</th><th>difference</th></tr>"
    for shift in found.shifts:
        mark = ' class="clear"' if shift.clear else ""
        cells = "".join(f'<td class="n">{_figure(shift, value)}</td>' for value in (shift.old, shift.new))
        yield f"<tr{mark}><td>{escape(_name(shift))}</td>{cells}<td>{escape(_gap(shift))}</td></tr>"
    yield "</table>"


def _chart(shifts: list[Shift]) -> str:
    """Intervals of the differences around zero; a mean is drawn in shares of what it was."""
    most = max((abs(value) / _scale(s) for s in shifts for value in (s.low, s.by, s.high)), default=0.0) or 1.0
    height, left = 22 * len(shifts) + 8, 230
    parts = [f'<line x1="{_at(0, most, left)}" y1="0" x2="{_at(0, most, left)}" y2="{height}" stroke="#999"/>']
    for number, shift in enumerate(shifts):
        low, middle, high = (value / _scale(shift) for value in (shift.low, shift.by, shift.high))
        y, colour = 22 * number + 15, "#b00" if shift.clear else "#777"
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end" font-size="13">{escape(_name(shift)[:32])}</text>')
        ends = f'x1="{_at(low, most, left)}" x2="{_at(high, most, left)}"'
        parts.append(f'<line {ends} y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<circle cx="{_at(middle, most, left)}" cy="{y}" r="4" fill="{colour}"/>')
    label = "differences with their intervals; those that are clear in red"
    size = f'viewBox="0 0 {left + _WIDTH} {height}" width="100%"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _scale(shift: Shift) -> float:
    return 1.0 if shift.share else max(abs(shift.old), 1e-9)


def _at(value: float, most: float, left: int) -> int:
    return left + round(_WIDTH / 2 + (_WIDTH / 2 - 8) * max(-1.0, min(1.0, value / most)))
