"""How large numbers can become and how long lists, and what takes units of the budget.

Contract: `bounds(value)` gives bounds that a number never leaves: those of all numbers where nothing else is known. `checked`
wraps arithmetic whose result may leave the language's numbers. Variables may hold any number: saves and examples set them.
`units` and `unit` take units of the budget.
"""

from __future__ import annotations

from math import prod
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import Builder, binary
from rulekit.program.limits import LIST_MAX, NUMBER_MAX, NUMBER_MIN
from rulekit.program.types import NUMBER, YESNO

Range = tuple[int, int]
Known = dict[str, int]  # how many items a list with a name may have
ANY: Range = (NUMBER_MIN, NUMBER_MAX)
_COUNT: Range = (0, LIST_MAX)
UNITS = n.State("m.units", type=NUMBER, null=False)


def bounds(value: n.Value, b: Builder) -> Range:
    if isinstance(value, n.Const):
        return (int(value.value), int(value.value)) if type(value.value) in (int, bool) else (0, 0)
    if isinstance(value, n.Length) or (isinstance(value, n.Query) and value.kind == "sum" and value.element == n.Const(1)):
        return _COUNT
    if isinstance(value, n.Cond):
        return _joined(bounds(value.yes, b), bounds(value.no, b))
    if isinstance(value, n.Lookup):
        return _joined(_content(b.content(value.table)), bounds(value.default, b) if value.default is not None else (0, 0))
    if isinstance(value, n.Call) and value.function in ("min", "max"):
        pick, parts = (min, max)[value.function == "max"], [_joined(bounds(arg, b), (0, 0)) for arg in value.args]
        return pick(low for low, _ in parts), pick(high for _, high in parts)
    if isinstance(value, n.Binary) and value.op in ("+", "-", "*"):
        low, high = _result(value, b)
        return max(low, NUMBER_MIN), min(high, NUMBER_MAX)
    return ANY


def _result(value: n.Binary, b: Builder) -> Range:
    """The bounds of a sum, difference or product before it is checked; a missing operand counts as 0."""
    (low, high), (least, most) = (_joined(bounds(side, b), (0, 0)) for side in (value.left, value.right))
    if value.op == "+":
        return low + least, high + most
    if value.op == "-":
        return low - most, high - least
    products = (low * least, low * most, high * least, high * most)
    return min(products), max(products)


def _content(content: Any) -> Range:
    values = [value for value in (content.values() if isinstance(content, dict) else content) if type(value) is int]
    return min(values, default=0), max(values, default=0)


def _joined(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])


def within(low: int, high: int) -> bool:
    return low >= NUMBER_MIN and high <= NUMBER_MAX


def checked(value: n.Value, b: Builder) -> n.Value:
    """Arithmetic that raises an error where its result is no number of the language."""
    if not isinstance(value, n.Binary) or within(*_result(value, b)):
        return value
    return n.Call("number", (value,), type=value.type, null=False)


# ---------- how long lists are ----------
def most(v: n.Value, b: Builder, known: Known | None = None) -> int:
    """How many items a list may have."""
    if isinstance(v, n.Const | n.Table):
        content = b.content(v)
        return len(content) if isinstance(content, tuple | list | frozenset | dict) else LIST_MAX
    if isinstance(v, n.Name):
        return (known or {}).get(v.id, LIST_MAX)
    if isinstance(v, n.Lookup):
        rows = b.longest(v.table)
        return LIST_MAX if rows is None else max(rows, 0 if v.default is None else most(v.default, b, known))
    if isinstance(v, n.At | n.Held) and v.column == "zones":
        return _things(v, b)
    if isinstance(v, n.Query) and v.kind == "list":
        return _things(v, b) if is_union(v) else min(LIST_MAX, prod([most(loop.source, b, known) for loop in v.loops]))
    if isinstance(v, n.Cond):
        return max(most(v.yes, b, known), most(v.no, b, known))
    if isinstance(v, n.Binary) and v.op == "list+":
        return most(v.left, b, known) + most(v.right, b, known)
    if isinstance(v, n.Call) and v.function == "op list+":
        return sum([most(arg, b, known) for arg in v.args])
    if isinstance(v, n.Call) and v.function == "op list-":
        return most(v.args[0], b, known)
    if isinstance(v, n.Call) and v.function == "spent":
        return most(v.args[1], b, known)
    if isinstance(v, n.Once):
        return most(v.value, b, known)
    return len(v.items) if isinstance(v, n.Listing) and not v.frame else LIST_MAX


def _things(v: n.Value, b: Builder) -> int:
    """How many things there are of the kind that a zone holds."""
    kind = v.type.element
    return len(b.made("kind", kind.name)) if kind.tag == "thing" else b.things


def is_union(v: n.Query) -> bool:
    """Is it what lies in several zones, nothing more? A thing lies in one of them."""
    zone, *inner = v.loops
    return v.kind == "list" and len(inner) == 1 and inner[0].source in (zone.names[0], n.At("zones", zone.names[0]))


# ---------- the budget ----------
def spent(items: n.Value) -> n.Value:
    """A list that is gone through, or made: each item takes a unit of the budget."""
    return n.Call("spent", (n.Name("m"), items), type=items.type, null=False)


def units(count: int) -> n.Block:
    """Takes so many units of the budget; whether that is spent is looked at later."""
    return [n.Assign(UNITS, binary("-", UNITS, n.Const(count)))]


def unit() -> n.Block:
    """Takes one unit of the budget."""
    return [*units(1), n.If(binary("<", UNITS, n.Const(0), YESNO), [n.Do(n.Call("m.exhausted"))])]
