"""What the machine asks: a question with its possible answers, and how an answer is written.

Contract: a question is derived from the state and never stored in it. The text of a choice is stable, unique within
its question and means the same in every process, so answers can be logged, scripted and replayed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from rulekit.program.types import Type
from rulekit.sources.source import NOWHERE, Span

_AS_IN_RULES = re.compile(r"^(\d+ \w+)\(([^()]+)\)$")
Reasons = tuple[str, ...] | Callable[[], tuple[str, ...]]
Refusal = tuple[str | Callable[[], str], Reasons]


class Unmet(tuple[str, ...]):
    """Why an option is not offered whose own `if` does not hold. Who can tell it in words finds it by its place."""

    span: Span

    @classmethod
    def of(cls, span: Span) -> Unmet:
        made = cls(("its condition does not hold", "sa condition n'est pas remplie"))
        made.span = span
        return made


class Choice:
    """One possible answer: the value the machine takes, the text that names it, its weight if chance decides.

    The text is made when it is first asked for: random players and search never ask."""

    __slots__ = ("_text", "cost", "head", "item", "item_type", "unseen", "value", "weight")

    def __init__(
        self, value: Any, text: str | Callable[[], str], weight: int = 1, item: Any = None, item_type: Type | None = None
    ) -> None:
        self.value, self._text, self.weight = value, text, weight
        self.item, self.item_type = item, item_type
        self.head: Any = None
        self.cost: Any = None
        self.unseen = False  # is it a thing that is hidden from the one who is asked?

    @property
    def text(self) -> str:
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def __repr__(self) -> str:
        return f"Choice({self.text})"


class Names:
    """The texts of several values, told apart from each other, made when first asked for."""

    __slots__ = ("_make", "_texts")

    def __init__(self, make: Callable[[], list[str]]) -> None:
        self._make = make
        self._texts: list[str] | None = None

    def at(self, index: int, prefix: str = "") -> Callable[[], str]:
        return lambda: prefix + self._all()[index]

    def _all(self) -> list[str]:
        if self._texts is None:
            self._texts = self._make()
        return self._texts


class Asker(Protocol):
    """One who can tell more about a question that is known by its values."""

    def reference(self) -> Question: ...


class Question:
    """Who is asked what, and every possible answer.

    `values` are what the machine takes; `choices` adds the texts and all that players want to know. A question that
    the compiled tier asks has values only, and its choices are made by the reference tier when somebody looks at them."""

    __slots__ = ("_asker", "_choices", "_op", "_prompt", "_refused", "_span", "_values", "forced", "kind", "player", "topic")

    def __init__(
        self,
        kind: str,  # choice, sealed, chance
        player: int | None,
        prompt: str,
        choices: list[Choice],
        span: Span = NOWHERE,
        forced: bool = True,  # one choice may be taken without asking
        refused: list[Refusal] | None = None,
    ) -> None:
        self.kind, self.player, self._prompt, self._span, self.forced = kind, player, prompt, span, forced
        self._choices: list[Choice] | None = choices
        self._refused: list[Refusal] = refused if refused is not None else []
        self._values: Any = None
        self._asker: Any = None
        self._op: Any = None
        self.topic: tuple[Any, ...] = ()  # what it is about, where the prompt names something: (what, values ...)

    @staticmethod
    def of_values(kind: str, player: int | None, values: Any, asker: Asker, op: Any) -> Question:
        """A question known by its values; the asker tells the rest, as long as the state stands."""
        new = Question.__new__(Question)
        new.kind, new.player, new._values, new._asker, new._op = kind, player, values, asker, op
        new._choices, new.forced, new.topic = None, False, ()
        return new

    @property
    def values(self) -> Any:
        if self._values is None:
            return [choice.value for choice in self.choices]
        return self._values

    @property
    def count(self) -> int:
        return len(self._choices) if self._choices is not None else len(self._values or ())

    @property
    def choices(self) -> list[Choice]:
        if self._choices is None:
            self._fill()
        return self._choices  # type: ignore[return-value]

    @property
    def refused(self) -> list[Refusal]:
        """What is not offered, with the reasons."""
        if self._choices is None:
            self._fill()
        return self._refused

    @property
    def prompt(self) -> str:
        return self._prompt if self._choices is not None else getattr(self._op, "text", "choose")

    @property
    def span(self) -> Span:
        return self._span if self._choices is not None else self._op.span

    def _fill(self) -> None:
        full = self._asker.reference()
        self._choices, self._refused, self._prompt, self._span = full.choices, full.refused, full.prompt, full.span

    def reasons(self) -> list[tuple[str, tuple[str, ...]]]:
        """What is not offered, and why, in words."""
        return [(w if isinstance(w, str) else w(), r if isinstance(r, tuple) else r()) for w, r in self.refused]

    def total(self) -> int:
        return sum(choice.weight for choice in self.choices)

    def probability(self, choice: Choice) -> Fraction:
        return Fraction(choice.weight, self.total())


def same_amounts(one: str, other: str) -> bool:
    """Do two texts name the same amounts? Who answers may name several amounts in any order, and write an amount of something
    as rules do.

    >>> same_amounts("1 gold + 2 white", "2 white + 1 gold"), same_amounts("1 gold", "2 gold")
    (True, False)
    >>> same_amounts("1 gold(mine) + 2 white(a, b)", "2 white of a and b + 1 gold of mine")
    True
    """
    if one == other:
        return True
    return sorted(_amounts(one)) == sorted(_amounts(other)) if " + " in one or "(" in one else False


def _amounts(text: str) -> list[str]:
    """Amounts one by one, `2 white(a, b)` written as the machine does."""
    return [_AS_IN_RULES.sub(lambda m: f"{m[1]} of {m[2].replace(', ', ' and ')}", amount) for amount in text.split(" + ")]
