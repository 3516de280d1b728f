"""The languages in which rules can be told.

Contract: `language(code)` gives one of them; a code that nobody knows gives the first, in which the program itself speaks.
`register` adds one; packages that name theirs as an entry point `rulekit.languages` are asked when a code is not known here.
What a language needs besides its grammar stands in its catalogue (`sources/tongues.py`).
"""

from __future__ import annotations

from functools import cache

from rulekit.sources.tongues import add_folder
from rulekit.text.english import English
from rulekit.text.french import French
from rulekit.text.language import Language

LANGUAGES: dict[str, Language] = {found.code: found for found in (English(), French())}
DEFAULT = next(iter(LANGUAGES))
_GROUP = "rulekit.languages"


def register(new: Language) -> None:
    """One more language; its catalogue of the program's sentences lies in its `locale` folder, if it names one."""
    LANGUAGES[new.code] = new
    if new.locale is not None:
        add_folder(new.locale)


def language(code: str) -> Language:
    """The language of that code."""
    if code and code not in LANGUAGES:
        _installed()
    return LANGUAGES.get(code, LANGUAGES[DEFAULT])


def codes() -> tuple[str, ...]:
    """All languages that have a grammar, that of the program first."""
    _installed()
    return tuple(LANGUAGES)


@cache
def _installed() -> None:
    """Languages that other installed packages bring: an entry point is a subclass of `Language`."""
    from importlib.metadata import entry_points

    for point in entry_points(group=_GROUP):
        register(point.load()())
