"""What would hold if something were done: `after(move p to s: in_check(you))`.

Contract: the deed becomes a routine of its own that starts with a copy of the locals seen here; the value is worked out
with the same locals, on the table as the deed would leave it. A deed that may ask or hang on chance is refused once all
texts are known.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.fitting import items_of
from rulekit.analysis.statements.blocks import detached
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.syntax import nodes as n

_DEEDS = (n.Sentence, n.Set, n.Activate, n.Pay, n.DoNothing)


@checks(n.Supposed)
def _supposed(cx: Checker, node: n.Supposed, env: Env) -> c.Core:
    value = items_of(cx.check(node.value, env.child()))
    deeds = tuple(deed for deed in node.deeds if isinstance(deed, n.Stmt))
    for deed in deeds:
        if not isinstance(deed, _DEEDS):
            hint = "what can be supposed is a verb, `activate`, `pay` or `set`; several are joined by `then`"
            cx.sink.error("RK042", "this cannot be supposed", deed.span, hint)
            return value
    if env.routine.path == "text":  # only the type is asked for
        return value
    current, captured = cx.current, env.routine.size
    routine = detached(cx, deeds, env, f"after{node.span.line}")
    cx.current = current
    routine.params = tuple(range(2, captured))
    cx.world.supposed.append((routine.path, node.span))
    known = dict(env.names.values())
    slots = (c.YOU, c.THIS, *sorted(known))
    types = (t.PLAYER, t.thing(env.this or "thing"), *(known[slot] for slot in sorted(known)))
    given = tuple(c.Local(slot, type=type_) for slot, type_ in zip(slots, types, strict=True))
    found = c.Supposed(routine.path, slots, given, value, env.routine.size, type=value.type)
    cx.program.supposed[routine.path] = found
    return found
