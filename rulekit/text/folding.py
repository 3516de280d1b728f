"""Long lines of text in pieces.

Contract: no line is wider than the width if its words are not, and a sign never begins a line: some languages write a blank
before `:`, `;`, `?`, `!` and inside of `« »`.
"""

from __future__ import annotations

import re
from textwrap import wrap

_FIXED = "\u00a0"  # a blank at which nothing is broken
_TIED = re.compile(r"(?<=«) | (?=[:;?!»](?:\s|$))")


def words(text: str) -> list[str]:
    """The words of a text, each with the signs that belong to it.

    >>> words("vont dans : le sac « de Ann » !")
    ['vont', 'dans :', 'le', 'sac', '« de', 'Ann » !']
    """
    return [word.replace(_FIXED, " ") for word in _TIED.sub(_FIXED, " ".join(text.split())).split(" ") if word]


def fold(line: str, width: int, hang: str = "") -> list[str]:
    """A line broken between words; what follows hangs below it.

    >>> fold("Exemplaires : 4", 14)
    ['Exemplaires :', '4']
    """
    parts = wrap(_TIED.sub(_FIXED, line), width, subsequent_indent=hang, break_long_words=False)
    return [part.replace(_FIXED, " ") for part in parts] or [line]
