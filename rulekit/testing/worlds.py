"""All worlds that fit what a player knows, counted in the plain way.

Contract: every way to deal the hidden things of a pool to the places of the pool is made and looked at; nothing is asked of
the code that draws worlds, so that a law can hold one against the other. For few hidden things only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod

from rulekit.api import State
from rulekit.errors import ResampleError, RulekitError
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.renamed import exchange
from rulekit.interpreter.resample import Drawing, TooMany
from rulekit.interpreter.reworked import Misfit
from rulekit.program.types import is_kind
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.testing.hidden import hidden

Distribution = dict[Hashable, Fraction]


def drawn_worlds(state: State, player: int, most: int) -> Distribution | None:
    """How likely each world is to be drawn; None if there are too many ways to draw."""
    found: Counter[Hashable] = Counter()
    try:
        for weight, data in Drawing(Interpreter(state.table, state.data.copy()), player).all(most):
            found[world(state.table, data)] += weight  # type: ignore[assignment]
    except (TooMany, ResampleError):
        return None
    return _normal(found)


def counted_worlds(state: State, player: int, most: int) -> Distribution | None:
    """How likely each world is if all ways to deal that fit are equally likely; None if there are too many ways."""
    table, data = state.table, state.data
    pools: dict[int, list[int]] = {}
    for entity in table.entities:
        if hidden(table, data, entity.number, player):
            pools.setdefault(data.pools[data.where[entity.number]], []).append(entity.number)
    if prod(factorial(len(things)) for things in pools.values()) > most:
        return None
    found: Counter[Hashable] = Counter()
    for other in _dealt(state, list(pools.values())):
        if fits(state, other, player):
            found[world(table, other.data)] += 1
    return _normal(found)


def _normal(found: Counter[Hashable]) -> Distribution:
    whole = Fraction(sum(found.values()))
    return {key: weight / whole for key, weight in found.items()}


def world(table: Table, data: Data) -> Hashable:
    """What lies where and what is kept, copies of a card being the same."""

    def named(items: tuple[int, ...], mixed: int) -> tuple[str, ...]:
        names = [table.design_of[item] for item in items]
        return (*sorted(names[:mixed]), *names[mixed:])

    return tuple(named(items, data.mixed[zone]) for zone, items in enumerate(data.zones)), tuple(map(str, data.vals))


def _dealt(state: State, pools: list[list[int]]) -> Iterator[State]:
    for orders in product(*(permutations(things) for things in pools)):
        turn = {one: two for things, order in zip(pools, orders, strict=True) for one, two in zip(things, order, strict=True)}
        other = state.copy()
        machine = Interpreter(other.table, other.data)
        try:
            exchange(machine, turn)
        except Misfit:
            continue
        other._forget()
        if all(_may_lie(other, thing) for thing in turn):
            yield other


def _may_lie(state: State, thing: int) -> bool:
    kind, held = state.table.entities[thing].kind, state.table.zone_of[state.data.where[thing]][0].holds
    return any(is_kind(kind, other, state.table.program.parents) for other in held)


def fits(state: State, other: State, player: int) -> bool:
    """Does the player see the same, and is the same asked of him or of somebody else?"""
    try:
        same = other.view(player) == state.view(player) and other.decision.kind == state.decision.kind
        if not same or state.decision.player != player:
            choices = len(other.question.choices) if other.question is not None else 0
            return same and choices >= min(2, len(state.question.choices) if state.question is not None else 0)
        return other.decision.refused == state.decision.refused and other.decision.prompt == state.decision.prompt
    except RulekitError:
        return False
