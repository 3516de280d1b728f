"""What a trial tells, in the words of the rules file or in those of players.

Contract: without a language, names are told as the rules file declares them, for that is what an author writes; with one, by
their labels, and the program itself speaks that language. Lines of `given` and `do` are always those of the rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulekit.runtime.table import Table
from rulekit.sources.tongues import FIRST, say
from rulekit.story.words import Words
from rulekit.terminal.style import Style
from rulekit.text import teller

_OWNED = re.compile(r"(?P<owner>\w+)'s (?P<what>\w+)")
_PLAIN = ("yes", "no", "done", "none")
_CHANGES = ("shuffled", "in another order", "turned face up", "turned face down", "the game is over", "shows", "box")


@dataclass(frozen=True)
class Tell:
    """How a trial on one table is told."""

    table: Table
    lang: str | None = None
    style: Style = field(default_factory=Style)

    def say(self, text: str, *parts: object) -> str:
        """A sentence of the program."""
        return say(text, self.lang or FIRST, *map(str, parts))

    def title(self, name: str, title: str) -> str:
        """A thing by its label and kind; what is no thing stays as it was typed."""
        design = self.table.program.designs.get(name)
        if self.lang is None or design is None:
            return title
        page = teller(self.table.program, self.lang).page(name)
        return f"{page.title} ({page.what})" if page is not None else title

    def heading(self, text: str) -> str:
        return self.style.paint("title", self.say(text))

    def beside(self, text: str) -> str:
        """What stands in the margin, six letters wide."""
        return self.style.paint("label", f"{self.say(text):<6}") if text else " " * 6

    def line(self, text: str) -> str:
        """A line of the log, or an answer."""
        if self.lang is None:
            return text
        return self._words.say(text) if text in _PLAIN else self._words.text(text)

    def change(self, text: str) -> str:
        """A line of what changed."""
        if self.lang is None:
            return text
        for said in _CHANGES:
            told = self.say("out of the game" if said == "box" else said)
            text = re.sub(rf"\b{said}\b", told, text)
        if self.lang != FIRST:  # only English has a short way to say whose it is
            head, sign, rest = _OWNED.sub(r"\g<what> (\g<owner>)", text).partition(": ")
            text = self._words.headed(head, rest) if sign else head
        return self._words.text(text)

    @property
    def _words(self) -> Words:
        return Words(self.table, self.lang or "")
