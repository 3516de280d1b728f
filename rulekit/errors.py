"""Exceptions for misuse of the Python API and for faults while rules run.

Mistakes in a rules file are diagnostics, not exceptions; `RulesError` carries them when a caller asked for a game and
the text does not give one.
"""

from __future__ import annotations

import re
from typing import Any

from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.printable import visible
from rulekit.sources.source import Span

_QUOTE = re.compile(r"`[^`]*`")
_QUOTED, _LONGEST = 200, 100_000  # characters of what is quoted, and of a message


class RulekitError(Exception):
    """Base of everything rulekit raises on purpose. Its text can be shown: it may quote a file or an answer, however long that
    is, and does so visibly and in short."""

    def __str__(self) -> str:
        return visible(_shortened(super().__str__()))


def _shortened(text: str) -> str:
    """Strangers give answers and names of millions of characters; nobody wants to read them.

    >>> _shortened(f"`{'ha' * 1000}` is not possible")[-24:]
    'haha...` is not possible'
    """
    if len(text) <= _QUOTED:
        return text
    found = _QUOTE.sub(_short_quote, text)
    return found if len(found) <= _LONGEST else f"{found[:_LONGEST]}..."


def _short_quote(quote: re.Match[str]) -> str:
    whole = quote.group()
    return f"{whole[: _QUOTED + 1]}...`" if len(whole) > 2 * _QUOTED else whole


class RulesError(RulekitError):
    """The rules do not load; `diagnostics` says why, each with its place."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        lines = [f"{d.span}: {d.code} {d.message}" for d in diagnostics if d.severity == "error"]
        super().__init__("\n".join(lines[:20]))

    def __reduce__(self) -> Any:
        return RulesError, (self.diagnostics,)


class UsageError(RulekitError, ValueError):
    """An argument makes no sense: an unknown game, module, option, player count."""


class AnswerError(RulekitError, ValueError):
    """An answer that the pending decision does not accept. The state is untouched."""


class SaveError(RulekitError, ValueError):
    """A save that cannot be read, or belongs to other rules."""


class RunError(RulekitError, RuntimeError):
    """A rule failed while it ran: a runaway loop, a `todo`, a question put to nobody."""

    def __init__(self, message: str, span: Span | None = None, trace: tuple[str, ...] = (), note: str = "") -> None:
        self.message, self.note = message, note  # the note tells what may be done about it
        self.told = ""  # the same with what the cards at work say; see `rulekit.text.faults`
        super().__init__(message)
        self.place(span, trace)

    def place(self, span: Span | None, trace: tuple[str, ...] = ()) -> None:
        """Says where it happened: what works out values does not know whose they are."""
        self.span, self.trace = span, trace
        place = f"{span}: " if span else ""
        steps = "".join(f"\n  while {step}" for step in trace)
        self.args = (place + self.message + steps + (f"\n  {self.note}" if self.note else ""),)

    def __reduce__(self) -> Any:
        return type(self), (self.message, self.span, self.trace, self.note), {"told": self.told}


class ResampleError(RunError):
    """No state was found that fits what a player knows."""
