"""Declarations as they are written, and the lines of their bodies.

Contract: what every declaration has stands in `Decl`; its lines are `items` in the order of the text.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.syntax.nodes.abilities import Ability
from rulekit.syntax.nodes.base import Node
from rulekit.syntax.nodes.expressions import Expr
from rulekit.syntax.nodes.statements import Block, Scope


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    name: str
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class Param(Node):
    type: TypeName
    name: str
    prep: str = ""  # "" for the direct object or a positional parameter
    default: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decl(Node):
    """Something declared: a name, what players read, where the rule comes from."""

    name: str
    names: tuple[str, ...] = ()  # all names, where one text declares several
    labels: tuple[str, ...] = ()  # what players read: see `sources/labels.py`
    tags: tuple[str, ...] = ()
    change: str = ""  # "", "replace", "extend"
    module: str = ""  # the module whose block it stands in


@dataclass(frozen=True, slots=True)
class Prop(Node):
    name: str
    prep: str
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lasting(Node):
    """`lasts SCOPE` in the body of a resource."""

    scope: Scope


@dataclass(frozen=True, slots=True)
class Field(Node):
    names: tuple[str, ...]
    type: TypeName
    default: Expr | None = None
    link: bool = False
    labels: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True)
class Stat(Node):
    name: str
    type: TypeName
    value: Expr
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PowerDecl(Node):
    name: str
    params: tuple[Param, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PowerText(Node):
    """`when played: ...`: what a thing does when that power is activated."""

    name: str
    params: tuple[tuple[str, str], ...]  # preposition, local name
    tags: tuple[str, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Map(Node):
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark(Node):
    symbol: str
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Cell(Node):
    names: tuple[str, ...]
    next: tuple[str, ...]
    labels: tuple[str, ...]
    tags: tuple[str, ...]
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Decl):
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class About(Node):
    """What a game says of itself to those who learn it: its `goal`, its `theme`, a `hint`."""

    word: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Import(Decl):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Module(Decl):
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    players: tuple[int, ...] = ()  # in force by itself at these player counts
    body: tuple[Decl, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionDecl(Decl):
    type: TypeName
    default: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Values(Decl):
    members: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Decl):
    fields: tuple[tuple[str, TypeName], ...] = ()
    field_labels: tuple[tuple[str, tuple[str, ...]], ...] = ()  # of those that have labels


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource(Decl):
    of: tuple[str, ...] = ()
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Var(Decl):
    type: TypeName
    of: tuple[str, ...] = ()
    default: Expr | None = None
    lasts: Scope | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StatOf(Decl):
    """`stat defence of player: number = ...`: a computed value of a built-in or declared kind."""

    kind: str
    type: TypeName
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Decl):
    parent: str | None = None
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Decl):
    of: tuple[str, ...] = ()
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Decl):
    cells: str | None = None
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor(Decl):
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Define(Decl):
    params: tuple[Param, ...] = ()
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb(Decl):
    """`to VERB ...`; a `moment` has no block."""

    params: tuple[Param, ...] = ()
    block: Block | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Decl):
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Cross(Node):
    """`suit s`, `number r in 1..13`: what there is a thing for each of."""

    kind: str
    name: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing(Decl):
    kind: str
    of: str | None = None
    items: tuple[Node, ...] = ()
    cross: tuple[Cross, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Decl):
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant(Decl):
    value: Expr
