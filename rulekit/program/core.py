"""Resolved expressions: every name is a slot, a variable, a zone, a field or a constant, and every type is known.

Contract: built by the checker; pure; evaluated by `interpreter/evaluate.py`. Values at run time are plain data:
numbers and things are ints, yes and no are bools, members of `values`, resources and designs are strings, lists and
records are tuples, no thing is None. A bundle is a tuple of alternatives, each a tuple of (resource, amount,
holder); holder None is the one who gains or pays. Dice are (count, sides, plus).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulekit.program.types import ANY, Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    type: Type = field(default=ANY, compare=False)


@dataclass(frozen=True, slots=True)
class Const(Core):
    value: Any


@dataclass(frozen=True, slots=True)
class Local(Core):
    slot: int


@dataclass(frozen=True, slots=True)
class GetVar(Core):
    """A variable or resource, of the game or of one or two owners."""

    var: str
    owners: tuple[Core, ...] = ()


@dataclass(frozen=True, slots=True)
class GetField(Core):
    field: str
    thing: Core


@dataclass(frozen=True, slots=True)
class GetStat(Core):
    stat: str
    thing: Core


@dataclass(frozen=True, slots=True)
class ZoneOf(Core):
    """One zone, as a zone: its number in the table."""

    zone: str
    owners: tuple[Core, ...] = ()


@dataclass(frozen=True, slots=True)
class Items(Core):
    """What lies in a zone."""

    zone: Core


@dataclass(frozen=True, slots=True)
class ZoneUnion(Core):
    """What lies in all zones of that name (of one first owner, if given)."""

    zone: str
    owner: Core | None = None


@dataclass(frozen=True, slots=True)
class Attr(Core):
    """Something every thing or player has: owner, zone, name, cell, position, seat, left, shown, faces."""

    name: str
    thing: Core


@dataclass(frozen=True, slots=True)
class TheThing(Core):
    """The only thing of a design."""

    design: str


@dataclass(frozen=True, slots=True)
class Owned(Core):
    """The thing of that design that belongs to a player."""

    design: str
    player: Core


@dataclass(frozen=True, slots=True)
class Each(Core):
    """Maps a list; `flat` joins list results."""

    source: Core
    slot: int
    body: Core
    flat: bool


@dataclass(frozen=True, slots=True)
class Keep(Core):
    """Filters a list by kind and condition."""

    source: Core
    slot: int
    kind: str | None
    where: Core | None


@dataclass(frozen=True, slots=True)
class Fold(Core):
    """count, some, every, sum, most, least over a kept list."""

    function: str
    source: Core
    slot: int
    body: Core | None


@dataclass(frozen=True, slots=True)
class Rank(Core):
    """highest, lowest, sorted by keys."""

    function: str
    source: Core
    slot: int
    keys: tuple[Core, ...]
    down: bool


@dataclass(frozen=True, slots=True)
class Op(Core):
    """A binary operation whose meaning the checker has settled: `+ - * / .. and or == != < > <= >=`, `list+`, `list-`,
    `bundle+`, `bundle-`, `bundle*`, `bundle or`, `dice+`, `dice-`, `same_design`."""

    op: str
    left: Core
    right: Core


@dataclass(frozen=True, slots=True)
class Not(Core):
    value: Core


@dataclass(frozen=True, slots=True)
class IfElse(Core):
    condition: Core
    yes: Core
    no: Core


@dataclass(frozen=True, slots=True)
class Within(Core):
    """`x in L`; by design when the list holds names and x is a thing."""

    item: Core
    source: Core
    by_design: bool = False


@dataclass(frozen=True, slots=True)
class IsKind(Core):
    thing: Core
    kind: str


@dataclass(frozen=True, slots=True)
class IsDesign(Core):
    thing: Core
    design: str


@dataclass(frozen=True, slots=True)
class Running(Core):
    thing: Core


@dataclass(frozen=True, slots=True)
class HasPower(Core):
    thing: Core
    power: str


@dataclass(frozen=True, slots=True)
class VerbRunning(Core):
    verb: str


@dataclass(frozen=True, slots=True)
class CallDefine(Core):
    name: str
    args: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Builtin(Core):
    """A built-in function; `step` names the define that gives the cells one can step to."""

    name: str
    args: tuple[Core, ...]
    step: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Count(Core):
    """How often a word occurs in a list: members equal to it, things of that kind or design; divided, rounded down."""

    source: Core
    mode: str  # value, kind, design
    word: str
    size: int


@dataclass(frozen=True, slots=True)
class MakeBundle(Core):
    count: Core
    resource: Core
    holder: Core | None = None


@dataclass(frozen=True, slots=True)
class MakeList(Core):
    items: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class MakeRecord(Core):
    name: str
    items: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Part(Core):
    """One part of a record."""

    record: Core
    index: int


@dataclass(frozen=True, slots=True)
class Supposed(Core):
    """The value that something would have if a routine had been carried out. `given` are the locals that both may read, in
    their slots; nothing that the routine does stays."""

    routine: str
    slots: tuple[int, ...]
    given: tuple[Core, ...]
    value: Core
    size: int


@dataclass(frozen=True, slots=True)
class Setting(Core):
    """An option of the game."""

    name: str


YOU = 0
THIS = 1
