"""What a game waits for, as its users see it.

Contract: decisions and options are values: they stay what they were when the game goes on. Options are made when they
are looked at, so that a loop that takes one of many pays for one. Only the reasons why something is *not* offered need
the position itself: ask for them before a state is played on in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, overload

from rulekit.interpreter.machine import Machine
from rulekit.interpreter.questions import Choice, Question
from rulekit.program.game import plain_label
from rulekit.program.types import BUNDLE, Type
from rulekit.source import Span
from rulekit.suggest import did_you_mean

Refused = tuple[tuple[str, tuple[str, ...]], ...]


class Option:
    """One possible answer. The text is stable and unique within its decision; equality and hash follow it."""

    __slots__ = ("_of", "at", "moment", "probability", "text")

    def __init__(
        self, text: str, probability: Fraction | None = None, *, of: Options | None = None, moment: int = -1, at: int = -1
    ) -> None:
        self.text, self.probability, self._of = text, probability, of
        self.moment, self.at = moment, at  # how many answers the game had when it was offered, and its place

    @property
    def label(self) -> str:
        """The option as players read it."""
        return self._of.label(self.at) if self._of is not None else ""

    @property
    def cost(self) -> str:
        """What it costs, in words; empty if nothing."""
        return self._of.cost(self.at) if self._of is not None else ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Option({self.text!r})"


class Options(Sequence[Option]):
    """The options of a decision, in order; each is made when it is looked at."""

    __slots__ = ("_machine", "_moment", "_question", "_texts")

    def __init__(self, question: Question, machine: Machine, moment: int) -> None:
        self._question, self._machine, self._moment = question, machine, moment
        # names that hang on what else is offered, and weights, are settled now: the state may go on
        self._texts = None if question.steady else [choice.text for choice in question.choices]

    def __len__(self) -> int:
        return self._question.count

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        count = self._question.count
        if not -count <= at < count:
            raise IndexError(at)
        return self._option(at % count)

    def _option(self, at: int) -> Option:
        question = self._question
        if self._texts is None:
            return Option(question.steady_text(at), of=self, moment=self._moment, at=at)
        chance = question.probability(question.choices[at]) if question.kind == "chance" else None
        return Option(self._texts[at], chance, of=self, moment=self._moment, at=at)

    def __iter__(self) -> Iterator[Option]:
        return (self._option(at) for at in range(self._question.count))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    # ---------- what players read ----------
    def _choice(self, at: int) -> Choice:
        return self._question.choices[at] if self._texts is not None else self._question.steady_choice(at)

    def label(self, at: int) -> str:
        choice = self._choice(at)
        head = choice.head
        name = "" if head is None else plain_label(head.labels[0]) if head.labels else head.name.replace("_", " ")
        item = label_of(self._machine, choice.item, choice.item_type) if choice.item_type is not None else ""
        return f"{name} {item}".strip() or self._option(at).text

    def cost(self, at: int) -> str:
        cost = self._choice(at).cost
        return "" if cost is None else self._machine._describe_many(cost, BUNDLE)


def label_of(machine: Machine, value: Any, type_: Type, lang: str = "en") -> str:
    """A value as players read it."""
    table = machine.t
    if type_.tag == "thing" and value is not None:
        design = table.program.designs.get(table.entities[value].design)
        return design.head.label(lang) if design is not None else table.entities[value].name
    member = table.program.members.get(value) if isinstance(value, str) else None
    return member.label(lang) if member is not None else machine.describe(value, type_)


class Decision:
    """What the game waits for."""

    __slots__ = ("_reasons", "_refused", "kind", "options", "player", "prompt", "span")

    def __init__(
        self,
        kind: str,  # choice, sealed, chance, over
        player: int | None,
        prompt: str,
        options: Sequence[Option],
        span: Span | None = None,
        reasons: Callable[[], Refused] | None = None,
    ) -> None:
        self.kind, self.player, self.prompt, self.options, self.span = kind, player, prompt, options, span
        self._reasons = reasons
        self._refused: Refused | None = None if reasons is not None else ()

    @property
    def refused(self) -> Refused:
        """What is not offered, with the reasons in each language."""
        if self._refused is None:
            assert self._reasons is not None
            self._refused = self._reasons()
        return self._refused

    def why_not(self, text: str) -> str:
        """Why an option is missing; empty if it is there or unknown."""
        for refused, reasons in self.refused:
            if refused == text or refused.split("@")[0] == text:
                return reasons[0] if reasons else "it is not possible now"
        if any(option.text == text for option in self.options):
            return ""
        known = [option.text for option in self.options] + [refused for refused, _ in self.refused]
        guess = did_you_mean(text, known)
        return f"`{text}` is no option here" + (f"; {guess}" if guess else "")

    def _key(self) -> tuple[Any, ...]:
        return self.kind, self.player, self.prompt, tuple(self.options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Decision({self.kind!r}, {self.player!r}, {self.prompt!r}, {self.options!r})"
