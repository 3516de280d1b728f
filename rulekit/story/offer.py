"""An option as players read it, in one language.

Contract: what needs no grammar, such as a card, is told by `runtime.labels`; zones have owners, amounts have plurals.
"""

from __future__ import annotations

from rulekit.program.types import BUNDLE
from rulekit.runtime.labels import choice_label
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice
from rulekit.story.words import Words


def option_label(machine: Machine, choice: Choice, words: Words) -> str:
    """What an option is called."""
    if choice.head is None and choice.item_type is None:
        return words.plain(choice.text)
    if choice.head is None and choice.item is not None and choice.item_type is not None:
        if choice.item_type.tag == "zone":
            return words.zone(choice.item)
        if choice.item_type == BUNDLE:
            return words.bundle(choice.item)
    return choice_label(machine, choice, words.lang) or choice.text
