"""What players read, in the languages that there are.

Contract: the labels of a name are a tuple of texts, first that in the language of the rules; `languages` says which is which.
`in_language` gives the text in a language, or the first one where there is none. What has no label and is shown all the same
is called by its name (`default_label`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from rulekit.sources.tongues import FIRST, codes, doer_slots, tongue

UNTOLD = "|untold"  # the note on a label: for texts only
_PLAIN = str.maketrans("_{}", " ()")
SLOT = re.compile(r"\{(\w*)(?::([^{}]*))?\}")


class Labels(tuple[str, ...]):
    """The texts of one name. As written in a rules file they stand in the order of the languages."""

    languages: tuple[str, ...]

    def __new__(cls, texts: Iterable[str] = (), languages: Sequence[str] | None = None) -> Labels:
        made = super().__new__(cls, texts)
        made.languages = tuple(codes()[: len(made)] if languages is None else languages)
        return made

    def __getnewargs__(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return tuple(self), self.languages

    def spoken(self, language: str) -> Labels:
        """The same, of rules whose labels stand in that language."""
        if self.languages[:1] in ((), (language,)):
            return self
        return Labels(self, (language, *self.languages[1:]))

    def also(self, language: str, text: str) -> Labels:
        """The same with a text in one more language, which takes the place of what stood there."""
        kept = [(code, old) for code, old in zip(self.languages, self, strict=True) if code != language]
        return Labels((*(old for _, old in kept), text), (*(code for code, _ in kept), language))


def in_language(labels: tuple[str, ...], language: str) -> str:
    """A label in a language; in that of the rules where there is none, or no language is named; empty without any label.

    >>> in_language(Labels(("coin", "pièce"), ("en", "fr")), "fr"), in_language(Labels(("coin",), ("en",)), "fr")
    ('pièce', 'coin')
    """
    if not labels:
        return ""
    known = getattr(labels, "languages", ())
    return (labels[known.index(language)] if language in known else labels[0]).removesuffix(UNTOLD)


def is_told(labels: tuple[str, ...]) -> bool:
    """Is a verb, moment or variable with these labels told when it happens? Without a label, or with one that is marked, it is
    an inner working; marked it has words for the texts of cards all the same.

    >>> is_told(("steps owed",)), is_told(("steps owed|untold",)), is_told(())
    (True, False, False)
    """
    return bool(labels) and not labels[0].endswith(UNTOLD)


def lacks(labels: tuple[str, ...], language: str) -> bool:
    """Is there no text in that language?"""
    return language not in getattr(labels, "languages", ())


def default_label(name: str, *, title: bool) -> str:
    """What a name is called that has no label: `master_thief` is "Master thief", as a common noun "master thief". Of a line
    that is offered as it stands (`- gain first({1, 2}) coin`) no braces are left, which would be slots.

    >>> default_label("master_thief", title=True), default_label("master_thief", title=False)
    ('Master thief', 'master thief')
    """
    spelt = name.translate(_PLAIN).strip() or name
    return spelt[:1].upper() + spelt[1:] if title else spelt


# ---------- the notation of labels ----------
def plain_label(label: str, lang: str = "") -> str:
    """A label as it is read by itself: notes on grammar and optional parts left out, slots as dots.

    >>> plain_label("tree|trees"), plain_label("climb {your} tree {n:time|times}[ with {tool}]")
    ('tree', 'climb your tree …')
    """
    return filled_label(re.sub(r"\[[^\]]*\]", "", label), {}, lang)


def without_absent(label: str, absent: Collection[str]) -> str:
    """A label whose part in brackets is left out where a value of it is not there.

    >>> without_absent("{man} to {goal}[ = {rank}]", ["rank"]), without_absent("{man} to {goal}[ = {rank}]", [])
    ('{man} to {goal}', '{man} to {goal} = {rank}')
    """
    return re.sub(r"\[([^\]]*)\]", lambda found: "" if any(slot in absent for slot in slots_of(found[1])) else found[1], label)


def filled_label(label: str, values: Mapping[str, str], lang: str = "") -> str:
    """A label with the texts of its slots, without notes on grammar; what has no text is dots.

    >>> filled_label("Take {n:coin} from {p}", {"n": "2", "p": "Ann"}), filled_label("{low} and {high}", {"low": "3"})
    ('Take 2 coins from Ann', '3 and …')
    """

    def slot(found: re.Match[str]) -> str:
        name, counted = found[1], found[2]
        if name not in values:
            return tongue(lang or FIRST).doer.get(name, "…")  # by itself a label speaks to the reader
        one, _, many = (counted or "").partition("|")
        return f"{values[name]} {one if values[name] in ('0', '1') else many or one + 's'}" if one else values[name]

    whole = re.split(r"\|(?![^{]*\})", label)[0]
    return SLOT.sub(slot, whole)


def slots_of(label: str) -> set[str]:
    """The names of the slots of a label."""
    return {found[1] for found in SLOT.finditer(label)} - doer_slots()
