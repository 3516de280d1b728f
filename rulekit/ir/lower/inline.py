"""Verbs written out where they are called.

Contract: `is_short` says which verbs; `bound` gives what the locals of one are, with the statements that name them; `closing`
how the calling routine leaves a scope that the verb ends. `straighten.py` lowers the operations of the verb between them.
"""

from __future__ import annotations

from typing import NamedTuple

from rulekit.ir import nodes as n
from rulekit.ir.build import simple
from rulekit.ir.fold import Env
from rulekit.ir.lower.verbs import Verbs
from rulekit.ir.lower.writer import Writer
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import OPERATIONS
from rulekit.program.types import NUMBER

_SHORT = 12  # operations of a verb that is inlined


class CannotInline(Exception):
    """A verb would have to go on where it cannot."""


class Host(NamedTuple):
    """The call that a verb is inlined for."""

    writer: Writer
    place: int
    seen: frozenset[int]


def is_short(verbs: Verbs, verb: str) -> bool:
    if not verbs.is_frameless(verb):
        return False
    *ops, last = verbs.ops(verb)
    plain = all(OPERATIONS[type(op)].inlines for op in ops) and isinstance(last, o.Return) and not last.value
    return plain and len(ops) < _SHORT


def bound(w: Writer, verb: o.Routine, op: o.CallVerb, block: n.Block) -> Env:
    """What the locals of an inlined verb are: what it is given, and names for all others."""
    written = {getattr(inner, name) for inner in verb.ops for name in OPERATIONS[type(inner)].binds}
    slots: dict[int, n.Value] = {}
    for slot, node in zip((c.YOU, *verb.params), (op.subject, *op.args), strict=False):
        value = w.code(node)
        if not simple(value) or slot in written:
            name = w.cx.b.fresh(value.type, value.null)
            block.append(n.Assign(name, value))
            value = name if slot not in written else n.Name(name.id, type=value.type)
        slots[slot] = value
    for slot in range(verb.size):
        if slot not in slots and slot in written:
            slots[slot] = w.cx.b.fresh(verb.types[slot] if slot < len(verb.types) else NUMBER, True)
            block.append(n.Assign(slots[slot], n.NONE))
    return Env({slot: slots.get(slot, n.NONE) for slot in range(verb.size)}, framed=False)


def closing(host: Host, op: o.EndScope) -> tuple[n.Block, int]:
    """Closes what the calling routine has opened within a scope, and says where it goes on behind that."""
    block: n.Block = []
    for begin in reversed(host.writer.routine.ops[: host.place]):
        if not isinstance(begin, o.ScopeBegin | o.UnderBegin) or begin.end < host.place:
            continue
        if isinstance(begin, o.ScopeBegin) and begin.word == op.word and op.name in ("", begin.name):
            return block, begin.end
        plain = isinstance(begin, o.UnderBegin) or host.writer.cx.b.made("lasting", begin.word, begin.name) == ()
        block.append(n.Close(() if plain else None, -1, names=False, line=op.span.line))
    raise CannotInline
