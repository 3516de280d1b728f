"""What printed source refers to by name: tables that are fixed for one game.

Contract: a constant is named by its recipe, plain data from which its value is made again in another process; so
printed code can be kept on disk without any of the tables. Names are made here, from a hash, never taken from rules.
"""

from __future__ import annotations

import hashlib
from typing import Any

from rulekit.boards.compass import DIRECTIONS
from rulekit.interpreter.board_builtins import cells_ahead
from rulekit.interpreter.builtins import BUILTINS
from rulekit.ir.fold import FRAME, UNKNOWN, Fold
from rulekit.program import core as c
from rulekit.program.types import Type, is_kind
from rulekit.runtime.bearers import lent_bundle, power_routine
from rulekit.runtime.machine import Machine

Recipe = tuple[Any, ...]
Shape = tuple[Any, ...]  # a type as plain data


def shape_of(type_: Type) -> Shape:
    return (type_.tag, type_.name, None if type_.of is None else shape_of(type_.of))


def _type(shape: Shape) -> Type:
    tag, name, of = shape
    return Type(tag, name, None if of is None else _type(of))


def named(prefix: str, key: Any) -> str:
    """A name that hangs on nothing but what it stands for."""
    return f"{prefix}_{hashlib.blake2b(repr(key).encode(), digest_size=8).hexdigest()}"


def _key(recipe: Recipe) -> Recipe:
    """A value is known by how it is written: it may be a table, which cannot be a key."""
    return recipe[:2] if recipe[0] == "value" else recipe


class Constants:
    """Names of recipes, and the values they stand for."""

    def __init__(self, machine: Machine) -> None:
        self.m, self.t, self.program = machine, machine.t, machine.program
        self.names: dict[Recipe, str] = {}
        self.recipes: dict[str, Recipe] = {}
        self.values: dict[Recipe, Any] = {}
        self.fold = Fold(machine)
        self.code: Any = None  # the functions of the table, for places that go on with one of them

    def name(self, recipe: Recipe) -> str:
        key = _key(recipe)
        found = self.names.get(key)
        if found is None:
            found = self.names[key] = named("K", key)
            self.recipes[found] = recipe
        return found

    def value(self, recipe: Recipe) -> Any:
        key = _key(recipe)
        if key not in self.values:
            self.values[key] = getattr(self, f"_{recipe[0]}")(*recipe[1:])
        return self.values[key]

    # ---------- recipes ----------
    def _value(self, shape: str, value: Any) -> Any:
        return value

    def _slots(self, var: str) -> dict[Any, int]:
        """The slots of a variable by owner, or by the tuple of its owners if it has several."""
        slots = self.t.slot[var]
        return {k[0]: v for k, v in slots.items()} if len(self.program.vars[var].owners) == 1 else slots

    def _zones(self, zone: str) -> dict[Any, int]:
        numbers = {k[1:]: v for k, v in self.t.zone_number.items() if k[0] == zone}
        return {k[0]: v for k, v in numbers.items()} if len(self.program.zones[zone].owners) == 1 else numbers

    def _named_zones(self, zone: str) -> tuple[int, ...]:
        return tuple(self.t.zones_named[zone])

    def _union(self, zone: str) -> dict[Any, tuple[int, ...]]:
        groups: dict[Any, tuple[int, ...]] = {}
        for number in self.t.zones_named[zone]:
            owner = self.t.zone_of[number][1][0]
            groups[owner] = (*groups.get(owner, ()), number)
        return groups

    def _field(self, name: str) -> dict[int, Any]:
        return {e.number: self.m.field(e.number, name) for e in self.t.entities if self._has_field(e.kind, name)}

    def _has_field(self, kind: str, name: str) -> bool:
        at: str | None = kind
        while at is not None:
            if at in self.program.kinds and name in self.program.kinds[at].fields:
                return True
            at = self.program.parents.get(at)
        return False

    def _designs(self) -> dict[int, str]:
        return {e.number: e.design for e in self.t.entities}

    def _owned(self, design: str) -> dict[Any, int]:
        owned: dict[Any, int] = {}
        for number in self.t.by_design.get(design, ()):
            owned.setdefault(self.t.entities[number].owner, number)
        return owned

    def _kind(self, kind: str) -> frozenset[int]:
        return frozenset(e.number for e in self.t.entities if is_kind(e.kind, kind, self.program.parents))

    def _design(self, design: str) -> frozenset[int]:
        return frozenset(self.t.by_design.get(design, ()))

    def _power(self, power: str) -> frozenset[int]:
        return frozenset(e.number for e in self.t.entities if power_routine(self.m, e.number, power) is not None)

    def _lenders(self, rules: str) -> frozenset[int]:
        return frozenset(e.number for e in self.t.entities if lent_bundle(self.m, e.number, rules) is not None)

    def _powers(self, power: str) -> dict[int, tuple[str, tuple[None, ...]]]:
        """For each thing that has a power: its routine, and the locals besides the subject and the thing."""
        found = {thing: power_routine(self.m, thing, power) for thing in sorted(self._power(power))}
        size = {path: self.program.routines[path].size for path in found.values() if path is not None}
        return {thing: (path, (None,) * (size[path] - 2)) for thing, path in found.items() if path is not None}

    def _holder(self, kind: str) -> list[int | None]:
        """The cell or die that a zone is part of, by zone; the last entry, -1, is for things that lie nowhere."""
        found: list[int | None] = [None] * (len(self.t.zone_of) + 1)
        for zone in range(len(self.t.zone_of)):
            found[zone] = self.t.holder(zone, kind)
        return found

    def _zone_or_none(self) -> list[int | None]:
        return [*range(len(self.t.zone_of)), None]

    def _neighbours(self) -> dict[int, tuple[int, ...]]:
        node = c.Builtin("neighbours", ())
        return {cell: BUILTINS["neighbours"](self.m, node, [cell], []) for cell in self.t.board_at}

    def _ahead(self) -> dict[tuple[int, str], int]:
        return {key: line[0] for key, line in self._rays().items()}

    def _rays(self) -> dict[tuple[int, str], tuple[int, ...]]:
        """The cells in a line, by the cell where it begins and its direction; lines without cells are left out."""
        found = {(cell, way): cells_ahead(self.m, cell, way) for cell in self.t.board_at for way in DIRECTIONS}
        return {key: line for key, line in found.items() if line}

    def _builtin(self, name: str, step: str, word: str, shape: Shape) -> c.Builtin:
        return c.Builtin(name, (), step, word, type=_type(shape))

    def _supposed(self, path: str) -> c.Supposed:
        return self.program.supposed[path]

    def _op(self, path: str, index: int) -> Any:
        return self.program.routines[path].ops[index]

    def _site(self, path: str, index: int) -> Any:
        from rulekit.ir.run.sites import Site

        return Site(self.code, path, index)

    def _offers(self, path: str, index: int) -> Any:
        return self.value(("site", path, index)).of_code()

    def _offered(self, path: str, index: int, head: int) -> Any:
        offers = self._offers(path, index)
        return offers.done if head < 0 else offers.heads[head]

    def _offer(self, path: str, index: int, thing: int) -> Any:
        return self._offered(path, index, 0)[thing]

    def _menu(self, path: str, index: int, heads: tuple[int, ...] | None = None) -> Any:
        """All options of a menu, or some of them."""
        found = self._offers(path, index).heads
        return found if heads is None else tuple(found[at] for at in heads)

    def _remembered(self, *what: Any) -> dict[Any, Any]:
        """What printed code has found out before, by what it hangs on."""
        return {}

    def _scopes(self, word: str, name: str, end: int) -> dict[Any, Any]:
        """Scopes that have been opened before, by what differs between them."""
        return {}

    def _lasting(self, word: str, name: str) -> tuple[Any, ...] | None:
        """What lasts for a scope: blocks of slots with their values at its start; None if a start must be computed."""
        blocks = self.t.lasting(word, name)
        starts = [self._start(self.t.slot_of[first][0]) for first, _, _ in blocks]
        if None in starts:
            return None
        return tuple((a, b, [start[0]] * (b - a)) for (a, b, _), start in zip(blocks, starts, strict=True) if start is not None)

    def _start(self, var: str) -> tuple[Any] | None:
        """The value that a variable has at its start, if that hangs on nothing."""
        default = self.program.vars[var].default
        if default is None:
            return (None,)
        found = self.fold.value(default, FRAME)
        return None if found is UNKNOWN else (found,)

    def _watch(self, number: int) -> Any:
        return self.program.watches[number]

    def _works_in(self, kind: str) -> frozenset[int]:
        return self.t.works_in[kind]

    def _bearers(self, bearer: str) -> tuple[int, ...]:
        return self.t.bearers(bearer)

    def _zones_called(self, name: str) -> frozenset[int]:
        return frozenset(z for z, (zone, _) in enumerate(self.t.zone_of) if zone.head.name == name)
