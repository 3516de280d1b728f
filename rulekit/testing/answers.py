"""What the answer of an example means: the choices of a question that fit its words.

Contract: a choice fits by its text; by its text without the part that tells copies apart; or because the answer names its thing
in another way, by place (`figure@bob`), by number (`figure#2`) or as rules do (`bob's figure`). Words that mean nothing at the
table are an error and never just "not offered".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulekit.analysis.examples import answer_words, unknown_word
from rulekit.api import State
from rulekit.api.query import evaluate
from rulekit.errors import RulekitError
from rulekit.runtime.describe import looks, place_text
from rulekit.runtime.questions import Choice, Question, same_amounts
from rulekit.sources.suggest import did_you_mean
from rulekit.testing.copies import lies_at

SHOWN = 30  # answers that a message lists
FEW = 10  # that are not worth leaving out


def answers_of(text: str) -> list[str]:
    """The answers of one line: commas or semicolons divide them, outside of brackets.

    >>> answers_of("buy oven, stop; gain (max(n, 2)) coin")
    ['buy oven', 'stop', 'gain (max(n, 2)) coin']
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "({") - (letter in ")}")
        if letter in ",;" and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def match(text: str, choices: Iterable[str]) -> str | None:
    """The one text that an answer names: exactly, amounts in any order, or without the part that tells copies apart."""
    found = by_text(text, choices)
    return found[0] if len(found) == 1 else None


def written(text: str, who: int | None, forced: Iterable[tuple[int | None, str]]) -> str:
    """An answer as an example must write it: once more for each question before that the machine has answered just so, for what
    is written belongs to the first question that it fits."""
    return ", ".join([text] * (1 + sum(player == who and match(text, [answer]) is not None for player, answer in forced)))


def by_text(text: str, choices: Iterable[str]) -> list[str]:
    choices = list(choices)
    exact = [choice for choice in choices if same_amounts(text, choice)]
    return exact[:1] or [choice for choice in choices if re.sub(r"[@#][^ ]*", "", choice) == text]


def fitting(state: State, question: Question, text: str) -> list[Choice]:
    """The choices of the pending question that an answer may mean. Raises an error if it names a thing that there is not."""
    texts = set(by_text(text, [choice.text for choice in question.choices]))
    if texts:
        return [choice for choice in question.choices if choice.text in texts]
    found = []
    for head, phrase in _parts(text):
        is_meant = _pointing(state, phrase)
        found += (
            []
            if is_meant is None
            else [c for c in question.choices if _head(c) == head and _thing(c) is not None and is_meant(c.item)]
        )
    return found


def spellings(state: State, text: str) -> list[str]:
    """What is not offered is known by its text alone: the texts that may stand for what an answer means, itself first."""
    found = [text]
    for head, phrase in _parts(text):
        is_meant = _pointing(state, phrase) if "'s " in phrase else None
        for thing in [entity for entity in state.table.entities if is_meant is not None and is_meant(entity.number)]:
            marks = ("", f"@{place_text(state.machine, thing.number)}", f"#{thing.copy}")
            found += [f"{head} {thing.name}{mark}".strip() for mark in marks]
    return found


def _parts(text: str) -> list[tuple[str, str]]:
    """An answer as a thing alone, and as an option with a thing."""
    head, _, rest = text.partition(" ")
    return [("", text), (head, rest)] if rest and not head.endswith("'s") else [("", text)]


def _head(choice: Choice) -> str:
    return "" if choice.head is None else choice.text.partition(" ")[0]


def _thing(choice: Choice) -> int | None:
    return choice.item if choice.item_type is not None and choice.item_type.tag == "thing" else None


def _pointing(state: State, phrase: str) -> Callable[[int], bool] | None:
    """Is a thing the one that a phrase points at? None for a phrase that points at nothing."""
    m, entities = state.machine, state.table.entities
    if by_number := re.fullmatch(r"(\w+)#(\d+)", phrase):
        name, number = by_number.groups()
        return lambda thing: (entities[thing].name, str(entities[thing].copy)) == (name, number)
    if by_place := re.fullmatch(r"(\w+)@([\w.]+)", phrase):
        name, place = by_place.groups()
        return lambda thing: entities[thing].name == name and lies_at(m, thing, place)
    if re.fullmatch(r"\w+(?:'s \w+)+", phrase) is None:
        return None
    wanted = evaluate(state, phrase)
    things = wanted if isinstance(wanted, tuple | list) else (wanted,)
    if len(things) != 1 or type(things[0]) is not int:
        raise RulekitError(f"`{phrase}` is not one thing, so it names no answer")
    return lambda thing: thing == things[0] or looks(m, thing) == looks(m, things[0])


def means_nothing(state: State, text: str) -> str:
    """What is wrong with an answer that has a word in it which nothing at the table is called; empty if all is well."""
    known = answer_words(state.table.program) | {thing.name for thing in state.table.entities}
    word = unknown_word(text, known)
    near = did_you_mean(word, known) if word else ""
    return f"nothing that can be chosen is called `{word}`{'; ' if near else ''}{near}" if word else ""


def listed(texts: list[str]) -> str:
    """Answers for a message; a long list says how many more there are, and leaves out none that stands alone: of many bids and
    a pass, the pass is shown."""
    if len(texts) <= SHOWN + FEW:
        return ", ".join(texts)
    shown = sorted(sorted(range(len(texts)), key=lambda at: " " in texts[at])[:SHOWN])
    return f"{', '.join(texts[at] for at in shown)} and {len(texts) - SHOWN} more"
