"""Standing options: what the active player may do at each of his decisions.

Contract: they are added to the question of an operation or frame; one that is taken is laid on top of the stack, and the
question comes back after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.interpreter.asking import obstacle
from rulekit.program.game import borne_by_things
from rulekit.program.types import thing
from rulekit.runtime.bearers import abilities_in_force, active_player, carriers
from rulekit.runtime.describe import choices_of, looks, place_of, sees, unique_texts
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question, Refusal

Offer = tuple[Choice, int | None]  # with the thing that bears it


def add_standing(m: Machine, question: Question) -> None:
    """Adds the options that stand open to the one who is asked."""
    if not m.program.anytimes or question.kind == "sealed" or question.player is None or question.player != active_player(m):
        return
    offers: list[Offer] = []
    refused: list[Refusal] = []
    for standing in m.program.anytimes:
        borne = borne_by_things(standing.bearer)
        for env in carriers(m, standing.bearer, standing.size):
            if env[0] is None:
                env[0] = question.player
            if env[0] == question.player:
                bearer = env[1] if borne else None
                offers += [(choice, bearer) for choice in offered(m, question, standing, env, refused)]
    possible = {choice.text for choice, _ in offers}
    question.refused.extend(one for one in refused if one[0] not in possible)  # what one copy refuses another may offer
    if offers:  # or nobody asks for texts
        question.choices.extend(told_apart(m, offers, {choice.text for choice in question.choices}, question.player))


def told_apart(m: Machine, offers: list[Offer], taken: set[str], player: int) -> list[Choice]:
    """Of copies that nobody can tell apart one offers; those that differ are named with what they offer, and by its place one
    that the player does not see."""
    kept: dict[Any, Offer] = {}
    for choice, bearer in offers:
        if choice.text not in taken:
            kept.setdefault((choice.text, None if bearer is None else looks(m, bearer)), (choice, bearer))
    bearers: dict[str, list[int]] = {}
    for choice, bearer in kept.values():
        if bearer is not None:
            bearers.setdefault(choice.text, []).append(bearer)
    return [named_by(m, choice, bearer, bearers.get(choice.text, []), player) for choice, bearer in kept.values()]


def named_by(m: Machine, choice: Choice, bearer: int | None, others: list[int], player: int) -> Choice:
    if bearer is None or len(others) < 2:
        return choice
    hidden = not sees(m, bearer, player)
    name = place_of(m, bearer) if hidden else unique_texts(m, others)[others.index(bearer)]
    item, type_ = (bearer, thing(m.t.entities[bearer].kind)) if choice.head.source is None else (choice.item, choice.item_type)
    found = Choice(choice.value, f"{choice.text} {name}", 1, item, type_)
    found.head, found.cost, found.unseen = choice.head, choice.cost, choice.unseen or (hidden and item == bearer)
    return found


def offered(m: Machine, question: Question, standing: Any, env: list[Any], refused: list[Refusal]) -> Iterator[Choice]:
    """What one bearer offers; what it does not offer now goes to those refused."""
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
            refused.append((text, reason))
            continue
        choice = Choice(("anytime", standing.number, tuple(local)), text, 1, item.value, head.type)
        choice.head, choice.cost, choice.unseen = head, cost, item.unseen
        yield choice


def take_standing(m: Machine, value: tuple[Any, ...]) -> None:
    standing = m.program.anytimes[value[1]]
    m.s.stack.append([standing.option.routine, 0, list(value[2])])


def has_standing(m: Machine, player: int | None) -> bool:
    """Does a standing option stand open to the one who is asked?"""
    standing_options = abilities_in_force(m, ("anytime", ""), m.program.anytimes)
    if not standing_options or player is None or player != active_player(m):
        return False
    for standing in standing_options:
        for env in carriers(m, standing.bearer, standing.size):
            if env[0] is None or env[0] == player:
                return True
    return False
