"""The languages there are.

Contract: `language(code)` gives one of them; a code that nobody knows gives the first, in which labels are always written.
"""

from __future__ import annotations

from rulekit.text.english import English
from rulekit.text.french import French
from rulekit.text.language import Language

LANGUAGES: dict[str, Language] = {found.code: found for found in (English(), French())}
DEFAULT = next(iter(LANGUAGES))


def language(code: str) -> Language:
    """The language of that code."""
    return LANGUAGES.get(code, LANGUAGES[DEFAULT])
