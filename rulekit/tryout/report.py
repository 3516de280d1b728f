"""The log of a trial, told by cause.

Contract: entries that one line of the rules made stand together below that line, in the order in which they happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from rulekit.sources.printable import printable
from rulekit.sources.source import Span

_WIDTH = 108
OWN = "given and do"  # the name of the text that a trial is made of


def grouped(entries: Iterable[tuple[str, Span | None]]) -> Iterator[tuple[str, list[str]]]:
    """Each line of the rules with what it did; an empty line where no rule is behind it."""
    for cause, items in groupby(entries, key=lambda entry: cause_of(entry[1])):
        yield cause, [text for text, _ in items]


def often(texts: Iterable[str], say: str = "{} times") -> Iterator[str]:
    """Lines in a row that are alike as one.

    >>> list(often(["ann gains 1 coin", "ann gains 1 coin", "ann rests"]))
    ['ann gains 1 coin (2 times)', 'ann rests']
    """
    for text, alike in groupby(texts):
        count = sum(1 for _ in alike)
        yield text if count == 1 else f"{text} ({say.format(count)})"


def cause_of(span: Span | None) -> str:
    """`cards.rules:12: gain 2 coin`, cut to a line of the terminal."""
    if span is None or span.source.name.startswith("<") or span.source.name == OWN:
        return ""
    line = printable(span.source.line(span.line).split("#")[0].strip())
    text = f"{Path(span.source.name).name}:{span.line}: {line}"
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
