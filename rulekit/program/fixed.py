"""Which values no state can change: those that hang on the table and on given locals alone.

Contract: `Fixed(program).needs(node)` gives the locals that an expression hangs on, or None if it hangs on the state. A define
`is_kept` when it hangs on its values alone and takes a search, a loop or many defines to work out: it is worked out once for
each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulekit.program import core as c
from rulekit.program.facts import FUNCTIONS

if TYPE_CHECKING:
    from rulekit.program.game import Program

_STATE = (c.GetVar, c.GetStat, c.ZoneOf, c.Items, c.ZoneUnion, c.Running, c.VerbRunning, c.Supposed)  # hang on the state
_FIXED_ATTRS = ("name", "seat", "left")
_LOOPS = (c.Each, c.Keep, c.Fold, c.Rank)
_SEARCHES = frozenset(("distance", "reachable", "path", "components", "ray"))

_MANY = 30  # defines worked out for one, from where on it is kept


class Fixed:
    """Finds what no state can change in one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._defines: dict[str, bool] = {}
        self._kept: dict[str, bool] = {}
        self._calls: dict[str, int] = {}
        self._needs: dict[int, tuple[c.Core, frozenset[int] | None]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What was found is known by the identity of nodes, which ends with the process."""
        return {"_program": self._program, "_defines": {}, "_kept": {}, "_calls": {}, "_needs": {}}

    def fixed(self, node: c.Core, known: Iterable[int]) -> bool:
        """Can no state change its value, once these locals are known?"""
        needs = self.needs(node)
        return needs is not None and needs.issubset(known)

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
            facts = FUNCTIONS[node.name]
            if facts.fixed:
                return frozenset()
            searched = node.name in _SEARCHES and bool(node.step) and self.define(node.step)
            return self._all(node.args) if searched or (facts.pure and not node.step) else None
        if isinstance(node, _STATE) or (isinstance(node, c.CallDefine) and not self.define(node.name)):
            return None
        needs = self._all(parts(node))
        own = (node.slot,) if isinstance(node, _LOOPS) else ()
        return None if needs is None else needs.difference(own)

    def _all(self, nodes: Iterable[c.Core]) -> frozenset[int] | None:
        found: frozenset[int] = frozenset()
        for node in nodes:
            needs = self.needs(node)
            if needs is None:
                return None
            found |= needs
        return found

    def define(self, name: str) -> bool:
        """Does a define hang on its values alone?"""
        found = self._defines.get(name)
        if found is None:
            self._defines[name] = False  # one that comes back to itself does not
            define = self._program.defines.get(name)
            slots = {param.slot for param in define.params} if define is not None else set()
            value = define.value if define is not None else None
            found = self._defines[name] = value is not None and self.fixed(value, slots)
        return found

    def is_kept(self, name: str) -> bool:
        """Is a define worked out once for each of the values that it is given?"""
        found = self._kept.get(name)
        if found is None:
            value = self._program.defines[name].value
            heavy = value is not None and (self._takes_work(value) or self._calls_of(name) >= _MANY)
            found = self._kept[name] = self.define(name) and heavy
        return found

    def _calls_of(self, name: str) -> int:
        """How many defines are worked out for one, up to `_MANY`: those that call the next one twice double it each time."""
        found = self._calls.get(name)
        if found is None:
            self._calls[name] = 0
            value = self._program.defines[name].value
            found = self._calls[name] = 0 if value is None else self._calls_in(value)
        return found

    def _calls_in(self, node: c.Core) -> int:
        found = sum(map(self._calls_in, parts(node)))
        if isinstance(node, c.CallDefine):
            found += 1 + self._calls_of(node.name)
        return min(found, _MANY)

    def _takes_work(self, node: c.Core) -> bool:
        if isinstance(node, _LOOPS) or (isinstance(node, c.Builtin) and node.name in _SEARCHES):
            return True
        if isinstance(node, c.CallDefine) and self.is_kept(node.name):
            return True
        return any(self._takes_work(part) for part in parts(node))


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
