"""What every part of the program has to know of a language: how it is called, and the program's own sentences in it.

Contract: a language is a catalogue `locale/CODE.po` of this package, or one that `add_folder` brought. Its header tells the
facts that are needed where no grammar is: `Plural-Forms`, `X-Name` (in English), `X-Doer` (slots of labels that stand for the
one who acts, with what the reader is told), `X-Number` (the sign before a number), `X-Small-Words`. The grammar of card texts
is in `text/`. The program itself speaks the first language; a sentence that a catalogue lacks is told in that one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulekit.sources import files
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source

FIRST = "en"  # what the sentences of the program and, unless they say otherwise, the labels of rules are written in
CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
_FOLDERS = [Path(__file__).parents[1] / "locale"]


@dataclass(frozen=True)
class Tongue:
    """One language, as far as it needs no grammar."""

    code: str
    name: str
    sentences: dict[str, str] = field(default_factory=dict)
    doer: dict[str, str] = field(default_factory=dict)
    number_sign: str = "no."
    small_words: frozenset[str] = frozenset()
    zero_is_one: bool = False  # `0 pièce`

    def say(self, text: str, *parts: str) -> str:
        """A sentence of the program; `{}` stands for the parts."""
        found = self.sentences.get(text) or text
        return found.format(*parts) if parts else found

    def several(self, count: int) -> bool:
        """Is so much of something told in the plural?"""
        return abs(count) > 1 or (count == 0 and not self.zero_is_one)


def add_folder(folder: Path) -> None:
    """Languages of another package: a folder of catalogues."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        _catalogues.cache_clear()
        codes.cache_clear()
        tongue.cache_clear()


@cache
def _catalogues() -> dict[str, Path]:
    return {path.stem: path for folder in _FOLDERS for path in sorted(folder.glob("*.po")) if CODE.fullmatch(path.stem)}


@cache
def codes() -> tuple[str, ...]:
    """The languages there are, that of the program first."""
    return (FIRST, *(code for code in _catalogues() if code != FIRST))


@cache
def tongue(code: str = FIRST) -> Tongue:
    """A language by its code; one that nobody knows is that of the program."""
    from rulekit.sources.po import header, parse_po

    path = _catalogues().get(code)
    if path is None:
        return tongue(FIRST) if code != FIRST else Tongue(FIRST, FIRST)
    sink = Sink()
    entries = parse_po(Source(path.name, files.read_text(path, limit=files.MOST_YAML)), sink)
    if sink.errors:
        first = sink.errors[0]
        raise ValueError(f"{path}, line {first.span.line}: {first.message}")
    head = header(entries)
    doer = (pair.partition("=") for pair in head.get("x-doer", "").split(",") if "=" in pair)
    return Tongue(
        code,
        head.get("x-name", code),
        {entry.text: entry.translation for entry in entries if entry.text and not entry.gone},
        {slot.strip(): told.strip() for slot, _, told in doer},
        head.get("x-number", "no."),
        frozenset(head.get("x-small-words", "").split()),
        "n > 1" in head.get("plural-forms", ""),
    )


@cache
def doer_slots() -> frozenset[str]:
    """The slots of labels that stand for the one who acts, in any language."""
    return frozenset(slot for code in codes() for slot in tongue(code).doer)


def say(text: str, language: str, *parts: str) -> str:
    """A sentence of the program in a language; `{}` stands for the parts.

    >>> say("{} wins.", "fr", "Anne")
    'Victoire : Anne.'
    """
    return tongue(language).say(text, *parts)
