"""Values to Python.

Contract: `Values.value(v)` gives an expression; `test` one of which only its truth counts, `iterable` one that is gone through
once. What Python can do faster in a form of its own (`is`, a comprehension, an assignment inside an expression) is chosen here.
`columns`: the lists of the state that were used by a name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import is_truth, simple
from rulekit.ir.constants import Constants
from rulekit.ir.python import pieces as p

COLUMNS = {"vals": "V", "zones": "Z", "where": "W", "up": "U"}
LETTERS = {letter: column for column, letter in COLUMNS.items()}
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
_MANY = 3  # items of a known list in which one is looked for by a set


class Values:
    """Prints the values of one function after another."""

    def __init__(self, constants: Constants, named: Callable[[n.Recipe], str]) -> None:
        self._constants, self._named = constants, named
        self._small = len(constants.t.entities) <= 256  # numbers up to here are one object each
        self.begin()

    def begin(self) -> None:
        """A new function."""
        self.columns: set[str] = set()
        self._temps = self._iterating = 0

    def value(self, v: n.Value) -> ast.expr:
        return _VALUES[type(v)](self, v)

    def const(self, v: n.Const) -> ast.expr:
        found = v.value
        if found is None or isinstance(found, bool | int | str):
            return ast.Constant(found)
        if isinstance(found, tuple) and len(found) < _MANY and all(i is None or isinstance(i, bool | int | str) for i in found):
            return ast.Tuple([ast.Constant(i) for i in found], p.LOAD)
        return self.table(n.Table(("value", repr(found), found)))

    def table(self, v: n.Table) -> ast.expr:
        return p.name(self._constants.name(v.recipe))

    def name(self, v: n.Name) -> ast.expr:
        if v.id in LETTERS:
            self.columns.add(v.id)
        return p.name(v.id)

    def slot(self, v: n.Slot) -> ast.expr:
        return p.item(p.name("L"), ast.Constant(v.index))

    def state(self, v: n.State) -> ast.expr:
        if v.field == "place":
            return p.item(p.name("frame"), ast.Constant(1))
        owner, _, field = v.field.rpartition(".")
        return p.attr(owner or "s", field)

    def at(self, v: n.At) -> ast.expr:
        return p.item(self.name(n.Name(COLUMNS[v.column])), self.value(v.index))

    def held(self, v: n.Held) -> ast.expr:
        table, column = self.value(v.table), self.name(n.Name(COLUMNS[v.column]))
        if self._iterating and not simple(v.key_):
            return p.call("kept", column, table, self.value(v.key_), self.value(v.empty))
        first, again = self.twice(v.key_)
        found = p.item(column, p.item(table, again))
        return ast.IfExp(ast.Compare(first, [ast.In()], [self.value(v.table)]), found, self.value(v.empty))

    def twice(self, v: n.Value) -> tuple[ast.expr, ast.expr]:
        """A value that is needed twice, as it is written first and then."""
        if simple(v):
            return self.value(v), self.value(v)
        self._temps += 1
        name = f"t{self._temps}"
        return ast.NamedExpr(p.store(name), self.value(v)), p.name(name)

    def lookup(self, v: n.Lookup) -> ast.expr:
        table, key = self.value(v.table), self.value(v.key_)
        if v.default is None:
            return p.item(table, key)
        default = [] if v.default == n.NONE else [self.value(v.default)]
        return ast.Call(ast.Attribute(table, "get", p.LOAD), [key, *default], [])

    def part(self, v: n.Part) -> ast.expr:
        return p.item(self.value(v.of), ast.Constant(v.index))

    def length(self, v: n.Length) -> ast.expr:
        return p.call("len", self.iterable(v.of))

    def listing(self, v: n.Listing) -> ast.expr:
        items = [self.value(item) for item in v.items]
        return ast.List(items, p.LOAD) if v.frame else ast.Tuple(items, p.LOAD)

    def cond(self, v: n.Cond) -> ast.expr:
        if v.test == v.yes:
            return ast.BoolOp(ast.Or(), [self.value(v.yes), self.value(v.no)])
        test = self.test(v.test)
        return ast.IfExp(test, self.value(v.yes), self.value(v.no))

    def invoke(self, v: n.Invoke) -> ast.expr:
        return ast.Call(p.name(self._named(v.function)), [self.value(arg) for arg in v.args], [])

    def ref(self, v: n.Ref) -> ast.expr:
        return p.name(self._named(v.function))

    def once(self, v: n.Once) -> ast.expr:
        filled = p.call("once", p.name(v.cell), self.value(v.value))
        return p.item(ast.BoolOp(ast.Or(), [p.name(v.cell), filled]), ast.Constant(0))

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
        return self.value(v) if is_truth(v) else p.call("bool", self.value(v))

    def logic(self, v: n.Logic) -> ast.expr:
        if len(v.parts) == 1:
            return self.truth(v.parts[0])
        return ast.BoolOp(ast.And() if v.op == "and" else ast.Or(), [self.truth(part) for part in v.parts])

    def negation(self, v: n.Not) -> ast.expr:
        empty = _emptiness(v.of)
        if empty is not None and empty[1]:
            return p.call("bool", self.iterable(empty[0]))
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
            return ast.UnaryOp(ast.Not(), items) if empty[1] else p.call("bool", items)
        if v.op in ("==", "!="):
            return self._equal(v)
        if v.op in _ORDERS:
            return self._order(v)
        if v.op == "list+":
            return ast.BinOp(self.value(v.left), ast.Add(), self.value(v.right))
        if v.op == "/":
            if isinstance(v.right, n.Const) and v.right.value:
                return ast.BinOp(self._number(v.left), ast.FloorDiv(), self.value(v.right))
            return p.call("divide", self.value(v.left), self.value(v.right))
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
            return p.call(_ORDERS[v.op], self.value(v.left), self.value(v.right))
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
            first: list[ast.expr] = left.elts if joined else [ast.Starred(left, p.LOAD)]  # type: ignore[attr-defined]
            return ast.List([*first, ast.Starred(right, p.LOAD)], p.LOAD)
        if isinstance(v, n.Call) and v.function == "spent":
            return self._over(v)
        if isinstance(v, n.Cond):
            return ast.IfExp(self.test(v.test), self.iterable(v.yes), self.iterable(v.no))
        return self.value(v)

    def query(self, v: n.Query) -> ast.expr:
        if v.kind == "list":
            return p.call("tuple", self._comprehension(v, self.value))
        return p.call(v.kind, self._comprehension(v, self.test if v.kind in ("any", "all") else self.value))

    def _comprehension(self, v: n.Query, element: Callable[[n.Value], ast.expr]) -> ast.expr:
        loops = []
        for loop in v.loops:
            self._iterating += 1
            source = self.iterable(loop.source)
            self._iterating -= 1
            loops.append(ast.comprehension(p.target(loop.names), source, [self.test(test) for test in loop.tests], 0))
        return ast.ListComp(element(v.element), loops)

    # ---------- calls ----------
    def call(self, v: n.Call) -> ast.expr:
        special = _CALLS.get(v.function)
        if special is not None:
            return special(self, v)
        name = OPERATORS[v.function[3:]] if v.function.startswith("op ") else v.function.removesuffix(":bound")
        args = [self.value(arg) for arg in v.args]
        if not name.startswith("m.") or name in _METHODS_OF_MACHINE:
            return ast.Call(p.path(name) if "." in name else p.name(name), args, [])
        if name.endswith(":"):
            return p.name(name[2:-1])
        return ast.Call(p.name(name[2:]), [p.name("m"), *args], [])

    def _method(self, v: n.Call) -> ast.expr:
        of, item = v.args
        return ast.Call(ast.Attribute(self.value(of), _METHODS[v.function], p.LOAD), [self.iterable(item)], [])

    def _locals_of(self, v: n.Call) -> ast.expr:
        you, this, blank = (self.value(arg) for arg in v.args)
        return ast.List([you, this, ast.Starred(blank, p.LOAD)], p.LOAD)

    def _value_of(self, v: n.Call) -> ast.expr:
        return ast.Attribute(self.value(v.args[0]), "value", p.LOAD)

    def _some_left(self, v: n.Call) -> ast.expr:
        return p.item(self.value(v.args[0]), ast.Slice(None, None, ast.Constant(64)))

    def _over(self, v: n.Call) -> ast.expr:
        return p.call(v.function, *(self.iterable(arg) for arg in v.args))

    def _set_of(self, v: n.Call) -> ast.expr:
        return ast.Set([self.value(arg) for arg in v.args])

    def _rest(self, v: n.Call) -> ast.expr:
        return p.item(self.value(v.args[0]), ast.Slice(ast.Constant(1)))

    def _some_of(self, v: n.Call) -> ast.expr:
        column, first, last = (self.value(arg) for arg in v.args)
        return p.call("filter", ast.Constant(None), p.item(column, ast.Slice(first, last)))

    def _among(self, v: n.Call) -> ast.expr:
        return p.call("filter", ast.Attribute(self.value(v.args[0]), "__contains__", p.LOAD), self.iterable(v.args[1]))

    def _end_of(self, v: n.Call) -> ast.expr:
        items, at, empty = v.args
        if self._iterating and not simple(items):
            return p.call("end_of", self.iterable(items), self.value(at), self.value(empty))
        first, again = self.twice(items) if simple(items) else self._named_list(items)
        return ast.IfExp(first, p.item(again, self.value(at)), self.value(empty))

    def _named_list(self, items: n.Value) -> tuple[ast.expr, ast.expr]:
        self._temps += 1
        name = f"t{self._temps}"
        return ast.NamedExpr(p.store(name), self.iterable(items)), p.name(name)

    def _nth(self, v: n.Call) -> ast.expr:
        items, at, empty = v.args
        if self._iterating or at.null:
            return p.call("nth", self.iterable(items), self.value(at), self.value(empty))
        first, again = self.twice(at)
        whole, listed = self.twice(items) if simple(items) else self._named_list(items)
        test = ast.Compare(ast.Constant(0), [ast.Lt(), ast.LtE()], [first, p.call("len", whole)])
        return ast.IfExp(test, p.item(listed, ast.BinOp(again, ast.Sub(), ast.Constant(1))), self.value(empty))


def _emptiness(v: n.Value) -> tuple[n.Value, bool] | None:
    """A comparison that asks whether a list is empty (True) or not (False)."""
    if not isinstance(v, n.Binary) or not isinstance(v.left, n.Length) or not isinstance(v.right, n.Const):
        return None
    asks = {("==", 0): True, ("<", 1): True, ("<=", 0): True, ("!=", 0): False, (">", 0): False, (">=", 1): False}
    found = asks.get((v.op, v.right.value))
    return None if found is None else (v.left.of, found)


V = Values
_VALUES: dict[type, Callable[[Any, Any], ast.expr]] = {
    n.Const: V.const, n.Table: V.table, n.Name: V.name, n.Slot: V.slot, n.State: V.state, n.At: V.at, n.Held: V.held,
    n.Lookup: V.lookup, n.Part: V.part, n.Length: V.length, n.Binary: V.binary, n.Logic: V.logic, n.Not: V.negation,
    n.In: V.within,
    n.Cond: V.cond, n.Listing: V.listing, n.Query: V.query, n.Call: V.call, n.Invoke: V.invoke, n.Ref: V.ref, n.Once: V.once,
}  # fmt: skip
_CALLS: dict[str, Callable[[Any, n.Call], ast.expr]] = {
    "append": V._method, "add": V._method, "disjoint": V._method, "some_of": V._some_of, "among": V._among, "end_of": V._end_of,
    "nth": V._nth, "rest": V._rest, "set_of": V._set_of, "some_left": V._some_left, "flat": V._over,
    "locals_of": V._locals_of,
    "value_of": V._value_of,
}  # fmt: skip
