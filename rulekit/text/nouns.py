"""Nouns: a label with its plural and, in French, its gender.

Contract: `noun(label, lang)` reads the notes of a label (`coffre|m`, `loaf|loaves`); what is not noted is guessed from
the endings of the language. Nothing here knows a word of any game: the exceptions are noted in the labels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_VOWELS = "aeiouyàâäéèêëîïôöùûüœæh"
_FEMININE = ("ion", "té", "tié", "ée", "ance", "ence", "ure", "ette", "ie", "esse", "ace", "ade", "ise", "ude", "ôte")
_MASCULINE_E = ("age", "isme", "ège", "ème", "aire", "oire", "acle", "ogue", "être", "tre", "ple", "cle", "able", "ible")
# Words after which a French noun does not go on: `points de gloire`, `cartes en plus`.
_STOP = (
    "de",
    "du",
    "des",
    "d'un",
    "d'une",
    "à",
    "au",
    "aux",
    "en",
    "sans",
    "pour",
    "dans",
    "sur",
    "sous",
    "dont",
    "que",
    "qui",
    "où",
    "par",
)
_STOP_EN = r" (?:of|with|for|in|on|that|who|to|at|won|it|where|as|because|toward|above|since)\b| \(|, "


@dataclass(frozen=True, slots=True)
class Noun:
    """What something is called: one of it, several of it, and its gender (`m`, `f`) where that matters."""

    one: str
    many: str
    gender: str = "m"
    plural: bool = False  # the word itself stands for several: a zone called `tiles won`

    @property
    def vowel(self) -> bool:
        return self.one[:1].casefold() in _VOWELS[:-1]  # before an h we do not know


def noun(label: str, lang: str) -> Noun:
    """A label as a noun.

    >>> noun("leaf|leaves", "en"), noun("arbre|m", "fr")
    (Noun(one='leaf', many='leaves', gender='m', plural=False), Noun(one='arbre', many='arbres', gender='m', plural=False))
    """
    one, *notes = re.split(r"\|(?![^{]*\})", label)
    gender = next((note for note in notes if note in ("m", "f")), "")
    many = next((note for note in notes if note not in ("m", "f")), "")
    if lang == "fr":
        plural = many == one or (not many and not gender and _several_fr(one))
        return Noun(one, many or (one if plural else plural_fr(one)), gender or gender_fr(one), plural)
    plural = (many or plural_en(one)) == one and _several_en(one)
    return Noun(one, many or plural_en(one), plural=plural)


def _several_fr(text: str) -> bool:
    """A label that begins with a plural: `tuiles non placées`. A singular in -s notes its gender: `bras|m`."""
    return re.split(r"[ ,(]", text)[0].endswith("s") and len(text) > 3


def _several_en(text: str) -> bool:
    """A label whose noun is a plural: `dice of the bank`."""
    head = _cut(text, _STOP_EN)[0]
    return head.endswith("s") and not head.endswith(("ss", "us", "is"))


# ---------- English ----------
def plural_en(text: str) -> str:
    """Several of it: the ending falls on the word before `of`, `with`, a bracket.

    >>> plural_en("die face"), plural_en("box of tea"), plural_en("berry"), plural_en("tiles")
    ('die faces', 'boxes of tea', 'berries', 'tiles')
    """
    head, rest = _cut(text, _STOP_EN)
    words = head.split(" ")
    words[-1] = _many_en(words[-1])
    return " ".join(words) + rest


def _many_en(word: str) -> str:
    low = word.casefold()
    if not word[-1:].isalpha() or (low.endswith("s") and not low.endswith(("ss", "us"))):
        return word
    if low.endswith(("ss", "us", "sh", "ch", "x", "z")):
        return word + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


# ---------- French ----------
def plural_fr(text: str) -> str:
    """Several of it: noun and adjectives change, what follows a preposition and names with a capital do not.

    >>> plural_fr("fragment solaire"), plural_fr("point de gloire"), plural_fr("jeton Lune"), plural_fr("matériau")
    ('fragments solaires', 'points de gloire', 'jetons Lune', 'matériaux')
    """
    head, rest = _cut(text, r" (?:d'|l'|\()|, ")
    words = head.split(" ")
    for at, word in enumerate(words):
        if at and (word in _STOP or word[:1].isupper()):
            break
        words[at] = many_fr(word)
    return " ".join(words) + rest


def many_fr(word: str) -> str:
    """One word in the plural."""
    low = word.casefold()
    if not word[-1:].isalpha() or low.endswith(("s", "x", "z")):
        return word
    if low.endswith(("au", "eu")):
        return word + "x"
    if low.endswith("al"):
        return word[:-1] + "ux"
    return word + "s"


def gender_fr(text: str) -> str:
    """The gender that the ending of the first word makes likely.

    >>> gender_fr("carte Vent"), gender_fr("potion"), gender_fr("personnage"), gender_fr("jeton")
    ('f', 'f', 'm', 'm')
    """
    word = re.split(r"[ ,(]", text.casefold())[0]
    singular = word[:-1] if word.endswith("s") and len(word) > 3 else word
    if singular.endswith(_FEMININE):
        return "f"
    return "f" if singular.endswith("e") and not singular.endswith(_MASCULINE_E) else "m"


def _cut(text: str, at: str) -> tuple[str, str]:
    found = re.search(at, text)
    return (text[: found.start()], text[found.start() :]) if found and found.start() else (text, "")
