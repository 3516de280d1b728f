"""A whole game played by bots, written as it goes: turn by turn, what was answered and what came of it."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.api import State
from rulekit.story.lines import stretch_of
from rulekit.terminal.closing import closing_lines
from rulekit.terminal.history import ALL, Record
from rulekit.terminal.seats import Seats
from rulekit.terminal.style import Style
from rulekit.text.faults import told_faults


def transcript(
    record: Record, seats: Seats, say: Callable[[str], None], *, style: Style, limit: int, viewer: int = ALL
) -> State:
    """Plays to the end or to the limit, told as one player reads it, or with everything open; the state where it stopped."""
    told = 0
    try:
        for _ in range(limit):
            player = record.state.decision.player
            if record.state.over:
                break
            bot = seats[player if player is not None else 0]
            assert bot is not None
            with told_faults(record.state.table.program, record.lang):
                record.answer(bot(record.state))
            told = _tell(record, told, say, style, viewer)
    finally:  # whatever stops it: what has happened until then is told
        _tell(record, told, say, style, viewer, to_the_end=True)
    say("\n".join(closing_lines(record.state, record.lang, style)))
    if not record.state.over:
        say(record.words.say("Stopped after {} decisions; the game was not over.", str(limit)))
    return record.state


def _tell(record: Record, told: int, say: Callable[[str], None], style: Style, viewer: int, *, to_the_end: bool = False) -> int:
    """The events of turns that are over, or all; how many have been told. A turn is told as a whole, so that what happened
    within something stands there."""
    events = record.events(viewer)
    end = len(events)
    while not to_the_end and end > told and stretch_of(events[end - 1]) == stretch_of(events[-1]):
        end -= 1
    for row in record.rows(viewer, told, style.width - 4, end):
        if row.heading:
            say(f"\n{style.paint('title', row.text)}")
        elif row.text:
            depth = 2 + len(row.text) - len(row.text.lstrip())
            for part in style.flow([("", row.text)], indent=depth, hang=depth + 4):
                say(part)
    return end
