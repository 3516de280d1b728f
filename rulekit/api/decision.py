"""What a game waits for, as its users see it.

Contract: decisions and options are values: they stay what they were when the game goes on. Where every answer has a name
of its own, the options are made once for the table and offered again and again. Where names hang on the position
(one of two cards of the same name), options are made and named when they are looked at, so that a loop that takes one of
many pays for one; whoever lets the game go on in place leaves the data behind to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, overload

from rulekit.errors import UsageError
from rulekit.program.types import BUNDLE
from rulekit.runtime.describe import describe_many
from rulekit.runtime.labels import choice_label, label_of
from rulekit.runtime.machine import Machine, Stop
from rulekit.runtime.option import Option, offered
from rulekit.runtime.questions import Choice, Question
from rulekit.sources.source import Span
from rulekit.sources.suggest import did_you_mean
from rulekit.sources.tongues import FIRST

if TYPE_CHECKING:
    from rulekit.story.forms import Form
    from rulekit.story.parts import Meaning, Part
    from rulekit.story.prompt import Refusal

_MANY = 64  # options that are rather named together
_SHOWN = 4  # options that a decision shows when it is printed
Refused = tuple[tuple[str, tuple[str, ...]], ...]


class Options(Sequence[Option]):
    """The options of one position, in order; each is made when it is looked at."""

    __slots__ = ("_data", "_machine", "_moment", "_op", "_question", "values")

    def __init__(self, machine: Machine, values: Sequence[Any], op: Any, question: Question | None) -> None:
        self._machine = machine
        self._data = data = machine.s
        self._moment = data.answered
        # what the machine takes; the operation that asks, if it is known by values alone; the question, once it is made
        self.values, self._op, self._question = values, op, question

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        at = range(len(self.values))[index(at)]
        return offered(self._text(at), self, self.values[at], at)

    def __iter__(self) -> Iterator[Option]:
        if len(self.values) > _MANY:
            self._full()  # names all of them at once: each by itself would look at all others
        return (self[at] for at in range(len(self.values)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    # ---------- what players read ----------
    def _text(self, at: int) -> str:
        if self._op is None or self._machine.s is not self._data or (self._question is not None and len(self.values) > _MANY):
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

    def whole(self) -> tuple[Machine, Question] | None:
        """The question in full, of the position as it was; None once that is gone."""
        return (self._machine, self._full()) if self._data.answered == self._moment else None

    def reasons(self) -> Refused:
        """What is not offered, and why; nothing once the position is gone."""
        return tuple(self._full().reasons()) if self._data.answered == self._moment else ()

    def probability(self, option: Option) -> Fraction | None:
        if self._op is not None:
            return None
        full = self._full()
        return full.probability(full.choices[option.at]) if full.kind == "chance" else None

    def label(self, option: Option, lang: str = "") -> str:
        from rulekit.story.offer import option_label  # loaded when labels are asked for
        from rulekit.story.words import Words

        machine = self._machine
        return option_label(machine, self._full().choices[option.at], Words(machine.t, lang))

    def cost(self, option: Option) -> str:
        cost = self._full().choices[option.at].cost
        return "" if cost is None else describe_many(self._machine, cost, BUNDLE)


class Asked:
    """What a decision can tell of a question whose answers all have names of their own."""

    __slots__ = ("_machine", "_stop")

    def __init__(self, machine: Machine, stop: Stop) -> None:
        self._machine, self._stop = machine, stop

    @property
    def prompt(self) -> str:
        return str(getattr(self._stop[3].op, "text", "choose"))

    @property
    def span(self) -> Span | None:
        found: Span | None = self._stop[3].op.span
        return found

    def whole(self) -> tuple[Machine, Question] | None:
        question = self._machine.question() if self._machine.stop is self._stop else None
        return None if question is None else (self._machine, question)

    def reasons(self) -> Refused:
        if self._machine.stop is not self._stop:
            return ()  # the game has gone on
        question = self._machine.question()
        return () if question is None else tuple(question.reasons())


class Decision:
    """What the game waits for."""

    __slots__ = ("_machine", "_prompt", "_refused", "_stop", "kind", "options", "player")

    def __init__(self, kind: str, player: int | None, prompt: str | None, options: Sequence[Option]) -> None:
        self.kind, self.player = kind, player  # kind: choice, sealed, chance, over
        self.options, self._prompt, self._stop = options, prompt, None

    _stop: Stop | None  # where the options are those of a stop of this machine
    _machine: Machine

    def _teller(self) -> Asked | Options | None:
        if self._stop is not None:
            return Asked(self._machine, self._stop)
        return self.options if isinstance(self.options, Options) else None

    @property
    def seat(self) -> int:
        """The player who decides; where nobody does, because chance decides or the game is over, a `UsageError`."""
        if self.player is None:
            raise UsageError("the game is over: nobody decides" if self.kind == "over" else "chance decides here, no player")
        return self.player

    @property
    def prompt(self) -> str:
        """What is asked and what for, in words."""
        return self.prompt_in(FIRST)

    def prompt_in(self, lang: str) -> str:
        """The same in a language of the game's labels, such as `fr`."""
        asked = self.whole()
        if asked is None:
            return self._raw_prompt
        from rulekit.story.prompt import prompt_text

        return prompt_text(asked[0], asked[1], lang)

    @property
    def _raw_prompt(self) -> str:
        teller = self._teller()
        return self._prompt or "" if teller is None else teller.prompt

    def whole(self) -> tuple[Machine, Question] | None:
        """The machine at its position, and the question with all that can be told of it; None once the game has gone on."""
        teller = self._teller()
        return None if teller is None else teller.whole()

    def meaning(self, option: Option | str) -> Meaning:
        """What an option means: things, with those that are the same to who is asked, a zone, a cell, an amount."""
        from rulekit.story.parts import meaning_of

        return meaning_of(*self._choice(option))

    def parts(self, option: Option | str) -> tuple[Part, ...]:
        """What an option stands for, part by part: the fields of a record, the members of a list, the amounts of a payment."""
        from rulekit.story.parts import parts_of

        return parts_of(*self._choice(option))

    def form(self) -> Form:
        """With which controls it can be answered: options that are amounts, that are made of several things, that are asked
        for one after the other."""
        from rulekit.story.forms import Form, form_of

        asked = self.whole()
        return Form(()) if asked is None else form_of(*asked)

    def _choice(self, option: Option | str) -> tuple[Machine, Question, Choice]:
        asked = self.whole()
        found = None if asked is None else next((c for c in asked[1].choices if c.text == str(option)), None)
        if asked is None or found is None:
            raise UsageError(f"`{option}` is no option of this decision, or the game has gone on")
        return (*asked, found)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What is not offered, and why, as data; nothing once the game has gone on."""
        from rulekit.story.prompt import refusals_of

        asked = self.whole()
        return () if asked is None else refusals_of(asked[0].program, asked[1])

    @property
    def span(self) -> Span | None:
        """The place in the rules that asks."""
        teller = self._teller()
        return None if teller is None else teller.span

    @property
    def refused(self) -> Refused:
        """What is not offered, with the reasons in each language."""
        try:
            return self._refused
        except AttributeError:
            teller = self._teller()
            self._refused: Refused = () if teller is None else teller.reasons()
            return self._refused

    def why_not(self, text: str) -> str:
        """Why an option is missing; empty if it is there or unknown."""
        for refused, reasons in self.refused:
            if refused == text or refused.split("@")[0] == text:
                return self._reason(reasons)
        if any(option == text for option in self.options):
            return ""
        return self._no_option(text)

    def _no_option(self, text: str) -> str:
        """Of a name that some options begin with, how it goes on; of one that is refused however it goes on, why."""
        offered, name = [str(option) for option in self.options], text.split(" ")[0]
        alike = [option for option in offered if option.split(" ")[0] == name]
        for refused, reasons in () if alike else self.refused:
            if refused.split(" ")[0] == name:
                return self._reason(reasons)
        guess = did_you_mean(text, offered) if self._is_misspelt(text) else ""
        if alike and not guess:
            guess = f"there is {', '.join(f'`{one}`' for one in alike[:_SHOWN])}{', ...' if len(alike) > _SHOWN else ''}"
        return f"`{text}` is no option here" + (f"; {guess}" if guess else "")

    def _reason(self, reasons: tuple[str, ...]) -> str:
        from rulekit.story.prompt import reason_text

        asked = self.whole()
        first = reasons[0] if reasons else "it is not possible now"
        return first if asked is None or not reasons else reason_text(asked[0].program, reasons, FIRST)

    def _is_misspelt(self, text: str) -> bool:
        """Has an answer a word that the rules do not know? One of known words is meant as it stands."""
        asked = self.whole()
        from rulekit.analysis.examples import answer_words, unknown_word

        return asked is None or unknown_word(text, answer_words(asked[0].program)) != ""

    def _key(self) -> tuple[Any, ...]:
        return self.kind, self.player, self._raw_prompt, tuple(self.options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> Any:
        """What can be read of it, without the position it was asked at."""
        told = tuple((str(option), option.probability) for option in self.options)
        refused = tuple((text, tuple(reasons)) for text, reasons in self.refused)  # without places in the rules
        return _read_before, (self.kind, self.player, self._raw_prompt, told, refused)

    def __repr__(self) -> str:
        if self.kind == "over":
            return "<Decision: the game is over>"
        who = "chance" if self.player is None else f"player {self.player}"
        first = ", ".join(str(option) for option in self.options[:_SHOWN])
        more = len(self.options) - _SHOWN
        return f"<Decision of {who}, {self._raw_prompt}: {first}{f' and {more} more' if more > 0 else ''}>"


def _read_before(
    kind: str, player: int | None, prompt: str, told: tuple[tuple[str, Fraction | None], ...], refused: Refused
) -> Decision:
    """A decision that was pickled."""
    new = Decision(kind, player, prompt, tuple(Option(text, chance) for text, chance in told))
    new._refused = refused
    return new


class Steady(Decision):
    """One whose options were made once for the table. There are many of them, so they are made bare and filled in."""

    __slots__ = ()
    __init__ = object.__init__


def steady(machine: Machine, stop: Stop) -> Decision:
    """What a machine waits for that has stopped where options were made once for the table."""
    new: Decision = Steady()
    new.kind, new.player, new.options = stop[0], stop[1], tuple(stop[2])
    new._machine, new._stop = machine, stop
    return new


__all__ = ["Decision", "Option", "Options", "choice_label", "label_of"]
