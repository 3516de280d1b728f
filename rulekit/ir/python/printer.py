"""Statements and functions to Python.

Contract: `function(f, name)` gives the syntax tree of a module with one function that does what the representation says,
every node on its line of the rules. Only literals and names made here reach it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.constants import Constants
from rulekit.ir.protocol import ASK
from rulekit.ir.python import pieces as p
from rulekit.ir.python.scopes import Scopes
from rulekit.ir.python.values import COLUMNS, LETTERS, Values
from rulekit.runtime.chance import PRIME, ROOT


class Printer:
    """Prints the functions of one table."""

    def __init__(self, constants: Constants, named: Callable[[n.Recipe], str]) -> None:
        self.values = Values(constants, named)
        self._scopes = Scopes(self.values)

    def value(self, v: n.Value) -> ast.expr:
        return self.values.value(v)

    def function(self, f: n.Function, name: str) -> ast.Module:
        self.values.begin()
        body = self.block(f.body, f.line)
        heads = [self._line(ast.Assign([p.store(letter)], p.attr("s", column)), f.line) for letter, column in LETTERS.items()
                 if letter in self.values.columns]  # fmt: skip
        args = ast.arguments([], [ast.arg(p) for p in f.params], None, [], [], None, [ast.Constant(d) for d in f.defaults])
        definition = self._line(ast.FunctionDef(name, args, [*heads, *body] or [ast.Pass()], [], None), f.line)
        return ast.Module([definition], [])

    def block(self, statements: n.Block, line: int) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in statements:
            at = statement.line or line
            for made in _STATEMENTS[type(statement)](self, statement, at):
                found.append(self._line(made, at))
        return found or [self._line(ast.Pass(), line)]

    @staticmethod
    def _line(node: Any, line: int) -> Any:
        """Puts a node and all inside it that has no line yet on a line of the rules."""
        todo = [node]
        while todo:
            part = todo.pop()
            if "lineno" in part.__dict__:
                continue
            if "lineno" in part._attributes:
                part.lineno = part.end_lineno = line
                part.col_offset = part.end_col_offset = 0
            for field in part._fields:
                inner = getattr(part, field, None)
                if isinstance(inner, ast.AST):
                    if inner._fields or inner._attributes:
                        todo.append(inner)
                elif isinstance(inner, list):
                    todo += [item for item in inner if isinstance(item, ast.AST)]
        return node

    def assign(self, s: n.Assign, line: int) -> list[ast.stmt]:
        target = s.target
        if isinstance(target, n.Held):
            return self._assign_held(target, s.value)
        value = self.values.iterable(s.value) if target.type.tag == "frame" else self.values.value(s.value)
        return [ast.Assign([self._stored(target)], value)]

    def _stored(self, target: n.Value) -> ast.expr:
        if isinstance(target, n.Listing):
            return ast.Tuple([p.store(name.id) for name in target.items], ast.Store())  # type: ignore[attr-defined]
        found: Any = self.values.value(target)
        found.ctx = ast.Store()
        return found  # type: ignore[no-any-return]

    def _assign_held(self, target: n.Held, value: n.Value) -> list[ast.stmt]:
        at = n.Name("at", null=False)
        column = self.values.name(n.Name(COLUMNS[target.column]))
        found = ast.Call(ast.Attribute(self.values.value(target.table), "get", p.LOAD), [self.values.value(target.key_)], [])
        place = n.At(target.column, at, type=target.type, null=target.null)
        same = n.Held(target.column, target.table, target.key_, n.NONE, type=target.type, null=target.null)
        new = self.values.value(n.swapped(value, {same: place}))
        change = ast.Assign([ast.Subscript(column, p.name("at"), ast.Store())], new)
        there = ast.Compare(p.name("at"), [ast.IsNot()], [ast.Constant(None)])
        return [ast.Assign([p.store("at")], found), ast.If(there, [change], [ast.Expr(self.values.value(target.empty))])]

    def do(self, s: n.Do, line: int) -> list[ast.stmt]:
        call = s.call
        if isinstance(call, n.Call) and call.function == "extend":
            return [ast.AugAssign(p.store(call.args[0].id), ast.Add(), self.values.iterable(call.args[1]))]  # type: ignore[attr-defined]
        return [ast.Expr(self.values.value(call))]

    def branch(self, s: n.If, line: int) -> list[ast.stmt]:
        test = self.values.test(s.test)
        return [ast.If(test, self.block(s.yes, line), self.block(s.no, line) if s.no else [])]

    def loop(self, s: n.For, line: int) -> list[ast.stmt]:
        source = self.values.iterable(s.source)
        return [
            ast.For(p.target(s.names), source, self.block(s.body, line), self.block(s.otherwise, line) if s.otherwise else [])
        ]

    def forever(self, s: n.While, line: int) -> list[ast.stmt]:
        test = ast.Constant(True) if s.test is None else self.values.test(s.test)
        return [ast.While(test, self.block(s.body, line), [])]

    def leave(self, s: n.Leave, line: int) -> list[ast.stmt]:
        return [ast.Break() if s.how == "break" else ast.Continue()]

    def give(self, s: n.Return, line: int) -> list[ast.stmt]:
        return [ast.Return(self.values.value(s.value))]

    def stop(self, s: n.Stop, line: int) -> list[ast.stmt]:
        site = self.values.value(n.Table(("site", *s.site)))
        told = ast.Tuple(
            [ast.Constant(s.kind), self.values.value(s.who), self.values.value(s.values), site, self.values.value(s.offers)],
            p.LOAD,
        )
        wait: list[ast.stmt] = [ast.Assign([p.attr("m", "stop", ast.Store())], told), ast.Return(ast.Constant(ASK))]
        if not s.play:
            return wait
        over = ast.If(ast.Compare(p.attr("s", "answered"), [ast.GtE()], [p.attr("m", "limit")]), wait, [])
        count = ast.AugAssign(p.attr("s", "answered", ast.Store()), ast.Add(), ast.Constant(1))
        turned = ast.BinOp(ast.BinOp(p.attr("m", "stream"), ast.Mult(), ast.Constant(ROOT)), ast.Mod(), ast.Constant(PRIME))
        stream = ast.Assign([p.attr("m", "stream", ast.Store()), p.store("x")], turned)
        known = len(s.values.value) if isinstance(s.values, n.Const) else 0
        many = ast.Constant(known) if known else p.call("len", self.values.value(s.values))
        value = ast.Assign([p.store("value")], p.item(self.values.value(s.values), ast.BinOp(p.name("x"), ast.Mod(), many)))
        on: ast.stmt = ast.Continue()
        if s.play == "call":
            play = ast.Attribute(self.values.value(n.Table(("site", *s.site))), "play", p.LOAD)
            on = ast.Return(ast.Call(play, [p.name(word) for word in ("m", "s", "frame", "L", "value")], []))
        return [over, count, stream, value, on]

    def open(self, s: n.Open, line: int) -> list[ast.stmt]:
        return self._scopes.open(s)

    def close(self, s: n.Close, line: int) -> list[ast.stmt]:
        return self._scopes.close(s)

    def guarded(self, s: n.Guarded, line: int) -> list[ast.stmt]:
        begin = ast.Assign([p.attr("m", "substitutes", ast.Store())], ast.Dict([], []))
        end: list[ast.stmt] = [ast.Assign([p.attr("m", "substitutes", ast.Store())], ast.Constant(None))]
        return [begin, ast.Try(self.block(s.body, line), [], [], end)]


S = Printer
_STATEMENTS: dict[type, Callable[[Any, Any, int], list[ast.stmt]]] = {
    n.Assign: S.assign, n.Do: S.do, n.If: S.branch, n.For: S.loop, n.While: S.forever, n.Leave: S.leave, n.Return: S.give,
    n.Stop: S.stop, n.Open: S.open, n.Close: S.close, n.Guarded: S.guarded,
}  # fmt: skip
