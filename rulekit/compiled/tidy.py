"""A last pass over printed code: what a statement reads again and again from the locals of its frame is read once, what its
loops share is worked out once, and what is only asked whether it holds stays as it is.

Contract: takes and returns a syntax tree; what it computes stays the same. Expressions change nothing, so a local that a
statement reads several times is the same each time.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import Any

from rulekit.compiled.shared import share

_OFTEN = 3
_COSTLY = re.compile(r"\bm\.|\bd_")


def tidy(tree: ast.Module) -> ast.Module:
    """The tree with repeated reads of `L[n]` brought together, statement by statement."""
    found = _Statements().visit(_Tests().visit(tree))
    assert isinstance(found, ast.Module)
    return found


class _Tests(ast.NodeTransformer):
    """What is asked only whether it holds need not be made True or False."""

    def visit_If(self, node: ast.If) -> ast.AST:
        node.test = _plain(node.test)
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = _plain(node.test)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.ifs = [_plain(test) for test in node.ifs]
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.op, ast.Not):
            node.operand = _plain(node.operand)
        return self.generic_visit(node)


def _plain(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "bool":
        return _plain(test.args[0])
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _plain(test.operand)
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return inner.operand
        test.operand = inner
    elif isinstance(test, ast.BoolOp):
        test.values = [_plain(value) for value in test.values]
    return test


class _Statements(ast.NodeTransformer):
    """Goes through lists of statements."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                setattr(node, field, [line for statement in block for line in _lines(statement)])
        return node


def _lines(statement: ast.stmt) -> list[ast.stmt]:
    part = _expression(statement)
    if part is None:
        return [statement]
    found = _locals_once(statement, part)
    return [*found[:-1], *_shared(found[-1])] if _loops(part) else found


def _loops(part: ast.expr) -> bool:
    """Is there a loop in which something may be worked out again and again that costs much?"""
    found = [ast.unparse(node) for node in ast.walk(part) if isinstance(node, ast.ListComp)]
    return any(_COSTLY.search(loop) and "once(" not in loop for loop in found)


def _shared(statement: ast.stmt) -> list[ast.stmt]:
    """A statement with what its loops share worked out once."""
    part = _expression(statement)
    assert part is not None
    *before, last = share(ast.Module([ast.Expr(part)], []), "b").body
    assert isinstance(last, ast.Expr)
    _replace(statement, part, last.value)
    for node in [node for line in (*before, statement) for node in ast.walk(line)]:
        if not hasattr(node, "lineno"):
            ast.copy_location(node, statement)
    return [*before, statement]


def _replace(statement: ast.stmt, old: ast.expr, new: ast.expr) -> None:
    for field, inner in ast.iter_fields(statement):
        if inner is old:
            setattr(statement, field, new)


def _locals_once(statement: ast.stmt, part: ast.expr) -> list[ast.stmt]:
    often = [slot for slot, times in Counter(_reads(part)).items() if times >= _OFTEN]
    if not often:
        return [statement]
    _replace(statement, part, _Names(often).visit(part))
    return [*(_read_once(slot, statement) for slot in often), statement]


def _expression(statement: ast.stmt) -> ast.expr | None:
    """The expression that a statement works out before anything else, once."""
    if isinstance(statement, ast.Assign | ast.Expr | ast.Return):
        return statement.value
    if isinstance(statement, ast.If):
        return statement.test
    return statement.iter if isinstance(statement, ast.For) else None


def _reads(part: ast.expr) -> list[int]:
    """The locals that are read, those inside a loop as often as it takes."""
    found = _all(part)
    loops = [node for node in ast.walk(part) if isinstance(node, ast.ListComp)]
    inner = [slot for loop in loops for test in (loop.elt, *(t for g in loop.generators for t in g.ifs)) for slot in _all(test)]
    return found + inner * _OFTEN


def _all(part: ast.expr) -> list[int]:
    return [slot for node in ast.walk(part) if (slot := _slot(node)) is not None]


def _slot(node: ast.AST) -> int | None:
    """The number of a local that is read."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "L":
        at: Any = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return at if isinstance(at, int) and isinstance(node.ctx, ast.Load) else None
    return None


def _name(slot: int) -> str:
    return f"l{slot}"


def _read_once(slot: int, statement: ast.stmt) -> ast.stmt:
    found = ast.parse(f"{_name(slot)} = L[{slot}]").body[0]
    for node in ast.walk(found):
        if hasattr(node, "lineno"):
            ast.copy_location(node, statement)
    return found


class _Names(ast.NodeTransformer):
    """Puts the names in place of the reads."""

    def __init__(self, slots: list[int]) -> None:
        self._slots = slots

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        slot = _slot(node)
        if slot in self._slots:
            return ast.copy_location(ast.Name(_name(slot), ast.Load()), node)
        return self.generic_visit(node)
