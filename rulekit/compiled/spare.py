"""A pass over printed code that spares names: one that only stands for another, or for nothing, is not written.

Contract: takes and returns a syntax tree; what it computes stays the same. What is read inside a comprehension or a lambda
is left as it is. Printed functions have no `del`, `global` or `nonlocal`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

_NESTED = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef)
_LEAVES = (ast.Return, ast.Continue, ast.Break, ast.Raise)
_FREE = (ast.Name, ast.Constant)
Names = dict[str, ast.expr]  # what a name stands for: another name, or a constant


def spare(tree: ast.Module) -> ast.Module:
    """The tree with fewer names, function by function."""
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            _forward(function.body, {})
            function.body = _needed(function.body, set(), set())[0]
    return tree


# ---------- names that stand for others ----------
class _Renamed(ast.NodeTransformer):
    """Puts in what names stand for."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found: Any = self._names.get(node.id) if isinstance(node.ctx, ast.Load) else None
        if found is None:
            return node
        new = ast.Name(found.id, ast.Load()) if isinstance(found, ast.Name) else ast.Constant(found.value)
        return ast.copy_location(new, node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        return node if isinstance(node, _NESTED) else super().generic_visit(node)


def _forward(block: list[ast.stmt], names: Names) -> Names | None:
    """Goes through a block; what names stand for behind it, or None if nothing comes there."""
    for statement in block:
        found = _one(statement, names)
        if found is None:
            return None
        names = found
    return names


def _one(statement: ast.stmt, names: Names) -> Names | None:
    if isinstance(statement, ast.If):
        names = _renamed(statement, ("test",), names)
        return _common(_forward(statement.body, dict(names)), _forward(statement.orelse, dict(names)))
    if isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr | ast.Return):
        names = _renamed(statement, ("value", "target", "targets"), names)
        if isinstance(statement, ast.Assign) and _stands(statement.value):
            names = names | {t.id: statement.value for t in statement.targets if isinstance(t, ast.Name)}
        return None if isinstance(statement, ast.Return) else names
    names = _without(names, [statement])
    for part in (statement, *getattr(statement, "handlers", ())):
        for field in ("body", "orelse", "finalbody"):
            _forward(getattr(part, field, []), dict(names))
    return None if isinstance(statement, _LEAVES) else names


def _stands(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) or (isinstance(value, ast.Constant) and value.value is None)


def _renamed(statement: ast.stmt, fields: tuple[str, ...], names: Names) -> Names:
    """Puts names in place within parts of a statement; what they stand for behind those parts."""
    if not names:
        return names
    parts = [getattr(statement, field) for field in fields if hasattr(statement, field)]
    nodes = [node for part in parts for node in (part if isinstance(part, list) else [part]) if node is not None]
    known = _without(names, [n for node in nodes for n in ast.walk(node) if isinstance(n, ast.NamedExpr)])
    renamed = _Renamed(known)
    for field, part in zip((f for f in fields if hasattr(statement, f)), parts, strict=True):
        setattr(statement, field, [renamed.visit(n) for n in part] if isinstance(part, list) else part and renamed.visit(part))
    return _without(known, nodes)


def _without(names: Names, nodes: list[Any]) -> Names:
    """What names stand for when these have assigned theirs."""
    changed = _assigned(nodes) if names else set()
    if not changed:
        return names
    return {n: v for n, v in names.items() if n not in changed and not (isinstance(v, ast.Name) and v.id in changed)}


def _common(one: Names | None, other: Names | None) -> Names | None:
    if one is None or other is None:
        return other if one is None else one
    return {name: value for name, value in one.items() if name in other and ast.dump(value) == ast.dump(other[name])}


# ---------- names that nobody reads ----------
def _needed(block: list[ast.stmt], live: set[str], around: set[str]) -> tuple[list[ast.stmt], set[str]]:
    """A block without assignments in vain, and the names read from its start on; `around`: those that the loop needs."""
    kept: list[ast.stmt] = []
    for statement in reversed(block):
        if isinstance(statement, ast.If):
            statement.body, yes = _needed(statement.body, live, around)
            statement.orelse, no = _needed(statement.orelse, live, around)
            statement.body = statement.body or [ast.copy_location(ast.Pass(), statement)]
            live = yes | no | _read([statement.test])
        elif isinstance(statement, ast.For | ast.While):
            loop = _read([statement]) | live
            statement.body, _ = _needed(statement.body, loop, loop)
            statement.body = statement.body or [ast.copy_location(ast.Pass(), statement)]
            live = loop
        elif isinstance(statement, _LEAVES):
            live = _read([statement]) if isinstance(statement, ast.Return | ast.Raise) else set(around)
        elif isinstance(statement, ast.Assign):
            if not _trim(statement, live):
                continue
            live = (live - _assigned(statement.targets)) | _read([statement])
        else:
            live = live | _read([statement])
        kept.append(statement)
    return kept[::-1], live


def _trim(statement: ast.Assign, live: set[str]) -> bool:
    """Leaves out the names that nobody reads; is anything left to do?"""
    targets = [t for t in statement.targets if not isinstance(t, ast.Name) or t.id in live]
    if targets:
        statement.targets = targets
    return bool(targets) or not isinstance(statement.value, _FREE)


def _read(nodes: Iterable[ast.AST]) -> set[str]:
    parts = [part for node in nodes for part in ast.walk(node)]
    counted = {part.target.id for part in parts if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name)}
    return counted | {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}


def _assigned(nodes: Iterable[ast.AST]) -> set[str]:
    found = (part for node in nodes for part in ast.walk(node))
    return {part.id for part in found if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
