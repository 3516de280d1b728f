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
_STOP = ("de", "du", "des", "d'un", "d'une", "à", "au", "aux", "en", "sans", "pour", "dans", "sur", "sous", "dont", "que", "qui", "où", "par")


@dataclass(frozen=True, slots=True)
class Noun:
    """What something is called: one of it, several of it, and its gender (`m`, `f`) where that matters."""

    one: str
    many: str
    gender: str = "m"

    @property
    def plural(self) -> bool:
        """Whether the word itself stands for several: a zone called `tiles won`."""
        return self.one == self.many and self.one.split(" ")[0].casefold().endswith(("s", "x"))

    @property
    def vowel(self) -> bool:
        return self.one[:1].casefold() in _VOWELS[:-1]  # before an h we do not know


def noun(label: str, lang: str) -> Noun:
    """A label as a noun.

    >>> noun("leaf|leaves", "en"), noun("arbre|m", "fr")
    (Noun(one='leaf', many='leaves', gender='m'), Noun(one='arbre', many='arbres', gender='m'))
    """
    one, *notes = re.split(r"\|(?![^{]*\})", label)
    gender = next((note for note in notes if note in ("m", "f")), "")
    many = next((note for note in notes if note not in ("m", "f")), "")
    if lang == "fr":
        return Noun(one, many or plural_fr(one), gender or gender_fr(one))
    return Noun(one, many or plural_en(one))


# ---------- English ----------
def plural_en(text: str) -> str:
    """Several of it: the ending falls on the word before `of`, `with`, a bracket.

    >>> plural_en("die face"), plural_en("box of tea"), plural_en("berry"), plural_en("tiles")
    ('die faces', 'boxes of tea', 'berries', 'tiles')
    """
    head, rest = _cut(text, r" (?:of|with|for|in|on|that|who|to|at)\b| \(|, ")
    words = head.split(" ")
    words[-1] = _many_en(words[-1])
    return " ".join(words) + rest


def _many_en(word: str) -> str:
    low = word.casefold()
    if not word[-1:].isalpha() or (low.endswith("s") and not low.endswith("ss")):
        return word
    if low.endswith(("ss", "sh", "ch", "x", "z")):
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
