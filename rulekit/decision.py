"""What a game waits for, as its users see it.

Contract: decisions and options are values: they stay what they were when the game goes on. Options are made when they
are looked at, and named when their name is asked for, so that a loop that takes one of many pays for one. Whoever lets
the game go on in place leaves the data behind to options whose names hang on it (`Options.hang`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import index
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

    __slots__ = ("_of", "_probability", "_text", "at")

    def __init__(self, text: str, probability: Fraction | None = None) -> None:
        self._text: str | None = text
        self._probability = probability
        self._of: Options | None = None
        self.at = -1  # its place among the options

    @property
    def text(self) -> str:
        found = self._text
        if found is None:
            assert self._of is not None
            found = self._text = self._of.text(self.at)
        return found

    @property
    def probability(self) -> Fraction | None:
        """How likely it is, if chance decides."""
        return self._probability if self._of is None else self._of.probability(self.at)

    @property
    def moment(self) -> int:
        """How many answers the game had when it was offered; -1 for one made by hand."""
        return self._of.moment if self._of is not None else -1

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

    __slots__ = ("_data", "_machine", "_op", "_question", "hang", "moment", "values")

    def __init__(self, machine: Machine, values: Sequence[Any], op: Any, question: Question | None, hang: bool) -> None:
        self._machine = machine
        self._data = data = machine.s
        self.moment = data.answered
        # what the machine takes; the operation that asks, if it is known by values alone; the question, once it is made
        self.values, self._op, self._question = values, op, question
        self.hang = hang  # do names hang on what else is offered, so that the position is needed to tell them?

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        if type(at) is not int:
            if isinstance(at, slice):
                return tuple(self)[at]
            at = index(at)
        if not 0 <= at < len(self.values):
            if not -len(self.values) <= at < 0:
                raise IndexError(at)
            at += len(self.values)
        new = _new(Option)
        new._of, new.at, new._text = self, at, None
        return new

    def __iter__(self) -> Iterator[Option]:
        return (self[at] for at in range(len(self.values)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    # ---------- what players read ----------
    def text(self, at: int) -> str:
        if not self.hang:
            return self._machine.steady_text(self._op, self.values[at])
        if self._op is None or self._machine.s is not self._data:
            return self._full().choices[at].text
        return self._machine.answer_text(self._op, self.values, at)

    def _full(self) -> Question:
        """The question with all that players want to know, of the position as it was."""
        machine = self._machine
        if machine.s is not self._data:
            machine = self._machine = type(machine)(machine.t, self._data)
            self._question = None
        if self._question is None:
            self._question = machine.question()
        assert self._question is not None
        return self._question

    @property
    def prompt(self) -> str:
        return self._question.prompt if self._question is not None else str(getattr(self._op, "text", "choose"))

    @property
    def span(self) -> Span | None:
        found: Span | None = self._question.span if self._question is not None else self._op.span
        return found

    def _choice(self, at: int) -> Choice:
        return self._full().choices[at] if self.hang else self._machine.steady_choice(self._op, self.values[at])

    def probability(self, at: int) -> Fraction | None:
        if self._op is not None:
            return None
        full = self._full()
        return full.probability(full.choices[at]) if full.kind == "chance" else None

    def reasons(self) -> Refused:
        """What is not offered, and why; nothing once the position is gone."""
        return tuple(self._full().reasons()) if self._data.answered == self.moment else ()

    def label(self, at: int) -> str:
        choice = self._choice(at)
        head = choice.head
        name = "" if head is None else plain_label(head.labels[0]) if head.labels else head.name.replace("_", " ")
        item = label_of(self._machine, choice.item, choice.item_type) if choice.item_type is not None else ""
        return f"{name} {item}".strip() or self.text(at)

    def cost(self, at: int) -> str:
        cost = self._choice(at).cost
        return "" if cost is None else self._machine._describe_many(cost, BUNDLE)


_new = Option.__new__


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

    __slots__ = ("_prompt", "_refused", "kind", "options", "player")

    def __init__(self, kind: str, player: int | None, prompt: str | None, options: Sequence[Option]) -> None:
        self.kind, self.player = kind, player  # kind: choice, sealed, chance, over
        self._prompt, self.options = prompt, options
        self._refused: Refused | None = None

    @property
    def prompt(self) -> str:
        if self._prompt is None:
            assert isinstance(self.options, Options)
            self._prompt = self.options.prompt
        return self._prompt

    @property
    def span(self) -> Span | None:
        """The place in the rules that asks."""
        return self.options.span if isinstance(self.options, Options) else None

    @property
    def refused(self) -> Refused:
        """What is not offered, with the reasons in each language."""
        if self._refused is None:
            self._refused = self.options.reasons() if isinstance(self.options, Options) else ()
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
