"""Which examples try a card: those that name it, and those that cite a rule which is its own.

Contract: read off the nodes of the examples; an example tries a thing when the thing stands in what is given, done, answered or
checked. A rule id that several things share says nothing about one of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulekit.program.game import Program
from rulekit.sources.diagnostics import Sink
from rulekit.syntax import nodes as n
from rulekit.syntax.loader import read
from rulekit.syntax.walk import walk

HOUSE = "house"


@dataclass(frozen=True)
class Case:
    """An example: its title, where it stands, its text and an anchor that is its own on the page."""

    title: str
    file: str
    line: int
    text: str
    tags: tuple[str, ...]
    anchor: str
    words: frozenset[str]


def cases(paths: Iterable[Path]) -> list[Case]:
    """The examples of some files, in the order of the text."""
    found: list[Case] = []
    for path in paths:
        _, decls = read(path, Sink())
        here = [d for d in decls if isinstance(d, n.Example) and Path(d.span.source.name).name == path.name]
        found += [_case(example, path) for example in here]
    return found


def _case(example: n.Example, path: Path) -> Case:
    span = example.span
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    indent = len(lines[0]) - len(lines[0].lstrip())
    text = "\n".join(line[indent:].rstrip() for line in lines).rstrip()
    words = frozenset(_words(example))
    return Case(example.name, path.name, span.line, text, example.tags, f"{path.stem}-{span.line}", words)


def _words(example: n.Example) -> Iterable[str]:
    for node in walk(example):
        if isinstance(node, n.Name | n.Of | n.Amount):
            yield node.name
        elif isinstance(node, n.Is):
            yield node.word
        elif isinstance(node, n.Answer | n.Claim):
            yield from re.findall(r"[a-z_][a-z0-9_]*", node.text)


class TestedBy:
    """Asks for the examples of a thing."""

    def __init__(self, found: list[Case], program: Program) -> None:
        self._naming: dict[str, list[Case]] = defaultdict(list)
        self._citing: dict[str, list[Case]] = defaultdict(list)
        for case in found:
            for word in case.words & program.designs.keys():
                self._naming[word].append(case)
            for tag in case.tags:
                self._citing[tag].append(case)
        owners: dict[str, set[str]] = defaultdict(set)
        for name, design in program.designs.items():
            for tag in design.head.tags:
                owners[tag].add(name)
        self._own = {tag for tag, names in owners.items() if len(names) == 1 and tag != HOUSE}

    def cases(self, name: str, label: str, tags: tuple[str, ...]) -> list[Case]:
        """The examples of a thing; those that are about it, by their title or the rule they cite, come first."""
        own = [tag for tag in tags if tag in self._own]
        found = {**dict.fromkeys(self._naming.get(name, [])), **dict.fromkeys(c for tag in own for c in self._citing[tag])}
        return sorted(
            found, key=lambda case: (-len(_long_words(label) & _long_words(case.title)), not set(own) & set(case.tags))
        )


def _long_words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"\w{4,}", text)}
