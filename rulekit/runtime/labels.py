"""Values and answers as players read them: by the labels that the rules give.

Contract: a label is for reading alone. Answers are named by `describe.py`, whatever the language.
"""

from __future__ import annotations

from typing import Any

from rulekit.program.game import filled_label, plain_label, slots_of
from rulekit.program.types import Type
from rulekit.runtime.describe import describe
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice


def choice_label(machine: Machine, choice: Choice) -> str:
    """A choice as players read it: what it is called with what is chosen, in its slot if the label has one."""
    head = choice.head
    item = label_of(machine, choice.item, choice.item_type) if choice.item_type is not None else ""
    if choice.unseen:
        item = unseen_label(machine, choice.item)
    if head is not None and head.labels and head.bound in slots_of(head.labels[0]):
        return filled_label(head.labels[0], {head.bound: item})
    name = "" if head is None else plain_label(head.labels[0]) if head.labels else head.name.replace("_", " ")
    return f"{name} {item}".strip()


def unseen_label(machine: Machine, thing: int, lang: str = "en") -> str:
    """A hidden thing as players read it: the place where it lies."""
    zone = machine.s.where[thing]
    at = machine.s.zones[zone].index(thing) + 1
    label, owner = machine.t.zone_of[zone][0].head.label(lang), machine.t.owner_zone(zone)
    whose = "" if owner is None else f" ({machine.t.text(owner)})"
    return f"{label}{whose}, {'no.' if lang == 'en' else 'n°'} {at}"


def label_of(machine: Machine, value: Any, type_: Type, lang: str = "en") -> str:
    """A value as players read it."""
    table = machine.t
    if type_.tag == "thing" and value is not None:
        design = table.program.designs.get(table.entities[value].design)
        return design.head.label(lang) if design is not None else table.entities[value].name
    if type_.tag == "record" and value is not None:
        parts = table.program.records[type_.name]
        said = {name: label_of(machine, v, t, lang) for v, (name, t) in zip(value, parts, strict=True)}
        return table.program.record_label(type_.name, said, lang)
    if type_.tag == "list" and value is not None:
        return ", ".join(label_of(machine, item, type_.element, lang) for item in value) or describe(machine, value, type_)
    found = table.program.word(value, type_)
    return found.label(lang) if found is not None else describe(machine, value, type_)
