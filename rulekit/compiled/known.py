"""What is known before the game begins: expressions whose value no state can change.

Contract: `Foreseen.value(node, bound)` gives the value that the evaluator would give in every state, or `UNKNOWN`.
`bound` says what the locals in scope are: a `Known` value, or the Python name that holds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.errors import RulekitError
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program.limits import CONSTANT_BUDGET

UNKNOWN: Any = object()
_PURE = {
    "all_of_design", "all_of_kind", "ahead", "blank_sides", "box", "cells", "directions", "distinct", "everyone", "first",
    "heading", "item", "last", "map_value", "max", "max_roll", "min", "min_roll", "neighbours", "opponents", "place",
    "players", "reversed", "seating", "sides", "size", "starting",
}  # fmt: skip
_ALWAYS = {"all_of_design", "all_of_kind", "box", "cells", "everyone", "map_value", "place", "players", "seating"}
_PLAIN = (
    c.Const, c.Each, c.Keep, c.Fold, c.Rank, c.Op, c.Not, c.IfElse, c.Within, c.IsKind, c.IsDesign, c.HasPower, c.GetField,
    c.TheThing, c.Owned, c.MakeBundle, c.MakeList, c.MakeRecord, c.Part, c.Setting, c.Count, c.CallDefine,
)  # fmt: skip
_ROOM = 256  # locals; an expression that uses more is left as it is
_MOST, _LEAST = 20 * CONSTANT_BUDGET, 1_000  # units of work for all values of a table, and for each when those are spent


class Known:
    """A local whose value is known."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


Bound = dict[int, "str | Known"]


class Foreseen:
    """Finds the values that are known beforehand."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self.room = _MOST  # units of work for all that is known beforehand
        self._defines: dict[str, bool] = {}
        self._known: dict[int, tuple[c.Core, frozenset[int] | None]] = {}

    def value(self, node: c.Core, bound: Bound) -> Any:
        if type(node) is c.Const:
            return node.value
        known = {slot: b.value for slot, b in bound.items() if isinstance(b, Known)}
        if max(known, default=0) >= _ROOM or not self.fixed(node, set(known)):
            return UNKNOWN
        env: list[Any] = [None] * _ROOM
        for slot, value in known.items():
            env[slot] = value
        self.m.nested, self.m.units = 0, min(CONSTANT_BUDGET, self.room)
        before = self.m.units
        try:
            return self.m.value(node, env)
        except (RulekitError, IndexError, TypeError, KeyError, AttributeError, RecursionError):
            return UNKNOWN  # it goes wrong only if it is ever reached
        finally:
            self.room = max(_LEAST, self.room - (before - self.m.units))

    def fixed(self, node: c.Core, known: set[int]) -> bool:
        """Can no state change its value, once these locals are known?"""
        needs = self._needs(node)
        return needs is not None and needs <= known

    def _needs(self, node: c.Core) -> frozenset[int] | None:
        """The locals that a value hangs on; None if it hangs on the state. Found once; the node is kept, so that its
        identity stays its own."""
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = (node, self._find_needs(node))
        return found[1]

    def _find_needs(self, node: c.Core) -> frozenset[int] | None:
        if isinstance(node, c.Local):
            return frozenset((node.slot,))
        if isinstance(node, c.Attr):
            return self._needs(node.thing) if node.name in ("name", "seat", "left") else None
        if isinstance(node, c.Builtin):
            if node.name in _ALWAYS:
                return frozenset()
            return self._all_needs(node.args) if node.name in _PURE and not node.step else None
        if not isinstance(node, _PLAIN) or (isinstance(node, c.CallDefine) and not self._define(node.name)):
            return None
        needs = self._all_needs(parts(node))
        own = (node.slot,) if isinstance(node, c.Each | c.Keep | c.Fold | c.Rank) else ()
        return None if needs is None else needs.difference(own)

    def _all_needs(self, nodes: Iterable[c.Core]) -> frozenset[int] | None:
        found: frozenset[int] = frozenset()
        for node in nodes:
            needs = self._needs(node)
            if needs is None:
                return None
            found |= needs
        return found

    def _define(self, name: str) -> bool:
        """Does a define depend on its arguments alone?"""
        found = self._defines.get(name)
        if found is None:
            self._defines[name] = False  # one that comes back to itself is not
            define = self.m.program.defines[name]
            slots = {param.slot for param in define.params}
            found = self._defines[name] = define.value is not None and self.fixed(define.value, slots)
        return found


def parts(node: Any) -> list[c.Core]:
    """The expressions directly inside an expression or operation."""
    found: list[c.Core] = []
    for name in _slots(type(node)):
        inner = getattr(node, name, None)
        for item in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(item, c.Core):
                found.append(item)
    return found


def _slots(kind: type) -> list[str]:
    found = _SLOTS.get(kind)
    if found is None:
        found = _SLOTS[kind] = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
    return found


_SLOTS: dict[type, list[str]] = {}  # of the classes of nodes
