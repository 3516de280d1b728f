"""Abilities as they are written: event patterns, and what waits, changes, forbids, pays or offers.

Contract: an ability never says who bears it; that is where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulekit.syntax.nodes.base import Node
from rulekit.syntax.nodes.expressions import Expr
from rulekit.syntax.nodes.statements import Block, Option, Scope

if TYPE_CHECKING:
    from rulekit.syntax.nodes.declarations import Param


@dataclass(frozen=True, slots=True)
class Term(Node):
    """One place of an event pattern: binds a new name, or must equal a value.

    mode: `bind` (kind, name), `list` (kind, name), `amount` (name of kind), `power` (kind, name, power), `any` (kind),
    `fixed` (amount, kind), `value` (expr).
    """

    mode: str
    kind: str = ""
    name: str = ""
    power: str = ""
    amount: int = 0
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    subject: Term | None
    verb: str
    object: Term | None
    args: tuple[tuple[str, Term], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability(Node):
    """What waits, changes or allows while its bearer is awake."""


@dataclass(frozen=True, slots=True)
class Trigger(Ability):
    timing: str  # before, after, instead
    pattern: Pattern
    where: Expr | None
    once: Scope | None
    tags: tuple[str, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Forbid(Ability):
    pattern: Pattern
    where: Expr | None
    because: tuple[str, ...]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock(Ability):
    edge: str
    scope: Scope
    of: Term | None
    where: Expr | None
    once: Scope | None
    tags: tuple[str, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Anytime(Ability):
    option: Option


@dataclass(frozen=True, slots=True)
class Modifier(Ability):
    target: Expr
    change: str  # raised, lowered, multiplied, set_to, at_most, at_least
    value: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Payment(Ability):
    gives: Expr
    cost: Expr
    condition: Expr | None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stores(Ability):
    resource: str
    place: Expr
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules(Ability):
    name: str
    params: tuple[Param, ...]
    abilities: tuple[Ability, ...]
    tags: tuple[str, ...] = ()
