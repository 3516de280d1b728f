"""A whole game played by bots, written as it goes: turn by turn, what was answered and what came of it."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.api import State
from rulekit.terminal.closing import closing_lines
from rulekit.terminal.history import Record
from rulekit.terminal.seats import Seats
from rulekit.terminal.sight import NOBODY
from rulekit.terminal.style import Style
from rulekit.text.faults import told_faults


def transcript(record: Record, seats: Seats, say: Callable[[str], None], *, style: Style, limit: int) -> State:
    """Plays to the end or to the limit; the state where it stopped."""
    told = _tell(record, "", say, style)
    for _ in range(limit):
        player = record.state.decision.player
        if record.state.over:
            break
        bot = seats[player if player is not None else 0]
        assert bot is not None
        with told_faults(record.state.table.program, record.lang):
            record.answer(bot(record.state))
        told = _tell(record, told, say, style)
    say("\n".join(closing_lines(record.state, record.lang, style)))
    if not record.state.over:
        say(record.words.say("Stopped after {} decisions; the game was not over.", str(limit)))
    return record.state


def _tell(record: Record, told: str, say: Callable[[str], None], style: Style) -> str:
    """The newest event under the heading of its turn; the heading that stands now."""
    event = record.events[-1]
    heading = event.turn or record.words.say("set-up")
    if heading != told and (event.log or event.player is not None):
        say(f"\n{style.paint('title', heading[:1].upper() + heading[1:])}")
        told = heading
    everybody = event.player if event.player is not None else NOBODY
    for line in event.lines(everybody, record.words):
        for part in style.flow([("", line)], indent=2 + len(line) - len(line.lstrip()), hang=6):
            say(part)
    del record.events[:-1]
    return told
