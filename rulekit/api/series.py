"""Several questions of one series, answered at once: picks in any order, everything in an order that somebody has laid.

Contract: the picks are options of the first question. Later ones may call the same things otherwise, so each pick is looked for
by what it means; copies that are the same to the one who is asked stand for each other. Nothing is answered that is not
offered, and a question of another kind that comes between ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.api.state import State
from rulekit.errors import AnswerError
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.story.forms import Series, series_of
from rulekit.story.parts import meaning_of


def in_a_row(state: State, picks: Sequence[str]) -> tuple[State, ...]:
    """The states after each pick. Of an order only the beginning may be answered: where something else is asked before the next
    one can come, it ends there."""
    first = _first(state)
    meant = [_meant(*first, pick, state) for pick in picks]
    series = series_of(*first)
    if len(picks) > 1:
        _may_be_answered_at_once(series, first[1], picks)
    found: list[State] = []
    here, at, now = state, _at(first[0]), first
    for tokens in meant:
        if found:
            if here.over or here.question is None or _at(here.machine) != at:
                break
            now = here.machine, here.question
        choice = next((one for one in now[1].choices if _token(now[0], one) in tokens), None)
        if choice is None:
            raise AnswerError("that cannot be taken together: " + ", ".join(picks))
        here = here.apply(choice.text)
        found.append(here)
    return tuple(found)


def _first(state: State) -> tuple[Machine, Question]:
    asked = None if state.over else state.decision.whole()
    if asked is None:
        raise AnswerError("nothing is asked here")
    return asked


def _may_be_answered_at_once(series: Series | None, question: Question, picks: Sequence[str]) -> None:
    if series is None:
        raise AnswerError("this question takes one answer")
    ends = None if series.end is None else question.choices[series.end].text
    taken = sum(pick != ends for pick in picks)
    if taken > series.most or ends in picks[:-1]:
        raise AnswerError(f"at most {series.most} can be taken here")


def _at(m: Machine) -> tuple[int, Any, Any]:
    """Which place of the rules asks."""
    frame = m.s.stack[-1]
    return len(m.s.stack), frame[0], frame[1]


def _meant(m: Machine, question: Question, pick: str, state: State) -> list[Any]:
    """What a pick stands for: the thing, and those that are the same to the one who is asked."""
    choice = next((one for one in question.choices if one.text == pick), None)
    if choice is None:
        raise AnswerError(state.decision.why_not(pick) or f"`{pick}` is no option here")
    same = meaning_of(m, question, choice).things
    own = _token(m, choice)
    return [own, *(("thing", thing) for thing in same if own[0] == "thing" and ("thing", thing) != own)]


def _token(m: Machine, choice: Choice) -> tuple[str, Any]:
    """What an option means, by something that stays the same from one question of a series to the next."""
    if choice.item_type is None and m.s.stack[-1][0] == "@queue":
        return "ability", m.s.stack[-1][2][0][choice.value]
    tag = "" if choice.item_type is None else choice.item_type.tag
    return "thing" if tag == "thing" else "value", choice.value if choice.item_type is None else choice.item
