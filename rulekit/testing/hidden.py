"""What the declarations hide from a player, read a second time.

Contract: says from the zones' `seen by`, from what lies face up and from what was shown whether a player may know
which thing it is. It never asks the code that makes views, so that a law can hold one against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from rulekit.api import State
from rulekit.errors import RulekitError
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.renamed import exchange
from rulekit.interpreter.reworked import Misfit, Reworked
from rulekit.interpreter.secrets_redrawn import broken_invariants
from rulekit.program.types import Type
from rulekit.runtime.describe import describe
from rulekit.runtime.machine import Observer
from rulekit.runtime.scopes import initial_value
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table

_VALUES = 8  # values of a secret that are looked at


def hidden(table: Table, data: Data, thing: int, player: int) -> bool:
    """Do the rules keep from a player which thing this is?"""
    zone = data.where[thing]
    if zone < 0 or zone == table.box or data.up[thing] or (thing, player) in data.known:
        return False
    seen, owner = table.zone_of[zone][0].seen, _seer(table, data, table.owner_zone(zone))
    return (
        seen in ("nobody", "face_up")
        or (seen == "owner" and owner != player)
        or (seen == "others" and owner == player)
        or (seen == "top" and (data.mixed[zone] > 0 or data.zones[zone].index(thing) > 0))
    )


def _seer(table: Table, data: Data, owner: int | None) -> int | None:
    """Who decides for an actor sees what it sees."""
    if owner is None or owner in table.players:
        return owner
    rule = table.program.actors[table.entities[owner].design][1]
    found: int | None = Interpreter(table, data).value(rule, [None, None]) if rule is not None else None
    return found


def hidden_pairs(state: State, player: int, most: int = 12) -> list[tuple[int, int]]:
    """Pairs of things that a player cannot tell: of different names, in places for the same kinds.

    One thing of a name stands for all of that name in a zone. Each two sorts of zones come in turn, first zones that differ,
    and along a play others begin, so that many zones of one sort hide no others.
    """
    table, data = state.table, state.data
    groups: dict[Any, dict[tuple[int, str], int]] = {}
    for entity in table.entities:
        if hidden(table, data, entity.number, player):
            zone = data.where[entity.number]
            group = groups.setdefault(table.zone_of[zone][0].holds, {})
            group.setdefault((zone, entity.design), entity.number)
    between: dict[tuple[bool, str, str], list[tuple[int, int]]] = {}
    for group in groups.values():
        for ((one, design), first), ((two, other), second) in combinations(group.items(), 2):
            if design != other:
                names = table.zone_of[one][0].head.name, table.zone_of[two][0].head.name
                between.setdefault((one == two, min(names), max(names)), []).append((first, second))
    return list(_in_turn([between[key] for key in sorted(between)], data.answered, most))


def _in_turn(between: list[list[Any]], start: int, most: int) -> Iterator[Any]:
    """So many pairs, one of each two sorts of zones after the other."""
    found = 0
    for turn in range(most):
        for at in range(len(between)):
            pairs = between[(at + start) % len(between)]
            if turn < len(pairs) and found < most:
                found += 1
                yield pairs[(turn + start) % len(pairs)]


def exchanged(state: State, one: int, two: int) -> State:
    """The state as it were if two hidden things were each other: places, what is kept on them, and all that names them."""
    other = state.copy()
    machine = Interpreter(other.table, other.data)
    try:
        exchange(machine, {one: two, two: one})
    except Misfit:  # one of them cannot be where the other is
        return state
    other._forget()
    return other


def other_secrets(
    state: State, player: int, may_be: Callable[[State], bool] = lambda _: True
) -> Iterator[tuple[str, str, State]]:
    """A thing that others keep secret from a player, another value of it, and the state as it were with that.

    Of each secret the first value counts with which no invariant breaks that held and which `may_be`.
    """
    table, broken = state.table, broken_invariants(Interpreter(state.table, state.data))
    for slot, (name, owners) in enumerate(table.slot_of):
        var = table.program.vars[name]
        if not var.secret or owners[:1] == (player,):
            continue
        values = [value for value in _possible(state, var.type, state.data.vals[slot]) if value != state.data.vals[slot]]
        for value in values[:_VALUES]:
            other = _with_value(state, slot, value)
            if other is None or not _keeps(other, broken) or not may_be(other):
                continue
            owned = ".".join([*(table.text(owner) for owner in owners if isinstance(owner, int)), name])
            yield owned, describe(Interpreter(table, state.data), value, var.type), other
            break


def _with_value(state: State, slot: int, value: Any) -> State | None:
    """The state with another value in a variable, and what running rules have worked out from it; None where they cannot."""
    other = state.copy()
    machine = Interpreter(state.table, other.data)
    reworked = Reworked(machine, frozenset(), frozenset())
    vals = other.data.vals[:]
    vals[slot] = value
    machine.s.vals = vals
    reworked.again(machine)
    other._forget()
    return None if reworked.stuck else other


def _keeps(state: State, broken: set[str]) -> bool:
    """Does no invariant break but these?"""
    try:
        return broken_invariants(Interpreter(state.table, state.data)) <= broken
    except RulekitError:
        return False


def _possible(state: State, type_: Type, value: Any) -> Iterator[Any]:
    """Values that a secret of a type could have too; none for types of which that is not known."""
    if type_.tag == "yesno":
        yield not value
    elif type_.tag == "number":
        yield (value or 0) + 1
    elif type_.tag == "values":
        yield from state.table.program.values[type_.name]
    elif type_.tag == "thing":
        yield from (e.number for e in state.table.entities if e.kind == type_.name)


def declared(state: State, player: int) -> Any:
    """What the declarations show a player: places, values that are not secret, what is being carried out."""
    table, data = state.table, state.data
    zones = [tuple(None if hidden(table, data, t, player) else t for t in items) for items in data.zones]
    places = [(path, pc) for path, pc, _ in data.stack]
    return zones, list(_open_values(state, player)), _laid_on(state, player), places, data.ended, data.winners


def _laid_on(state: State, player: int) -> list[Any]:
    """What is kept on hidden things, by the places where they lie: hints that all may read."""
    table, data = state.table, state.data
    start = Interpreter(table, data)
    found: list[tuple[Any, ...]] = []
    for slot, (name, owners) in enumerate(table.slot_of):
        var, unknown = table.program.vars[name], _hidden_among(state, owners, player)
        if unknown and not var.secret and data.vals[slot] != initial_value(start, name, owners):
            whose = [_place(data, owner) if owner in unknown else owner for owner in owners]
            found.append((name, str(whose), str(_masked(state, player, data.vals[slot], var.type))))
    return sorted(found)


def _place(data: Data, thing: int) -> tuple[int, int]:
    """Where a thing lies: its zone, and its place there if places are told apart."""
    zone = data.where[thing]
    at = data.zones[zone].index(thing)
    return zone, at if at >= data.mixed[zone] else -1


def _hidden_among(state: State, owners: tuple[Any, ...], player: int) -> list[int]:
    return [one for one in owners if isinstance(one, int) and hidden(state.table, state.data, one, player)]


def _open_values(state: State, player: int) -> Iterator[Any]:
    table = state.table
    for slot, (name, owners) in enumerate(table.slot_of):
        secret = table.program.vars[name].secret and owners[:1] != (player,)
        type_ = table.program.vars[name].type
        yield None if secret or _hidden_among(state, owners, player) else _masked(state, player, state.data.vals[slot], type_)


def _masked(state: State, player: int, value: Any, type_: Type) -> Any:
    """A value without the things that a player cannot tell from others."""
    if type_.tag == "thing" and isinstance(value, int):
        return -1 if hidden(state.table, state.data, value, player) else value
    if type_.tag == "list" and isinstance(value, tuple):
        return tuple(_masked(state, player, item, type_.element) for item in value)
    if type_.tag == "record" and isinstance(value, tuple):
        parts = state.table.program.records[type_.name]
        return tuple(_masked(state, player, item, part) for item, (_, part) in zip(value, parts, strict=True))
    return value


def reveals(before: State, after: State) -> bool:
    """Did an answer draw on chance, or show somebody what was hidden from him?"""
    if before.decision.kind == "chance" or before.data.counter != after.data.counter:
        return True
    table = before.table
    return any(
        hidden(table, before.data, thing.number, player) and not hidden(table, after.data, thing.number, player)
        for player in before.players
        for thing in table.entities
    )


class Witness(Interpreter, Observer):
    """A machine that notes what a player sees move, and whether he ever sees one of two things, however briefly."""

    player = 0
    pair: tuple[int, ...] = ()
    seen = False
    moves: tuple[tuple[int, int], ...] = ()

    def __init__(self, table: Table, data: Data) -> None:
        super().__init__(table, data)
        self.observer = self

    def moved(self, thing: int, zone: int) -> None:
        if not hidden(self.t, self.s, thing, self.player):
            self.moves = (*self.moves, (thing, zone))

    def step(self) -> bool:
        self._look()
        asks = super().step()
        self._look()
        return asks

    def _look(self) -> None:
        if not self.seen:
            self.seen = not all(hidden(self.t, self.s, thing, self.player) for thing in self.pair)


def witnessed(state: State, player: int, things: tuple[int, ...]) -> Witness:
    """Lets a witness run a state from here on."""
    machine = Witness(state.table, state.data)
    machine.player, machine.pair = player, things
    state.machine = machine
    return machine
