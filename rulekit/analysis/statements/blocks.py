"""Blocks of statements to routines.

Contract: operations are appended to the routine of the environment and carry the span of the statement they were made for.
A `choose` or `pay` without a block of its own governs the rest of the block it stands in. A block that runs at another
time is a routine of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.analysis.context import REST_OF_BLOCK, Checker
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.binding import narrowed
from rulekit.analysis.expressions.fitting import want
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.ops import Routine
from rulekit.sources.source import NOWHERE, Span
from rulekit.syntax import nodes as n

YOU = c.Local(c.YOU, type=t.PLAYER)


def lower_block(cx: Checker, stmts: Sequence[n.Stmt], env: Env) -> None:
    inner = env.child()
    inner.flows = True
    set_names(cx, env, inner)
    for index, stmt in enumerate(stmts):
        if type(stmt) in REST_OF_BLOCK and governs(stmt):
            if cx.world.notes is not None:
                cx.world.notes.statement(stmt, inner)
            REST_OF_BLOCK[type(stmt)](cx, stmt, inner, tuple(stmts[index + 1 :]))
            return
        cx.statement(stmt, inner)


def governs(stmt: n.Stmt) -> bool:
    """Is what follows a statement its block?"""
    return stmt.otherwise is not None if isinstance(stmt, n.Let) else getattr(stmt, "block", None) is None


def set_names(cx: Checker, holds: Env, env: Env) -> None:
    """A block begins with the names that the condition before it gives."""
    for one in holds.named:
        emit(cx, env, o.Let(one.slot, narrowed(one)))
    holds.named = []


def emit(cx: Checker, env: Env, op: o.Operation) -> Any:
    if op.span is NOWHERE:
        op.span = cx.current
    env.routine.ops.append(op)
    return op


def here(env: Env) -> int:
    return len(env.routine.ops)


def subject_of(cx: Checker, node: n.Expr | None, env: Env, span: Span) -> c.Core:
    if node is not None:
        return want(cx, node, env, t.PLAYER, "the one who does it")
    return YOU


def by_subject(cx: Checker, node: n.Expr | None, subject: c.Core, block: n.Block, env: Env) -> None:
    """A block done by another one: `you` is that one inside."""
    if node is None or isinstance(node, n.You):
        lower_block(cx, block, env)
        return
    saved = env.temp(t.PLAYER)
    emit(cx, env, o.Let(saved, YOU))
    emit(cx, env, o.Let(c.YOU, subject))
    inner = env.child()
    inner.you, inner.named, env.named = True, env.named, []
    lower_block(cx, block, inner)
    emit(cx, env, o.Let(c.YOU, c.Local(saved, type=t.PLAYER)))


def close_branch(
    cx: Checker,
    block: n.Block | None,
    env: Env,
    jumps: list[tuple[Any, str]],
    by: tuple[n.Expr | None, c.Core] = (None, YOU),
) -> None:
    """Ends a main branch; the given jumps go to the other branch, which is done `by` the same one."""
    skip = emit(cx, env, o.Jump()) if block else None
    for op, attribute in jumps:
        setattr(op, attribute, here(env))
    if block and skip is not None:
        by_subject(cx, *by, block, env)
        skip.to = here(env)


def detached(cx: Checker, block: n.Block, env: Env, name: str) -> Routine:
    """A block as a routine of its own that starts with a copy of the locals seen here."""
    routine = new_routine(cx, f"{env.routine.path}/{name}")
    routine.size = routine.captured = env.routine.size
    routine.names = dict(env.routine.names)
    routine.types = list(env.routine.types)
    inner = Env(routine, dict(env.names), env.you, env.this, None, env.used, env.bound)
    lower_block(cx, block, inner)
    emit(cx, inner, o.Return())
    return routine


def new_routine(cx: Checker, path: str) -> Routine:
    number, unique = 1, path
    while unique in cx.program.routines:
        number += 1
        unique = f"{path}.{number}"
    cx.program.routines[unique] = Routine(unique)
    cx.world.made.append(unique)
    return cx.program.routines[unique]
