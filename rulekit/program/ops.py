"""Lowered code: what a routine does, one small operation after another.

Contract: plain data. A routine is a list of operations with jumps by index; a running routine is a frame `[path,
pc, locals]`, local 0 being `you` and 1 `this`. Operations marked *asks* may stop the machine: the frame then stays
at the operation until an answer comes. Everything between two such points is straight-line code, which a generator
can print.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulekit.program.core import Core
from rulekit.program.types import ANY, PLAYER, THING, Type
from rulekit.sources.source import NOWHERE, Span


@dataclass(slots=True, kw_only=True)
class Operation:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(slots=True)
class Let(Operation):
    slot: int
    value: Core


@dataclass(slots=True)
class Jump(Operation):
    to: int = -1


@dataclass(slots=True)
class JumpUnless(Operation):
    condition: Core
    to: int = -1


@dataclass(slots=True)
class Return(Operation):
    value: Core | None = None


@dataclass(slots=True)
class Announce(Operation):
    """Tells players something. Nothing changes: only who tells the story looks at it."""

    texts: tuple[str, ...]
    parts: tuple[tuple[str, Core], ...]  # the slots of the texts with their values
    readers: Core | None = None  # the players who are told; nobody in particular: all


@dataclass(slots=True)
class Require(Operation):
    """Leaves the routine when the condition fails."""

    condition: Core
    because: tuple[str, ...]


@dataclass(slots=True)
class SetVar(Operation):
    var: str
    owners: tuple[Core, ...]
    value: Core


@dataclass(slots=True)
class Gain(Operation):
    """gain, lose, give (to `other`). Asks: alternatives, where to store."""

    mode: str
    subject: Core
    bundle: Core
    other: Core | None = None
    bind: int = -1


@dataclass(slots=True)
class Move(Operation):
    """Things to a zone; `place` is top or bottom."""

    subject: Core
    things: Core
    zone: Core | None  # None: the box
    place: str = "bottom"
    shuffle: bool = False


@dataclass(slots=True)
class Draw(Operation):
    """From the top of a zone, one by one. Asks chance where the order is not known."""

    subject: Core
    count: Core
    source: Core
    zone: Core | None
    bind: int = -1
    place: str = "bottom"


@dataclass(slots=True)
class Shuffle(Operation):
    zone: Core


@dataclass(slots=True)
class Settle(Operation):
    """Before something reads the order of a zone that may be shuffled: chance fixes it. Asks chance."""

    zone: Core


@dataclass(slots=True)
class Face(Operation):
    """reveal, hide, flip; `to` sees it alone."""

    mode: str
    things: Core
    to: Core | None = None


@dataclass(slots=True)
class RollDie(Operation):
    """One die or a list of dice show faces. Asks chance."""

    subject: Core
    dice: Core


@dataclass(slots=True)
class RollNumber(Operation):
    """Asks chance for the sum of dice; with a `seer` it is secret: he alone sees it, or nobody. A `roller` is told of."""

    dice: Core
    bind: int = -1
    seer: Core | None = None
    roller: Core | None = None  # where the sentence names somebody: who rolls changes nothing but the story


@dataclass(slots=True)
class Put(Operation):
    """A thing takes the exact place of another; `swap` exchanges them."""

    subject: Core
    new: Core
    old: Core
    swap: bool = False


@dataclass(slots=True)
class TurnTo(Operation):
    face: Core


@dataclass(slots=True)
class CallVerb(Operation):
    verb: str
    subject: Core
    args: tuple[Core, ...]


@dataclass(slots=True)
class Activate(Operation):
    subject: Core
    thing: Core
    power: str
    args: tuple[Core, ...]


@dataclass(slots=True)
class TakeResult(Operation):
    slot: int


@dataclass(slots=True)
class Pay(Operation):
    """Asks for the way to pay. Jumps to `failed` when it cannot be paid. `told`: what was paid is the result."""

    subject: Core
    cost: Core
    purpose: str
    failed: int = -1
    told: bool = False


@dataclass(slots=True)
class OptionHead:
    """The header of one option: what it is called, what it binds, what it needs."""

    name: str
    span: Span
    source: Core | None = None
    slot: int = -1
    bound: str = ""  # the name of what it binds, for its label
    kind: str | None = None
    where: Core | None = None
    type: Type = ANY
    cost: Core | None = None
    purpose: str = ""
    condition: Core | None = None
    requires: tuple[tuple[Core, tuple[str, ...]], ...] = ()
    labels: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    to: int = -1
    routine: str = ""
    leading: Operation | None = None  # the first thing its text does


@dataclass(slots=True)
class Ask(Operation):
    """A menu or a choice of one. Asks. With no option it jumps to `empty`."""

    subject: Core
    options: list[OptionHead]
    empty: int = -1


@dataclass(slots=True)
class Choose(Operation):
    """A choice of things. Asks. `mode`: one, exactly, up to, any. With nothing to choose it jumps to `empty`."""

    subject: Core
    slot: int
    source: Core  # the candidates, already filtered
    element: Type
    mode: str
    count: Core | None
    cost: Core | None
    purpose: str
    optional: bool
    random: bool
    picked: int = -1  # the local that collects several picks
    sealed: bool = False  # nobody learns the answer before all have given theirs
    empty: int = -1


@dataclass(slots=True)
class AskYes(Operation):
    """May I? Asks yes or no; no jumps to `no`. `needs`: a cost that must be payable for yes."""

    subject: Core
    text: str
    no: int = -1


@dataclass(slots=True)
class AskTimes(Operation):
    """How often is a cost paid? The number goes to `slot`."""

    subject: Core
    cost: Core
    purpose: str
    slot: int


@dataclass(slots=True)
class NextItem(Operation):
    """Takes the next item of the list in local `items` into `slot`, or jumps to `done`.

    With `free` the owner of the order is asked which comes next."""

    items: int
    slot: int
    done: int = -1
    free: bool = False
    chooser: Core | None = None
    element: Type = ANY


@dataclass(slots=True)
class CountDown(Operation):
    """Takes one off the number in a local, or jumps when it is used up."""

    slot: int
    done: int = -1


@dataclass(slots=True)
class CycleNext(Operation):
    """The next one round the table that still qualifies; jumps to `done` when nobody does."""

    source: Core
    where: Core | None
    last: int  # local with the previous one
    slot: int
    done: int = -1


@dataclass(slots=True)
class ScopeBegin(Operation):
    word: str
    name: str
    of: Core | None
    end: int = -1


@dataclass(slots=True)
class ScopeEnd(Operation):
    pass


@dataclass(slots=True)
class UnderBegin(Operation):
    """Lays rules over what follows: those of a named bundle lent by things, or written in place."""

    bundle: str  # path of a rule bundle; lent ones are found on the lender's design
    lender: Core | None
    rules: str
    args: tuple[Core, ...]
    end: int = -1


@dataclass(slots=True)
class EndScope(Operation):
    """Leaves the innermost scope of that kind, whatever runs inside it. `then` is a routine run right after it closed."""

    word: str
    name: str = ""
    then: str = ""


@dataclass(slots=True)
class EndGame(Operation):
    winners: Core | None


@dataclass(slots=True)
class Proceed(Operation):
    value: Core | None = None


@dataclass(slots=True)
class SealedSave(Operation):
    """Keeps one player's sealed answers: the locals from `first` up to `last`, appended to the list in `into`."""

    first: int
    last: int
    into: int


@dataclass(slots=True)
class SealedLoad(Operation):
    first: int
    last: int
    source: int


@dataclass(slots=True)
class Lasting(Operation):
    """Rules in force until a moment (`bundle`), a routine run once then (`routine`), or once at the next event."""

    bundle: str
    routine: str
    edge: str
    count: Core
    skip_current: bool
    word: str
    name: str
    of: Core | None


@dataclass(slots=True)
class Todo(Operation):
    reason: str


@dataclass(slots=True)
class Routine:
    """A piece of code with a stable path, such as `verb/fight` or `tom/played`."""

    path: str
    ops: list[Operation] = field(default_factory=list)
    size: int = 2  # locals, with you and this
    params: tuple[int, ...] = ()  # the slots of parameters, in order
    names: dict[int, str] = field(default_factory=dict)  # local names, for traces
    types: list[Type] = field(default_factory=lambda: [PLAYER, THING])  # of each local; each may also be none
    captured: int = 0  # how many locals of the place where it is written it starts with, if it runs at another time
