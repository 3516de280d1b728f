"""What a check finds out about words, kept for editors.

Contract: a check with notes takes down, for each expression, its type and, for a name that is bound in the text, what binds it;
for each statement, the names in force. It changes nothing about the check. Nodes are kept and not places, because an editor
moves the pieces that places hang on.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulekit.analysis.env import Env
from rulekit.program.types import Type
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


@dataclass(slots=True)
class Local:
    """A name that is bound in the text: its type, and the place of what binds it; none for a parameter."""

    name: str
    type: Type
    span: Span | None


@dataclass(slots=True)
class Notes:
    """What was found out; the same expression may stand here once for each module that the game was checked with."""

    types: dict[int, Type] = field(default_factory=dict)  # by the identity of a node that `values` holds
    values: list[tuple[n.Expr, Type]] = field(default_factory=list)
    locals: list[tuple[n.Name, Local]] = field(default_factory=list)
    places: list[tuple[n.Stmt, Env]] = field(default_factory=list)

    def expression(self, node: n.Expr, type_: Type, env: Env) -> None:
        self.types[id(node)] = type_
        self.values.append((node, type_))
        if isinstance(node, n.Name):
            local = env.names.get(node.name)
            if local is not None:
                bound = env.bound.get(local[0])
                self.locals.append((node, Local(node.name, local[1], bound[1] if bound is not None else None)))

    def statement(self, stmt: n.Stmt, env: Env) -> None:
        self.places.append((stmt, env))
