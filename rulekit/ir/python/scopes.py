"""Scopes to Python: what lasts is set aside when one is opened, and is again what it was when it is closed.

Contract: `open` and `close` give the statements. Scopes that were opened before are taken again as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.python import pieces as p
from rulekit.ir.python.values import Values
from rulekit.runtime.scopes import Scope

_DEPTH, _YOU, _SAVED = (Scope._fields.index(name) for name in ("depth", "you", "saved"))


class Scopes:
    """Prints how scopes are opened and closed."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def open(self, s: n.Open) -> list[ast.stmt]:
        return [*_OPENED[s.mode](self, s), *(self._fresh_start(*block) for block in s.saved)]

    def _scopes(self, s: n.Open) -> list[ast.expr]:
        """Those that were opened before, and what is the same for all of them."""
        known = self.values.value(n.Table(("scopes", s.word, s.name, s.end)))
        return [known, ast.Constant(s.word), ast.Constant(s.name), ast.Constant(s.end)]

    def _open_on_top(self, s: n.Open) -> list[ast.stmt]:
        key, scope = self._scope(s, ast.BinOp(p.call("len", p.attr("s", "stack")), ast.Sub(), ast.Constant(1)))
        return [key, p.expr("s.scopes.append", scope)]

    def _open_replacing(self, s: n.Open) -> list[ast.stmt]:
        key, scope = self._scope(s, p.item(p.name("scope"), ast.Constant(_DEPTH)))
        return [key, ast.Assign([p.innermost(ast.Store())], scope)]

    def _scope(self, s: n.Open, depth: ast.expr) -> tuple[ast.stmt, ast.expr]:
        """A scope, opened before or new, and what its key is."""
        saved = ast.Tuple([self._set_aside(first, last) for first, last, _ in s.saved], p.LOAD)
        key = ast.Assign(
            [p.store("key")], ast.Tuple([self.values.value(s.player), depth, self.values.value(s.you), saved], p.LOAD)
        )
        known, *what = self._scopes(s)
        found = ast.Call(ast.Attribute(known, "get", p.LOAD), [p.name("key")], [])
        return key, ast.BoolOp(ast.Or(), [found, p.call("scope_for", known, p.name("key"), *what)])

    def _open_after(self, s: n.Open) -> list[ast.stmt]:
        after, player = self.values.value(n.Table(("remembered", "after", *s.where))), self.values.value(s.player)
        found = ast.Assign([p.store("found")], ast.Call(ast.Attribute(after, "get", p.LOAD), [player], []))
        none = ast.Compare(p.name("found"), [ast.Is()], [ast.Constant(None)])
        other = ast.Compare(p.item(p.name("found"), ast.Constant(0)), [ast.IsNot()], [p.name("scope")])
        new = ast.Assign([p.store("found")], p.call("scope_after", after, p.name("scope"), player, *self._scopes(s)))
        made = ast.If(ast.BoolOp(ast.Or(), [none, other]), [new], [])
        return [found, made, ast.Assign([p.innermost(ast.Store())], p.item(p.name("found"), ast.Constant(1)))]

    def _open_within(self, s: n.Open) -> list[ast.stmt]:
        new = p.call("scope_within", p.name("found"), *self._scopes(s))
        return [p.expr("s.scopes.append", ast.BoolOp(ast.Or(), [p.item(p.name("found"), ast.Constant(2)), new]))]

    def _places(self, first: int, last: int, ctx: ast.expr_context = p.LOAD) -> ast.expr:
        """A variable, or several in a row."""
        at = ast.Constant(first) if last == first + 1 else ast.Slice(ast.Constant(first), ast.Constant(last))
        return ast.Subscript(self.values.name(n.Name("V")), at, ctx)

    def _set_aside(self, first: int, last: int) -> ast.expr:
        places = self._places(first, last)
        values = ast.Tuple([places], p.LOAD) if last == first + 1 else p.call("tuple", places)
        return ast.Tuple([ast.Constant(first), values], p.LOAD)

    def _fresh_start(self, first: int, last: int, values: Any) -> ast.stmt:
        new = n.Const(values[0] if last == first + 1 else values)
        return ast.Assign([self._places(first, last, ast.Store())], self.values.value(new))

    def close(self, s: n.Close) -> list[ast.stmt]:
        pop = ast.Call(p.path("s.scopes.pop"), [], [])
        if s.saved is None and s.pops and not s.names:
            return [self._restore_all(p.item(pop, ast.Constant(_SAVED)))]
        names = [ast.Assign([p.store("scope")], p.innermost())] if s.names else []
        return [*names, *([ast.Expr(pop)] if s.pops else []), *(self._restored(s) if s.restores else [])]

    def _restored(self, s: n.Close) -> list[ast.stmt]:
        """What lasted for a scope is again what it was before."""
        if s.saved is None:
            return [self._restore_all(p.item(p.name("scope"), ast.Constant(_SAVED)))]
        found: list[ast.stmt] = []
        for at, (first, last, _) in enumerate(s.saved):
            values = p.item(p.item(p.item(p.name("scope"), ast.Constant(_SAVED)), ast.Constant(at)), ast.Constant(1))
            values = p.item(values, ast.Constant(0)) if last == first + 1 else values
            found.append(ast.Assign([self._places(first, last, ast.Store())], values))
        return found

    def _restore_all(self, kept: ast.expr) -> ast.stmt:
        behind = ast.BinOp(p.name("at"), ast.Add(), p.call("len", p.name("values")))
        place = ast.Subscript(self.values.name(n.Name("V")), ast.Slice(p.name("at"), behind), ast.Store())
        target = ast.Tuple([p.store("at"), p.store("values")], ast.Store())
        return ast.For(target, kept, [ast.Assign([place], p.name("values"))], [])


_OPENED: dict[str, Callable[[Scopes, n.Open], list[ast.stmt]]] = {  # by the mode of a scope
    "": Scopes._open_on_top, "replaces": Scopes._open_replacing, "after": Scopes._open_after, "within": Scopes._open_within,
}  # fmt: skip
