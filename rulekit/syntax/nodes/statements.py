"""Statements as they are written: what is done, asked, paid, chosen and repeated.

Contract: a `Block` is a tuple of statements; a `choose` or `pay` without a block of its own governs what follows it,
which the tree does not show: the checker sees to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulekit.syntax.nodes.base import Node
from rulekit.syntax.nodes.expressions import Binding, Expr, Query

if TYPE_CHECKING:
    from rulekit.syntax.nodes.abilities import Ability, Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Stmt(Node):
    """Something that is done."""


Block = tuple[Stmt, ...]
Args = tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Sentence(Stmt):
    subject: Expr | None
    verb: str
    object: Expr | None
    args: Args = ()
    bind: str | None = None
    each: bool = False  # `roll each of 4d6`: one by one
    into: Expr | None = None  # `roll 1d6 as your luck`: a variable that takes the result


@dataclass(frozen=True, slots=True)
class Activate(Stmt):
    subject: Expr | None
    power: Expr
    args: Args = ()
    bind: str | None = None


@dataclass(frozen=True, slots=True)
class Pay(Stmt):
    subject: Expr | None
    cost: Expr
    purpose: str | None = None
    bind: str | None = None


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    """With `otherwise` the rest of the block is left out when the value is none, and that block runs instead."""

    name: str
    value: Expr
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class Set(Stmt):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Require(Stmt):
    condition: Expr
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HowMany(Node):
    """`exactly`, `up to` or `any number of`."""

    mode: str
    count: Expr | None = None


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """A choice of a thing; without a block of its own it governs the rest of the block it stands in."""

    subject: Expr | None
    how_many: HowMany | None
    query: Query
    cost: Expr | None = None
    purpose: str | None = None
    block: Block | None = None
    otherwise: Block | None = None
    random: bool = False
    optional: bool = False
    labels: tuple[str, ...] = ()  # what is asked, where that is not plain from the rest


@dataclass(frozen=True, slots=True)
class End(Stmt):
    scope: str
    name: str | None = None
    value: Expr | None = None
    then: Block | None = None


@dataclass(frozen=True, slots=True)
class DoNothing(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Proceed(Stmt):
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Announce(Stmt):
    """Tells all, or some, what has happened: a text with names in its slots."""

    texts: tuple[str, ...]
    to: Expr | None = None
    values: tuple[Expr, ...] = ()  # what stands in the slots, each once: names, `you`, `this`


@dataclass(frozen=True, slots=True)
class Todo(Stmt):
    reason: str


@dataclass(frozen=True, slots=True)
class Result(Stmt):
    value: Expr


@dataclass(frozen=True, slots=True)
class May(Stmt):
    subject: Expr | None
    block: Block
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class MayPay(Stmt):
    """`may pay COST [any number of times]`, and `pay COST as often as possible`."""

    subject: Expr | None
    cost: Expr
    purpose: str | None
    often: str  # "once", "any", "most"
    block: Block = ()
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: str
    query: Query | None
    cost: Expr | None
    purpose: str | None
    condition: Expr | None
    tags: tuple[str, ...]
    block: Block
    labels: tuple[str, ...] = ()
    how_many: HowMany | None = None  # `with any number of card cs in L`


@dataclass(frozen=True, slots=True)
class ChooseOne(Stmt):
    subject: Expr | None
    options: tuple[Option, ...]
    otherwise: Block | None = None  # when nothing is offered
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu(Stmt):
    subject: Expr | None
    options: tuple[Option, ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class If(Stmt):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class Arm(Node):
    """`a, b: block` of a `match`."""

    patterns: tuple[Expr | Binding, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Match(Stmt):
    value: Expr
    arms: tuple[Arm, ...]
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class Order(Node):
    """`in any order [by p]` or `ordered by e, e [down]`."""

    free: bool
    chooser: Expr | None = None
    keys: tuple[Expr, ...] = ()
    down: bool = False


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    query: Query
    block: Block
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Sealed(Stmt):
    query: Query
    choices: Block
    block: Block


@dataclass(frozen=True, slots=True)
class Cycle(Stmt):
    query: Query
    block: Block


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    count: Expr
    at_most: bool
    condition: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class Under(Stmt):
    """Rules in force while a block runs: written here, or lent by a thing."""

    lender: Expr | None
    args: Args
    abilities: tuple[Ability, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Scope(Node):
    """`turn`, `round`, `phase actions`, `step draw`, `game`, or a verb."""

    word: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Until(Stmt):
    edge: str
    count: Expr
    scope: Scope
    of: Expr | None
    abilities: tuple[Ability, ...]
    next: bool = False  # the one that is running does not count


@dataclass(frozen=True, slots=True)
class Later(Stmt):
    edge: str
    next: bool
    scope: Scope
    of: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class NextTime(Stmt):
    pattern: Pattern
    where: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class Frame(Stmt):
    scope: Scope
    of: Expr | None
    block: Block
    labels: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Does(Stmt):
    subject: Expr
    block: Block
