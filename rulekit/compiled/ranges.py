"""How large numbers can become.

Contract: `Ranges.of(node, bound)` gives bounds that the value of a number expression never leaves: those of all numbers
where nothing else is known. Results of arithmetic that stay within the language's numbers need no check in play. Variables
may hold any number: saves and examples set them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.compiled.known import UNKNOWN, Bound, Known
from rulekit.program import core as c
from rulekit.program.limits import LIST_MAX, NUMBER_MAX, NUMBER_MIN

if TYPE_CHECKING:
    from rulekit.compiled.expressions import Printer

Range = tuple[int, int]
ANY: Range = (NUMBER_MIN, NUMBER_MAX)
_COUNT: Range = (0, LIST_MAX)
_SIZES = {"size", "blank_sides", "sides"}


class Ranges:
    """Finds bounds of numbers."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def within(self, node: c.Op, bound: Bound) -> bool:
        """Does the result of an operation stay within the language's numbers, whatever its operands are?"""
        low, high = self._result(node, bound)
        return low >= NUMBER_MIN and high <= NUMBER_MAX

    def of(self, node: c.Core, bound: Bound) -> Range:
        known: Any = self._printer.foreseen.value(node, bound) if not isinstance(node, c.Local) else UNKNOWN
        if known is not UNKNOWN:
            return (int(known), int(known)) if type(known) in (int, bool) else (0, 0)
        if isinstance(node, c.Local):
            found = bound.get(node.slot)
            return (found.value, found.value) if isinstance(found, Known) and type(found.value) is int else ANY
        if isinstance(node, c.Count) or (isinstance(node, c.Fold) and node.function == "count"):
            return _COUNT
        if isinstance(node, c.Builtin):
            return self._builtin(node, bound)
        if isinstance(node, c.GetField):
            return self._field(node)
        if isinstance(node, c.IfElse):
            return _joined(self.of(node.yes, bound), self.of(node.no, bound))
        if isinstance(node, c.Op) and node.op in ("+", "-", "*"):
            low, high = self._result(node, bound)
            return max(low, NUMBER_MIN), min(high, NUMBER_MAX)
        return ANY

    def _result(self, node: c.Op, bound: Bound) -> Range:
        """The bounds of a sum, difference or product before it is checked; a missing operand counts as 0."""
        (low, high), (least, most) = (_joined(self.of(side, bound), (0, 0)) for side in (node.left, node.right))
        if node.op == "+":
            return low + least, high + most
        if node.op == "-":
            return low - most, high - least
        products = (low * least, low * most, high * least, high * most)
        return min(products), max(products)

    def _builtin(self, node: c.Builtin, bound: Bound) -> Range:
        if node.name in _SIZES:
            return _COUNT
        if node.name in ("min", "max"):
            parts = [_joined(self.of(arg, bound), (0, 0)) for arg in node.args]
            pick = min if node.name == "min" else max
            return pick(low for low, _ in parts), pick(high for _, high in parts)
        return ANY

    def _field(self, node: c.GetField) -> Range:
        values = [value for value in self._printer.made(("field", node.field)).values() if type(value) is int]
        return min(values, default=0), max(values, default=0)


def _joined(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])
