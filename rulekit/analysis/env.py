"""Names in force at one place of a text: locals with their slots and types, and whether `you` and `this` mean something."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulekit.program.core import Core
from rulekit.program.ops import Routine
from rulekit.program.types import Type
from rulekit.sources.source import Span


@dataclass(frozen=True)
class Named:
    """A name that a condition gives: its local, what it stands for, and the kind that has to be asked for."""

    name: str
    slot: int
    value: Core
    kind: str | None
    type: Type


@dataclass
class Env:
    """A lexical scope. `child` shares the routine but not the names, so that bindings end with their block."""

    routine: Routine
    names: dict[str, tuple[int, Type]] = field(default_factory=dict)
    you: bool = True
    this: str | None = None  # the kind of `this`
    replacing: Type | None = None  # inside `instead of`: what `proceed with` takes, `none` for nothing
    used: set[int] = field(default_factory=set)
    bound: dict[int, tuple[str, Span]] = field(default_factory=dict)
    flows: bool = False  # is this inside a block, where operations stand before each other?
    named: list[Named] = field(default_factory=list)  # by conditions that hold here; a block begins with setting them

    def child(self) -> Env:
        return Env(self.routine, dict(self.names), self.you, self.this, self.replacing, self.used, self.bound, self.flows)

    def bind(self, name: str, type_: Type, span: Span | None = None) -> int:
        slot = self.temp(type_)
        self.names[name] = (slot, type_)
        self.routine.names[slot] = name
        if span is not None:
            self.bound[slot] = (name, span)
        return slot

    def temp(self, type_: Type) -> int:
        """A local without a name. Slots are never used twice, so each has one type all through its routine."""
        self.routine.size += 1
        self.routine.types.append(type_)
        return self.routine.size - 1


def env_of(path: str, you: bool = True, this: str | None = None) -> Env:
    """An environment for expressions that stand outside of any block."""
    return Env(Routine(path), {}, you, this)
