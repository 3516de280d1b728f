"""Which variables have their places kept as bits, and how such sets are asked.

Contract: `Sets.first` is the pass `bits.py` for this table; a variable whose places it asks for gets a set of the
state (`put_val` in `c/core.h` keeps it, whoever writes).
"""

from __future__ import annotations

from rulekit.ir import nodes as n
from rulekit.ir.compiler import Compiler
from rulekit.native.bits import WIDTH, as_sets

_SCALARS = ("number", "thing", "player", "zone", "design", "direction", "yesno", "values")


class Sets:
    """The sets of one table, numbered as they are first asked for."""

    def __init__(self, compiler: Compiler) -> None:
        self._t, self._program, self._b = compiler.cx.t, compiler.cx.program, compiler.cx.b
        self._numbers: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def first(self, body: n.Block) -> n.Block:
        return as_sets(body, self._b, self._block)

    def _block(self, place: int) -> range | None:
        """The places of the variable that one belongs to, if they are few and hold no lists."""
        var = self._t.slot_of[place][0]
        slots = tuple(self._t.slot[var].values())
        if not 1 < len(slots) <= WIDTH or self._program.vars[var].type.tag not in _SCALARS:
            return None
        found = range(slots[0], slots[-1] + 1)
        return found if tuple(found) == slots else None

    def place(self, first: int) -> str:
        """The number of a set, the first place and how many there are: arguments of `places`."""
        found = self._block(first)
        assert found is not None
        self._sizes[first] = len(found)
        return f"{self._numbers.setdefault(first, len(self._numbers))}, {first}, {len(found)}"

    def defines(self) -> list[str]:
        each = " ".join(f"X({number}, {first}, {self._sizes[first]})" for first, number in self._numbers.items())
        return [f"#define N_SETS {len(self._numbers)}", f"#define EACH_SET(X) {each}"]
