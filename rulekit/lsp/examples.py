"""Which examples show a name, told from texts alone.

Contract: `shown_in(texts, ...)` gives the examples in whose lines a word or a source stands. Texts are read once for each of
their versions and not parsed, so that a hint above each declaration costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulekit.syntax.words import forms

_EXAMPLE = re.compile(r'^( *)example "([^"\n]*)"')
_WORD = re.compile(r"[a-z_][a-z0-9_]*|[A-Z]+[A-Z0-9]*-[A-Za-z0-9-]+")


@dataclass(frozen=True)
class Shown:
    """An example: its title, its line (from 1), and all its words and sources."""

    title: str
    line: int
    last: int
    words: frozenset[str]


@lru_cache(maxsize=64)
def examples_in(text: str) -> tuple[Shown, ...]:
    """The examples of a text, in order."""
    lines = text.split("\n")
    found: list[Shown] = []
    for number, line in enumerate(lines):
        head = _EXAMPLE.match(line)
        if head is None:
            continue
        last = number
        for below in range(number + 1, len(lines)):
            body = lines[below]
            if body.strip() and len(body) - len(body.lstrip()) <= len(head[1]):
                break
            last = below if body.strip() else last
        above = lines[number - 1] if number and lines[number - 1].strip().startswith("[") else ""
        words = frozenset(_WORD.findall("\n".join((above, *lines[number : last + 1]))))
        found.append(Shown(head[2], number + 1, last + 1, words))
    return tuple(found)


def shown_in(
    texts: Iterable[tuple[Path, str]], name: str, tags: Iterable[str] = (), verb: bool = False
) -> list[tuple[Path, Shown]]:
    """The examples that name something, or that carry one of its sources."""
    wanted = {*(forms(name) if verb else (name,)), *(tag for tag in tags if "-" in tag)}
    return [(path, example) for path, text in texts for example in examples_in(text) if wanted & example.words]
