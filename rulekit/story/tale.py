"""A story, and how it goes on.

Contract: a `Tale` is what has been told up to a place among the answers of a state, with the data of that place, which nobody
plays on. `told` goes on from there, with the reference tier, over the answers that were given since. Tales are never changed:
copies of a state share them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulekit.errors import RulekitError
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.start import start_game
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.story.event import EVERYTHING, Event, Heard, told_to
from rulekit.story.recorder import Recorder, Within
from rulekit.story.sight import Identities

Answers = tuple[Any, ...]  # a linked list: (earlier, answer) with an option that has its value, or (earlier, text, value)
Begin = Callable[[Machine], None]
_ENDLESS = 1 << 62


@dataclass(frozen=True, slots=True)
class Tale:
    """What has been told."""

    data: Data  # as it stood then
    node: Answers | None  # the last answer that is told
    events: tuple[Event, ...]
    within: tuple[Within, ...]  # what was going on
    ids: Identities


@dataclass(frozen=True, slots=True)
class Untold:
    """A place from which a story goes on: what was told before it is asked for only when it is wanted."""

    data: Data
    node: Answers | None
    begin: Begin | None = None  # what is done there before the first answer
    earlier: Tale | Untold | None = None
    until: Answers | None = None  # the last answer that belongs to what came earlier
    viewer: int = EVERYTHING  # who has heard what came earlier
    heard: Heard | None = None  # what he has heard, where that is known already


class Teller(Interpreter):
    """The reference tier with one who listens. It has all the time it needs: what it tells has happened already. What has
    failed may have run away, and is told as far as the budget goes."""

    most = _ENDLESS

    def renew(self) -> None:
        self.units, self.nested = self.most, 0


class AidedTeller(Teller):
    """The same where the table has printed code: it works out what changes nothing, and gives what the reference tier gives."""

    def __init__(self, table: Table, data: Data) -> None:
        super().__init__(table, data)
        self.code = table.code
        if table.machine_type is not None:
            self.plain = table.machine_type.plain

    def call(self, name: str, args: list[Any], you: int | None) -> Any:
        return self.code.defines[name](self, self.s, you, *args)

    def stat(self, thing: int, name: str) -> Any:
        return self.code.stats[name](self, self.s, thing)


def _teller(table: Table, data: Data) -> Teller:
    return (Teller if table.code is None else AidedTeller)(table, data)


def opening(table: Table, data: Data) -> Untold:
    """The beginning of a game, for a state that has come from there: its seed, and what is asked in it."""
    first = Data()
    first.seed, first.ask_chance, first.ask_forced = data.seed, data.ask_chance, data.ask_forced
    return Untold(first, None, start_game)


def told(table: Table, at: Tale | Untold, answers: Answers | None, now: Data | None, failed: bool = False) -> Tale:
    """The story up to the last of the answers; `now`: the data to which that has led, if it is known. `failed`: the rules have,
    in what is told last."""
    todo = _since(at.node, answers)
    if isinstance(at, Tale) and not todo:
        return at
    start = at if isinstance(at, Tale) else _told_before(table, at)
    machine = _teller(table, at.data.following())
    recorder = Recorder(machine, len(start.events), start.within, start.ids.copy())
    machine.observer = recorder
    failed = failed or (now is not None and _in_the_middle(now))
    try:
        if isinstance(at, Untold) and at.begin is not None:
            machine.most = table.budget if failed and not todo else _ENDLESS
            at.begin(machine)
        if todo is None:
            recorder.note("gap")
        else:
            recorder.ids.settle(machine)
            for left, value in zip(range(len(todo) - 1, -1, -1), todo, strict=True):
                machine.most = table.budget if failed and not left else _ENDLESS
                _answer(machine, recorder, value)
                recorder.ids.settle(machine)
            if now is not None and not _same(machine.s, now):
                recorder.note("gap")
    except (RulekitError, RecursionError):
        pass  # the rules have failed here, and whoever played has been told so: up to there it is told
    data = machine.s if now is None or (todo is not None and _same(machine.s, now)) else now.following()
    if data is not machine.s:  # how it came to this is not known, but what lies there is seen
        recorder.ids.settle(_teller(table, data))
    return Tale(data, answers, (*start.events, *recorder.events), tuple(recorder.within), recorder.ids)


def _told_before(table: Table, at: Untold) -> Tale:
    """What was told before a place, with nothing of it going on unless it is the same game."""
    ids = Identities.none(table.players)
    if at.earlier is None:
        return Tale(at.data, at.node, (), (), ids)
    found = told(table, at.earlier, at.until, None, _in_the_middle(at.data))
    if at.viewer == EVERYTHING:
        return found
    events = told_to(found.events, at.viewer) if at.heard is None else at.heard.told
    return Tale(found.data, at.node, events, (), found.ids.only(at.viewer))


def _since(first: Answers | None, last: Answers | None) -> list[Any] | None:
    """The values of the answers after a place; None if the last one does not come from there."""
    found: list[Any] = []
    while last is not None and last is not first:
        found.append(last[2] if len(last) > 2 else last[1].value)
        last = last[0]
    return found[::-1] if last is first else None


def _answer(machine: Teller, recorder: Recorder, value: Any) -> None:
    """Takes an answer, and tells it."""
    question = machine.question()
    choice = _choice(question, value) if question is not None else None
    if question is not None and choice is not None:
        recorder.answered(question, choice)
    machine.answer_value(value)


def _choice(question: Question, value: Any) -> Choice | None:
    return next((choice for choice in question.choices if choice.value == value), None)


def _in_the_middle(data: Data) -> bool:
    """Has what was being carried out come to no end? Then the rules have failed."""
    return bool(data.stack) and not data.asking and not data.ended


def _same(one: Data, two: Data) -> bool:
    """Has it led to where the game stands? What lies and what is kept says so."""
    return one.answered == two.answered and one.counter == two.counter and one.vals == two.vals and one.zones == two.zones
