"""Random playouts: a game played to its end by players who take every option with the same chance.

Contract: the state given stays as it is. What players take and what chance brings hang on the seed alone, never on the
seed of the game, so a playout says nothing about what the game has in store. No decisions, options, logs or answers
are made on the way.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.chance import draw
from rulekit.interpreter.machine import Machine
from rulekit.position import State

_MASK = (1 << 64) - 1


def playout(state: State, seed: int = 0, *, limit: int | None = None) -> State:
    """The state at the end of a random play from here, or after `limit` decisions."""
    data = state._data.following()
    data.seed, data.ask_chance = draw(seed, data.counter, 1 << 62), False
    new = State(state.game, state.table, data)
    new.quiet = True
    _play(new.machine, draw(~seed, 0, 1 << 62), -1 if limit is None else limit)
    return new


def _play(machine: Machine, stream: int, left: int) -> None:
    """Plays on; the stream is a plain congruential one: quick, and good enough to pick options."""
    data, answer_value = machine.s, machine.answer_value
    if not data.ended and machine.pending is None:
        machine.run()  # a state that asks asks again, as the printed code does it: by values alone
    while not data.ended and left:
        left -= 1
        stream = (stream * 6364136223846793005 + 1442695040888963407) & _MASK
        values = _offered(machine) if machine.stop is None else machine.stop[2]
        answer_value(values[(stream >> 33) * len(values) >> 31])


def _offered(machine: Machine) -> list[Any]:
    question = machine.question()
    assert question is not None
    return [choice.value for choice in question.choices]
