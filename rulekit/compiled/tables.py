"""Expressions that hang on one thing alone, as tables.

Contract: as `expressions`. What no state can change once a single thing is known is computed for every thing of its kind
while printing, and looked up while playing.
"""

from __future__ import annotations

from typing import Any, cast

from rulekit.compiled.expressions import CLOSED, Printer
from rulekit.compiled.known import UNKNOWN, Bound, Known, parts
from rulekit.program import core as c

_MOST = 600  # things that a table is made for
_WORTH = (c.Op, c.IfElse, c.Keep, c.Each, c.Fold, c.Rank, c.Count, c.CallDefine, c.Builtin, c.Not, c.GetField, c.Within)
_SPARSE = 8  # places in a row for each thing that is in a table
_PAIRS = 12_000  # of an item and a thing that are held against each other
Rows = dict[int | None, tuple[Any, ...]]
Part = tuple[c.Core, Bound]  # an expression and what its locals are


class Tables(Printer):
    """Prints look-ups."""

    def expression(self, node: c.Core, bound: Bound) -> str:
        known = self.foreseen.value(node, bound)
        if known is not UNKNOWN:
            return self.literal(known)
        return self._tabled(node, bound) or self._print[type(node)](node, bound)

    def _tabled(self, node: c.Core, bound: Bound) -> str | None:
        """A look-up by the one thing that the expression hangs on, if that is all it hangs on."""
        if not isinstance(node, _WORTH) or (isinstance(node, c.GetField) and isinstance(node.thing, c.Local)):
            return None
        free = {local.slot: local for local in _locals(node, bound)}
        if len(free) != 1:
            return None
        slot, local = free.popitem()
        name = bound.get(slot) if CLOSED in bound or slot in bound else f"L[{slot}]"
        if not isinstance(name, str) or not self.simple(name) or local.type.tag != "thing":
            return None
        table = self._table(node, slot, local.type.name, bound)
        if table is None:
            return None
        return self._looked_up(table, name)

    def _looked_up(self, table: tuple[dict[int, Any], Any], name: str) -> str:
        rows, other = table
        if not self.sure_thing(name):
            return f"{self.literal(rows)}.get({name}, {self.literal(other)})"
        if max(rows) < _SPARSE * len(rows):  # places in a row are found faster
            return f"{self.literal(tuple(rows.get(thing) for thing in range(max(rows) + 1)))}[{name}]"
        return f"{self.literal(rows)}[{name}]"

    def _table(self, node: c.Core, slot: int, kind: str, bound: Bound) -> tuple[dict[int, Any], Any] | None:
        """The value for each thing of a kind, and for none."""
        known = {at for at, b in bound.items() if isinstance(b, Known)}
        things = self.made(("kind", kind)) if kind != "thing" else ()
        if not 0 < len(things) <= _MOST or not self.foreseen.fixed(node, {*known, slot}):
            return None
        rows = {thing: self.foreseen.value(node, {**bound, slot: Known(thing)}) for thing in sorted(things)}
        other = self.foreseen.value(node, {**bound, slot: Known(None)})
        return None if other is UNKNOWN or UNKNOWN in rows.values() else (rows, other)

    def table_of(self, node: c.Core, bound: Bound) -> tuple[dict[int, Any], Any, str] | None:
        """The values of an expression that hangs on one thing alone: for each thing, for none, and the name of the thing."""
        free = {local.slot: local for local in _locals(node, bound)}
        if len(free) != 1:
            return None
        slot, local = free.popitem()
        name = bound.get(slot) if CLOSED in bound or slot in bound else f"L[{slot}]"
        if not isinstance(name, str) or local.type.tag != "thing":
            return None
        table = self._table(node, slot, local.type.name, bound)
        return None if table is None else (*table, name)

    # ---------- filters ----------
    def sifted(self, node: c.Keep, bound: Bound, name: str) -> tuple[str, list[Part]] | None:
        """A filter whose list hangs on one thing: what is fixed about its items is sifted out beforehand. Gives the list
        that is left, and the conditions to ask while playing."""
        conditions = self._conjuncts(node.where, {**bound, node.slot: name}) if node.where is not None else []
        fixed = [part for part in conditions if self._hangs_on(part, name)]
        if not fixed:
            return None
        free = {local.slot: local for local in _locals(node.source, bound)}
        if len(free) != 1:
            return None
        slot, local = free.popitem()
        owner = bound.get(slot) if CLOSED in bound or slot in bound else f"L[{slot}]"
        if not isinstance(owner, str) or not self.simple(owner) or local.type.tag != "thing":
            return None
        table = self._table(node.source, slot, local.type.name, bound)
        if table is None:
            return None
        rows = {thing: self._sift(items, fixed, name) for thing, items in table[0].items()}
        other = self._sift(table[1], fixed, name)
        if other is None or None in rows.values():
            return None
        left = [part for part in conditions if part not in fixed]
        return self._looked_up((rows, other), owner), left

    def crossed(self, node: c.Keep, bound: Bound, name: str) -> tuple[Rows, str, list[Part]] | None:
        """A filter of a known list by what an item and one other thing are to each other: for each such thing, the items
        that are left. Gives these, the name of the thing, and the conditions to ask while playing."""
        items = self.foreseen.value(node.source, bound)
        if node.where is None or not isinstance(items, tuple):
            return None
        conditions = self._conjuncts(node.where, {**bound, node.slot: name})
        for condition in conditions:
            other = self._other(condition, name)
            if other is None:
                continue
            things = sorted(self.made(("kind", other.type.name)))
            if not 0 < len(things) * len(items) <= _PAIRS:
                continue
            owner = _name_of(other.slot, condition[1])
            whole = {**condition[1], other.slot: owner}
            rows = {thing: self._sift(items, [(condition[0], _given(whole, owner, thing))], name) for thing in (*things, None)}
            if None not in rows.values():
                return cast(Rows, rows), owner, [part for part in conditions if part is not condition]
        return None

    def _other(self, part: Part, name: str) -> c.Local | None:
        """The one thing besides the item of that name that a condition hangs on."""
        node, bound = part
        free = {local.slot: local for local in _locals(node, bound)}
        others = [local for slot, local in free.items() if bound.get(slot) != name]
        if len(others) != 1 or others[0].type.tag != "thing" or others[0].type.name == "thing":
            return None
        owner = _name_of(others[0].slot, bound)
        known = {slot for slot, b in bound.items() if isinstance(b, Known)} | free.keys()
        return others[0] if self.simple(owner) and owner != "None" and self.foreseen.fixed(node, known) else None

    def _sift(self, items: Any, fixed: list[Part], name: str) -> tuple[Any, ...] | None:
        found = []
        for item in items:
            values = [self.foreseen.value(node, _given(bound, name, item)) for node, bound in fixed]
            if UNKNOWN in values:
                return None
            if all(values):
                found.append(item)
        return tuple(found)

    def _hangs_on(self, part: Part, name: str) -> bool:
        """Is a condition settled once the item of that name is known?"""
        node, bound = part
        known = {slot for slot, b in bound.items() if isinstance(b, Known) or b == name}
        return self.foreseen.fixed(node, known)

    def _conjuncts(self, node: c.Core, bound: Bound) -> list[Part]:
        """The conditions that must all hold, those inside short defines included."""
        if isinstance(node, c.Op) and node.op == "and":
            return [*self._conjuncts(node.left, bound), *self._conjuncts(node.right, bound)]
        if isinstance(node, c.CallDefine):
            inner = self._inside(node, bound)
            value = self.program.defines[node.name].value
            if inner is not None and isinstance(value, c.Op) and value.op == "and":
                return self._conjuncts(value, inner)
        return [(node, bound)]

    def _inside(self, node: c.CallDefine, bound: Bound) -> Bound | None:
        """What the locals of a define are, if its arguments are plain."""
        inner: Bound = {CLOSED: "", c.YOU: bound.get(c.YOU, "None" if CLOSED in bound else "L[0]")}
        for param, arg in zip(self.program.defines[node.name].params, node.args, strict=False):
            if not isinstance(arg, c.Local):
                return None
            inner[param.slot] = bound.get(arg.slot, "None" if CLOSED in bound else f"L[{arg.slot}]")
        return inner


def _name_of(slot: int, bound: Bound) -> str:
    found = bound.get(slot)
    return str(found) if found is not None else "None" if CLOSED in bound else f"L[{slot}]"


def _given(bound: Bound, name: str, item: Any) -> Bound:
    return {slot: Known(item) if b == name else b for slot, b in bound.items()}


def _locals(node: c.Core, bound: Bound, inner: frozenset[int] = frozenset()) -> list[c.Local]:
    """The locals that an expression reads and whose values are not known beforehand."""
    if isinstance(node, c.Local):
        return [] if node.slot in inner or isinstance(bound.get(node.slot), Known) else [node]
    if isinstance(node, c.Each | c.Keep | c.Fold | c.Rank):
        inner = inner | {node.slot}
    return [local for child in parts(node) for local in _locals(child, bound, inner)]
