"""Expressions as they are written: formulas, lists, queries, amounts.

Contract: pure: no expression asks or changes anything. Names are still words.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.syntax.nodes.base import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr(Node):
    """A pure formula."""


@dataclass(frozen=True, slots=True)
class Name(Expr):
    name: str


@dataclass(frozen=True, slots=True)
class This(Expr):
    pass


@dataclass(frozen=True, slots=True)
class You(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Of(Expr):
    """`owner's name`, `your name` and `its name`."""

    owner: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Call(Expr):
    function: Expr
    args: tuple[Expr, ...] = ()
    named: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Number(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Dice(Expr):
    count: int
    sides: int


@dataclass(frozen=True, slots=True)
class String(Expr):
    value: str


@dataclass(frozen=True, slots=True)
class YesNo(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class NoneValue(Expr):
    pass


@dataclass(frozen=True, slots=True)
class NothingValue(Expr):
    """The empty bundle."""


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`KIND name in source where condition`."""

    kind: str | None
    name: str
    source: Expr
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class ListOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Filter(Expr):
    query: Query


@dataclass(frozen=True, slots=True)
class Comprehension(Expr):
    value: Expr
    query: Query


@dataclass(frozen=True, slots=True)
class Aggregate(Expr):
    """`count(q)`, `sum(e for q)`, `highest(q by e, e)`."""

    function: str
    query: Query
    value: Expr | None = None
    by: tuple[Expr, ...] = ()
    down: bool = False


@dataclass(frozen=True, slots=True)
class Per(Node):
    size: int
    name: str
    source: Expr


@dataclass(frozen=True, slots=True)
class Amount(Expr):
    """`3 gold`, `n gold`, `1 gold per elf in your cards`; without a name a plain number: `2 per elf in your cards`."""

    count: Expr
    name: str
    per: Per | None = None
    holder: Expr | None = None  # `2 store of this`, `1 camp(c)`: kept by that thing, or with it; both owners are a list


@dataclass(frozen=True, slots=True)
class AmountOf(Expr):
    """`n of r`: as much of a resource that a name stands for."""

    count: Expr
    resource: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`+ - * / .. or and == != < > <= >=`"""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    value: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    value: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    condition: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`card c` in an arm of a `match`: what is of that kind, under that name."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`a, b then value`."""

    patterns: tuple[Expr | Binding, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class MatchValue(Expr):
    """`(match e: a, b then x, else y)`."""

    value: Expr
    cases: tuple[Case, ...]
    otherwise: Expr | None = None


@dataclass(frozen=True, slots=True)
class LetIn(Expr):
    """`let name = value` in the text of a define, with what follows it."""

    name: str
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class NoFormula(Expr):
    """In the text of a define: what gives no value. `problem`: statement, missing, unreachable."""

    problem: str


@dataclass(frozen=True, slots=True)
class In(Expr):
    item: Expr
    source: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Is(Expr):
    """`x is word`: kind, design, state word, `none`, `empty` or `running`. `x is card c` gives it a name as well, for what
    follows where it holds."""

    value: Expr
    word: str
    negated: bool = False
    bind: str | None = None


@dataclass(frozen=True, slots=True)
class Has(Expr):
    """`x has power`: there is a text for that power on it."""

    value: Expr
    power: str


@dataclass(frozen=True, slots=True)
class Supposed(Expr):
    """`after(move p to s: in_check(you))`: what would hold if that were done."""

    deeds: tuple[Node, ...]  # statements
    value: Expr


@dataclass(frozen=True, slots=True)
class VerbRunning(Expr):
    verb: str
