"""Constant folding over the table: expressions whose value no state can change.

Contract: `Fold.value(node, env)` gives the value that the evaluator would give in every state, or `UNKNOWN`; the reference
evaluator itself works it out, so folding has no semantics of its own.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RulekitError
from rulekit.ir import nodes as n
from rulekit.program import core as c
from rulekit.program.fixed import parts as parts
from rulekit.program.limits import CONSTANT_BUDGET
from rulekit.program.types import ANY, Type
from rulekit.runtime.machine import Machine

UNKNOWN: Any = object()
_ROOM = 256  # locals; an expression that uses more is left as it is
_MOST, _LEAST = 20 * CONSTANT_BUDGET, 1_000  # units of work for all values of a table, and for each when those are spent


class Env:
    """What the locals of an expression are: values, and for all others slots of the frame, or none if it has no frame."""

    __slots__ = ("_known", "framed", "slots")

    def __init__(self, slots: dict[int, n.Value] | None = None, framed: bool = True) -> None:
        self.slots, self.framed = slots or {}, framed
        self._known: dict[int, Any] | None = None

    def get(self, slot: int, type_: Type = ANY) -> n.Value:
        found = self.slots.get(slot)
        if found is None:
            found = n.Slot(slot, type=type_) if self.framed else n.NONE
        return found

    def bind(self, slot: int, value: n.Value) -> Env:
        return Env({**self.slots, slot: value}, self.framed)

    def known(self) -> dict[int, Any]:
        """The locals whose values are known."""
        if self._known is None:
            self._known = {slot: value.value for slot, value in self.slots.items() if isinstance(value, n.Const)}
        return self._known


FRAME = Env()


class Fold:
    """Finds the values that are known beforehand."""

    def __init__(self, machine: Machine) -> None:
        self._m = machine
        self._left = _MOST  # units of work for all that is known beforehand
        self._closed: dict[int, tuple[c.Core, Any]] = {}  # expressions that read no local, kept for their identity
        known = machine.program.fixed
        self.needs, self.fixed, self.is_kept = known.needs, known.fixed, known.is_kept

    def value(self, node: c.Core, env: Env) -> Any:
        if type(node) is c.Const:
            return node.value
        needs, known = self.needs(node), env.known()
        if needs is None or not needs <= known.keys():
            return UNKNOWN
        return self._worked_out(node, known) if needs else self._once(node)

    def _once(self, node: c.Core) -> Any:
        """The value of an expression that reads no local. What goes wrong is not tried again with all that is around it."""
        found = self._closed.get(id(node))
        if found is None:
            wrong = any(self.value(part, FRAME) is UNKNOWN for part in parts(node) if self.needs(part) == frozenset())
            found = self._closed[id(node)] = node, UNKNOWN if wrong else self._worked_out(node, {})
        return found[1]

    def _worked_out(self, node: c.Core, known: dict[int, Any]) -> Any:
        if max(known, default=0) >= _ROOM:
            return UNKNOWN
        local: list[Any] = [None] * _ROOM
        for slot, value in known.items():
            local[slot] = value
        self._m.nested, self._m.units = 0, min(CONSTANT_BUDGET, self._left)
        before = self._m.units
        try:
            return self._m.value(node, local)
        except (RulekitError, IndexError, TypeError, KeyError, AttributeError, RecursionError):
            return UNKNOWN  # it goes wrong only if it is ever reached
        finally:
            self._left = max(_LEAST, self._left - (before - self._m.units))


def locals_of(node: c.Core, env: Env, inner: frozenset[int] = frozenset()) -> dict[int, c.Local]:
    """The locals that an expression reads and whose values are not known beforehand."""
    if isinstance(node, c.Local):
        return {} if node.slot in inner or node.slot in env.known() else {node.slot: node}
    if isinstance(node, c.Each | c.Keep | c.Fold | c.Rank):
        inner = inner | {node.slot}
    found: dict[int, c.Local] = {}
    for child in parts(node):
        found |= locals_of(child, env, inner)
    return found
