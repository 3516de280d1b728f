"""What all parts of the checker share: the declared world, and tables that say which function checks which node.

Contract: `Checker.check(node, env)` gives a core expression with its type; `statement` appends operations to the routine of
the environment; `ability` adds an ability to the program. Each hands the node to the function that is marked for its
class, so that parts may nest without the modules importing each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rulekit.analysis.env import Env
from rulekit.analysis.world import World
from rulekit.program import core as c
from rulekit.sources.source import NOWHERE, Span
from rulekit.syntax import nodes as n

F = TypeVar("F")


class Checker:
    """The context of a check, handed to every function of it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.program = world.program
        self.sink = world.sink
        self.names_copies = False  # in examples, `tom` may be the first of several
        self.current: Span = NOWHERE  # the statement being lowered: operations made for it carry its span

    def check(self, node: n.Expr, env: Env) -> c.Core:
        found = EXPRESSIONS[type(node)](self, node, env)
        if self.world.notes is not None:
            self.world.notes.expression(node, found.type, env)
        return found

    def statement(self, stmt: n.Stmt, env: Env) -> None:
        self.current = stmt.span
        if self.world.notes is not None:
            self.world.notes.statement(stmt, env)
        STATEMENTS[type(stmt)](self, stmt, env)

    def ability(self, node: n.Ability, env: Env, bearer: str) -> None:
        ABILITIES[type(node)](self, node, env, bearer)


# Nodes are of many classes, each handed to a function that takes that class: hence Any.
EXPRESSIONS: dict[type, Callable[[Checker, Any, Env], c.Core]] = {}
STATEMENTS: dict[type, Callable[[Checker, Any, Env], None]] = {}
REST_OF_BLOCK: dict[type, Callable[[Checker, Any, Env, n.Block], None]] = {}
ABILITIES: dict[type, Callable[[Checker, Any, Env, str], None]] = {}
TEXTS: dict[type, Callable[[Checker, Any], None]] = {}


def _marks(table: dict[type, F]) -> Callable[[type], Callable[[F], F]]:
    """A decorator that enters a function into a table, under the class of nodes it is for."""

    def of(kind: type) -> Callable[[F], F]:
        def mark(function: F) -> F:
            table[kind] = function
            return function

        return mark

    return of


checks = _marks(EXPRESSIONS)
lowers = _marks(STATEMENTS)
governs_rest = _marks(REST_OF_BLOCK)  # a statement without a block of its own: what follows it is its block
lowers_ability = _marks(ABILITIES)
checks_text = _marks(TEXTS)
