"""A play once more, with the table before every verb and before every answer.

Contract: `replay` takes the answers of a play, chance included, from the start or from a position, and stops where they
end or the rules fail.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.interpreter.machine import Interpreter
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.syntax.words import forms
from rulekit.testing.answers import written
from rulekit.testing.fault import CRASHES
from rulekit.testing.wording import Unwritable, Wording
from rulekit.testing.write_example import Answer


@dataclass(frozen=True)
class Call:
    """A verb that was carried out: the table before it, the sentence, how many answers had been given."""

    data: Data
    sentence: str
    answered: int


class _Recorder(Interpreter):
    """Keeps the table before every verb, and the answers that were taken without asking."""

    calls: ClassVar[list[Call]] = []

    def raise_event(self, event: list[Any], used: tuple[Any, ...] = ()) -> None:
        sentence = _sentence(self.t, self.s, event)
        if sentence is not None:
            self.calls.append(Call(self.s.copy(), sentence, self.s.answered))
        super().raise_event(event, used)


def _sentence(table: Table, data: Data, event: list[Any]) -> str | None:
    """An event as the order that causes it."""
    verb, subject, _, args = event
    wording = Wording(table, data)
    try:
        if verb == "activate" and len(args) == 2:
            return f"{wording.thing(subject)} activates {wording.thing(args[0])}'s {args[1]}"
        definition = table.program.verbs.get(verb)
        if definition is None or not definition.routine:
            return None
        words = [wording.thing(subject), forms(verb)[1]] if subject is not None else [verb]
        for param, value in zip(definition.params, args, strict=False):
            words += [*([param.prep] if param.prep else []), wording.text(value, param.type)]
        return " ".join(words)
    except Unwritable:
        return None


@dataclass
class Replay:
    """A play as it went."""

    table: Table
    said: list[Answer] = field(default_factory=list)  # who gave each answer
    tables: list[Data] = field(default_factory=list)  # how all lay before it
    calls: list[Call] = field(default_factory=list)  # the verbs that were carried out


def replay(game: Game, players: int, answers: list[str], start: Data | None = None) -> Replay:
    """A play once more, as far as it goes."""
    found = Replay(game.table(players))
    forced: list[tuple[int | None, str]] = []
    before, State.machine_class, _Recorder.calls, _Recorder.forced = State.machine_class, _Recorder, found.calls, forced
    try:
        state = game.new(players=players, chance="ask") if start is None else _resumed(game, players, start)
        for text in answers:
            question = state.question
            if question is None:
                break
            who = "chance" if question.player is None else state.table.text(question.player)
            found.said.append((who, text if question.player is None else written(text, question.player, forced)))
            forced.clear()
            found.tables.append(state.data.copy())
            state.play(text)
    except (RulekitError, *CRASHES):
        pass  # the fault that is looked for, or one that an example will tell
    finally:
        State.machine_class = before
    return found


def _resumed(game: Game, players: int, start: Data) -> State:
    data = start.copy()
    data.answered = 0
    return State(game, game.table(players), data)
