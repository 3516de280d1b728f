"""Values that no state can change, worked out once for each table.

Contract: `kept_value` gives the value that is known by a key, or works it out with a budget of its own: whoever happens to ask
first does not pay for all, so that the same play takes the same units in every process. All of them together have a
bound; beyond it they are worked out like any other value, so that the budget of a decision still ends what runs away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.runtime.machine import Machine

_MOST = 200_000  # values of one define that are kept
_MISSING: Any = object()


def kept_value(m: Machine, known: dict[Any, Any], key: Any, work: Callable[[], Any]) -> Any:
    m.spend(1)
    found = known.get(key, _MISSING)
    if found is not _MISSING:
        return found
    if m.t.kept_units <= 0 or len(known) >= _MOST:
        return work()  # so much of it is no table any more: it costs what it takes
    left, m.units = m.units, m.t.budget
    try:
        found = known[key] = work()
    finally:  # what fails has been worked on as well
        m.t.kept_units -= m.t.budget - m.units
        m.units = left
    return found


def kept_define(known: dict[Any, Any], function: Callable[..., Any], m: Machine, *values: Any) -> Any:
    """The same for a compiled define, with its values."""
    found = known.get(values, _MISSING)
    return kept_value(m, known, values, lambda: function(m, m.s, None, *values)) if found is _MISSING else found
