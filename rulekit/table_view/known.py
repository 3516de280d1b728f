"""The words of one who looks: what is hidden from him has no name.

Contract: as `story/words.py`, but a value that names a thing which the viewer cannot see says that it is hidden.
"""

from __future__ import annotations

from rulekit.interpreter.view import visible
from rulekit.runtime.machine import Machine
from rulekit.story.event import EVERYTHING
from rulekit.story.words import Words


class KnownWords(Words):
    def __init__(self, m: Machine, viewer: int, lang: str, names: dict[int, str] | None = None) -> None:
        super().__init__(m.t, lang)
        self.m, self.viewer = m, viewer
        self.names = {} if names is None else names  # of things, kept for all who look at a table

    def thing(self, number: int) -> str:
        if self.viewer != EVERYTHING and not visible(self.m, number, self.viewer):
            return self.say("hidden")
        found = self.names.get(number)
        if found is None:
            found = self.names[number] = super().thing(number)
        return found
