"""The typed intermediate representation: values, and the statements around them.

Contract: nodes are never changed once they are made, and two values with the same structure are equal. A value knows its
type and whether it may be none (`null`). Names bound by a query are numbered by how deep queries nest inside them, so that
queries that differ in nothing but the names of their items are equal, and no inner name hides an outer one. Values change
nothing. What a runtime function reads and writes is told in `effects.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

from rulekit.program.types import ANY, BUNDLE, NUMBER, YESNO, Type

Recipe = tuple[Any, ...]
Facts = tuple[int, frozenset[str], int, bool]  # size, free names, how deep queries nest, is anything called?


@dataclass(slots=True, eq=False)
class Value:
    """Something that is worked out and changes nothing."""

    type: Type = field(default=ANY, kw_only=True)
    null: bool = field(default=True, kw_only=True)
    _hash: int | None = field(default=None, init=False, repr=False)
    _facts: Facts | None = field(default=None, init=False, repr=False)
    _children: list[Value] | None = field(default=None, init=False, repr=False)

    def key(self) -> tuple[Any, ...]:
        """What makes the node what it is."""
        return tuple([getattr(self, name) for name in _own_fields(type(self))])

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((type(self).__name__, self.key()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and hash(self) == hash(other) and self.key() == other.key()


# ---------- leaves ----------
@dataclass(slots=True, eq=False)
class Const(Value):
    """A value that is known: a number, a word, a list, a table made while compiling."""

    value: Any

    def __post_init__(self) -> None:
        self.null = self.value is None

    def key(self) -> tuple[Any, ...]:
        return (repr(self.value),)  # 1 and True are equal, but not the same


@dataclass(slots=True, eq=False)
class Table(Value):
    """A constant of the table, known by its recipe (`constants.py`)."""

    recipe: Recipe
    null: bool = field(default=False, kw_only=True)


@dataclass(slots=True, eq=False)
class Name(Value):
    """A local of the function: the item of a loop, a parameter, a value with a name."""

    id: str


@dataclass(slots=True, eq=False)
class Slot(Value):
    """A local of the frame. It may be none, whatever its type."""

    index: int


@dataclass(slots=True, eq=False)
class State(Value):
    """A part of the state that is no list: `result`, `rounds`; `place` is where the frame stands."""

    field: str


# ---------- reading ----------
@dataclass(slots=True, eq=False)
class At(Value):
    """A place of one of the state's columns: `vals`, `zones`, `where`, `up`."""

    column: str
    index: Value


@dataclass(slots=True, eq=False)
class Held(Value):
    """The place of a column that a table names for a key; `empty` for keys that are not in the table."""

    column: str
    table: Value
    key_: Value
    empty: Value


@dataclass(slots=True, eq=False)
class Lookup(Value):
    """What a table has for a key. Without `default` the key is in the table for certain."""

    table: Value
    key_: Value
    default: Value | None = None


@dataclass(slots=True, eq=False)
class Part(Value):
    """One part of a list or record by its index, which there is for certain."""

    of: Value
    index: int


@dataclass(slots=True, eq=False)
class Length(Value):
    """How many items a list has."""

    of: Value
    type: Type = field(default=NUMBER, kw_only=True)
    null: bool = field(default=False, kw_only=True)


# ---------- working out ----------
@dataclass(slots=True, eq=False)
class Binary(Value):
    """`+ - * /` of numbers, none counting as 0; `== != < > <= >=`, where none is neither more nor less; `list+`."""

    op: str
    left: Value
    right: Value
    null: bool = field(default=False, kw_only=True)


@dataclass(slots=True, eq=False)
class Logic(Value):
    """`and`, `or`: worked out from the left as far as needed, yes or no."""

    op: str
    parts: tuple[Value, ...]
    type: Type = field(default=YESNO, kw_only=True)
    null: bool = field(default=False, kw_only=True)


@dataclass(slots=True, eq=False)
class Not(Value):
    of: Value
    type: Type = field(default=YESNO, kw_only=True)
    null: bool = field(default=False, kw_only=True)


@dataclass(slots=True, eq=False)
class In(Value):
    """Is an item in a list or in a set?"""

    item: Value
    source: Value
    type: Type = field(default=YESNO, kw_only=True)
    null: bool = field(default=False, kw_only=True)


@dataclass(slots=True, eq=False)
class Cond(Value):
    """One value or another; only the one that is wanted is worked out."""

    test: Value
    yes: Value
    no: Value


@dataclass(slots=True, eq=False)
class Listing(Value):
    """A list of so many values; `frame` makes it one that can be changed."""

    items: tuple[Value, ...]
    frame: bool = False
    null: bool = field(default=False, kw_only=True)


@dataclass(slots=True, eq=False)
class Loop(Value):
    """One level of a query: the names of the item (several if it comes in parts), where it is from, what it must meet."""

    names: tuple[Name, ...]
    source: Value
    tests: tuple[Value, ...] = ()


@dataclass(slots=True, eq=False)
class Query(Value):
    """`list`, `any`, `all`, `sum` of an element over loops, the first one outermost."""

    kind: str
    loops: tuple[Loop, ...]
    element: Value
    null: bool = field(default=False, kw_only=True)


@dataclass(slots=True, eq=False)
class Call(Value):
    """A function of the runtime; `m.f` is one that is given the machine, `s.` stands for the state."""

    function: str
    args: tuple[Value, ...] = ()


@dataclass(slots=True, eq=False)
class Invoke(Value):
    """A compiled function, by its key."""

    function: Recipe
    args: tuple[Value, ...] = ()


@dataclass(slots=True, eq=False)
class Ref(Value):
    """A compiled function itself, for a runtime function that calls it."""

    function: Recipe


@dataclass(slots=True, eq=False)
class Once(Value):
    """A value that is worked out where it is first needed, and kept in a cell of the function."""

    cell: str
    value: Value


# ---------- statements ----------
@dataclass(slots=True)
class Statement:
    """One step. `line` is the line of the rules that it comes from."""

    line: int = field(default=0, kw_only=True, compare=False)


@dataclass(slots=True)
class Assign(Statement):
    target: Value  # Name, Slot, State, At, Held; what is held under a key that is not there is not assigned
    value: Value


@dataclass(slots=True)
class Do(Statement):
    call: Value


@dataclass(slots=True)
class If(Statement):
    test: Value
    yes: Block
    no: Block = field(default_factory=list)


@dataclass(slots=True)
class For(Statement):
    """Over a list; `otherwise` when it was not left by a `break`."""

    names: tuple[Name, ...]
    source: Value
    body: Block
    otherwise: Block = field(default_factory=list)


@dataclass(slots=True)
class While(Statement):
    """For ever, until something inside leaves; `test` where the loop asks first."""

    body: Block
    test: Value | None = None


@dataclass(slots=True)
class Leave(Statement):
    """`break` or `continue` of the innermost loop."""

    how: str


@dataclass(slots=True)
class Return(Statement):
    value: Value


@dataclass(slots=True)
class Goto(Statement):
    """On to another place of the routine: a number, or wherever the frame says."""

    place: int | None
    back: bool = False  # is it the way back of a loop?


@dataclass(slots=True)
class Stop(Statement):
    """A suspension point: `who` is asked at a place of a routine, `values` are offered. A playout takes one of them itself
    and comes round to it in a `loop`, or leaves it to a `call`."""

    kind: str
    who: Value
    values: Value
    site: tuple[str, int]
    offers: Value
    play: str = ""


Saved = tuple[tuple[int, int, Any], ...]  # blocks of variables that start afresh in a scope: first, behind the last, values


@dataclass(slots=True)
class Open(Statement):
    """Opens a scope of the frame on top, at an operation of a routine. `mode`: it may take the place of the one that has just
    closed, which is `scope` (`replaces`); if that was opened here as well, for another player, `found` remembers both
    (`after`); it may be the first inside such a one (`within`)."""

    word: str
    name: str
    player: Value
    end: int
    you: Value
    saved: Saved
    where: tuple[str, int]
    mode: str = ""


@dataclass(slots=True)
class Close(Statement):
    """Closes the innermost scope: it is named `scope`, taken away, and what it had set aside is brought back (None: whatever
    that is)."""

    saved: Saved | None
    end: int
    names: bool = True
    pops: bool = True
    restores: bool = True


@dataclass(slots=True)
class Guarded(Statement):
    """While a menu is made nothing changes: what may be paid with is found once."""

    body: Block


Block = list[Statement]


@dataclass(slots=True)
class Function:
    """One function: what it is known by, its parameters, its body, and the file of rules it comes from."""

    key: Recipe
    params: tuple[str, ...]
    body: Block
    file: str
    line: int = 1
    defaults: tuple[Any, ...] = ()


# ---------- going through ----------
_FIELDS: dict[type, tuple[str, ...]] = {}


def _own_fields(kind: type) -> tuple[str, ...]:
    found = _FIELDS.get(kind)
    if found is None:
        found = _FIELDS[kind] = tuple(
            f.name for f in fields(kind) if f.name[0] != "_" and f.name not in ("type", "null", "line")
        )
    return found


def children(node: Value) -> list[Value]:
    """The values directly inside one, the first to be worked out first. Names that a loop gives are no children."""
    found = node._children
    if found is None:
        found = node._children = []
        for name in _own_fields(type(node)):
            inner = getattr(node, name)
            if isinstance(inner, Value):
                found.append(inner)
            elif type(inner) is tuple and name != "names":
                found += [item for item in inner if isinstance(item, Value)]
    return found


def mapped(node: Value, change: Callable[[Value], Value]) -> Value:
    """The node with every value directly inside it changed; the node itself if none is."""
    new, different = [], False
    for name in _own_fields(type(node)):
        old = getattr(node, name)
        inner: Any = old
        if isinstance(old, Value):
            inner = change(old)
        elif type(old) is tuple and old and isinstance(old[0], Value) and name != "names":
            inner = tuple([change(item) for item in old])
            if all(a is b for a, b in zip(inner, old, strict=True)):
                inner = old
        different = different or inner is not old
        new.append(inner)
    if not different:
        return node
    made = type(node)(*new, type=node.type)
    made.null = node.null
    return made


def values(s: Statement) -> list[Value]:
    """The values of a statement itself, without those of the blocks inside it."""
    return [inner for inner in [getattr(s, name) for name in _own_fields(type(s))] if isinstance(inner, Value)]


def blocks(s: Statement) -> list[Block]:
    """The blocks directly inside a statement."""
    return [inner for inner in [getattr(s, name) for name in _own_fields(type(s))] if type(inner) is list]


def written(s: Statement) -> frozenset[str]:
    """The names that a statement itself writes."""
    if isinstance(s, Assign):
        return free(s.target) if isinstance(s.target, Name | Listing) else frozenset()
    return frozenset(name.id for name in s.names) if isinstance(s, For) else frozenset()


def rebuilt(s: Statement, value: Callable[[Value], Value] | None, block: Callable[[Block], Block]) -> Statement:
    """The statement with its values and the blocks inside it changed. A name or slot that it writes stays."""
    new: dict[str, Any] = {}
    for name in _own_fields(type(s)):
        old = getattr(s, name)
        if type(old) is list:
            new[name] = block(old)
        elif value is not None and isinstance(old, Value) and not (name == "target" and isinstance(old, Name | Slot)):
            new[name] = value(old)
    return replace(s, **new) if any(getattr(s, name) is not found for name, found in new.items()) else s


def everywhere(block: Block, value: Callable[[Value], Value]) -> Block:
    """A block with all its values changed, however deep."""
    return [rebuilt(s, value, lambda inner: everywhere(inner, value)) for s in block]


def falls(block: Block) -> bool:
    """May what is behind a block be reached?"""
    for s in block:
        if isinstance(s, Return | Leave | Goto | Stop):
            return False
        if isinstance(s, If) and s.no and not falls(s.yes) and not falls(s.no):
            return False
        if isinstance(s, While) and s.test is None and not _breaks(s.body):
            return False
    return True


def _breaks(block: Block) -> bool:
    """May a block leave the loop around it?"""
    for s in block:
        inner = [s.otherwise] if isinstance(s, For) else [] if isinstance(s, While) else blocks(s)
        if (isinstance(s, Leave) and s.how == "break") or any(map(_breaks, inner)):
            return True
    return False


def walk(node: Value) -> Iterator[Value]:
    """A value and all inside it."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(children(node))


def size(node: Value) -> int:
    """How many nodes a value has."""
    return facts(node)[0]


def free(node: Value) -> frozenset[str]:
    """The names that a value reads and does not bind itself."""
    return facts(node)[1]


def has_calls(node: Value) -> bool:
    """Does working it out call anything?"""
    return facts(node)[3]


def facts(node: Value) -> Facts:
    found = node._facts
    if found is None:
        inner = [facts(child) for child in children(node)]
        names: frozenset[str] = frozenset((node.id,)) if isinstance(node, Name) else frozenset()
        names = names.union(*(part[1] for part in inner)) if inner else names
        depth = max((part[2] for part in inner), default=0)
        if isinstance(node, Query):
            bound = {name.id for loop in node.loops for name in loop.names}
            names, depth = names - bound, max(depth, *(int(name[1:]) if name[1:].isdigit() else 0 for name in bound))
        called = isinstance(node, Call | Invoke) or any(part[3] for part in inner)
        found = node._facts = (1 + sum([part[0] for part in inner]), names, depth, called)
    return found


def replaced(node: Value, new: dict[str, Value]) -> Value:
    """The value with others in the place of names."""
    if isinstance(node, Name):
        return new.get(node.id, node)
    return node if free(node).isdisjoint(new) else mapped(node, lambda child: replaced(child, new))


def swapped(node: Value, new: dict[Value, Value]) -> Value:
    """The value with others in the place of whole values."""
    found = new.get(node)
    return found if found is not None else mapped(node, lambda child: swapped(child, new))


def closed(kind: str, loops: list[Loop], element: Value, type_: Type = ANY, null: bool = False) -> Query:
    """A query whose items get their final names."""
    depth = max(facts(part)[2] for part in (element, *loops))
    new: dict[str, Name] = {}
    for loop in loops:
        for name in loop.names:
            depth += 1
            new[name.id] = Name(f"n{depth}", type=name.type, null=name.null)
    put: dict[str, Value] = {**new}
    named = []
    for loop in loops:
        tests = tuple([replaced(test, put) for test in loop.tests])
        named.append(Loop(tuple([new[name.id] for name in loop.names]), replaced(loop.source, put), tests))
    return Query(kind, tuple(named), replaced(element, put), type=type_, null=null)


NONE, YES, NO, ZERO = Const(None), Const(True), Const(False), Const(0)
EMPTY, NOTHING = Const(()), Const(((),), type=BUNDLE)
