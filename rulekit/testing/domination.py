"""Options that are never worth taking.

Contract: `compare` looks at one decision, carries out every option on a copy, and says for each option that could be
compared with another whether some other one leads to the same position with more for the one who decides. Options
that lead elsewhere, or change anything but amounts of the one who decides, cannot be compared and are never dominated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulekit.api import State
from rulekit.errors import RulekitError
from rulekit.runtime.questions import Choice
from rulekit.runtime.state import Data
from rulekit.sources.source import NOWHERE

MOST = 8  # options compared at one decision
LEAST = 8  # times an option must have been offered before anything is said of it


@dataclass(frozen=True)
class Offer:
    """An option as it was offered once: where, what, and by which other it was dominated, if by any."""

    place: str
    option: str
    by: str
    less: str


def compare(state: State) -> Iterator[Offer]:
    """The options of one decision, each held against the others."""
    question = state.question
    if question is None or question.kind != "choice" or not 2 <= len(question.choices) <= MOST:
        return
    if question.span is NOWHERE:  # a way to pay or to gain: asked for many rules, so nothing can be said of one of them
        return
    named = [choice for choice in question.choices if choice.item_type is None]
    after = [(choice, _after(state, choice)) for choice in named]
    for choice, mine in after:
        others = [(other, data) for other, data in after if other is not choice and data is not None]
        if mine is None or not others:
            continue
        better = [(other, less) for other, data in others if (less := _less(state, question.player, mine, data))]
        by, less = (better[0][0].text, better[0][1]) if better else ("", "")
        yield Offer(f"{question.span.source.name}:{question.span.line}", choice.text, by, less)


def _after(state: State, choice: Choice) -> Data | None:
    """Where an option leads, on the fast machine: nobody watches here."""
    copy = state.copy()
    copy.quiet = True
    copy.machine = state.game.machine_type(state.table)(state.table, copy.data)
    try:
        copy.play(choice.text)
    except RulekitError:
        return None
    return copy.data


def _less(state: State, player: int | None, mine: Data, other: Data) -> str:
    """What is less in one position than in another that is otherwise the same; empty if they cannot be compared."""
    if _rest(mine) != _rest(other):
        return ""
    found: list[str] = []
    for slot, (name, owners) in enumerate(state.table.slot_of):
        old, new = mine.vals[slot], other.vals[slot]
        if old != new:
            amount = name in state.table.program.resources() and owners == (player,)
            if not amount or not isinstance(old, int) or not isinstance(new, int) or old > new:
                return ""
            found.append(f"{new - old} less {name}")
    return ", ".join(found)


def _rest(data: Data) -> Any:
    """A position without amounts."""
    return data.zones, data.up, data.stack, data.scopes, data.lasting, data.once, data.ended, data.winners
