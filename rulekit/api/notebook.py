"""States, odds and boards as notebooks show them.

Contract: plain HTML and SVG, as one who only watches may see it; nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from rulekit.drawing.game_board import game_board_svg
from rulekit.story.lines import outcome_line
from rulekit.story.words import Words

if TYPE_CHECKING:
    from rulekit.api.state import State

_LINES = 12  # of the story
_MOST = 20  # outcomes


def state_html(state: State) -> str:
    """Who has what, and the last lines of the story."""
    words = Words(state.table)
    title = f"<p><b>{escape(words.game())}</b>: {escape(_now(state, words))}</p>"
    story = escape("\n".join(state.story()[-_LINES:]))
    return f"{title}{_players(state, words)}<pre>{story}</pre>"


def _now(state: State, words: Words) -> str:
    if state.over:
        won = ", ".join(words.thing(winner) for winner in state.winners)
        return f"over, won by {won}" if won else "over, won by nobody"
    asked = state.asked().player
    return "chance decides" if asked is None else f"{words.thing(asked)} decides"


def _players(state: State, words: Words) -> str:
    """A row for each player: what he has of each resource, how many things lie in each of his zones."""
    table, data = state.table, state.machine.s
    resources = [n for n, var in state.table.program.resources().items() if var.owners == ("player",) and not var.secret]
    zones = [name for name, zone in state.table.program.zones.items() if zone.owners == ("player",) and zone.head.labels]
    counts = {name: {owners: len(data.zones[at]) for at, (zone, owners) in enumerate(table.zone_of) if zone.head.name == name}
              for name in zones}  # fmt: skip
    heads = [words.resource(name) for name in resources]
    heads += [words.label(state.table.program.zones[name].head) for name in zones]
    rows = []
    for p in state.players:
        held = [data.vals[table.slot[name][p,]] for name in resources]
        rows.append([words.thing(p), *held, *(counts[name].get((p,), 0) for name in zones)])
    return html_table(["", *heads], rows)


def view_html(seen: Mapping[str, Any]) -> str:
    """What a player sees: where things lie, values, the last lines told to him."""
    zones = [[name, ", ".join(zone["things"]), zone["hidden"] or ""] for name, zone in seen["zones"].items()]
    values = [[name, value, ""] for name, value in seen["values"].items()]
    story = escape("\n".join(seen["log"][-_LINES:]))
    return f"{html_table(['', 'seen', 'hidden'], [*zones, *values])}<pre>{story}</pre>"


def odds_html(outcomes: Iterable[tuple[Fraction, State]], exact: bool, before: State | None, viewer: int | None) -> str:
    """The likeliest outcomes, as bars, with what happens in each."""
    told: dict[str, Fraction] = {}
    for probability, state in list(outcomes)[:_MOST]:
        text = _happens(before, state, viewer)
        told[text] = told.get(text, Fraction(0)) + probability
    rows = [[f"{float(p):.2%}", _bar(float(p)), text] for text, p in told.items()]
    note = "" if exact else "<p>drawn from worlds that fit what is known</p>"
    return html_table(["chance", "", "outcome"], rows, raw=(1,)) + note


def _happens(before: State | None, after: State, viewer: int | None) -> str:
    """What is told on the way from one state to the other."""
    if before is None:
        return repr(after).strip("<>")
    past, story = (state.events if viewer is None else state.events_for(viewer) for state in (before, after))
    return outcome_line(after.table, story, after.table.program.language, since=len(past)) or repr(after).strip("<>")


def _bar(share: float) -> str:
    return f'<div style="background:#4a7;height:0.8em;width:{max(1, round(share * 120))}px"></div>'


def html_table(heads: Sequence[str], rows: Iterable[Sequence[Any]], raw: Sequence[int] = ()) -> str:
    """A table; columns in `raw` hold HTML already."""
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell if at in raw else escape(str(cell))}</td>" for at, cell in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def board_svg(table: Any, name: str) -> str:
    return game_board_svg(table, name)
