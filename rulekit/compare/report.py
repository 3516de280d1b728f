"""A comparison as text for people, and as Markdown for a comment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.compare import Comparison
from rulekit.compare.shifts import Shift
from rulekit.sources.english import many

_SORTS = {"wins": "wins of", "length": "", "rounds": "", "taken": "takes", "won": "wins with"}


def comparison_text(found: Comparison, top: int = 10) -> str:
    """All of it, the longest lists cut short."""
    lines = [f"{found.game}: {found.old} and {found.new}", ""]
    lines += [*_words(found, top), *_examples(found, top), *_partings(found), *_shifts(found, top)]
    if found.same:
        lines.append("nothing differs")
    return "\n".join(lines).rstrip()


def _words(found: Comparison, top: int) -> Iterator[str]:
    if not found.changes:
        yield from ("in words: nothing has changed", "")
        return
    yield f"in words: {many(len(found.changes), 'change')}"
    for change in found.changes[:top]:
        yield f"  {change.title} ({change.name}) is {change.what}"
        yield from (f"    - {line}" for line in change.old)
        yield from (f"    + {line}" for line in change.new)
    yield from _rest(found.changes, top)


def _rest(rows: Sequence[object], top: int) -> Iterator[str]:
    left = len(rows) - top
    if left > 0:
        yield f"  and {left} more; --json has all"
    yield ""


def _examples(found: Comparison, top: int) -> Iterator[str]:
    if not found.examples:
        yield from ("examples of the old rules: all hold with the new ones", "")
        return
    yield f"examples of the old rules that no longer hold: {len(found.examples)}"
    for example in found.examples[:top]:
        yield f"  {example.name}: {example.why}"
    yield from _rest(found.examples, top)


def _partings(found: Comparison) -> Iterator[str]:
    if not found.partings:
        yield from (f"the same answers: {many(found.plays, 'play')}, and both versions always agree", "")
        return
    yield f"the same answers: {found.parted} of {many(found.plays, 'play')} part"
    for parting in found.partings:
        yield f"  {parting.told} ({many(parting.times, 'play')}, first after {many(len(parting.answers), 'answer')})"
        yield from (f"      {line}" for line in parting.example.rstrip().splitlines())
    yield ""


def _shifts(found: Comparison, top: int) -> Iterator[str]:
    if not found.shifts:
        return
    who = " and ".join(dict.fromkeys(found.bots))
    clear = [shift for shift in found.shifts if shift.clear]
    shown = clear[:top] or found.shifts[: min(top, 3)]
    yield f"{many(found.games, 'game')} of each, {found.players} {who} players; {many(len(found.shifts), 'figure')} compared"
    yield f"  {'':<34}{'old':>8}{'new':>8}   difference"
    for shift in shown:
        yield f"  {_name(shift):<34.34}{_figure(shift, shift.old):>8}{_figure(shift, shift.new):>8}   {_gap(shift)}"
    yield f"  {many(len(clear), 'clear shift')}" if clear else "  no clear shift; these are the largest"
    if len(clear) > top:
        yield f"  and {len(clear) - top} more; --json has all"


def _name(shift: Shift) -> str:
    return f"{_SORTS[shift.sort]} {shift.name}".strip()


def _figure(shift: Shift, value: float) -> str:
    return f"{100 * value:.1f} %" if shift.share else f"{value:.1f}"


def _gap(shift: Shift) -> str:
    scale = 100 if shift.share else 1
    mark = "clear" if shift.clear else "may be chance"
    return f"{scale * shift.by:+.1f} ({scale * shift.low:+.1f} to {scale * shift.high:+.1f}), {mark}"
