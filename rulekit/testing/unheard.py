"""Values that nobody hears of who watches a play: printed code works them out.

Contract: a value is *heard* of when working it out may tell an observer something: it looks at a computed value that modifiers
change, or supposes a deed. All others come out of printed code as out of the interpreter. What can be paid is found by
the same functions either way, and they tell it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from rulekit.interpreter.evaluate import EXPRESSIONS, Evaluate
from rulekit.ir.run.code import code_of
from rulekit.program import core as c
from rulekit.program.fixed import parts
from rulekit.runtime.machine import Locals, Machine
from rulekit.runtime.table import Table

_TABLES = 64  # whose values are remembered: few games have more set-ups
# what takes longer to work out than to find out who does it
_LONG = (c.CallDefine, c.GetStat, c.Keep, c.Each, c.Fold, c.Rank)


class Unheard:
    """How each value of a table is worked out."""

    def __init__(self, table: Table) -> None:
        self._code, self._modified = code_of(table), set(table.modifiers)
        self._heard = self._heard_names(table)
        self._kept: list[c.Core] = []  # so that their identity stays their own
        self.ways: dict[int, Evaluate] = {}

    def way(self, node: c.Core) -> Evaluate:
        """What works out a value: printed code where that is worth its while and nobody hears of it."""
        inside = list(_walk(node))
        printed = any(isinstance(part, _LONG) or _step(part) for part in inside) and not any(map(self._is_heard, inside))
        found = self.ways[id(node)] = self._printed if printed else EXPRESSIONS[type(node)]
        self._kept.append(node)
        return found

    def _printed(self, m: Machine, node: c.Core, env: Locals) -> Any:
        return self._code.value(node)(m, m.s, env)

    def _is_heard(self, node: c.Core) -> bool:
        return self._tells(node) or _name(node) in self._heard

    def _tells(self, node: c.Core) -> bool:
        return isinstance(node, c.Supposed) or (isinstance(node, c.GetStat) and node.stat in self._modified)

    def _heard_names(self, table: Table) -> set[str]:
        """Defines and computed values that are heard of, be it by way of others."""
        inside = {name: list(_walk(value)) for name, value in _named(table)}
        calls = {name: {_name(node) for node in nodes} for name, nodes in inside.items()}
        heard = {name for name, nodes in inside.items() if any(map(self._tells, nodes))}
        while more := {name for name, called in calls.items() if name not in heard and called & heard}:
            heard |= more
        return heard


def _named(table: Table) -> Iterator[tuple[str, c.Core]]:
    for name, define in table.program.defines.items():
        if define.value is not None:
            yield name, define.value
    for kind, definition in table.program.kinds.items():
        for word, stat in definition.stats.items():
            yield f"{kind}.{word}", stat.value


def _walk(node: c.Core) -> Iterator[c.Core]:
    yield node
    for part in parts(node):
        yield from _walk(part)


def _name(node: c.Core) -> str:
    """The define or computed value that a node looks at."""
    if isinstance(node, c.CallDefine):
        return node.name
    return node.stat if isinstance(node, c.GetStat) else _step(node)


def _step(node: c.Core) -> str:
    return node.step if isinstance(node, c.Builtin) else ""


@lru_cache(_TABLES)
def unheard(table: Table) -> Unheard:
    return Unheard(table)
