"""What somebody is asked, in words, and what each option means, as data.

Contract: nothing here looks at what is hidden from the one who is asked: options name hidden things by their place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulekit.program.types import Type
from rulekit.runtime.describe import looks
from rulekit.runtime.labels import choice_label
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.sources.labels import in_language
from rulekit.sources.printable import printable
from rulekit.sources.tongues import FIRST
from rulekit.story.words import Words
from rulekit.text.asked import question_text
from rulekit.text.languages import language

_KEYS = {
    "how to pay": "q_pay", "which comes first": "q_order", "which comes next": "q_next", "how many times": "q_times",
    "what to gain": "q_gain", "what to lose": "q_lose", "what to give": "q_give",
}  # fmt: skip


def prompt_text(m: Machine, question: Question, lang: str) -> str:
    """What is asked and what for, as the one who is asked reads it."""
    told, words = language(lang), Words(m.t, lang)
    raw, _, chosen = question.prompt.partition(" (")
    if question.topic:
        _, amount, resource, holder = question.topic
        return printable(told.finish(told.say("q_store", x=words.amount(amount, resource), y=words.thing(holder))))
    if question.kind == "chance":
        return printable(question.prompt)
    text = question_text(m.program, question.span, lang)
    if raw == "how many times" and text:
        text = f"{text} {told.say('q_times')}"
    if not text:
        heads = [choice for choice in question.choices if choice.head is not None]
        text = told.say(_KEYS.get(raw, "q_menu" if heads else "q_choose"))
    more = told.say("q_chosen", n=chosen.split()[0]) if chosen[:1].isdigit() else ""
    return printable(" ".join(filter(None, (told.finish(text), more))))


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an option means: which things, zone, cell or amount."""

    name: str  # of the option in a menu; nothing where things or values are chosen
    things: tuple[int, ...] = ()  # the thing that is chosen first, then those that are the same to the one who is asked
    place: tuple[int, int] | None = None  # of a thing that is hidden from him: the zone, and where in it, from 0
    cell: int | None = None
    player: int | None = None
    zone: int | None = None
    amount: int | None = None
    value: Any = None  # what else is chosen: a word, a record, a list, amounts
    type: Type | None = None
    cost: tuple[tuple[str, int], ...] = ()


def meaning_of(m: Machine, choice: Choice) -> Meaning:
    """What a choice means."""
    head, item, type_ = choice.head, choice.item, choice.item_type
    name = "" if head is None else head.name
    cost = tuple((r, n) for r, n, *_ in choice.cost[0] if n) if choice.cost else ()
    if type_ is not None and type_.tag == "thing" and isinstance(item, int):
        return _of_thing(m, choice, name, cost)
    if type_ is not None and type_.tag == "zone":
        return Meaning(name, zone=item, type=type_, cost=cost)
    value = item if type_ is not None else choice.value if head is None else None
    amount = value if type(value) is int else None
    return Meaning(name, amount=amount, value=value if amount is None else None, type=type_, cost=cost)


def _of_thing(m: Machine, choice: Choice, name: str, cost: tuple[tuple[str, int], ...]) -> Meaning:
    item, type_ = choice.item, choice.item_type
    if m.t.entities[item].kind == "player":
        return Meaning(name, player=item, type=type_, cost=cost)
    if item in m.t.board_at:
        return Meaning(name, (item,), cell=item, type=type_, cost=cost)
    zone = m.s.where[item]
    if choice.unseen:
        return Meaning(name, place=(zone, m.s.zones[zone].index(item)), type=type_, cost=cost)
    same = (other for other in (m.s.zones[zone] if zone >= 0 else ()) if other != item and looks(m, other) == looks(m, item))
    return Meaning(name, (item, *same), type=type_, cost=cost)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is not offered, and why."""

    text: str  # as it would be answered
    name: str  # of the option
    item: str  # what would be chosen, as it stands in the answer
    reasons: tuple[str, ...]  # in each language of the labels

    def reason(self, lang: str = FIRST) -> str:
        """Why it is not offered; in the first language where there is no other."""
        return in_language(self.reasons, lang)


def refusals_of(question: Question) -> tuple[Refusal, ...]:
    found = []
    for text, reasons in question.reasons():
        name, _, item = text.partition(" ")
        found.append(Refusal(text, name, item, reasons))
    return tuple(found)


__all__ = ["Meaning", "Refusal", "choice_label", "meaning_of", "prompt_text", "refusals_of"]
