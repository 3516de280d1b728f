"""One possible answer.

Contract: an option is a text with what else is known of it. The text is stable, means the same in every process and is
unique within its decision; equality and hash are those of the text, and it answers any decision that offers its text.
What else is known, `of` tells.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol


class Teller(Protocol):
    """Who offers options, and knows more of each."""

    def label(self, option: Option, lang: str = "") -> str: ...

    def cost(self, option: Option) -> str: ...

    def probability(self, option: Option) -> Fraction | None: ...


class Option(str):
    """One possible answer."""

    __slots__ = ("_probability", "at", "of", "value")

    def __new__(cls, text: str, probability: Fraction | None = None) -> Option:
        return offered(text, None, None, -1, probability)

    of: Teller | None
    value: Any  # what the machine takes
    at: int  # its place among the options, where those are of one position; else -1
    _probability: Fraction | None

    @property
    def text(self) -> str:
        return str(self)

    @property
    def probability(self) -> Fraction | None:
        """How likely it is, if chance decides."""
        return self._probability if self.of is None else self.of.probability(self)

    @property
    def label(self) -> str:
        """The option as players read it."""
        return self.of.label(self) if self.of is not None else ""

    def label_in(self, lang: str) -> str:
        """The same in a language of the game's labels, such as `fr`; English where there is no such label."""
        return self.of.label(self, lang) if self.of is not None else ""

    @property
    def cost(self) -> str:
        """What it costs, in words; empty if nothing."""
        return self.of.cost(self) if self.of is not None else ""

    def __reduce__(self) -> Any:
        return Option, (str(self),)

    def __repr__(self) -> str:
        return f"Option({str(self)!r})"


def offered(text: str, of: Teller | None, value: Any, at: int = -1, probability: Fraction | None = None) -> Option:
    new = str.__new__(Option, text)
    new.of, new.value, new.at, new._probability = of, value, at, probability
    return new
