"""Declarations that are made from others, remembered by what they were made from.

Contract: `made` gives the same object for the same parts when a text is composed again; so whoever keeps what he knows of a
declaration by its identity finds it there. What the last text had no use for is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass
class Remade:
    """What was made for the last text, and what is being made for this one."""

    _old: dict[Hashable, tuple[tuple[object, ...], Any]] = field(default_factory=dict)
    _new: dict[Hashable, tuple[tuple[object, ...], Any]] = field(default_factory=dict)

    def begin(self) -> None:
        """A text is composed: what the one before last had is forgotten."""
        self._old, self._new = self._new, {}

    def made(self, what: str, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """What comes of some objects; they are told by their identity, and held so that it stays theirs."""
        key = (what, *map(id, parts))
        known = self._old.get(key) or (parts, make())
        self._new[key] = known
        found: T = known[1]
        return found
