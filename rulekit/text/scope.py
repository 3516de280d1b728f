"""What a name stands for while a text is told, and who `you` is.

Contract: a scope is never changed: `bind`, `as_doer` and `about` give a new one. A name that would be called like one that is
already there gets a letter, so that two cards of one text never look the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulekit.program.types import NUMBER, Type
from rulekit.text.nouns import Noun


@dataclass(frozen=True, slots=True)
class Ref:
    """A bound name: how it is spoken of."""

    type: Type
    noun: Noun
    text: str = ""  # said as it stands, instead of `that card`
    letter: str = ""
    many: bool = False
    person: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    refs: Mapping[str, Ref] = field(default_factory=dict)
    doer: str = ""  # who `you` is; nothing: the reader
    it: str = ""  # the name that a pronoun stands for
    this: str | None = None  # the kind of `this`
    thing: str = ""  # the thing whose text it is
    rival: bool = False  # has something else been named that `its` could speak of?
    others: frozenset[str] = frozenset()  # names, not bound yet, of players who are not the reader

    def bind(self, name: str, ref: Ref) -> Scope:
        if ref.type == NUMBER and not ref.text:
            letter = self.letter("NMKXYZ")
            ref = replace(ref, text=letter, letter=letter)
        if not ref.text and any(self._alike(ref, other) for key, other in self.refs.items() if key != name):
            ref = replace(ref, letter=self.letter())
        return replace(self, refs={**self.refs, name: ref})

    def _alike(self, ref: Ref, other: Ref) -> bool:
        return not other.text and (ref.noun, ref.many) == (other.noun, other.many)

    def letter(self, letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ") -> str:
        """A letter that no name of this text has."""
        used = {ref.letter for ref in self.refs.values()}
        return next((letter for letter in letters if letter not in used), "?")

    def as_doer(self, doer: str) -> Scope:
        return replace(self, doer=doer)

    def about(self, name: str) -> Scope:
        return replace(self, it=name)

    def but_for(self, names: frozenset[str]) -> Scope:
        return replace(self, others=names)

    def types(self) -> dict[str, Type]:
        return {name: ref.type for name, ref in self.refs.items()}
