"""Which values no state can change, and which of them are worth remembering.

Contract: `Fixed.needs(node)` gives the locals that an expression hangs on, or None if it hangs on the state. A define that
hangs on its arguments alone always gives the same for them: `heavy` says whether working it out again costs more than
looking it up. Both tiers remember the same defines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.program import core as c
from rulekit.program.facts import FUNCTIONS
from rulekit.program.game import Program

_STATE = (c.GetVar, c.GetStat, c.ZoneOf, c.Items, c.ZoneUnion, c.Running, c.VerbRunning)  # hang on the state
_LOOPS = (c.Each, c.Keep, c.Fold, c.Rank)
_FIXED_ATTRS = ("name", "seat", "left")
_WALKS = ("distance", "reachable", "path")  # pure where the step from a cell is
_LOOP = 20  # what a loop or a walk over a board weighs, times what is inside
HEAVY = 60  # nodes that are worked out for one value


class Fixed:
    """What is known of the expressions of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._defines: dict[str, bool] = {}
        self._heavy: dict[str, bool] = {}
        self._weights: dict[str, int] = {}
        self._needs: dict[int, tuple[c.Core, frozenset[int] | None]] = {}
        for name in self._callees_first():
            self.define(name)
            self._weight_of(name)

    def holds(self, node: c.Core, known: Iterable[int]) -> bool:
        """Can no state change its value, once these locals are known?"""
        needs = self.needs(node)
        return needs is not None and needs.issubset(known)

    def heavy(self, name: str) -> bool:
        """Does a define always give the same for the same arguments, and is it worth remembering?"""
        found = self._heavy.get(name)
        if found is None:
            found = self._heavy[name] = self.define(name) and self._weight_of(name) >= HEAVY
        return found

    def define(self, name: str) -> bool:
        """Does a define depend on its arguments alone?"""
        found = self._defines.get(name)
        if found is None:
            self._defines[name] = False  # one that comes back to itself is not
            define = self._program.defines[name]
            slots = {param.slot for param in define.params}
            found = self._defines[name] = define.value is not None and self.holds(define.value, slots)
        return found

    def needs(self, node: c.Core) -> frozenset[int] | None:
        """The locals that a value hangs on; None if it hangs on the state. Found once; the node is kept, so that its
        identity stays its own."""
        found = self._needs.get(id(node))
        if found is None:
            found = self._needs[id(node)] = (node, self._find(node))
        return found[1]

    def _find(self, node: c.Core) -> frozenset[int] | None:
        if isinstance(node, c.Local):
            return frozenset((node.slot,))
        if isinstance(node, c.Attr):
            return self.needs(node.thing) if node.name in _FIXED_ATTRS else None
        if isinstance(node, c.Builtin):
            return self._builtin(node)
        if isinstance(node, _STATE) or (isinstance(node, c.CallDefine) and not self.define(node.name)):
            return None
        needs = self._all(parts(node))
        own = (node.slot,) if isinstance(node, _LOOPS) else ()
        return None if needs is None else needs.difference(own)

    def _builtin(self, node: c.Builtin) -> frozenset[int] | None:
        facts = FUNCTIONS[node.name]
        if facts.fixed:
            return frozenset()
        if node.step and not self.define(node.step):
            return None
        return self._all(node.args) if facts.pure or (node.step and node.name in _WALKS) else None

    def _all(self, nodes: Iterable[c.Core]) -> frozenset[int] | None:
        found: frozenset[int] = frozenset()
        for node in nodes:
            needs = self.needs(node)
            if needs is None:
                return None
            found |= needs
        return found

    def _callees_first(self) -> list[str]:
        """All defines, each behind those that it calls: so a long chain of them is no deep recursion."""
        found: dict[str, None] = {}
        met: set[str] = set()
        waiting = [(name, False) for name in reversed(self._program.defines)]
        while waiting:
            name, done = waiting.pop()
            if done:
                found[name] = None
            elif name not in met:
                met.add(name)
                waiting.append((name, True))
                waiting += [(other, False) for other in _called(self._program.defines[name].value) if other not in met]
        return list(found)

    # ---------- how much work it is ----------
    def _weight_of(self, name: str) -> int:
        found = self._weights.get(name)
        if found is None:
            self._weights[name] = 0
            found = self._weights[name] = self._weight(self._program.defines[name].value)
        return found

    def _weight(self, node: c.Core | None) -> int:
        """About how many nodes are worked out for it; no more than it takes to be heavy."""
        if node is None:
            return 0
        found = 1 + sum(map(self._weight, parts(node)))
        found += sum(map(self._weight_of, _names(node)))
        if isinstance(node, _LOOPS) or (isinstance(node, c.Builtin) and node.step):
            found *= _LOOP
        return min(found, HEAVY)


def _names(node: c.Core) -> tuple[str, ...]:
    """The define that an expression calls, if it calls one."""
    if isinstance(node, c.CallDefine):
        return (node.name,)
    return (node.step,) if isinstance(node, c.Builtin) and node.step else ()


def _called(node: c.Core | None) -> list[str]:
    """The defines that an expression calls, at any depth."""
    found: list[str] = []
    waiting = [] if node is None else [node]
    while waiting:
        at = waiting.pop()
        found += _names(at)
        waiting += parts(at)
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
