"""What the sentences ask of a language: articles, possessives, counting, forms of verbs, and the last touch to a text.

Contract: a language is a table of wordings (keys and slots are the same in every language, a test compares them) and the
methods below; `languages.py` lists those there are. Nothing outside the module of a language, its words and its verbs knows
which language is spoken.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from rulekit.sources.tongues import tongue
from rulekit.text.determiners import Determiners
from rulekit.text.nouns import Noun

AGAIN = "\1"  # where a second condition may need the word before the first one again: `si ... et si ...`
_TIMES = {1: "repeat_once", 2: "repeat_twice"}


class Language(ABC):
    """One language."""

    code: ClassVar[str]
    name: ClassVar[str]  # in English, for messages to authors
    words: ClassVar[Mapping[str, str]]
    leading: ClassVar[tuple[str, ...]]  # articles that a label may begin with
    asking: ClassVar[tuple[str, ...]] = ()  # words that begin a label that is no noun: `who leads`
    prepositions: ClassVar[tuple[str, ...]]  # words that say where or whose something is
    relatives: ClassVar[tuple[str, ...]]  # words that begin what is said of a noun, with a verb that agrees
    own_slots: ClassVar[tuple[str, ...]]  # slots of labels that stand for the one who acts
    determiners: ClassVar[Determiners]
    one_possessive: ClassVar[bool]  # is `its` the same word as `his`, so that it may be said of a person too?
    locale: ClassVar[Path | None] = None  # where the catalogue of the program's sentences lies, unless it is in this package

    # ---------- wordings ----------
    def say(self, key: str, **parts: str) -> str:
        """The wording of a construct with its parts filled in."""
        wording = self.words[key]
        if AGAIN not in wording:
            parts = {name: self._again(wording, name, text) if AGAIN in text else text for name, text in parts.items()}
        return wording.format(**parts)

    def _again(self, wording: str, slot: str, text: str) -> str:
        return text.replace(AGAIN, self.conjunction(wording.partition(f"{{{slot}}}")[0]))

    def headed(self, name: str, text: str = "") -> str:
        """`Player 1: pass`, with the blanks that the language writes; without a text, what a list below belongs to."""
        return self.say("heading", a=name, b=text) if text else self.say("colon", a=name)

    def apart(self, texts: Iterable[str]) -> str:
        """Several things told in one line."""
        return self.say("apart").join(texts)

    def forms(self, key: str, **parts: str) -> list[str]:
        """The forms of a predicate."""
        return [form.format(**parts) for form in self.words[key].split("|")]

    def choice(self, key: str, word: Noun, *, many: bool = False, **parts: str) -> str:
        """A wording that may depend on a noun: masculine and feminine, then both in the plural."""
        found = self.words[key].split("|")
        at = (word.gender == "f") + 2 * many
        return found[at % len(found)].format(**{name: text.replace(AGAIN, "") for name, text in parts.items()})

    def inside(self, name: str) -> str:
        """A name in the middle of a sentence: its article is small, and a comma in it does not part the sentence."""
        article, gap, rest = name.partition(" ")
        if gap and article.casefold() in self.leading:
            name = f"{article.casefold()} {rest}"
        return self.say("quoted", x=name) if "," in name else name

    def fits_one(self, rest: str) -> bool:
        """Whether what is said of several can be said of one as it stands: `of your dice`, not `that are red`."""
        first, _, others = rest.partition(" ")
        return first.casefold() in self.prepositions and not set(others.casefold().split()) & set(self.relatives)

    def word(self, key: str) -> Noun:
        """A noun of the language itself."""
        return self.noun(self.words[key])

    # ---------- nouns ----------
    @abstractmethod
    def noun(self, label: str) -> Noun:
        """A label with its notes (`coffre|m`, `loaf|loaves`); what is not noted is guessed from endings."""

    @abstractmethod
    def a(self, word: Noun) -> str: ...

    @abstractmethod
    def some(self, word: Noun) -> str:
        """An amount that is left open: `coins`."""

    @abstractmethod
    def the(self, word: Noun) -> str: ...

    @abstractmethod
    def the_many(self, word: Noun) -> str: ...

    @abstractmethod
    def this(self, word: Noun) -> str: ...

    @abstractmethod
    def this_one(self, word: Noun) -> str:
        """The very one whose text it is, where others may have its name."""

    @abstractmethod
    def that(self, word: Noun) -> str: ...

    @abstractmethod
    def those(self, word: Noun) -> str: ...

    @abstractmethod
    def your(self, word: Noun) -> str: ...

    @abstractmethod
    def its(self, word: Noun, person: bool = False) -> str: ...

    @abstractmethod
    def lettered(self, word: Noun, letter: str, many: bool) -> str:
        """Something that a letter tells apart: `card A`."""

    @abstractmethod
    def whose(self, word: Noun) -> str:
        """A noun after `whose`."""

    def of(self, word: Noun, owner: str) -> str:
        """`that player's hand`; a pronoun has a possessive of its own."""
        if owner == self.words["you"]:
            return self.your(word)
        if owner in (self.words["they"], self.words["it"], self.words["she"]):
            return self.its(word, owner == self.words["they"])
        return self.belonging(word, owner)

    @abstractmethod
    def belonging(self, word: Noun, owner: str) -> str:
        """A part of something that is called by a noun or name."""

    @abstractmethod
    def of_whose(self, word: Noun, whose: str) -> str:
        """A part of a part after `whose`: `whose owner's hand`."""

    @abstractmethod
    def bare(self, phrase: str) -> str:
        """A phrase without the word that says whose it is: `highest score`, not `highest their score`."""

    @abstractmethod
    def part(self, phrase: str) -> str:
        """What follows *whose*, of a phrase that begins with a possessive: `their cell`; nothing if it does not."""

    @abstractmethod
    def own_slot(self, label: str, slot: str, whose: str) -> str:
        """`the hand of {p}` is your, its or their hand where p is that one."""

    @abstractmethod
    def number(self, phrase: str) -> str:
        """Whether a phrase speaks of one thing or of many, as far as its article tells."""

    @abstractmethod
    def person_number(self) -> str:
        """The number in which a pronoun for a player stands: `they have`, `il a`."""

    @abstractmethod
    def repeated(self, before: str) -> str:
        """A preposition at the end of a text that is said of each thing in a list: `de la main et de la pioche`."""

    def count(self, amount: int, word: Noun) -> str:
        if word.one == self.word("time").one and amount in _TIMES:
            return self.say(_TIMES[amount])
        return f"{amount} {word.many if tongue(self.code).several(amount) else word.one}"

    @abstractmethod
    def ranked(self, key: str, what: str, by: str) -> str:
        """The ones that rank first: `the players with the lowest gold`."""

    # ---------- verbs ----------
    @abstractmethod
    def order(self, infinitive: str) -> str:
        """A verb as it is said to `you`."""

    @abstractmethod
    def third(self, infinitive: str) -> str:
        """A verb as it is said of somebody."""

    @abstractmethod
    def event(self, timing: str, who: str, you: bool, infinitive: str) -> str:
        """A clause about what happens: `you gain coins`, `that player would gain coins`."""

    @abstractmethod
    def aux(self, you: bool) -> dict[str, str]:
        """Forms of helping verbs that wordings may ask for."""

    @abstractmethod
    def doer(self, slot: str, you: bool) -> str:
        """A slot of a label that stands for the one who acts: `{your}`."""

    # ---------- clauses ----------
    @abstractmethod
    def conjunction(self, before: str) -> str:
        """The word at the end of a text that a second condition needs again, with a blank."""

    @abstractmethod
    def predicate(self, label: str, gender: str = "m") -> list[str]:
        """The six forms of a yesno label, said of something of a gender: `tired`, `has passed`."""

    @abstractmethod
    def verb_forms(self, phrase: str) -> list[str]:
        """The six forms of a predicate with its own verb in the third person: `shows glory`."""

    @abstractmethod
    def begins_list(self, label: str) -> bool:
        """Whether a label goes on with `and`, so that what stands before is not the subject alone."""

    @abstractmethod
    def deny(self, clause: str) -> str | None:
        """A whole clause with its verb denied, if its verb can be found."""

    @abstractmethod
    def no_longer(self, clause: str) -> str:
        """A denied clause as a change: `is not` is `is no longer`."""

    # ---------- the last touch ----------
    @abstractmethod
    def finish(self, text: str) -> str:
        """A text as it is read, with contractions and with verbs that agree."""


def noted(label: str) -> tuple[str, str, str]:
    """A label without its notes, its gender and its plural as far as they are noted."""
    one, *notes = re.split(r"\|(?![^{]*\})", label)
    gender = next((note for note in notes if note in ("m", "f")), "")
    many = next((note for note in notes if note not in ("m", "f")), "")
    return one, gender, many


def first_word(phrase: str) -> tuple[str, str]:
    """The first word of a phrase, and the rest."""
    found = re.match(r"[^\s,;:.]+", phrase)
    return (found[0], phrase[found.end() :]) if found else (phrase, "")


def cut(text: str, at: str) -> tuple[str, str]:
    """A text before and from what a pattern finds."""
    found = re.search(at, text)
    return (text[: found.start()], text[found.start() :]) if found and found.start() else (text, "")
