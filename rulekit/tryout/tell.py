"""What a trial tells, in the words of the rules file or in those of players.

Contract: without a language, names are told as the rules file declares them, for that is what an author writes; with one, by
their labels, and the program itself speaks that language. Lines of `given` and `do` are always those of the rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulekit.runtime.table import Table
from rulekit.story.words import Words
from rulekit.terminal.style import Style
from rulekit.text import teller

_OWNED = re.compile(r"(?P<owner>\w+)'s (?P<what>\w+)")
_PLAIN = ("yes", "no", "done", "none")
_FRENCH = {
    "says": "dit",
    "what happened": "ce qui s'est passé",
    "what changed": "ce qui a changé",
    "nothing": "rien",
    "nothing that the log tells": "rien dont le journal parle",
    "chance": "hasard",
    "{} times": "{} fois",
    "{} chooses:": "{} choisit :",
    "... and {} lines more": "... et {} lignes de plus",
    "That was the text of the card alone; in the game, `{}` runs it.": (
        "C'était le texte de la carte seule ; en jeu, c'est `{}` qui l'exécute."
    ),
    "Nothing changed that an example could claim.": "Rien n'a changé qu'un exemple pourrait affirmer.",
    "box": "hors du jeu",
    "shuffled": "mélangé",
    "in another order": "dans un autre ordre",
    "turned face up": "retourné face visible",
    "turned face down": "retourné face cachée",
    "the game is over": "la partie est finie",
    "shows": "montre",
}
_CHANGES = ("shuffled", "in another order", "turned face up", "turned face down", "the game is over", "shows", "box")


@dataclass(frozen=True)
class Tell:
    """How a trial on one table is told."""

    table: Table
    lang: str | None = None
    style: Style = field(default_factory=Style)

    def say(self, text: str, *parts: object) -> str:
        """A sentence of the program."""
        found = _FRENCH.get(text, text) if self.lang == "fr" else text
        return found.format(*parts) if parts else found

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
        """A line of what changed: in French the owner stands behind what is owned."""
        if self.lang is None:
            return text
        for said in _CHANGES:
            text = re.sub(rf"\b{said}\b", self.say(said), text)
        if self.lang == "fr":
            text = _OWNED.sub(r"\g<what> (\g<owner>)", text).replace(": ", " : ", 1)
        return self._words.text(text)

    @property
    def _words(self) -> Words:
        return Words(self.table, self.lang or "en")
