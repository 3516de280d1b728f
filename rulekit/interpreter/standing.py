"""Standing options: what the active player may do at each of his decisions.

Contract: they are added to the question of an operation or frame; one that is taken is laid on top of the stack, and the
question comes back after it.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.asking import obstacle
from rulekit.runtime.bearers import abilities_in_force, active_player, carriers
from rulekit.runtime.describe import choices_of
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question


def add_standing(m: Machine, question: Question) -> None:
    """Adds the options that stand open to the one who is asked."""
    if not m.program.anytimes or question.kind == "sealed" or question.player != active_player(m):
        return
    for standing in m.program.anytimes:
        for env in carriers(m, standing.bearer, standing.size):
            if env[0] is None:
                env[0] = question.player
            if env[0] == question.player:
                offer_standing(m, question, standing, env)


def offer_standing(m: Machine, question: Question, standing: Any, env: list[Any]) -> None:
    head = standing.option
    items = [Choice(None, "")] if head.source is None else choices_of(m, m.value(head.source, env), head.type, question.player)
    for item in items:
        m.spend(1)
        local = list(env)
        if head.source is not None:
            local[head.slot] = item.value
        cost = m.value(head.cost, local) if head.cost is not None else None
        reason = obstacle(m, head, local, question.player, cost)
        text = f"{head.name} {item.text}".strip()
        if reason is not None:
            question.refused.append((text, reason))
            continue
        value = ("anytime", standing.number, tuple(local))
        if any(other.text == text for other in question.choices):
            continue
        choice = Choice(value, text, 1, item.value, head.type)
        choice.head, choice.cost, choice.unseen = head, cost, item.unseen
        question.choices.append(choice)


def take_standing(m: Machine, value: tuple[Any, ...]) -> None:
    standing = m.program.anytimes[value[1]]
    m.s.stack.append([standing.option.routine, 0, list(value[2])])


def has_standing(m: Machine, player: int) -> bool:
    """Does a standing option stand open to the one who is asked?"""
    standing_options = abilities_in_force(m, ("anytime", ""), m.program.anytimes)
    if not standing_options or player != active_player(m):
        return False
    for standing in standing_options:
        for env in carriers(m, standing.bearer, standing.size):
            if env[0] is None or env[0] == player:
                return True
    return False
