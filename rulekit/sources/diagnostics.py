"""Findings in a user's text, as data.

Contract: a pass that meets a mistake adds a `Diagnostic` to a `Sink` and goes on; nothing is raised for a mistake in
a rules file. Only the renderer (`render.py`) turns a diagnostic into text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulekit.sources.source import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that belongs to a finding, with a word on why."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a stable code, one plain sentence, a place, and what to do about it."""

    code: str
    message: str
    span: Span
    hint: str = ""
    severity: Severity = "error"
    labels: tuple[Label, ...] = ()


@dataclass(slots=True)
class Sink:
    """Collects the findings of all passes over all files of one run."""

    found: list[Diagnostic] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)  # what declarations with a mistake in them would have declared
    damaged: set[tuple[str, int]] = field(
        default_factory=set
    )  # files and lines: the first of declarations that have lost lines, and those
    guesses: int = 0  # at what may be meant by a word that means nothing
    looked_at: int = 0  # names that were held against such words
    said: int = 0  # how often there was something to say, heard or not
    _seen: set[Diagnostic] = field(default_factory=set, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._seen.update(self.found)

    def error(self, code: str, message: str, span: Span, hint: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.add(Diagnostic(code, message, span, hint, "error", labels))

    def warn(self, code: str, message: str, span: Span, hint: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.add(Diagnostic(code, message, span, hint, "warning", labels))

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.found if d.severity == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        return [d for d in self.found if d.severity == "warning"]

    def beginning(self) -> Sink:
        """An empty one, which knows as well what could not be read."""
        return Sink(unread=set(self.unread), damaged=set(self.damaged))

    def is_unread(self, name: str) -> bool:
        """Would a declaration with a mistake in it have declared a name? Then nothing is said of it, for now."""
        found = name in self.unread
        self.said += found
        return found

    def add(self, diagnostic: Diagnostic) -> None:
        """Takes a finding, unless it was there before."""
        self.said += 1
        # what is said of a declaration as a whole may come from the lines that it has lost
        if self.damaged and (diagnostic.span.source.name, diagnostic.span.line) in self.damaged:
            return
        if diagnostic not in self._seen:
            self._seen.add(diagnostic)
            self.found.append(diagnostic)
