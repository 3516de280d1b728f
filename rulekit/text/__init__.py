"""What the rules say, in plain language, told from the rules themselves.

Contract: nothing here knows a word of any game. Texts are made from the syntax tree, so a card cannot say one thing and do
another; the words for names come from labels. `card_text` gives the text of one name, `Teller` whole pages.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulekit.text.page import Page
from rulekit.text.teller import Teller

if TYPE_CHECKING:
    from rulekit.program.game import Program

__all__ = ["Page", "Teller", "card_text"]


def card_text(program: Program, name: str, lang: str = "") -> str:
    """What a card, face, tile, cell, verb ... does, in words; nothing for a name that has no page.

    >>> import rulekit
    >>> print(card_text(rulekit.load("pig").program, "roll_on"))
    Roll 1d6. If the result of the roll is 1, end the turn. Raise the pot by the result of the roll.
    """
    page = teller(program, lang).page(name)
    return "\n".join(page.text) if page is not None else ""


def teller(program: Program, lang: str = "") -> Teller:
    """The teller of a program; made once for each language; without one, in that of the rules."""
    return _tellers(id(program), lang or program.language, _Held(program))


class _Held:
    """A program as a key: programs are never equal to one another."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.program is self.program

    def __hash__(self) -> int:
        return id(self.program)


@lru_cache(maxsize=16)
def _tellers(_: int, lang: str, held: _Held) -> Teller:
    return Teller(held.program, lang)
