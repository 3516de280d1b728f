"""What is counted in a simulation, as players call it.

Contract: `labels_of(names, program, lang)` gives the label of each name that is counted: an option with what was chosen, a
thing, a word, a player. Names that declare nothing stay as they are. Files for programs keep the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulekit.program import ops as o
from rulekit.program.game import Head, Program
from rulekit.program.ops import OptionHead
from rulekit.sources.labels import filled_label, slots_of
from rulekit.text.languages import language


def labels_of(names: Iterable[str], program: Program, lang: str = "") -> dict[str, str]:
    options = {option.name: option for option in _options(program)}
    return {name: _label(name, options, program, lang) for name in names}


def _options(program: Program) -> Iterator[OptionHead]:
    for routine in program.routines.values():
        for op in routine.ops:
            if isinstance(op, o.Ask):
                yield from op.options
    yield from (offered.option for offered in program.anytimes)


def _label(name: str, options: dict[str, OptionHead], program: Program, lang: str) -> str:
    found, _, item = name.partition(" ")
    option = options.get(found)
    if option is None:
        return _named(name, program, lang)
    head, chosen = Head(option.name, option.labels), _named(item, program, lang) if item else ""
    raw = head.raw(lang)
    if option.bound and option.bound in slots_of(raw):
        return filled_label(raw, {option.bound: chosen or "…"}, lang)
    return f"{head.label(lang)} {chosen}".strip()


def _named(name: str, program: Program, lang: str) -> str:
    """A player, a thing or a word by its label."""
    if seat := re.fullmatch(r"player(\d+)", name):
        word = language(lang or program.language).word("player").one
        return f"{word.capitalize()} {seat[1]}"
    design = program.designs.get(name)
    head = design.head if design is not None else program.members.get(name)
    return name if head is None else head.label(lang)
