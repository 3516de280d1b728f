"""What somebody is asked, in words, and what is not offered, as data.

Contract: nothing here looks at what is hidden from the one who is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.program.game import Program
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Question, Unmet
from rulekit.sources.labels import Labels, in_language
from rulekit.sources.printable import printable
from rulekit.sources.tongues import FIRST, codes
from rulekit.story.words import Words
from rulekit.text.asked import question_text
from rulekit.text.languages import language
from rulekit.text.options import condition_text

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
class Refusal:
    """What is not offered, and why."""

    text: str  # as it would be answered
    name: str  # of the option
    item: str  # what would be chosen, as it stands in the answer
    reasons: tuple[str, ...]  # in each language of the labels

    def reason(self, lang: str = FIRST) -> str:
        """Why it is not offered; in the first language where there is no other."""
        return in_language(self.reasons, lang)


def reason_text(program: Program, reasons: tuple[str, ...], lang: str) -> str:
    """Why something is not offered; of an option whose own condition does not hold, the condition in words."""
    told = condition_text(program, reasons.span, lang) if isinstance(reasons, Unmet) else ""
    return told or in_language(reasons, lang)


def refusals_of(program: Program, question: Question) -> tuple[Refusal, ...]:
    found = []
    for text, reasons in question.reasons():
        name, _, item = text.partition(" ")
        if isinstance(reasons, Unmet):
            reasons = Labels((reason_text(program, reasons, lang) for lang in codes()), codes())
        found.append(Refusal(text, name, item, reasons))
    return tuple(found)
