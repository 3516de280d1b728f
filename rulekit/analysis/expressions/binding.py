"""Names that a condition gives: `e is gear g`, and what follows may say `g`.

Contract: `condition` checks a condition and binds, in the environment that it is given, the names of those parts that must
all hold; a name under `or` or `not` would stand for nothing. `let_in` is an expression with a value that is worked out once.
Both are made of queries over a list of one, so that no tier needs to know of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.context import Checker
from rulekit.analysis.env import Env, Named
from rulekit.analysis.expressions.fitting import WRONG, items_of, want
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.syntax import nodes as n

NOTHING = c.Const(None, type=t.NONE)


def let_in(slot: int, value: c.Core, body: c.Core) -> c.Core:
    """An expression in which a local stands for a value."""
    one = c.MakeList((value,), type=t.list_of(value.type))
    if body.type.many:
        return c.Each(one, slot, body, True, type=body.type)
    return c.Builtin("first", (c.Each(one, slot, body, False, type=t.list_of(body.type)),), type=body.type)


def place_in(value: c.Core, source: c.Core, env: Env) -> c.Core:
    """Where a value stands in a list, each worked out once: 1 for the first, 0 if it is not in it."""
    wanted, items, at = env.temp(value.type), env.temp(source.type), env.temp(t.NUMBER)
    listed, place = c.Local(items, type=source.type), c.Local(at, type=t.NUMBER)
    size = c.Builtin("size", (listed,), type=t.NUMBER)
    places = c.Op("..", c.Const(1, type=t.NUMBER), size, type=t.list_of(t.NUMBER))
    there = c.Builtin("item", (listed, place), type=source.type.element)
    same = c.Op("==", there, c.Local(wanted, type=value.type), type=t.YESNO)
    found = c.Keep(places, at, None, same, type=places.type)
    return c.Fold("least", let_in(wanted, value, let_in(items, source, found)), at, place, type=t.NUMBER)


def within(named: Sequence[Named], body: c.Core) -> c.Core:
    """An expression in which the names of a condition that holds are known."""
    for one in reversed(named):
        body = let_in(one.slot, narrowed(one), body)
    return body


def narrowed(one: Named) -> c.Core:
    """The value of a name; none if it is not of its kind, which can be only where the condition was asked before."""
    return one.value if isinstance(one.value, c.Local | c.TheThing) else kept(one)


def kept(one: Named) -> c.Core:
    """The value of a name if it is of its kind, else none."""
    if one.kind is None:
        return one.value
    source = c.MakeList((one.value,), type=t.list_of(one.value.type))
    return c.Builtin("first", (c.Keep(source, one.slot, one.kind, None, type=t.list_of(one.type)),), type=one.type)


def test_of(one: Named, value: c.Core) -> c.Core:
    """Does a value have what its name says?"""
    if one.kind is not None:
        return c.IsKind(value, one.kind, type=t.YESNO)
    return c.Op("!=", value, NOTHING, type=t.YESNO)


def conjuncts(node: n.Expr) -> list[n.Expr]:
    """The parts of a condition that must all hold, in order."""
    if isinstance(node, n.Binary) and node.op == "and":
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


def names_something(node: n.Expr) -> bool:
    return any(isinstance(part, n.Is) and part.bind is not None for part in conjuncts(node))


def condition(cx: Checker, node: n.Expr, env: Env, what: str = "a condition") -> c.Core:
    """A condition; the names that it gives are known in `env` afterwards, and stand in `env.named`."""
    if not names_something(node):
        return want(cx, node, env, t.YESNO, what)
    return _all(cx, conjuncts(node), env, what)


def _all(cx: Checker, parts: list[n.Expr], env: Env, what: str) -> c.Core:
    first, rest = parts[0], parts[1:]
    if not isinstance(first, n.Is) or first.bind is None:
        left = want(cx, first, env, t.YESNO, what)
        return c.Op("and", left, _all(cx, rest, env, what), type=t.YESNO) if rest else left
    one = bind_is(cx, first, env)
    if one is None:
        return WRONG
    env.named.append(one)
    if not rest:
        return test_of(one, one.value)
    where = _all(cx, rest, env, what)
    if one.kind is None:
        where = c.Op("and", test_of(one, c.Local(one.slot, type=one.type)), where, type=t.YESNO)
    source = c.MakeList((one.value,), type=t.list_of(one.value.type))
    kept = c.Keep(source, one.slot, one.kind, where, type=t.list_of(one.type))
    return c.Fold("some", kept, one.slot, None, type=t.YESNO)


def bind_is(cx: Checker, node: n.Is, env: Env) -> Named | None:
    """`e is gear g`: binds g and tells what it stands for."""
    assert node.bind is not None
    value = items_of(cx.check(node.value, env))
    return bind_kind(cx, value, n.Binding(node.word, node.bind, span=node.span), env)


def bind_kind(cx: Checker, value: c.Core, node: n.Binding, env: Env) -> Named | None:
    wanted = cx.world.kind_type(node.kind)
    if wanted is None:
        cx.world.unknown("kind or type", node.kind, node.span, cx.world.type_names(), "RK015")
        env.bind(node.name, t.ANY)
        return None
    if value.type.many or not (_fits(cx, value.type, wanted) or _fits(cx, wanted, value.type)):
        cx.sink.error("RK012", f"this is {an(value.type)}, never {an(wanted)}", node.span)
        env.bind(node.name, t.ANY)
        return None
    sure = wanted.tag != "thing" or (value.type.tag == "thing" and cx.world.is_kind(value.type.name, wanted.name))
    type_ = value.type if sure and value.type.tag == "thing" else wanted
    slot = env.bind(node.name, type_, node.span)
    return Named(node.name, slot, value, None if sure else wanted.name, type_)


def _fits(cx: Checker, a: Type, b: Type) -> bool:
    return t.fits(a, b, cx.program.parents)
