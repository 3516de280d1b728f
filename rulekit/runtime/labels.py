"""Values and answers as players read them: by the labels that the rules give.

Contract: a label is for reading alone. Answers are named by `describe.py`, whatever the language.
"""

from __future__ import annotations

import re
from typing import Any

from rulekit.boards.grid_names import place_name
from rulekit.program.types import Type
from rulekit.runtime.describe import describe
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice
from rulekit.sources.labels import filled_label, in_language, plain_label, slots_of
from rulekit.sources.tongues import tongue

_AMONG_OTHERS = re.compile(r"[@#][^ ]*$")  # of an answer that names one of several of a name
_SEAT = re.compile(r"player(\d+)")
_THING = Type("thing", "thing")
_WORDS = frozenset("yes no done none nothing north north-east east south-east south south-west west north-west".split())


def choice_label(machine: Machine, choice: Choice, lang: str = "") -> str:
    """A choice as players read it: what it is called with what is chosen, in its slot if the label has one."""
    lang = lang or machine.t.program.language
    head = choice.head
    item = label_of(machine, choice.item, choice.item_type, lang) if choice.item_type is not None else ""
    if choice.unseen:
        item = unseen_label(machine, choice.item, lang)
    elif _AMONG_OTHERS.search(choice.text) and choice.item_type is not None and choice.item_type.tag == "thing":
        item += f" ({_apart(machine, choice.item, choice.text, lang)})"
    if head is None:
        return item or said(choice.text, lang)
    raw = in_language(head.labels, lang)
    if head.bound in slots_of(raw):
        return filled_label(raw, {head.bound: item}, lang)
    return f"{plain_label(raw, lang) or head.name.replace('_', ' ')} {item}".strip()


def _apart(machine: Machine, thing: int, text: str, lang: str) -> str:
    """What tells a thing from others that are called the same: whose it is or where it lay when it was offered, as its text
    says, else its number."""
    table = machine.t
    if table.maker[thing] is not None:
        return label_of(machine, table.maker[thing], _THING, lang)
    mark, _, place = text.rpartition(" ")[2].partition("@")
    if not place:
        return f"{tongue(lang).number_sign} {mark.rpartition('#')[2]}"
    return ", ".join(_place_label(machine, word, lang) for word in place.split("."))


def _place_label(machine: Machine, word: str, lang: str) -> str:
    """A word of a place: the name of a player, a thing or a zone."""
    table = machine.t
    found = next((entity.number for entity in table.entities if entity.name == word), None)
    if found is not None:
        return label_of(machine, found, _THING, lang)
    zone = table.program.zones.get(word)
    return word if zone is None else zone.head.label(lang)


def nameless(name: str, lang: str) -> str:
    """A player or cell to which the rules give no label: `player2` is spelt out, a name that somebody chose stays as it is."""
    seat = _SEAT.fullmatch(name)
    return f"{tongue(lang).say('player').capitalize()} {seat[1]}" if seat else place_name(name)


def said(text: str, lang: str) -> str:
    """An answer of the machine's own words in a language."""
    return tongue(lang).say(text) if text in _WORDS else text


def unseen_label(machine: Machine, thing: int, lang: str = "") -> str:
    """A hidden thing as players read it: the place where it lies."""
    zone = machine.s.where[thing]
    at = machine.s.zones[zone].index(thing) + 1
    label, owner = machine.t.zone_of[zone][0].head.label(lang), machine.t.owner_zone(zone)
    whose = "" if owner is None else f" ({label_of(machine, owner, _THING, lang)})"
    return f"{label}{whose}, {tongue(lang or machine.t.program.language).number_sign} {at}"


def direction_label(value: Any, lang: str) -> str:
    return said(str(value).replace("_", "-"), lang)


def label_of(machine: Machine, value: Any, type_: Type, lang: str = "") -> str:
    """A value as players read it; without a language, in that of the rules."""
    table = machine.t
    lang = lang or table.program.language
    if type_.tag == "thing" and value is not None:
        entity = table.entities[value]
        head = table.program.actors[entity.design][0] if entity.design in table.program.actors else table.head(value)
        return head.label(lang) if head is not None else nameless(entity.name, lang)
    if type_.tag == "record" and value is not None:
        parts = table.program.records[type_.name]
        parted = {name: label_of(machine, v, t, lang) for v, (name, t) in zip(value, parts, strict=True)}
        absent = [name for v, (name, _) in zip(value, parts, strict=True) if v is None]
        return table.program.record_label(type_.name, parted, lang, absent)
    if type_.tag == "list" and value is not None:
        return ", ".join(label_of(machine, item, type_.element, lang) for item in value) or describe(machine, value, type_)
    if type_.tag == "direction" and value is not None:
        return direction_label(value, lang)
    found = table.program.word(value, type_)
    return found.label(lang) if found is not None else said(describe(machine, value, type_), lang)
