"""All worlds that fit what a player knows, counted in the plain way.

Contract: every way to deal the hidden things of a pool to the places of the pool is made and looked at; nothing is asked of
the code that draws worlds, so that a law can hold one against the other. For few hidden things only.
"""

from __future__ import annotations

import re
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
from rulekit.program.game import Program
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
    for other in (dealt for laid in _laid(state, player) for dealt in _dealt(laid, list(pools.values()))):
        if _bears_its_text(other) and fits(state, other, player):
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


def _laid(state: State, player: int) -> Iterator[State]:
    """The state with each hidden thing whose text is being carried out in every place of its zone where it could be."""
    table, data = state.table, state.data
    scopes = [scope._replace(once=()) for scope in data.scopes]  # that something has acted tells no more than that it acts
    kept = str([data.vals, scopes, data.lasting, [local[2:] for _, _, local in data.stack]])
    named = {int(number) for number in re.findall(r"\d+", kept)}
    working = dict.fromkeys(local[1] for path, _, local in data.stack if path[0] != "@" and local[1] is not None)
    free = [thing for thing in working if thing not in named and hidden(table, data, thing, player)]
    if len(free) != 1:  # of more than one nothing is counted here
        yield state
        return
    zone, thing = data.where[free[0]], free[0]
    at = data.zones[zone].index(thing)
    for other, item in enumerate(data.zones[zone]):
        if hidden(table, data, item, player):
            laid = state.copy()
            items = list(data.zones[zone])
            items[at], items[other] = item, thing
            laid.data.zones[zone] = tuple(items)
            laid._forget()
            yield laid


def _bears_its_text(state: State) -> bool:
    """Is every text that is carried out, waits or lasts that of a thing which has it?"""
    program, entities = state.table.program, state.table.entities
    for path, this in _texts(state.data, program):
        head, _, rest = path.partition("/")
        design = head.removeprefix("design:") if head.startswith("design:") else rest.partition("/")[0]
        text_of_a_design = design in program.designs and (head in program.kinds or head.startswith("design:"))
        if this is not None and text_of_a_design and entities[this].design != design:
            return False
    return True


def _texts(data: Data, program: Program) -> Iterator[tuple[str, int | None]]:
    """The path of each text that is carried out, waits or lasts, and the thing whose text it is."""
    for path, _, local in data.stack:
        if path[0] != "@":
            yield path, local[1]
    for entry in data.lasting:
        yield entry["routine"] or entry["bundle"], entry["locals"][1]
    for scope in data.scopes:
        yield from ((path, env[1]) for path, env in scope.then)
        yield from ((bundle, kept[1]) for bundle, kept in scope.lent)
        if scope.bundle:
            yield program.bundles[scope.bundle].routine, scope.locals[1]


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
