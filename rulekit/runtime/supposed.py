"""What a value would be if something were done.

Contract: `suppose(m, node, env)` carries the deed out on a copy of the data, works the value out there and forgets the
copy. The machine that is given keeps its data, its log and its chance; only the work counts against its budget. A deed that
comes to a question or to chance is an error.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.program import core as c
from rulekit.program.limits import SUPPOSED_MAX, SUPPOSED_SLOTS, SUPPOSED_UNITS
from rulekit.runtime.machine import Locals, Machine

_DEEP = f"more than {SUPPOSED_MAX} deeds are supposed within each other here"


def suppose(m: Machine, node: c.Supposed, env: Locals) -> Any:
    """The value with the locals of the place where it is written."""
    routine = m.program.routines[node.routine]
    local = env[: routine.captured]
    local += [None] * (routine.size - len(local))
    inner = m.plain(m.t, m.s.following())
    inner.supposed = m.supposed + 1
    if inner.supposed > SUPPOSED_MAX:
        raise RunError(_DEEP)
    # the copy is work too, and the larger the table the more
    inner.units, inner.nested, inner.since = m.units - SUPPOSED_UNITS - len(m.s.vals) // SUPPOSED_SLOTS, m.nested, m.since
    data = inner.s
    data.ask_chance, data.ask_forced = True, False  # chance must not tell what it would bring
    depth = len(data.stack)
    data.stack.append([node.routine, 0, local])
    try:
        if inner.run_to(depth):
            raise RunError(_asked(inner))
        return inner.value(node.value, [*env])
    finally:
        m.units, m.since = inner.units, inner.since


def suppose_given(m: Machine, node: c.Supposed, values: list[Any]) -> Any:
    """The same where the locals are not in a frame but given in the order of `slots`."""
    env: Locals = [None] * node.size
    for slot, value in zip(node.slots, values, strict=True):
        env[slot] = value
    return suppose(m, node, env)


def _asked(m: Machine) -> str:
    question = m.question()
    if question is not None and question.kind == "chance":
        return "what is supposed here hangs on chance"
    return "what is supposed here comes to a question, and nobody can answer it"
