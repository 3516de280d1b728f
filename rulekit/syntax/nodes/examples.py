"""Examples as they are written: what is given, what is done, what must hold.

Contract: steps keep the order of the text, so that a `then` may stand before the next `when`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.syntax.nodes.base import Node
from rulekit.syntax.nodes.declarations import Decl
from rulekit.syntax.nodes.expressions import Expr
from rulekit.syntax.nodes.statements import Activate, Pay, Sentence


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: Expr
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Run(Node):
    sentence: Sentence | Activate | Pay


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
