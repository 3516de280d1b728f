"""Plays searched for faults: errors, broken invariants, resources out of bounds.

Contract: deterministic by seed. Chance is asked and drawn here by its weights, so that the answers of a play hold
everything that happened and can be written as an example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.runtime.chance import draw
from rulekit.runtime.changes import cap_owners
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.testing.fault import CRASHES, Fault, core_message, invariant_fault
from rulekit.testing.wording import Unwritable, Wording

Weight = Callable[[Choice], int]  # how much a player likes an option; 1 is the least


@dataclass(frozen=True)
class Found:
    """A play that ends in a fault."""

    fault: Fault
    players: int
    answers: tuple[str, ...]


def plain(choice: Choice) -> int:
    """Likes every option equally."""
    return 1


def pick(question: Question, seed: int, number: int, weight: Weight) -> int:
    """The option that a player takes who likes some more than others; chance keeps its weights."""
    chance = question.kind == "chance"
    weights = [choice.weight if chance else weight(choice) for choice in question.choices]
    at = draw(~seed, number, sum(weights))
    for index, share in enumerate(weights):
        at -= share
        if at < 0:
            return index
    raise AssertionError("weights do not add up")


def search_play(game: Game, players: int, seed: int, *, limit: int = 400, weight: Weight = plain) -> Found | None:
    """One play to its end or its first fault."""
    answers: list[str] = []
    try:
        state = game.new(players=players, chance="ask")
        fault = state_fault(state)
        while fault is None and not state.over and len(answers) < limit:
            fault = _answer(state, seed, answers, weight)
    except RulekitError as error:
        fault = Fault("error", core_message(str(error)))
    except CRASHES as error:
        fault = Fault("crash", str(error))
    return None if fault is None else Found(fault, players, tuple(answers))


def _answer(state: State, seed: int, answers: list[str], weight: Weight) -> Fault | None:
    question = state.question
    if question is None or not question.choices:
        return Fault("dead end", "nothing can be answered")
    choice = question.choices[pick(question, seed, len(answers), weight)]
    answers.append(choice.text)
    state.play(choice.text)
    return state_fault(state)


def settled(state: State) -> bool:
    """Is it for a player to decide, or over? In the middle of a draw an invariant need not hold yet."""
    return state.over or state.question is None or state.question.kind != "chance"


def state_fault(state: State) -> Fault | None:
    """What is wrong with a position, if anything."""
    machine = _beside(state)
    if settled(state):
        for rule in state.table.program.invariants:
            if not machine.worked_out(rule.value, [None, None] + [None] * rule.size):
                return invariant_fault(state.game, rule.head.name)
    return next(_out_of_bounds(state, machine), None)


def _beside(state: State) -> Machine:
    """The fastest machine at a position: whoever watches the play need not watch what is looked at behind it."""
    return state.game.machine_type(state.table)(state.table, state.data)


def _out_of_bounds(state: State, machine: Machine) -> Iterator[Fault]:
    table, vals = state.table, state.data.vals
    for name, var in table.program.resources().items():
        if var.floor is None and var.cap is None:
            continue
        for owners, slot in table.slot[name].items():
            value = vals[slot]
            if not isinstance(value, int):
                continue
            cap = _cap(machine, var.cap, owners)
            if var.floor is not None and value < var.floor:
                what = _name(Wording(table, state.data), name, owners)
                yield Fault("bounds", f"{what} below {var.floor}", f"{what} >= {var.floor}", about=f"{name} below its floor")
            if cap is not None and value > cap:
                what = _name(Wording(table, state.data), name, owners)
                yield Fault("bounds", f"{what} above {cap}", f"{what} <= {cap}", about=f"{name} above its cap")


def _name(wording: Wording, name: str, owners: tuple[Any, ...]) -> str:
    try:
        return wording.owned(name, owners)
    except Unwritable:
        return name


def _cap(machine: Machine, cap: Any, owners: tuple[Any, ...]) -> Any:
    if cap is None:
        return None
    owner = owners if len(owners) > 1 else owners[0] if owners else None
    return machine.worked_out(cap, [*cap_owners(machine, owner)] + [None] * 30)


def find(game: Game, *, seeds: range, counts: Iterator[int] | range, limit: int = 400) -> Found | None:
    """The first fault that random plays run into, with each number of players in turn."""
    for seed in seeds:
        for players in counts:
            found = search_play(game, players, seed, limit=limit)
            if found is not None:
                return found
    return None


def shortest(game: Game, found: Found, *, tries: int = 50) -> Found:
    """The same fault by a shorter play, if other seeds give one."""
    best = found
    for seed in range(tries):
        other = search_play(game, found.players, seed, limit=len(best.answers) - 1)
        if other is not None and other.fault == found.fault:
            best = other
    return best
