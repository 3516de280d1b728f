"""What a seat is told about a position.

Contract: `table_message` is a function of what the viewer may know: it is the same for a position and for every other that
he could be in (`State.resample`). No seed, no number of the library, no answer of others goes out but through what
`table_view` and the story of the viewer hold.
"""

from __future__ import annotations

from typing import Any, cast
from weakref import WeakKeyDictionary

from rulekit.api import State
from rulekit.program.game import Program
from rulekit.runtime.table import Table
from rulekit.sources.source import Span
from rulekit.story.event import Event
from rulekit.story.lines import story_rows
from rulekit.studio.line import Line
from rulekit.table_view import happened, look

_NEWS = 80  # events of the last answers that are sent along to be shown as they happened
_ANSWERS = 8  # so many answers ago a screen was surely told
_WIDTH = 90


def table_message(state: State, viewer: int | None, lang: str, since: int = 0) -> dict[str, Any]:
    """The table for one viewer in one language, without what is told once (`pages.py`), and what has happened since."""
    table = cast("dict[str, Any]", look(state, viewer, lang, brief=True))
    del table["boards"]
    table["news"] = happened(state, viewer, max(since, table["events"] - _NEWS))
    table["open"] = not has_secrets(state)
    return {"is": "table", "seat": viewer, "table": table}


def has_secrets(state: State) -> bool:
    """Can one seat know at this table what another one does not?"""
    table = state.table
    if table not in _SECRET:
        _SECRET[table] = _by_the_rules(table.program)
    return _SECRET[table] or bool(state._data.known)  # what was shown to one alone; asked from any thread, so only looked at


_SECRET: WeakKeyDictionary[Table, bool] = WeakKeyDictionary()  # found out once: it is asked with every message


def _by_the_rules(program: Program) -> bool:
    hidden = any(zone.seen in ("owner", "others") for zone in program.zones.values())
    sealed = any(getattr(op, "sealed", False) for routine in program.routines.values() for op in routine.ops)
    return hidden or sealed or any(var.secret for var in program.vars.values())


class Told:
    """The log of one viewer, answer by answer; what was told once is kept."""

    def __init__(self, viewer: int | None, lang: str) -> None:
        self.viewer, self.lang = viewer, lang
        self.entries: list[list[dict[str, Any]]] = []  # of each moment: the lines that its answer has led to
        self.known: list[int] = []  # how many events were known at each moment

    def upto(self, line: Line, moment: int) -> list[dict[str, Any]]:
        """The lines up to a moment of a line that this log belongs to."""
        while len(self.entries) <= moment:
            self._tell(line.states[len(self.entries)])
        return [row for entry in self.entries[: moment + 1] for row in entry]

    def since(self, moment: int) -> int:
        """How many events were known a few answers before a moment: a screen has shown them."""
        return self.known[max(0, moment - _ANSWERS)] if moment < len(self.known) else 0

    def _tell(self, state: State) -> None:
        at = len(self.entries)
        events = state.events_for(self.viewer)
        since = self.known[-1] if self.known else 0
        rows = story_rows(state.table, events, self.lang, _WIDTH, min(since, len(events)))
        place = _place(state, events[since:])
        found = [{"text": row.text, "head": row.heading, "at": at} for row in rows if row.text]
        if found and place is not None:
            found[-1]["line"] = place
        self.entries.append(found)
        self.known.append(len(events))


def _place(state: State, events: tuple[Event, ...]) -> str | None:
    """The line of the rules that has brought about the last of some events."""
    spans: list[Span] = [span for event in events[-8:] if (span := state.span_of(event)) is not None]
    return f"{spans[-1].source.name.rpartition('/')[2]}:{spans[-1].line}" if spans else None
