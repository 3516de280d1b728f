"""Does the order of two abilities matter?

Contract: a footprint is what an ability reads and what it changes, as `analysis/footprint.py` finds it. `+name` among the
changes is a plain gain, which commutes with other gains; any other name is a change that may not; `.name` is a variable of the
thing that bears the ability. `*` stands for anything.
"""

from __future__ import annotations

from rulekit.program.game import Watch

Footprint = tuple[frozenset[str], frozenset[str]]


def order_matters(one: Watch, other: Watch) -> bool:
    """Could it make a difference which of two abilities acts first? One that answers twice is that of two copies, each of which
    has variables of its own."""
    copies = one.number == other.number and one.bearer.startswith(("design:", "kind:"))
    return _disturbs(one, other, copies) or _disturbs(other, one, copies)


def _disturbs(one: Watch, other: Watch, copies: bool) -> bool:
    for name in one.writes:
        reads, changed = _met(other.reads, name, copies), _met(other.writes, name, copies)
        base = name.lstrip("+.")
        if base == "*" or "*" in changed:
            return True
        if base in reads or "*" in reads or base in changed:
            return True
        if not name.startswith("+") and f"+{base}" in changed:
            return True
    return False


def _met(names: frozenset[str], name: str, copies: bool) -> frozenset[str]:
    """The names that one can come across: no variable of this copy is one of that."""
    apart = copies and name.startswith(".")
    return frozenset(other.removeprefix(".") for other in names if not (apart and other.startswith(".")))
