"""A screen that a script sits at, and the games of these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game, load
from rulekit.terminal.style import Style

DATA = Path(__file__).parent / "data"


class Script:
    """Answers given in advance; everything shown is kept."""

    def __init__(self, *answers: str, style: Style | None = None) -> None:
        self.answers = list(answers)
        self.style = style or Style()
        self.shown: list[str] = []

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def clear(self) -> None:
        self.shown.append("<clear>")

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


@pytest.fixture
def script() -> type[Script]:
    return Script


@pytest.fixture(scope="session")
def orchard() -> Game:
    return load(DATA / "orchard.rules")


@pytest.fixture(scope="session")
def tic_tac_toe() -> Game:
    return load("tic_tac_toe")


@pytest.fixture(scope="session")
def dungeon() -> Game:
    return load(DATA / "dungeon.rules")
