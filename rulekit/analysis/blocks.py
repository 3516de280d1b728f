"""Blocks of statements to routines.

Contract: operations are appended to the routine of the environment and carry the span of the statement they were made for.
A `choose` or `pay` without a block of its own governs the rest of the block it stands in. A block that runs at another
time is a routine of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulekit.analysis.env import Env
from rulekit.analysis.expressions import Expressions
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.ops import Routine
from rulekit.sources.source import NOWHERE, Span
from rulekit.syntax import nodes as n

YOU = c.Local(c.YOU, type=t.PLAYER)


class Blocks(Expressions):
    """Lays statements one after the other."""

    if TYPE_CHECKING:

        def _choose(self, stmt: n.Choose, env: Env, rest: tuple[n.Stmt, ...] | None, sealed: bool = False) -> None: ...
        def _pay(self, stmt: n.Pay, env: Env, rest: tuple[n.Stmt, ...]) -> None: ...

    def block(self, stmts: Sequence[n.Stmt], env: Env) -> None:
        inner = env.child()
        inner.flows = True
        for index, stmt in enumerate(stmts):
            if isinstance(stmt, n.Choose) and stmt.block is None:
                self._choose(stmt, inner, tuple(stmts[index + 1 :]))
                return
            if isinstance(stmt, n.Pay):
                self._pay(stmt, inner, tuple(stmts[index + 1 :]))
                return
            self.statement(stmt, inner)

    current: Span = NOWHERE  # the statement being lowered: operations made for it carry its span

    def statement(self, stmt: n.Stmt, env: Env) -> None:
        self.current = stmt.span
        getattr(self, f"_do_{type(stmt).__name__.lower()}")(stmt, env)

    def emit(self, env: Env, op: o.Operation) -> Any:
        if op.span is NOWHERE:
            op.span = self.current
        env.routine.ops.append(op)
        return op

    def here(self, env: Env) -> int:
        return len(env.routine.ops)

    def subject(self, node: n.Expr | None, env: Env, span: Span) -> c.Core:
        if node is not None:
            return self.want(node, env, t.PLAYER, "the one who does it")
        return YOU

    def _as_subject(self, node: n.Expr | None, subject: c.Core, block: n.Block, env: Env) -> None:
        """A block done by another one: `you` is that one inside."""
        if node is None or isinstance(node, n.You):
            self.block(block, env)
            return
        saved = env.temp(t.PLAYER)
        self.emit(env, o.Let(saved, YOU))
        self.emit(env, o.Let(c.YOU, subject))
        inner = env.child()
        inner.you = True
        self.block(block, inner)
        self.emit(env, o.Let(c.YOU, c.Local(saved, type=t.PLAYER)))

    def _otherwise(self, block: n.Block | None, env: Env, jumps: list[tuple[Any, str]]) -> None:
        """Ends a main branch; the given jumps go to the other branch."""
        skip = self.emit(env, o.Jump()) if block else None
        for op, attribute in jumps:
            setattr(op, attribute, self.here(env))
        if block and skip is not None:
            self.block(block, env)
            skip.to = self.here(env)

    def detached(self, block: n.Block, env: Env, name: str, replacing: bool = False) -> Routine:
        """A block as a routine of its own that starts with a copy of the locals seen here."""
        routine = self.new_routine(f"{env.routine.path}/{name}")
        routine.size = routine.captured = env.routine.size
        routine.names = dict(env.routine.names)
        routine.types = list(env.routine.types)
        inner = Env(routine, dict(env.names), env.you, env.this, replacing, env.used, env.bound)
        self.block(block, inner)
        self.emit(inner, o.Return())
        return routine

    def new_routine(self, path: str) -> Routine:
        number, unique = 1, path
        while unique in self.program.routines:
            number += 1
            unique = f"{path}.{number}"
        self.program.routines[unique] = Routine(unique)
        return self.program.routines[unique]
