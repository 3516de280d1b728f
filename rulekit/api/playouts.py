"""Random playouts: a game played to its end by players who take every option with the same chance.

Contract: the state given stays as it is. What players take and what chance brings hang on the seed alone, never on the
seed of the game, so a playout says nothing about what the game has in store. No decisions, options, logs or answers
are made on the way.
"""

from __future__ import annotations

from typing import Any

from rulekit.api.state import State
from rulekit.runtime.chance import MASK, PRIME, ROOT, mix
from rulekit.runtime.machine import Machine

_ENDLESS = 1 << 62


def playout(state: State, seed: int = 0, *, limit: int | None = None) -> State:
    """The state at the end of a random play from here, or after `limit` decisions."""
    data, table = state._data.following(), state.table
    start = mix(seed & MASK)
    data.seed = start >> 2
    new = State(state.game, table, data)
    new.quiet = True
    watching = State.machine_class
    machine = new._machine = (watching or (table.machine_type or state.game.machine_type(table)).playing)(table, data)
    if watching is None and not data.ask_chance:
        machine.stop = state.stop
    data.ask_chance = False
    machine.stream = 1 + start % (PRIME - 1)
    machine.limit = _ENDLESS if limit is None else data.answered + limit
    _play(machine)
    new.over = data.ended
    return new


def _play(machine: Machine) -> None:
    """Plays on. The fast tier goes on by itself until it meets a question that it cannot answer on the spot."""
    data = machine.s
    if not data.ended and machine.stop is None and machine.pending is None:
        machine.run()  # a state that asks asks again, as the printed code does it: by values alone
    while not data.ended and data.answered < machine.limit:
        stop = machine.stop
        values = _offered(machine) if stop is None else stop[2]
        machine.stream = machine.stream * ROOT % PRIME
        value = values[machine.stream % len(values)]
        machine.answer_value(value if stop is None or stop[4] is None else value.value)


def _offered(machine: Machine) -> list[Any]:
    question = machine.question()
    assert question is not None
    return [choice.value for choice in question.choices]
