"""Short names for the nodes of Python's syntax tree that are printed most.

Contract: each function gives a new node without a line.
"""

from __future__ import annotations

import ast

from rulekit.ir import nodes as n

LOAD = ast.Load()


def name(word: str) -> ast.Name:
    return ast.Name(word, LOAD)


def store(word: str) -> ast.Name:
    return ast.Name(word, ast.Store())


def attr(owner: str, attr: str, ctx: ast.expr_context = LOAD) -> ast.Attribute:
    return ast.Attribute(name(owner), attr, ctx)


def path(dotted: str) -> ast.expr:
    first, *rest = dotted.split(".")
    found: ast.expr = name(first)
    for attr in rest:
        found = ast.Attribute(found, attr, LOAD)
    return found


def item(of: ast.expr, at: ast.expr) -> ast.Subscript:
    return ast.Subscript(of, at, LOAD)


def innermost(ctx: ast.expr_context = LOAD) -> ast.Subscript:
    """The scope that was opened last."""
    return ast.Subscript(attr("s", "scopes"), ast.Constant(-1), ctx)


def call(function: str, *args: ast.expr) -> ast.Call:
    return ast.Call(name(function), list(args), [])


def expr(function: str, *args: ast.expr) -> ast.Expr:
    return ast.Expr(ast.Call(path(function), list(args), []))


def target(names: tuple[n.Name, ...]) -> ast.expr:
    stored: list[ast.expr] = [store(name.id) for name in names]
    return stored[0] if len(stored) == 1 else ast.Tuple(stored, ast.Store())
