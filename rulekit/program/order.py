"""Does the order of two abilities matter?

Contract: a footprint is what an ability reads and what it changes, as `analysis/footprint.py` finds it. `+name` among the
changes is a plain gain, which commutes with other gains; any other name is a change that may not. `*` stands for anything.
"""

from __future__ import annotations

Footprint = tuple[frozenset[str], frozenset[str]]


def order_matters(one: Footprint, other: Footprint) -> bool:
    """Could it make a difference which of two abilities acts first?"""
    return _disturbs(one[1], other) or _disturbs(other[1], one)


def _disturbs(writes: frozenset[str], other: Footprint) -> bool:
    reads, changed = other
    for name in writes:
        base = name.lstrip("+")
        if base == "*" or "*" in changed:
            return True
        if base in reads or "*" in reads or base in changed:
            return True
        if not name.startswith("+") and f"+{base}" in changed:
            return True
    return False
