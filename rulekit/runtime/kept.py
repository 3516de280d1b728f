"""Values that no state can change, worked out once for each table.

Contract: what such a value takes of the budget hangs on the value alone, never on whether somebody has asked for it before: so
the same play fails, or does not, in every process and after every history. Each is worked out with a budget of its own. Of a
define that can be given only so many values, each may take its share of `KEPT_UNITS` for nothing, of others very little;
what takes more takes it of the one who asks, each time.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

from rulekit.errors import RunError
from rulekit.program.limits import KEPT_UNITS, NESTED_MAX, TOO_DEEP
from rulekit.program.types import Type
from rulekit.runtime.machine import Machine
from rulekit.runtime.table import Table

_MOST = 200_000  # values of one define that are kept
_LITTLE = 64  # units that any of them may take for nothing: what doubles at each step costs as much as there are steps
_MISSING: Any = object()


class Kept(NamedTuple):
    """A value, what it takes of whoever asks for it, and how many others were worked out for each other below it."""

    value: Any
    units: int
    deep: int = 0


class Dear(NamedTuple):
    """A value that takes units each time."""

    value: Any
    units: int


def free_units(t: Table, name: str) -> int:
    """What each value of a define may take for nothing: all of them together have a bound, whatever is asked for first."""
    found = t.free_units.get(name)
    if found is None:
        program = t.program
        many = sum(program.fixed.is_kept(other) for other in program.defines)
        sizes = [_size(t, param.type) for param in program.defines[name].params]
        whole = prod(size or 0 for size in sizes)
        found = t.free_units[name] = max(_LITTLE, KEPT_UNITS // (whole * many) if whole else 0)
    return found


def _size(t: Table, type_: Type) -> int | None:
    """How many values a type has at a table, none among them; None where there is no end of them."""
    if type_.tag == "yesno":
        return 3
    named = type_.tag == "values" or (type_.tag == "thing" and type_.name != "thing")
    return len(t.members(type_.name)) + 1 if named else None


def kept_value(m: Machine, name: str, known: dict[Any, Kept], key: Any, work: Callable[[], Any]) -> Any:
    m.spend(1)
    found = known.get(key)
    if found is None:
        around, m.deepest = m.deepest, m.nested
        value, units = worked_out(m, work)
        deep, m.deepest = m.deepest - m.nested, max(around, m.deepest)
        found = Kept(value, units if units > free_units(m.t, name) else 0, deep)
        if len(known) < _MOST:
            known[key] = found
    elif m.nested + found.deep > NESTED_MAX:  # as if it were worked out here
        m.nested = 0
        raise RunError(TOO_DEEP)
    else:
        m.deepest = max(m.deepest, m.nested + found.deep)
    m.spend(found.units)
    return found.value


def worked_out(m: Machine, work: Callable[[], Any]) -> tuple[Any, int]:
    """A value and what it took, with a budget of its own."""
    left, m.units = m.units, m.t.budget
    try:
        return work(), m.t.budget - m.units
    finally:
        m.units = left


def kept_define(known: dict[Any, Any], name: str, function: Callable[..., Any], m: Machine, *values: Any) -> Any:
    """The same for a compiled define, with its values; what is free takes nothing at all."""
    found = known.get(values, _MISSING)
    if found is _MISSING:
        found, units = worked_out(m, lambda: function(m, m.s, None, *values))
        if units > free_units(m.t, name):
            found = Dear(found, units)
        if len(known) < _MOST:
            known[values] = found
    if type(found) is Dear:
        m.spend(found.units)
        return found.value
    return found
