"""Values made as small as what is known about their parts allows.

Contract: each function gives a value that works out the same as the node it is named after. `Builder.again` makes a value
anew whose parts have changed: what has become known, or can no longer be none, makes it smaller.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.constants import Constants
from rulekit.program.limits import NUMBER_MAX
from rulekit.program.types import ANY, NUMBER, YESNO, Type

TRUTH = Type("yesno", "truth")  # of names that hold yes or no, and nothing that stands for it
_SPARSE = 8  # places in a row for each thing that is in a table


class Builder:
    """Makes values for one table of a game."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self._nones: dict[n.Recipe, bool] = {}
        self._fresh = 0

    def fresh(self, type_: Type = ANY, null: bool = True, prefix: str = "v") -> n.Name:
        """A new name; those of queries begin with `%` until they are closed."""
        self._fresh += 1
        return n.Name(f"{prefix}{self._fresh}", type=type_, null=null)

    def made(self, *recipe: Any) -> Any:
        return self.constants.value(recipe)

    def content(self, table: n.Value) -> Any:
        """What a constant holds."""
        return table.value if isinstance(table, n.Const) else self.constants.value(table.recipe)  # type: ignore[attr-defined]

    def covered(self, key: n.Value, content: Any) -> bool:
        """Is a key in a table for certain?"""
        if key.null or key.type.tag != "thing" or isinstance(key, n.Const):
            return False
        things = self.made("kind", key.type.name)
        return bool(things) and things <= content.keys()

    def held(self, column: str, table: n.Value, key: n.Value, empty: n.Value, type_: Type, null: bool) -> n.Value:
        content = self.content(table)
        known = _known(key)
        if known is not None:
            at = content.get(known[0])
            return empty if at is None else n.At(column, n.Const(at), type=type_, null=null)
        if not content:
            return empty
        if not self.covered(key, content):
            return n.Held(column, table, key, empty, type=type_, null=null or empty.null)
        shift = {at - number for number, at in content.items()}
        place = binary("+", key, n.Const(shift.pop()), NUMBER) if len(shift) == 1 else n.Lookup(table, key, null=False)
        return n.At(column, place, type=type_, null=null)

    def lookup(self, table: n.Value, key: n.Value, default: n.Value | None, type_: Type = ANY) -> n.Value:
        content = self.content(table)
        known = _known(key)
        if default is not None and known is not None:
            return n.Const(content[known[0]], type=type_) if known[0] in content else default
        if default is None or self.covered(key, content):
            if isinstance(table, n.Const) and isinstance(content, dict) and max(content) < _SPARSE * len(content):
                row = tuple([content.get(thing) for thing in range(max(content) + 1)])  # places in a row are found faster
                return n.Lookup(n.Const(row), key, type=type_, null=None in content.values())
            return n.Lookup(table, key, type=type_, null=self._has_none(table))
        return n.Lookup(table, key, default, type=type_, null=default.null or self._has_none(table))

    def _has_none(self, table: n.Value) -> bool:
        content = self.content(table)
        if isinstance(table, n.Const):
            return None in (content.values() if isinstance(content, dict) else content)
        found = self._nones.get(table.recipe)  # type: ignore[attr-defined]
        if found is None:
            found = None in (content.values() if isinstance(content, dict) else content)
            self._nones[table.recipe] = found  # type: ignore[attr-defined]
        return found

    @property
    def things(self) -> int:
        return len(self.constants.t.entities)

    def longest(self, table: n.Value) -> int | None:
        """How many items the longest list of a table has; None if it has other things than lists."""
        content = self.content(table)
        rows = [row for row in (content.values() if isinstance(content, dict) else content) if row is not None]
        return max(map(len, rows), default=0) if all(type(row) is tuple for row in rows) else None

    def again(self, node: n.Value) -> n.Value:
        """A value whose parts have changed."""
        if isinstance(node, n.Held):
            return self.held(node.column, node.table, node.key_, node.empty, node.type, node.null)
        if isinstance(node, n.Lookup) and node.default is not None:
            return self.lookup(node.table, node.key_, node.default, node.type)
        if isinstance(node, n.Binary):
            return binary(node.op, node.left, node.right, node.type)
        if isinstance(node, n.Logic):
            return logic(node.op, node.parts)
        if isinstance(node, n.Not):
            return negated(node.of)
        if isinstance(node, n.Cond):
            return cond(node.test, node.yes, node.no, node.type)
        return node


def _known(key: n.Value) -> tuple[Any] | None:
    if isinstance(key, n.Const):
        return (key.value,)
    if isinstance(key, n.Listing) and all(isinstance(item, n.Const) for item in key.items):
        return (tuple([item.value for item in key.items]),)  # type: ignore[attr-defined]
    return None


def simple(value: n.Value) -> bool:
    """May it be written twice? Names, slots and short constants may."""
    if isinstance(value, n.Const):
        return value.value is None or isinstance(value.value, int | str)
    return isinstance(value, n.Name | n.Slot)


# ---------- truth ----------
def logic(op: str, parts: Any) -> n.Value:
    """`and` or `or`, without what does not matter."""
    kept: list[n.Value] = []
    for part in parts:
        for inner in part.parts if isinstance(part, n.Logic) and part.op == op else (part,):
            if isinstance(inner, n.Const):
                if bool(inner.value) is (op == "and"):
                    continue
                return n.Logic(op, (*kept, n.NO if op == "and" else n.YES)) if kept else (n.NO if op == "and" else n.YES)
            if inner not in kept:
                kept.append(inner)
    if not kept:
        return n.YES if op == "and" else n.NO
    return kept[0] if len(kept) == 1 and is_truth(kept[0]) else n.Logic(op, tuple(kept))


def contains(source: n.Value, item: n.Value) -> n.Value:
    """Is an item in a list? Lists that are joined, or one of two, are looked through without being made."""
    if isinstance(source, n.Binary) and source.op == "list+" and simple(item) and not effects.may_fail(source.right):
        return logic("or", (contains(source.left, item), contains(source.right, item)))
    if isinstance(source, n.Cond) and simple(item):
        return cond(source.test, contains(source.yes, item), contains(source.no, item), YESNO)
    return n.NO if source == n.EMPTY else n.In(item, source)


def negated(value: n.Value) -> n.Value:
    if isinstance(value, n.Not) and is_truth(value.of):
        return value.of
    return n.Const(not value.value, type=YESNO) if isinstance(value, n.Const) else n.Not(value)


def is_truth(value: n.Value) -> bool:
    """Is it yes or no for certain, and nothing that stands for it?"""
    if isinstance(value, n.Name | n.Call):
        return value.type == TRUTH
    if isinstance(value, n.Cond):
        return is_truth(value.yes) and is_truth(value.no)
    if isinstance(value, n.Binary):
        return value.op in ("==", "!=", "<", ">", "<=", ">=")
    return isinstance(value, n.Logic | n.Not | n.In) or (
        (isinstance(value, n.Query) and value.kind in ("any", "all"))
        or (isinstance(value, n.Const) and type(value.value) is bool)
    )


def cond(test: n.Value, yes: n.Value, no: n.Value, type_: Type) -> n.Value:
    if isinstance(test, n.Const):
        return yes if test.value else no
    if yes == no:
        return yes
    return n.Cond(test, yes, no, type=type_, null=yes.null or no.null)


# ---------- numbers ----------
def binary(op: str, left: n.Value, right: n.Value, type_: Type = NUMBER) -> n.Value:
    if op in ("==", "!=") and (right == n.Const(None) or left == n.Const(None)):
        other = left if isinstance(right, n.Const) else right
        if not other.null:
            return n.YES if (op == "!=") != (other == n.Const(None)) else n.NO
    if isinstance(left, n.Const) and isinstance(right, n.Const):
        found = _both_known(op, left.value, right.value)
        if found is not None:
            return n.Const(found, type=type_)
    if op == "+" and right == n.Const(0) and not left.null:
        return left
    if op == "-" and right == n.Const(0) and not left.null:
        return left
    if op == "+" and left == n.Const(0) and not right.null:
        return right
    return n.Binary(op, left, right, type=type_)


def _both_known(op: str, left: Any, right: Any) -> Any:
    if op == "==":
        return left == right
    if op == "!=":
        return left != right
    if type(left) is not int or type(right) is not int:
        return None
    if not all(-NUMBER_MAX <= found <= NUMBER_MAX for found in (left + right, left - right, left * right)):
        return None  # it is no number of the language
    return {"+": left + right, "-": left - right, "*": left * right, "<": left < right, ">": left > right,
            "<=": left <= right, ">=": left >= right}.get(op)  # fmt: skip


# ---------- queries ----------
def query(kind: str, loops: list[n.Loop], element: n.Value, type_: Type = ANY, null: bool = False) -> n.Value:
    """A query over loops whose items still have open names."""
    return n.closed(kind, _without_yes(loops), element, type_, null)


def _without_yes(loops: list[n.Loop]) -> list[n.Loop]:
    found = []
    for loop in loops:
        tests = [
            part for test in loop.tests for part in (test.parts if isinstance(test, n.Logic) and test.op == "and" else (test,))
        ]
        found.append(n.Loop(loop.names, loop.source, tuple([t for t in tests if not (isinstance(t, n.Const) and t.value)])))
    return found


def length(value: n.Value) -> n.Value:
    return n.Const(len(value.value)) if isinstance(value, n.Const) and isinstance(value.value, tuple) else n.Length(value)
