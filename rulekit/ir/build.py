"""Values made as small as what is known about their parts allows.

Contract: each function gives a value that works out the same as the node it is named after. `Builder.again` makes a value
anew whose parts have changed: what has become known, or can no longer be none, makes it smaller.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import effects
from rulekit.ir.constants import Constants
from rulekit.ir.nodes import (
    EMPTY,
    NO,
    YES,
    At,
    Binary,
    Call,
    Cond,
    Const,
    Held,
    In,
    Length,
    Listing,
    Logic,
    Lookup,
    Loop,
    Name,
    Not,
    Query,
    Recipe,
    Slot,
    Value,
    closed,
)  # fmt: skip
from rulekit.program.limits import NUMBER_MAX
from rulekit.program.types import ANY, NUMBER, YESNO, Type

TRUTH = Type("yesno", "truth")  # of names that hold yes or no, and nothing that stands for it
_SPARSE = 8  # places in a row for each thing that is in a table


class Builder:
    """Makes values for one table of a game."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self._nones: dict[Recipe, bool] = {}
        self._fresh = 0

    def fresh(self, type_: Type = ANY, null: bool = True, prefix: str = "v") -> Name:
        """A new name; those of queries begin with `%` until they are closed."""
        self._fresh += 1
        return Name(f"{prefix}{self._fresh}", type=type_, null=null)

    def made(self, *recipe: Any) -> Any:
        return self.constants.value(recipe)

    def content(self, table: Value) -> Any:
        """What a constant holds."""
        return table.value if isinstance(table, Const) else self.constants.value(table.recipe)  # type: ignore[attr-defined]

    def covered(self, key: Value, content: Any) -> bool:
        """Is a key in a table for certain?"""
        if key.null or key.type.tag != "thing" or isinstance(key, Const):
            return False
        things = self.made("kind", key.type.name)
        return bool(things) and things <= content.keys()

    def held(self, column: str, table: Value, key: Value, empty: Value, type_: Type, null: bool) -> Value:
        content = self.content(table)
        known = _known(key)
        if known is not None:
            at = content.get(known[0])
            return empty if at is None else At(column, Const(at), type=type_, null=null)
        if not content:
            return empty
        if not self.covered(key, content):
            return Held(column, table, key, empty, type=type_, null=null or empty.null)
        shift = {at - number for number, at in content.items()}
        place = binary("+", key, Const(shift.pop()), NUMBER) if len(shift) == 1 else Lookup(table, key, null=False)
        return At(column, place, type=type_, null=null)

    def lookup(self, table: Value, key: Value, default: Value | None, type_: Type = ANY) -> Value:
        content = self.content(table)
        known = _known(key)
        if default is not None and known is not None:
            return Const(content[known[0]], type=type_) if known[0] in content else default
        if default is None or self.covered(key, content):
            if isinstance(table, Const) and isinstance(content, dict) and max(content) < _SPARSE * len(content):
                row = tuple([content.get(thing) for thing in range(max(content) + 1)])  # places in a row are found faster
                return Lookup(Const(row), key, type=type_, null=None in content.values())
            return Lookup(table, key, type=type_, null=self._has_none(table))
        return Lookup(table, key, default, type=type_, null=default.null or self._has_none(table))

    def _has_none(self, table: Value) -> bool:
        content = self.content(table)
        if isinstance(table, Const):
            return None in (content.values() if isinstance(content, dict) else content)
        found = self._nones.get(table.recipe)  # type: ignore[attr-defined]
        if found is None:
            found = None in (content.values() if isinstance(content, dict) else content)
            self._nones[table.recipe] = found  # type: ignore[attr-defined]
        return found

    @property
    def things(self) -> int:
        return len(self.constants.t.entities)

    def longest(self, table: Value) -> int | None:
        """How many items the longest list of a table has; None if it has other things than lists."""
        content = self.content(table)
        rows = [row for row in (content.values() if isinstance(content, dict) else content) if row is not None]
        return max(map(len, rows), default=0) if all(type(row) is tuple for row in rows) else None

    def again(self, node: Value) -> Value:
        """A value whose parts have changed."""
        if isinstance(node, Held):
            return self.held(node.column, node.table, node.key_, node.empty, node.type, node.null)
        if isinstance(node, Lookup) and node.default is not None:
            return self.lookup(node.table, node.key_, node.default, node.type)
        if isinstance(node, Binary):
            return binary(node.op, node.left, node.right, node.type)
        if isinstance(node, Logic):
            return logic(node.op, node.parts)
        if isinstance(node, Not):
            return negated(node.of)
        if isinstance(node, Cond):
            return cond(node.test, node.yes, node.no, node.type)
        return node


def _known(key: Value) -> tuple[Any] | None:
    if isinstance(key, Const):
        return (key.value,)
    if isinstance(key, Listing) and all(isinstance(item, Const) for item in key.items):
        return (tuple([item.value for item in key.items]),)  # type: ignore[attr-defined]
    return None


def simple(value: Value) -> bool:
    """May it be written twice? Names, slots and short constants may."""
    if isinstance(value, Const):
        return value.value is None or isinstance(value.value, int | str)
    return isinstance(value, Name | Slot)


# ---------- truth ----------
def logic(op: str, parts: Any) -> Value:
    """`and` or `or`, without what does not matter."""
    kept: list[Value] = []
    for part in parts:
        for inner in part.parts if isinstance(part, Logic) and part.op == op else (part,):
            if isinstance(inner, Const):
                if bool(inner.value) is (op == "and"):
                    continue
                return Logic(op, (*kept, NO if op == "and" else YES)) if kept else (NO if op == "and" else YES)
            if inner not in kept:
                kept.append(inner)
    if not kept:
        return YES if op == "and" else NO
    return kept[0] if len(kept) == 1 and is_truth(kept[0]) else Logic(op, tuple(kept))


def contains(source: Value, item: Value) -> Value:
    """Is an item in a list? Lists that are joined, or one of two, are looked through without being made."""
    if isinstance(source, Binary) and source.op == "list+" and simple(item) and not effects.may_fail(source.right):
        return logic("or", (contains(source.left, item), contains(source.right, item)))
    if isinstance(source, Cond) and simple(item):
        return cond(source.test, contains(source.yes, item), contains(source.no, item), YESNO)
    return NO if source == EMPTY else In(item, source)


def negated(value: Value) -> Value:
    if isinstance(value, Not) and is_truth(value.of):
        return value.of
    return Const(not value.value, type=YESNO) if isinstance(value, Const) else Not(value)


def is_truth(value: Value) -> bool:
    """Is it yes or no for certain, and nothing that stands for it?"""
    if isinstance(value, Name | Call):
        return value.type == TRUTH
    if isinstance(value, Cond):
        return is_truth(value.yes) and is_truth(value.no)
    if isinstance(value, Binary):
        return value.op in ("==", "!=", "<", ">", "<=", ">=")
    return isinstance(value, Logic | Not | In) or (
        (isinstance(value, Query) and value.kind in ("any", "all")) or (isinstance(value, Const) and type(value.value) is bool)
    )


def cond(test: Value, yes: Value, no: Value, type_: Type) -> Value:
    if isinstance(test, Const):
        return yes if test.value else no
    if yes == no:
        return yes
    return Cond(test, yes, no, type=type_, null=yes.null or no.null)


# ---------- numbers ----------
def binary(op: str, left: Value, right: Value, type_: Type = NUMBER) -> Value:
    if op in ("==", "!=") and (right == Const(None) or left == Const(None)):
        other = left if isinstance(right, Const) else right
        if not other.null:
            return YES if (op == "!=") != (other == Const(None)) else NO
    if isinstance(left, Const) and isinstance(right, Const):
        found = _both_known(op, left.value, right.value)
        if found is not None:
            return Const(found, type=type_)
    if op == "+" and right == Const(0) and not left.null:
        return left
    if op == "-" and right == Const(0) and not left.null:
        return left
    if op == "+" and left == Const(0) and not right.null:
        return right
    return Binary(op, left, right, type=type_)


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
def query(kind: str, loops: list[Loop], element: Value, type_: Type = ANY, null: bool = False) -> Value:
    """A query over loops whose items still have open names."""
    return closed(kind, _without_yes(loops), element, type_, null)


def _without_yes(loops: list[Loop]) -> list[Loop]:
    found = []
    for loop in loops:
        tests = [
            part for test in loop.tests for part in (test.parts if isinstance(test, Logic) and test.op == "and" else (test,))
        ]
        found.append(Loop(loop.names, loop.source, tuple([t for t in tests if not (isinstance(t, Const) and t.value)])))
    return found


def length(value: Value) -> Value:
    return Const(len(value.value)) if isinstance(value, Const) and isinstance(value.value, tuple) else Length(value)
