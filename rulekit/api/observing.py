"""What a player sees of a position, as numbers in a fixed order.

Contract: a `Schema` hangs on the rules and the number of players alone; `version` changes whenever the order or meaning of the
numbers does. `encode` is worked out from the player's view and, where he is asked, from what he is asked, so it holds nothing
that is hidden from him: positions that are the same to him are encoded alike. `docs/how-to/learn_a_game.md` tells more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulekit.api.actions import _owner_name, _zone_name
from rulekit.api.state import State
from rulekit.errors import UsageError
from rulekit.interpreter.view import View, view
from rulekit.program import ops as o
from rulekit.program.types import Type
from rulekit.runtime.table import Table

VERSION = 1
_ASKING = (o.Ask, o.Choose, o.AskYes, o.AskTimes, o.NextItem, o.Gain, o.Pay)
Numbers = list[float]
Write = Callable[["Seen"], Numbers]


@dataclass(frozen=True)
class Field:
    """Some numbers that belong together."""

    name: str
    size: int
    meaning: str  # of its numbers, in words
    labels: tuple[str, ...] = ()  # of each number, where it stands for one value


@dataclass(frozen=True)
class Seen:
    """What is encoded."""

    view: View
    player: int
    place: int | None  # which operation asks him


class Schema:
    """The fields of an observation, and how they are filled."""

    version = VERSION

    def __init__(self, table: Table) -> None:
        self._table = table
        self._fields: list[tuple[Field, Write]] = []
        self._seats()
        self._places()
        for zone in range(len(table.zone_of)):
            if zone != table.box:
                self._zone(zone)
        for name, owners in table.slot_of:
            self._variable(name, owners)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return tuple(field for field, _ in self._fields)

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.fields)

    def encode(self, state: State, player: int) -> Numbers:
        """What a player sees of a position, as numbers."""
        state._require_player(player)
        if state.table.program is not self._table.program or len(state.players) != len(self._table.players):
            raise UsageError("the position is of another game, or of another number of players, than the schema")
        seen = Seen(_looked(state, player), player, self._asks(state, player))
        found: Numbers = []
        for _, write in self._fields:
            found += write(seen)
        return found

    def as_data(self) -> dict[str, Any]:
        """For a program to read: the fields with their places."""
        rows, at = [], 0
        for field in self.fields:
            row = {"name": field.name, "first": at, "size": field.size, "meaning": field.meaning}
            rows.append({**row, "labels": list(field.labels)} if field.labels else row)
            at += field.size
        return {"version": self.version, "size": self.size, "fields": rows}

    def __deepcopy__(self, memo: dict[int, Any]) -> Schema:
        return self  # nothing changes it

    def __repr__(self) -> str:
        return f"<{len(self.fields)} fields, {self.size} numbers, of {self._table.program.name}>"

    # ---------- fields ----------
    def _add(self, name: str, size: int, meaning: str, write: Write, labels: tuple[str, ...] = ()) -> None:
        self._fields.append((Field(name, size, meaning, labels), write))

    def _seats(self) -> None:
        count = len(self._table.players)
        self._add("player", count, "1 for the one who sees it", lambda s: _one(count, s.player))
        self._add("active", count, "1 for the one whose turn it is", lambda s: _one(count, s.view["active"]))
        self._add("asked", count, "1 for the one who is asked", lambda s: _one(count, s.view["asked"]))
        self._add("over", 1, "1 once the game is over", lambda s: [float(s.view["over"])])
        self._add("round", 1, "the number of the round", lambda s: [float(s.view["round"])])

    def _places(self) -> None:
        """Where he is asked: the same option may mean something else at another place."""
        places = [
            (path, at)
            for path, routine in self._table.program.routines.items()
            for at, op in enumerate(routine.ops)
            if isinstance(op, _ASKING) and not getattr(op, "random", False)
        ]
        self._place_of = {place: number for number, place in enumerate(places)}
        labels = tuple(f"{path}:{at}" for path, at in places)
        meaning = "1 for the place in the rules that asks the one who sees it; nothing while another is asked"
        self._add("question", len(places), meaning, lambda s: _one(len(places), s.place), labels)

    def _asks(self, state: State, player: int) -> int | None:
        if state.over or state.asked().player != player:
            return None
        path, at, *_ = state._data.stack[-1]
        return self._place_of.get((path, at))

    def _zone(self, zone: int) -> None:
        table = self._table
        definition, owners = table.zone_of[zone]
        name = _zone_name(table, zone)
        held = [number for kind in definition.holds for number in table.members(kind)]
        designs = tuple(dict.fromkeys(table.entities[number].name for number in held))
        by_things = any(isinstance(owner, int) and owner not in table.seats for owner in owners)
        at = {design: number for number, design in enumerate(designs)}

        def counted(seen: Seen) -> Numbers:
            found = [0.0] * (len(designs) + 1)
            there = seen.view["zones"].get(name)
            for thing in there["things"] if there is not None else ():
                if _design(thing) in at:
                    found[at[_design(thing)]] += 1
            found[-1] = float(there["hidden"]) if there is not None else 0.0
            return found

        def summed(seen: Seen) -> Numbers:
            there = seen.view["zones"].get(name)
            if there is None:
                return [0.0, 0.0, 0.0]
            first = next((at[one] + 1 for one in map(_design, there["things"]) if one in at), 0)
            return [float(len(there["things"])), float(there["hidden"]), first / max(1, len(designs))]

        if by_things and len(designs) > _FEW:
            meaning = "how many are seen there, how many are hidden, and which is the first, as a share of the list of designs"
            self._add(name, 3, meaning, summed)
        else:
            meaning = "how many of each design are seen there; the last: how many are hidden"
            self._add(name, len(designs) + 1, meaning, counted, (*designs, "hidden"))

    def _variable(self, name: str, owners: tuple[Any, ...]) -> None:
        table = self._table
        var = table.program.vars[name]
        key = ".".join([*(_owner_name(table, owner) for owner in owners), var.head.name])
        size, meaning, labels, numbers = _value(table, var.type)

        def write(seen: Seen) -> Numbers:
            values: Mapping[str, Any] = seen.view["values"]
            return numbers(values.get(key))

        self._add(key, size, meaning, write, labels)


_FEW = 12  # designs that are counted one by one even in the zones of things
_MOST = 64  # things that a variable is told apart by
Encoding = tuple[int, str, tuple[str, ...], Callable[[Any], Numbers]]


def _value(table: Table, type_: Type) -> Encoding:
    """How a value of a type is told; what the player does not see is nothing but zeros."""
    if type_.tag == "number":
        return 1, "the number; 0 for none", (), lambda value: [float(value or 0)]
    if type_.tag == "yesno":
        return 1, "1 for yes", (), lambda value: [float(bool(value))]
    names = _names(table, type_.element if type_.many else type_)
    if names and len(names) <= _MOST:
        at = {name: number for number, name in enumerate(names)}
        return len(names), "how often each is there", names, lambda value: _often(at, value)
    if names:
        rank = {name: number + 1 for number, name in enumerate(names)}
        total = len(names)
        return 1, "which one it is, as a share of their list; 0 for none", (), lambda value: [_first(rank, value) / total]
    return 1, "how many there are; 0 for none", (), lambda value: [_length(value)]


def _names(table: Table, type_: Type) -> tuple[str, ...]:
    if type_.tag == "values":
        return table.program.values[type_.name]
    if type_.tag == "thing":
        return tuple(dict.fromkeys(table.entities[number].name for number in table.members(type_.name)))
    return ()


def _often(at: dict[str, int], value: Any) -> Numbers:
    found = [0.0] * len(at)
    for one in value if isinstance(value, list) else (value,):
        if isinstance(one, str) and one in at:
            found[at[one]] += 1
    return found


def _first(rank: dict[str, int], value: Any) -> int:
    one = value[0] if isinstance(value, list) and value else value
    return rank.get(one, 0) if isinstance(one, str) else 0


def _length(value: Any) -> float:
    if value is None:
        return 0.0
    return float(len(value)) if isinstance(value, list | dict) else 1.0


def _one(size: int, at: int | None) -> Numbers:
    found = [0.0] * size
    if at is not None and 0 <= at < size:
        found[at] = 1.0
    return found


def _looked(state: State, player: int) -> View:
    """The view without its log, which takes long and is not encoded."""
    found = view(state.machine, player)
    found["asked"] = None if state.over else state.asked().player
    return found


__all__ = ["VERSION", "Field", "Schema"]


def _design(thing: str) -> str:
    """The design of a thing as a view names it."""
    return thing.partition("#")[0]
