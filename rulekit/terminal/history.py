"""A game that goes on at a screen, and what each viewer has not read yet."""

from __future__ import annotations

from rulekit.api import Option, State
from rulekit.story.event import EVERYTHING, Event
from rulekit.story.lines import Row, story_rows
from rulekit.story.words import Words

ALL = EVERYTHING  # one who reads everything


class Record:
    """A state that goes on."""

    def __init__(self, state: State, lang: str = "") -> None:
        self.state, self.lang = state, lang
        self.words = Words(state.table, lang)

    def answer(self, option: Option) -> None:
        """Goes on with an answer. The state before stays whole, whatever interrupts; it is kept by who wants it."""
        self.state = self.state.apply(option)
        self.state.forget_past()

    def events(self, viewer: int) -> tuple[Event, ...]:
        """What has happened, as a viewer may know it."""
        return self.state._told_to(viewer)

    def rows(self, viewer: int, since: int = 0, width: int = 100, end: int | None = None) -> list[Row]:
        """The story from a place on, as a viewer reads it, or up to another one."""
        return story_rows(self.state.table, self.events(viewer), self.lang, width, since, end)

    def lines(self, viewer: int, since: int = 0, width: int = 100) -> list[str]:
        return [row.text for row in self.rows(viewer, since, width)]
