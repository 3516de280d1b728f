"""Values and statements to Python.

Contract: `function(f, name)` gives the syntax tree of a module with one function that does what the representation says,
every node on its line of the rules. Only literals and names made here reach it. What Python can do faster in a form of its own
(`is`, a comprehension, an assignment inside an expression) is chosen here and nowhere else.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import is_truth, simple
from rulekit.ir.constants import Constants
from rulekit.ir.protocol import ASK
from rulekit.runtime.chance import PRIME, ROOT
from rulekit.runtime.scopes import Scope

COLUMNS = {"vals": "V", "zones": "Z", "where": "W", "up": "U"}
_LETTERS = {letter: column for column, letter in COLUMNS.items()}
_COMPARE: dict[str, type[ast.cmpop]] = {"==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, ">": ast.Gt, "<=": ast.LtE, ">=": ast.GtE}
_ARITHMETIC: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult, "list+": ast.Add}
_ORDERS = {"<": "less", ">": "more", "<=": "at_most", ">=": "at_least"}
OPERATORS = {  # runtime functions for operations that Python has not
    "/": "divide", "..": "span", "list+": "list_plus", "list-": "list_minus",
    "bundle==": "same_bundle", "bundle!=": "other_bundle", "bundle+": "add_bundles",
    "bundle-": "less_bundle", "bundle*": "times_bundle",
    "bundle or": "either_bundle", "dice of": "dice_of", "dice+": "more_dice", "dice-": "less_dice", "dice*": "times_dice",
    "<": "less", ">": "more", "<=": "at_most", ">=": "at_least",
}  # fmt: skip
_METHODS_OF_MACHINE = frozenset(("m.exhausted", "m.routine"))
_METHODS = {"append": "append", "add": "add", "disjoint": "isdisjoint"}
_DEPTH, _YOU, _SAVED = (Scope._fields.index(name) for name in ("depth", "you", "saved"))
_LOAD = ast.Load()
_MANY = 3  # items of a known list in which one is looked for by a set


class Printer:
    """Prints the functions of one table."""

    def __init__(self, constants: Constants, named: Callable[[n.Recipe], str]) -> None:
        self._constants, self._named = constants, named
        self._small = len(constants.t.entities) <= 256  # numbers up to here are one object each
        self._columns: set[str] = set()
        self._temps = self._iterating = 0

    def function(self, f: n.Function, name: str) -> ast.Module:
        self._columns, self._temps, self._iterating = set(), 0, 0
        body = self.block(f.body, f.line)
        heads = [self._line(ast.Assign([_store(letter)], _attr("s", column)), f.line) for letter, column in _LETTERS.items()
                 if letter in self._columns]  # fmt: skip
        args = ast.arguments([], [ast.arg(p) for p in f.params], None, [], [], None, [ast.Constant(d) for d in f.defaults])
        definition = self._line(ast.FunctionDef(name, args, [*heads, *body] or [ast.Pass()], [], None), f.line)
        return ast.Module([definition], [])

    # ---------- values ----------
    def value(self, v: n.Value) -> ast.expr:
        return _VALUES[type(v)](self, v)

    def const(self, v: n.Const) -> ast.expr:
        found = v.value
        if found is None or isinstance(found, bool | int | str):
            return ast.Constant(found)
        if isinstance(found, tuple) and len(found) < _MANY and all(i is None or isinstance(i, bool | int | str) for i in found):
            return ast.Tuple([ast.Constant(i) for i in found], _LOAD)
        return self.table(n.Table(("value", repr(found), found)))

    def table(self, v: n.Table) -> ast.expr:
        return _name(self._constants.name(v.recipe))

    def name(self, v: n.Name) -> ast.expr:
        if v.id in _LETTERS:
            self._columns.add(v.id)
        return _name(v.id)

    def slot(self, v: n.Slot) -> ast.expr:
        return _item(_name("L"), ast.Constant(v.index))

    def state(self, v: n.State) -> ast.expr:
        if v.field == "place":
            return _item(_name("frame"), ast.Constant(1))
        owner, _, field = v.field.rpartition(".")
        return _attr(owner or "s", field)

    def at(self, v: n.At) -> ast.expr:
        return _item(self.name(n.Name(COLUMNS[v.column])), self.value(v.index))

    def held(self, v: n.Held) -> ast.expr:
        table, column = self.value(v.table), self.name(n.Name(COLUMNS[v.column]))
        if self._iterating and not simple(v.key_):
            return _call("kept", column, table, self.value(v.key_), self.value(v.empty))
        first, again = self.twice(v.key_)
        found = _item(column, _item(table, again))
        return ast.IfExp(ast.Compare(first, [ast.In()], [self.value(v.table)]), found, self.value(v.empty))

    def twice(self, v: n.Value) -> tuple[ast.expr, ast.expr]:
        """A value that is needed twice, as it is written first and then."""
        if simple(v):
            return self.value(v), self.value(v)
        self._temps += 1
        name = f"t{self._temps}"
        return ast.NamedExpr(_store(name), self.value(v)), _name(name)

    def lookup(self, v: n.Lookup) -> ast.expr:
        table, key = self.value(v.table), self.value(v.key_)
        if v.default is None:
            return _item(table, key)
        default = [] if v.default == n.NONE else [self.value(v.default)]
        return ast.Call(ast.Attribute(table, "get", _LOAD), [key, *default], [])

    def part(self, v: n.Part) -> ast.expr:
        return _item(self.value(v.of), ast.Constant(v.index))

    def length(self, v: n.Length) -> ast.expr:
        return _call("len", self.iterable(v.of))

    def listing(self, v: n.Listing) -> ast.expr:
        items = [self.value(item) for item in v.items]
        return ast.List(items, _LOAD) if v.frame else ast.Tuple(items, _LOAD)

    def cond(self, v: n.Cond) -> ast.expr:
        if v.test == v.yes:
            return ast.BoolOp(ast.Or(), [self.value(v.yes), self.value(v.no)])
        test = self.test(v.test)
        return ast.IfExp(test, self.value(v.yes), self.value(v.no))

    def invoke(self, v: n.Invoke) -> ast.expr:
        return ast.Call(_name(self._named(v.function)), [self.value(arg) for arg in v.args], [])

    def ref(self, v: n.Ref) -> ast.expr:
        return _name(self._named(v.function))

    def once(self, v: n.Once) -> ast.expr:
        filled = _call("once", _name(v.cell), self.value(v.value))
        return _item(ast.BoolOp(ast.Or(), [_name(v.cell), filled]), ast.Constant(0))

    # ---------- truth ----------
    def test(self, v: n.Value) -> ast.expr:
        """A value of which only whether it holds is asked."""
        if isinstance(v, n.Logic) and len(v.parts) == 1:
            return self.test(v.parts[0])
        if isinstance(v, n.Logic):
            return ast.BoolOp(ast.And() if v.op == "and" else ast.Or(), [self.test(part) for part in v.parts])
        if isinstance(v, n.Not):
            if isinstance(v.of, n.Not):
                return self.test(v.of.of)
            inner = _emptiness(v.of)
            return self.iterable(inner[0]) if inner is not None and inner[1] else ast.UnaryOp(ast.Not(), self.test(v.of))
        empty = _emptiness(v)
        if empty is not None and not empty[1]:
            return self.iterable(empty[0])
        return self.value(v)

    def truth(self, v: n.Value) -> ast.expr:
        return self.value(v) if is_truth(v) else _call("bool", self.value(v))

    def logic(self, v: n.Logic) -> ast.expr:
        if len(v.parts) == 1:
            return self.truth(v.parts[0])
        return ast.BoolOp(ast.And() if v.op == "and" else ast.Or(), [self.truth(part) for part in v.parts])

    def negation(self, v: n.Not) -> ast.expr:
        empty = _emptiness(v.of)
        if empty is not None and empty[1]:
            return _call("bool", self.iterable(empty[0]))
        return ast.UnaryOp(ast.Not(), self.test(v.of))

    def within(self, v: n.In) -> ast.expr:
        source = v.source
        if isinstance(source, n.Const) and isinstance(source.value, tuple) and len(source.value) > _MANY:
            source = n.Const(frozenset(source.value)) if all(type(i) is int for i in source.value) else source
        return ast.Compare(self.value(v.item), [ast.In()], [self.iterable(source)])

    # ---------- numbers ----------
    def binary(self, v: n.Binary) -> ast.expr:
        empty = _emptiness(v)
        if empty is not None:
            items = self.iterable(empty[0])
            return ast.UnaryOp(ast.Not(), items) if empty[1] else _call("bool", items)
        if v.op in ("==", "!="):
            return self._equal(v)
        if v.op in _ORDERS:
            return self._order(v)
        if v.op == "list+":
            return ast.BinOp(self.value(v.left), ast.Add(), self.value(v.right))
        if v.op == "/":
            if isinstance(v.right, n.Const) and v.right.value:
                return ast.BinOp(self._number(v.left), ast.FloorDiv(), self.value(v.right))
            return _call("divide", self.value(v.left), self.value(v.right))
        if v.right == n.ZERO and v.op == "+":
            return self._number(v.left)
        return ast.BinOp(self._number(v.left), _ARITHMETIC[v.op](), self._number(v.right))

    def _number(self, v: n.Value) -> ast.expr:
        return ast.BoolOp(ast.Or(), [self.value(v), ast.Constant(0)]) if v.null else self.value(v)

    def _equal(self, v: n.Binary) -> ast.expr:
        left, right, op = v.left, v.right, _COMPARE[v.op]()
        if left.type.tag == "frame":
            op = ast.Is() if v.op == "==" else ast.IsNot()
        elif n.NONE in (left, right):
            op = ast.Is() if v.op == "==" else ast.IsNot()
            left, right = (left, right) if right == n.NONE else (right, left)
        elif self._small and all(side.type.tag == "thing" and not isinstance(side, n.Const) for side in (left, right)):
            op = ast.Is() if v.op == "==" else ast.IsNot()
        return ast.Compare(self.value(left), [op], [self.value(right)])

    def _order(self, v: n.Binary) -> ast.expr:
        if self._iterating and any(side.null and not simple(side) for side in (v.left, v.right)):
            return _call(_ORDERS[v.op], self.value(v.left), self.value(v.right))
        tests, sides = [], []
        for side in (v.left, v.right):
            if not side.null:
                sides.append(self.value(side))
                continue
            first, again = self.twice(side)
            tests.append(ast.Compare(first, [ast.IsNot()], [ast.Constant(None)]))
            sides.append(again)
        found = ast.Compare(sides[0], [_COMPARE[v.op]()], [sides[1]])
        return ast.BoolOp(ast.And(), [*tests, found]) if tests else found

    # ---------- lists ----------
    def iterable(self, v: n.Value) -> ast.expr:
        """A list that is only looped over or looked through."""
        if isinstance(v, n.Query) and v.kind == "list":
            return self._comprehension(v, self.value)
        if isinstance(v, n.Binary) and v.op == "list+":
            left, right = self.iterable(v.left), self.iterable(v.right)
            joined = isinstance(v.left, n.Binary) and v.left.op == "list+"
            first: list[ast.expr] = left.elts if joined else [ast.Starred(left, _LOAD)]  # type: ignore[attr-defined]
            return ast.List([*first, ast.Starred(right, _LOAD)], _LOAD)
        if isinstance(v, n.Call) and v.function == "spent":
            return self._over(v)
        if isinstance(v, n.Cond):
            return ast.IfExp(self.test(v.test), self.iterable(v.yes), self.iterable(v.no))
        return self.value(v)

    def query(self, v: n.Query) -> ast.expr:
        if v.kind == "list":
            return _call("tuple", self._comprehension(v, self.value))
        return _call(v.kind, self._comprehension(v, self.test if v.kind in ("any", "all") else self.value))

    def _comprehension(self, v: n.Query, element: Callable[[n.Value], ast.expr]) -> ast.expr:
        loops = []
        for loop in v.loops:
            self._iterating += 1
            source = self.iterable(loop.source)
            self._iterating -= 1
            loops.append(ast.comprehension(_target(loop.names), source, [self.test(test) for test in loop.tests], 0))
        return ast.ListComp(element(v.element), loops)

    # ---------- calls ----------
    def call(self, v: n.Call) -> ast.expr:
        special = _CALLS.get(v.function)
        if special is not None:
            return special(self, v)
        name = OPERATORS[v.function[3:]] if v.function.startswith("op ") else v.function.removesuffix(":bound")
        args = [self.value(arg) for arg in v.args]
        if not name.startswith("m.") or name in _METHODS_OF_MACHINE:
            return ast.Call(_path(name) if "." in name else _name(name), args, [])
        if name.endswith(":"):
            return _name(name[2:-1])
        return ast.Call(_name(name[2:]), [_name("m"), *args], [])

    def _method(self, v: n.Call) -> ast.expr:
        of, item = v.args
        return ast.Call(ast.Attribute(self.value(of), _METHODS[v.function], _LOAD), [self.iterable(item)], [])

    def _locals_of(self, v: n.Call) -> ast.expr:
        you, this, blank = (self.value(arg) for arg in v.args)
        return ast.List([you, this, ast.Starred(blank, _LOAD)], _LOAD)

    def _value_of(self, v: n.Call) -> ast.expr:
        return ast.Attribute(self.value(v.args[0]), "value", _LOAD)

    def _some_left(self, v: n.Call) -> ast.expr:
        return _item(self.value(v.args[0]), ast.Slice(None, None, ast.Constant(64)))

    def _over(self, v: n.Call) -> ast.expr:
        return _call(v.function, *(self.iterable(arg) for arg in v.args))

    def _set_of(self, v: n.Call) -> ast.expr:
        return ast.Set([self.value(arg) for arg in v.args])

    def _rest(self, v: n.Call) -> ast.expr:
        return _item(self.value(v.args[0]), ast.Slice(ast.Constant(1)))

    def _some_of(self, v: n.Call) -> ast.expr:
        column, first, last = (self.value(arg) for arg in v.args)
        return _call("filter", ast.Constant(None), _item(column, ast.Slice(first, last)))

    def _among(self, v: n.Call) -> ast.expr:
        return _call("filter", ast.Attribute(self.value(v.args[0]), "__contains__", _LOAD), self.iterable(v.args[1]))

    def _end_of(self, v: n.Call) -> ast.expr:
        items, at, empty = v.args
        if self._iterating and not simple(items):
            return _call("end_of", self.iterable(items), self.value(at), self.value(empty))
        first, again = self.twice(items) if simple(items) else self._named_list(items)
        return ast.IfExp(first, _item(again, self.value(at)), self.value(empty))

    def _named_list(self, items: n.Value) -> tuple[ast.expr, ast.expr]:
        self._temps += 1
        name = f"t{self._temps}"
        return ast.NamedExpr(_store(name), self.iterable(items)), _name(name)

    def _nth(self, v: n.Call) -> ast.expr:
        items, at, empty = v.args
        if self._iterating or at.null:
            return _call("nth", self.iterable(items), self.value(at), self.value(empty))
        first, again = self.twice(at)
        whole, listed = self.twice(items) if simple(items) else self._named_list(items)
        test = ast.Compare(ast.Constant(0), [ast.Lt(), ast.LtE()], [first, _call("len", whole)])
        return ast.IfExp(test, _item(listed, ast.BinOp(again, ast.Sub(), ast.Constant(1))), self.value(empty))

    # ---------- statements ----------
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
        value = self.iterable(s.value) if target.type.tag == "frame" else self.value(s.value)
        return [ast.Assign([self._stored(target)], value)]

    def _stored(self, target: n.Value) -> ast.expr:
        if isinstance(target, n.Listing):
            return ast.Tuple([_store(name.id) for name in target.items], ast.Store())  # type: ignore[attr-defined]
        found: Any = self.value(target)
        found.ctx = ast.Store()
        return found  # type: ignore[no-any-return]

    def _assign_held(self, target: n.Held, value: n.Value) -> list[ast.stmt]:
        at = n.Name("at", null=False)
        column = self.name(n.Name(COLUMNS[target.column]))
        found = ast.Call(ast.Attribute(self.value(target.table), "get", _LOAD), [self.value(target.key_)], [])
        place = n.At(target.column, at, type=target.type, null=target.null)
        same = n.Held(target.column, target.table, target.key_, n.NONE, type=target.type, null=target.null)
        new = self.value(n.swapped(value, {same: place}))
        change = ast.Assign([ast.Subscript(column, _name("at"), ast.Store())], new)
        there = ast.Compare(_name("at"), [ast.IsNot()], [ast.Constant(None)])
        return [ast.Assign([_store("at")], found), ast.If(there, [change], [ast.Expr(self.value(target.empty))])]

    def do(self, s: n.Do, line: int) -> list[ast.stmt]:
        call = s.call
        if isinstance(call, n.Call) and call.function == "extend":
            return [ast.AugAssign(_store(call.args[0].id), ast.Add(), self.iterable(call.args[1]))]  # type: ignore[attr-defined]
        return [ast.Expr(self.value(call))]

    def branch(self, s: n.If, line: int) -> list[ast.stmt]:
        test = self.test(s.test)
        return [ast.If(test, self.block(s.yes, line), self.block(s.no, line) if s.no else [])]

    def loop(self, s: n.For, line: int) -> list[ast.stmt]:
        source = self.iterable(s.source)
        return [
            ast.For(_target(s.names), source, self.block(s.body, line), self.block(s.otherwise, line) if s.otherwise else [])
        ]

    def forever(self, s: n.While, line: int) -> list[ast.stmt]:
        test = ast.Constant(True) if s.test is None else self.test(s.test)
        return [ast.While(test, self.block(s.body, line), [])]

    def leave(self, s: n.Leave, line: int) -> list[ast.stmt]:
        return [ast.Break() if s.how == "break" else ast.Continue()]

    def give(self, s: n.Return, line: int) -> list[ast.stmt]:
        return [ast.Return(self.value(s.value))]

    def stop(self, s: n.Stop, line: int) -> list[ast.stmt]:
        site = self.value(n.Table(("site", *s.site)))
        told = ast.Tuple([ast.Constant(s.kind), self.value(s.who), self.value(s.values), site, self.value(s.offers)], _LOAD)
        wait: list[ast.stmt] = [ast.Assign([_attr("m", "stop", ast.Store())], told), ast.Return(ast.Constant(ASK))]
        if not s.play:
            return wait
        over = ast.If(ast.Compare(_attr("s", "answered"), [ast.GtE()], [_attr("m", "limit")]), wait, [])
        count = ast.AugAssign(_attr("s", "answered", ast.Store()), ast.Add(), ast.Constant(1))
        turned = ast.BinOp(ast.BinOp(_attr("m", "stream"), ast.Mult(), ast.Constant(ROOT)), ast.Mod(), ast.Constant(PRIME))
        stream = ast.Assign([_attr("m", "stream", ast.Store()), _store("x")], turned)
        known = len(s.values.value) if isinstance(s.values, n.Const) else 0
        many = ast.Constant(known) if known else _call("len", self.value(s.values))
        value = ast.Assign([_store("value")], _item(self.value(s.values), ast.BinOp(_name("x"), ast.Mod(), many)))
        on: ast.stmt = ast.Continue()
        if s.play == "call":
            play = ast.Attribute(self.value(n.Table(("site", *s.site))), "play", _LOAD)
            on = ast.Return(ast.Call(play, [_name(word) for word in ("m", "s", "frame", "L", "value")], []))
        return [over, count, stream, value, on]

    # ---------- scopes ----------
    def open(self, s: n.Open, line: int) -> list[ast.stmt]:
        return [*_OPENED[s.mode](self, s), *(self._fresh_start(*block) for block in s.saved)]

    def _scopes(self, s: n.Open) -> list[ast.expr]:
        """Those that were opened before, and what is the same for all of them."""
        known = self.value(n.Table(("scopes", s.word, s.name, s.end)))
        return [known, ast.Constant(s.word), ast.Constant(s.name), ast.Constant(s.end)]

    def _open_on_top(self, s: n.Open) -> list[ast.stmt]:
        key, scope = self._scope(s, ast.BinOp(_call("len", _attr("s", "stack")), ast.Sub(), ast.Constant(1)))
        return [key, _expr("s.scopes.append", scope)]

    def _open_replacing(self, s: n.Open) -> list[ast.stmt]:
        key, scope = self._scope(s, _item(_name("scope"), ast.Constant(_DEPTH)))
        return [key, ast.Assign([_innermost(ast.Store())], scope)]

    def _scope(self, s: n.Open, depth: ast.expr) -> tuple[ast.stmt, ast.expr]:
        """A scope, opened before or new, and what its key is."""
        saved = ast.Tuple([self._set_aside(first, last) for first, last, _ in s.saved], _LOAD)
        key = ast.Assign([_store("key")], ast.Tuple([self.value(s.player), depth, self.value(s.you), saved], _LOAD))
        known, *what = self._scopes(s)
        found = ast.Call(ast.Attribute(known, "get", _LOAD), [_name("key")], [])
        return key, ast.BoolOp(ast.Or(), [found, _call("scope_for", known, _name("key"), *what)])

    def _open_after(self, s: n.Open) -> list[ast.stmt]:
        after, player = self.value(n.Table(("remembered", "after", *s.where))), self.value(s.player)
        found = ast.Assign([_store("found")], ast.Call(ast.Attribute(after, "get", _LOAD), [player], []))
        none = ast.Compare(_name("found"), [ast.Is()], [ast.Constant(None)])
        other = ast.Compare(_item(_name("found"), ast.Constant(0)), [ast.IsNot()], [_name("scope")])
        new = ast.Assign([_store("found")], _call("scope_after", after, _name("scope"), player, *self._scopes(s)))
        made = ast.If(ast.BoolOp(ast.Or(), [none, other]), [new], [])
        return [found, made, ast.Assign([_innermost(ast.Store())], _item(_name("found"), ast.Constant(1)))]

    def _open_within(self, s: n.Open) -> list[ast.stmt]:
        new = _call("scope_within", _name("found"), *self._scopes(s))
        return [_expr("s.scopes.append", ast.BoolOp(ast.Or(), [_item(_name("found"), ast.Constant(2)), new]))]

    def _places(self, first: int, last: int, ctx: ast.expr_context = _LOAD) -> ast.expr:
        """A variable, or several in a row."""
        at = ast.Constant(first) if last == first + 1 else ast.Slice(ast.Constant(first), ast.Constant(last))
        return ast.Subscript(self.name(n.Name("V")), at, ctx)

    def _set_aside(self, first: int, last: int) -> ast.expr:
        places = self._places(first, last)
        values = ast.Tuple([places], _LOAD) if last == first + 1 else _call("tuple", places)
        return ast.Tuple([ast.Constant(first), values], _LOAD)

    def _fresh_start(self, first: int, last: int, values: Any) -> ast.stmt:
        new = n.Const(values[0] if last == first + 1 else values)
        return ast.Assign([self._places(first, last, ast.Store())], self.value(new))

    def close(self, s: n.Close, line: int) -> list[ast.stmt]:
        pop = ast.Call(_path("s.scopes.pop"), [], [])
        if s.saved is None and s.pops and not s.names:
            return [self._restore_all(_item(pop, ast.Constant(_SAVED)))]
        names = [ast.Assign([_store("scope")], _innermost())] if s.names else []
        return [*names, *([ast.Expr(pop)] if s.pops else []), *(self._restored(s) if s.restores else [])]

    def _restored(self, s: n.Close) -> list[ast.stmt]:
        """What lasted for a scope is again what it was before."""
        if s.saved is None:
            return [self._restore_all(_item(_name("scope"), ast.Constant(_SAVED)))]
        found: list[ast.stmt] = []
        for at, (first, last, _) in enumerate(s.saved):
            values = _item(_item(_item(_name("scope"), ast.Constant(_SAVED)), ast.Constant(at)), ast.Constant(1))
            values = _item(values, ast.Constant(0)) if last == first + 1 else values
            found.append(ast.Assign([self._places(first, last, ast.Store())], values))
        return found

    def _restore_all(self, kept: ast.expr) -> ast.stmt:
        behind = ast.BinOp(_name("at"), ast.Add(), _call("len", _name("values")))
        place = ast.Subscript(self.name(n.Name("V")), ast.Slice(_name("at"), behind), ast.Store())
        target = ast.Tuple([_store("at"), _store("values")], ast.Store())
        return ast.For(target, kept, [ast.Assign([place], _name("values"))], [])

    def guarded(self, s: n.Guarded, line: int) -> list[ast.stmt]:
        begin = ast.Assign([_attr("m", "substitutes", ast.Store())], ast.Dict([], []))
        end: list[ast.stmt] = [ast.Assign([_attr("m", "substitutes", ast.Store())], ast.Constant(None))]
        return [begin, ast.Try(self.block(s.body, line), [], [], end)]


def _emptiness(v: n.Value) -> tuple[n.Value, bool] | None:
    """A comparison that asks whether a list is empty (True) or not (False)."""
    if not isinstance(v, n.Binary) or not isinstance(v.left, n.Length) or not isinstance(v.right, n.Const):
        return None
    asks = {("==", 0): True, ("<", 1): True, ("<=", 0): True, ("!=", 0): False, (">", 0): False, (">=", 1): False}
    found = asks.get((v.op, v.right.value))
    return None if found is None else (v.left.of, found)


def _name(name: str) -> ast.Name:
    return ast.Name(name, _LOAD)


def _store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _attr(owner: str, attr: str, ctx: ast.expr_context = _LOAD) -> ast.Attribute:
    return ast.Attribute(_name(owner), attr, ctx)


def _path(name: str) -> ast.expr:
    first, *rest = name.split(".")
    found: ast.expr = _name(first)
    for attr in rest:
        found = ast.Attribute(found, attr, _LOAD)
    return found


def _item(of: ast.expr, at: ast.expr) -> ast.Subscript:
    return ast.Subscript(of, at, _LOAD)


def _innermost(ctx: ast.expr_context = _LOAD) -> ast.Subscript:
    """The scope that was opened last."""
    return ast.Subscript(_attr("s", "scopes"), ast.Constant(-1), ctx)


def _call(function: str, *args: ast.expr) -> ast.Call:
    return ast.Call(_name(function), list(args), [])


def _expr(function: str, *args: ast.expr) -> ast.Expr:
    return ast.Expr(ast.Call(_path(function), list(args), []))


def _target(names: tuple[n.Name, ...]) -> ast.expr:
    stored: list[ast.expr] = [_store(name.id) for name in names]
    return stored[0] if len(stored) == 1 else ast.Tuple(stored, ast.Store())


P = Printer
_VALUES: dict[type, Callable[[Any, Any], ast.expr]] = {
    n.Const: P.const, n.Table: P.table, n.Name: P.name, n.Slot: P.slot, n.State: P.state, n.At: P.at, n.Held: P.held,
    n.Lookup: P.lookup, n.Part: P.part, n.Length: P.length, n.Binary: P.binary, n.Logic: P.logic, n.Not: P.negation,
    n.In: P.within,
    n.Cond: P.cond, n.Listing: P.listing, n.Query: P.query, n.Call: P.call, n.Invoke: P.invoke, n.Ref: P.ref, n.Once: P.once,
}  # fmt: skip
_STATEMENTS: dict[type, Callable[[Any, Any, int], list[ast.stmt]]] = {
    n.Assign: P.assign, n.Do: P.do, n.If: P.branch, n.For: P.loop, n.While: P.forever, n.Leave: P.leave, n.Return: P.give,
    n.Stop: P.stop, n.Open: P.open, n.Close: P.close, n.Guarded: P.guarded,
}  # fmt: skip
_OPENED: dict[str, Callable[[Any, n.Open], list[ast.stmt]]] = {  # by the mode of a scope
    "": P._open_on_top, "replaces": P._open_replacing, "after": P._open_after, "within": P._open_within,
}  # fmt: skip
_CALLS: dict[str, Callable[[Any, n.Call], ast.expr]] = {
    "append": P._method, "add": P._method, "disjoint": P._method, "some_of": P._some_of, "among": P._among, "end_of": P._end_of,
    "nth": P._nth, "rest": P._rest, "set_of": P._set_of, "some_left": P._some_left, "flat": P._over,
    "locals_of": P._locals_of,
    "value_of": P._value_of,
}  # fmt: skip
