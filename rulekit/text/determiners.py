"""Labels that bring their own article: `strike the {t}` of that tile is `strike that tile`, never `strike the that tile`.

Contract: a slot's text is marked where it begins; `settled` leaves one determiner of two, and no mark. What a language has of
them is data of its module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MARK = "\2"  # stands before what fills a slot


@dataclass(frozen=True)
class Determiners:
    """Words that say which one is meant, each with the blank behind it."""

    definite: Mapping[str, str]  # before a slot, and what is left of it without the article: `du ` leaves `de `
    indefinite: tuple[str, ...]
    possessive: tuple[str, ...]
    defined: Mapping[str, str]  # the definite article in the place of an indefinite one
    pointing: tuple[str, ...]  # what else a value may begin with: `that tile`, `each tile`
    pronouns: tuple[str, ...]
    _found: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own = "|".join([*self.definite, *self.indefinite, *self.possessive])
        articles = "|".join(word for word, rest in self.definite.items() if not rest)
        others = "|".join([*self.defined, *self.pointing, *self.possessive, *(rf"{word}\b" for word in self.pronouns)])
        found = re.compile(rf"(?:(?<![\w'])(?P<own>(?i:{own})))?{MARK}(?P<first>(?i:{articles})|{others})?")
        object.__setattr__(self, "_found", found)

    def settled(self, text: str) -> str:
        """A filled label with one determiner where label and value have one each."""
        return self._found.sub(self._one, text)

    def _one(self, found: re.Match[str]) -> str:
        own, first = found["own"] or "", found["first"] or ""
        article = own.casefold()
        if not own or not first or article in self.possessive:
            return own or first
        return self.definite.get(article, "") + (self.defined.get(first, first) if article in self.definite else first)
