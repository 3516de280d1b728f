"""The syntax tree of rules files.

Contract: frozen plain data, one class a construct, built by `from_tree.py` and by nobody else. Every node carries
the span of the text it came from; equality and hashing ignore it, so that formatting never changes what a text
means. Nothing here is resolved: names are still words.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulekit.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every piece of syntax has: a place."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ---------- expressions ----------
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
    """`3 gold`, `n gold`, `1 gold per elf in your cards`."""

    count: Expr
    name: str
    per: Per | None = None
    holder: Expr | None = None  # `2 store of this`: kept by that thing


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
class In(Expr):
    item: Expr
    source: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Is(Expr):
    """`x is word`: kind, design, state word, `none`, `empty` or `running`."""

    value: Expr
    word: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Has(Expr):
    """`x has power`: there is a text for that power on it."""

    value: Expr
    power: str


@dataclass(frozen=True, slots=True)
class VerbRunning(Expr):
    verb: str


# ---------- statements ----------
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


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    name: str
    value: Expr


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


@dataclass(frozen=True, slots=True)
class ChooseOne(Stmt):
    subject: Expr | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Menu(Stmt):
    subject: Expr | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class If(Stmt):
    branches: tuple[tuple[Expr, Block], ...]
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


# ---------- abilities ----------
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


# ---------- declarations ----------
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
    labels: tuple[str, ...] = ()  # English, French
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
    of: str | None = None
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing(Decl):
    kind: str
    of: str | None = None
    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Decl):
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant(Decl):
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: Expr
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Run(Node):
    sentence: Sentence | Activate


@dataclass(frozen=True, slots=True)
class Answer(Node):
    player: str  # a player's name, or "chance"
    text: str


@dataclass(frozen=True, slots=True)
class More(Node):
    """`...`: the play goes on after the last scripted answer."""


@dataclass(frozen=True, slots=True)
class Check(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Claim(Node):
    """`marc cannot buy mine because "..."`, `marc can pass`, `marc sees ...`."""

    player: str
    word: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Decl):
    given: tuple[Node, ...] = ()
    steps: tuple[Node, ...] = ()  # Run, Answer, More, Check, Claim in order
