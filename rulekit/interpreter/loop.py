"""One step of the rules, and what needs nobody to answer it.

Contract: `step` carries out the operation or frame on top of the stack, and says whether an answer is needed. A question is
derived from the state and never stored in it.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter.asking import ANSWERS, EMPTY, QUESTIONS, settled_choice
from rulekit.interpreter.operations import OPERATIONS
from rulekit.interpreter.standing import add_standing, take_standing
from rulekit.program import ops as o
from rulekit.runtime.chance import chance
from rulekit.runtime.changes import settle_order
from rulekit.runtime.frames import REPLIES, STEPS
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.runtime.state import Frame


def step(m: Machine) -> bool:
    """One step; true when an answer is needed."""
    frame = m.s.stack[-1]
    if frame[0][0] == "@":
        question = STEPS[frame[0]](m, frame)
        return question is not None and consult(m, question)
    op = m.program.routines[frame[0]].ops[frame[1]]
    plain = OPERATIONS.get(type(op))
    if plain is not None:
        plain(m, frame, op)
        return False
    if isinstance(op, o.Choose) and settled_choice(m, frame, op):
        return False
    question = QUESTIONS[type(op)](m, frame, op)
    if not question.choices:
        EMPTY[type(op)](m, frame, op)
        return False
    return not settle_hidden(m, question) and consult(m, question)


def settle_hidden(m: Machine, question: Question) -> bool:
    """Where somebody may choose among hidden things that have no order, chance gives them places first."""
    if question.player is None or not any(m.s.mixed):
        return False
    s = m.s
    for choice in question.choices:
        zone = s.where[choice.item] if choice.unseen else -1
        if zone >= 0 and s.zones[zone].index(choice.item) < s.mixed[zone]:
            if s.ask_chance and s.mixed[zone] > 1:
                s.stack.append(["@settle", 0, [zone]])
            else:
                settle_order(m, zone)
            return True
    return False


def consult(m: Machine, question: Question) -> bool:
    """Answers what needs no one: chance, unless it is asked for, and what has one answer."""
    if question.kind == "chance":
        if m.s.ask_chance and len(question.choices) > 1:
            m.pending = question
            return True
        m.take(sample(m, question))
        return False
    if m.program.anytimes:
        add_standing(m, question)
    if len(question.choices) == 1 and question.forced and not (m.s.ask_forced and question.player is not None):
        if m.observer is not None:
            m.observer.taken(question, question.choices[0])
        if m.forced is not None:
            m.forced.append((question.player, question.choices[0].text))
        m.take(question.choices[0])
        return False
    m.pending = question
    return True


def sample(m: Machine, question: Question) -> Choice:
    if len(question.choices) == 1:
        return question.choices[0]
    at = chance(m.s, question.total())
    for choice in question.choices:
        at -= choice.weight
        if at < 0:
            return choice
    raise AssertionError("weights do not add up")


def question_now(m: Machine) -> Question | None:
    """What is asked now, or None when the game is over."""
    if m.s.ended or not m.s.stack:
        return None
    if m.pending is not None:
        return m.pending
    m.renew()
    frame = m.s.stack[-1]
    try:
        question = frame_question(m, frame)
        if question is not None and question.kind != "chance":
            add_standing(m, question)
    except (RunError, RecursionError) as error:
        raise m.placed(error) from None
    return question


def frame_question(m: Machine, frame: Frame) -> Question | None:
    """The question of the frame on top, as it stands."""
    if frame[0][0] == "@":
        return STEPS[frame[0]](m, frame)
    op = m.program.routines[frame[0]].ops[frame[1]]
    if type(op) not in QUESTIONS:  # of two that waited one is left, once hidden things are others, and it goes on by itself
        raise RunError("nothing is asked here any more", op.span)
    return QUESTIONS[type(op)](m, frame, op)


def take_value(m: Machine, value: Any) -> None:
    """Carries out an answer, without running on."""
    frame = m.s.stack[-1]
    if isinstance(value, tuple) and value and value[0] == "anytime":
        take_standing(m, value)
    elif frame[0][0] == "@":
        REPLIES[frame[0]](m, frame, value)
    else:
        op = m.program.routines[frame[0]].ops[frame[1]]
        ANSWERS[type(op)](m, frame, op, value)
