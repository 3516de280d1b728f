"""What has been worked out before, in a store of bounded size.

Contract: a value that hangs on nothing but its key is found again as long as not too many others were kept since it was
last asked for. Long lists are not kept, so the store stays small whatever the rules work out.
"""

from __future__ import annotations

from typing import Any

MISSING: Any = object()
BETWEEN_DECISIONS = 5_000  # values that the reference keeps; it begins anew with each decision
FOR_A_TABLE = 4 * BETWEEN_DECISIONS  # a faster tier keeps them from decision to decision, and never fewer than the reference
_LONG = 256  # elements of a list that is kept


class Remembered:
    """Two generations: when the younger one is full, the older one is forgotten."""

    __slots__ = ("_most", "_new", "_old")

    def __init__(self, most: int) -> None:
        self._most = most
        self._new: dict[Any, Any] = {}
        self._old: dict[Any, Any] = {}

    def get(self, key: Any) -> Any:
        """What was kept, or `MISSING`."""
        found = self._new.get(key, MISSING)
        if found is MISSING and self._old:
            found = self._old.get(key, MISSING)
            if found is not MISSING:
                self.keep(key, found)
        return found

    def keep(self, key: Any, value: Any) -> None:
        if type(value) is tuple and len(value) > _LONG:
            return
        if len(self._new) >= self._most:
            self._old, self._new = self._new, {}
        self._new[key] = value

    def clear(self) -> None:
        if self._new:
            self._old, self._new = {}, {}
