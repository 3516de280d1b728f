"""Random playouts: a game played to its end by players who take every option with the same chance.

Contract: the state given stays as it is. What players take and what chance brings hang on the seed alone, never on the
seed of the game, so a playout says nothing about what the game has in store. No decisions, options, logs or answers
are made on the way.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.chance import FACTOR, MASK, STEP, mix
from rulekit.interpreter.machine import Machine
from rulekit.position import State

_ENDLESS = 1 << 62


def playout(state: State, seed: int = 0, *, limit: int | None = None) -> State:
    """The state at the end of a random play from here, or after `limit` decisions."""
    data = state._data.following()
    stream = mix(seed & MASK)
    data.seed, data.ask_chance = stream >> 2, False
    new = State(state.game, state.table, data)
    new.quiet = True
    new._stop = None if state._data.ask_chance else state.stop
    machine = new.machine
    machine.play_on(stream, _ENDLESS if limit is None else data.answered + limit)
    _play(machine)
    return new


def _play(machine: Machine) -> None:
    """Plays on. The stream is a plain congruential one: quick, and good enough to pick options. The fast tier goes on by
    itself until it meets a question that it cannot answer on the spot."""
    data = machine.s
    if not data.ended and machine.stop is None and machine.pending is None:
        machine.run()  # a state that asks asks again, as the printed code does it: by values alone
    while not data.ended and data.answered < machine.limit:
        stop = machine.stop
        values = _offered(machine) if stop is None else stop[2]
        machine.stream = (machine.stream * FACTOR + STEP) & MASK
        value = values[(machine.stream >> 33) * len(values) >> 31]
        machine.answer_value(value if stop is None or stop[4] is None else value.value)


def _offered(machine: Machine) -> list[Any]:
    question = machine.question()
    assert question is not None
    return [choice.value for choice in question.choices]
