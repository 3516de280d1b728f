"""Nouns: what something is called.

Contract: a noun knows its plural and its gender; a language reads both from a label (`Language.noun`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Noun:
    """What something is called: one of it, several of it, and its gender (`m`, `f`) where that matters."""

    one: str
    many: str
    gender: str = "m"
    plural: bool = False  # the word itself stands for several: a zone called `tiles won`

    @property
    def mass(self) -> bool:
        """Something that is measured, not counted: gold."""
        return self.one == self.many and not self.plural
