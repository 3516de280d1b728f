"""Where a rule failed, as the reference says it.

Contract: `as_the_reference_tells` takes an error of a faster tier and gives the one that the interpreter raises for the same
answer (`as_the_reference_begins`: at the start), with its place to the column and all that was being carried out. Printed
functions know lines alone, and what was inlined leaves no frame behind. It is played again only where a rule has failed, from
what the story keeps; where the story is not kept or leads elsewhere, the error stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.errors import RunError
from rulekit.interpreter.machine import Interpreter
from rulekit.program.limits import FOR_EVER
from rulekit.runtime.machine import Machine
from rulekit.runtime.state import Data

if TYPE_CHECKING:
    from rulekit.api.state import State

Step = Callable[[Machine], None]


def as_the_reference_tells(state: State, error: RunError, value: Any, before: Data | None) -> RunError:
    """The error of an answer with this value; `before`: the data before it, if they are there."""
    if not _may_be_told(state, error):
        return error
    if before is None and not (state.quiet or state._loose or state._answers is None):
        before = _before_the_last_answer(state)
    return error if before is None else _failure(state, before, lambda machine: machine.answer_value(value), error)


def as_the_reference_begins(state: State, error: RunError) -> RunError:
    """The error of the first steps of a game, or of a step from outside."""
    from rulekit.story.tale import Untold, opening

    if not _may_be_told(state, error):
        return error
    tale = state._tale
    at = tale if isinstance(tale, Untold) else opening(state.table, state._data)
    return error if at.begin is None else _failure(state, at.data, at.begin, error)


def _may_be_told(state: State, error: RunError) -> bool:
    """Where a budget ends hangs on the tier; tools that watch what runs are no tier."""
    return error.message != FOR_EVER and not isinstance(state.machine, Interpreter) and state.machine_class is None


def _before_the_last_answer(state: State) -> Data | None:
    from rulekit.story.tale import told

    state._story_from_start()
    if state._tale is None or state._answers is None:
        return None
    return told(state.table, state._tale, state._answers[0], None).data


def _failure(state: State, data: Data, step: Step, error: RunError) -> RunError:
    """How the reference fails there, if it says the same."""
    try:
        step(Interpreter(state.table, data.following()))
    except RunError as found:
        return found if found.message == error.message else error
    return error
