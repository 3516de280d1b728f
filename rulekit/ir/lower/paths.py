"""Ways over boards: what can be reached, how far it is, which way leads there.

Contract: the answers are those of `boards/paths.py`. Where one may go from a cell is lowered into the search, so that a
cell costs no call. Where no state can change that, all distances from a cell are kept once they have been asked for; a
search for many goals from one cell goes on where it has stopped; of a way whose length alone is wanted only the distance is
worked out.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir.build import binary, cond, length, logic, negated
from rulekit.ir.fold import Env
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.queries import filtered, item_of
from rulekit.ir.nodes import (
    EMPTY,
    NONE,
    ZERO,
    Assign,
    Block,
    Call,
    Cond,
    Const,
    Do,
    For,
    Function,
    If,
    In,
    Invoke,
    Listing,
    Name,
    Ref,
    Return,
    Value,
    While,
    free,
    replaced,
)  # fmt: skip
from rulekit.ir.passes.budget import spent
from rulekit.program import core as c
from rulekit.program.game import DefineDef
from rulekit.program.types import NUMBER, PLAYER, YESNO

M, S, YOU = Name("m"), Name("s"), Name("you", type=PLAYER)
START, GOAL, LIMIT, FOUND, EDGE = Name("start"), Name("goal"), Name("limit", type=NUMBER), Name("found"), Name("edge")
FRESH, OUT, FAR = Name("fresh"), Name("out"), Name("far", type=NUMBER, null=False)


def _plain(cx: Lowering, node: c.Builtin) -> bool:
    """Does where one may go from a cell hang on the cell alone?"""
    define = cx.program.defines.get(node.step)
    return define is not None and define.value is not None and len(node.args) == 2 and len(define.params) == 1


def _open(value: Value) -> bool:
    return any(name[0] == "%" for name in free(value))


# ---------- lowering ----------
def reachable(cx: Lowering, node: c.Builtin, env: Env) -> Value | None:
    if not _plain(cx, node):
        return None
    return _invoked(cx, "reach", node, (env.get(c.YOU), *cx.values(node.args, env)))


def way(cx: Lowering, node: c.Builtin, env: Env) -> Value | None:
    if not _plain(cx, node):
        return None
    return _invoked(cx, "way", node, (env.get(c.YOU), *cx.values(node.args, env)))


def _invoked(cx: Lowering, kind: str, node: c.Builtin, args: tuple[Value, ...]) -> Value:
    key = (kind, node.step)
    return cx.want(key, lambda: _function(cx, key), (M, S, *args), node.type, False)


def distance(cx: Lowering, node: c.Builtin, env: Env) -> Value | None:
    if not _plain(cx, node):
        return None
    start, goal = cx.values(node.args, env)
    return _far(cx, node.step, env.get(c.YOU), start, goal)


def _far(cx: Lowering, step: str, you: Value, start: Value, goal: Value) -> Value:
    define = cx.program.defines[step]
    if cx.fold.fixed(define.value, {define.params[0].slot}):  # type: ignore[arg-type]
        known = cx.table("remembered", "distance", step)
        return Call("fixed_distance", (_ref(cx, "step", step), M, S, you, start, goal, known), type=NUMBER)
    if _open(goal) and not _open(start):  # a loop over goals
        return Call("far_to", (Call("searching", (_ref(cx, "step", step), M, S, you, start)), goal), type=NUMBER)
    key = ("distance", step)
    return cx.want(key, lambda: _function(cx, key), (M, S, you, start, goal), NUMBER)


def _ref(cx: Lowering, kind: str, step: str) -> Value:
    key = (kind, step)
    cx.wanted.setdefault(key, lambda: _function(cx, key))
    return Ref(key)


def length_of(cx: Lowering, items: Value) -> Value:
    """How many items a list has."""
    if isinstance(items, Cond) and (_is_way(items.yes) or _is_way(items.no)):
        return cond(items.test, length_of(cx, items.yes), length_of(cx, items.no), NUMBER)
    if _is_way(items):
        _, _, you, start, goal = items.args  # type: ignore[attr-defined]
        return binary("+", _far(cx, items.function[1], you, start, goal), ZERO)  # type: ignore[attr-defined]
    return length(items)


def _is_way(items: Value) -> bool:
    return isinstance(items, Invoke) and items.function[0] == "way"


# ---------- functions ----------
def _function(cx: Lowering, key: Any) -> Function:
    kind, step = key
    define = cx.program.defines[step]
    span = define.head.span
    source, tests, level = _level(cx, define)
    nobody = [If(binary("==", START, NONE, YESNO), [Return(EMPTY if kind == "reach" else NONE)])]
    begin: Block = [Assign(FOUND, Call("set_of", (START,))), Assign(EDGE, Listing((START,), frame=True))]
    params: tuple[str, ...] = ("m", "s", "you", "start", "limit" if kind == "reach" else "goal")
    if kind == "step":
        params, body = ("m", "s", "you", "edge", "found"), [*level, Return(FRESH)]
    elif kind == "around":
        params, body = ("m", "s", "you", "cell"), _around(cx, define, source, tests)
    elif kind == "reach":
        body = [*nobody, *begin, *_reach(level)]
    else:
        lost = logic("or", [binary("==", name, NONE, YESNO) for name in (START, GOAL)])
        there = binary("==", START, GOAL, YESNO)
        if kind == "way":
            body = [If(logic("or", (lost, there)), [Return(EMPTY)]), *begin, *_way(cx, level, step)]
        else:
            body = [If(lost, [Return(NONE)]), If(there, [Return(ZERO)]), *begin, *_distance(level)]
    return Function(key, params, body, span.source.name, span.line)


def _level(cx: Lowering, define: DefineDef) -> tuple[Value, Value, Block]:
    """Where one may go from `cell`: a list, what is asked of its items, and statements that leave in `fresh` the cells one step
    from those of `edge` that are not among `found`, and add them to it. Where it does not matter whence one comes, each cell is
    asked once."""
    assert define.value is not None
    cell = Name("cell", type=define.params[0].type, null=False)
    env = Env({c.YOU: YOU, define.params[0].slot: cell}, framed=False)
    outer, cx.depth = cx.depth, 0
    if isinstance(define.value, c.Keep):
        loop, item = filtered(cx, define.value, env)
        source, tests = loop.source, loop.tests
    else:
        item, tests = item_of(cx, define.value), ()
        source = cx.value(define.value, env)
    cx.depth = outer
    to = Name("to", type=item.type, null=item.null)
    test = replaced(logic("and", tests), {item.id: to})
    seen, keep, new = Do(Call("add", (FOUND, to))), Do(Call("append", (FRESH, to))), negated(In(to, FOUND))
    inner: Block = [If(new, [seen, keep if isinstance(test, Const) else If(test, [keep])])]
    if "cell" in free(test):
        inner = [If(logic("and", (new, test)), [seen, keep])]
    return source, test, [Assign(FRESH, Listing((), frame=True)), For((cell,), spent(EDGE), [For((to,), source, inner)])]


def _reach(level: Block) -> Block:
    """The cells within a limit, the nearest first, then by number."""
    more = Do(Call("extend", (OUT, FRESH)))
    loop: Block = [Assign(FAR, binary("-", FAR, Const(1))), *level, Do(Call("fresh.sort")), more, Assign(EDGE, FRESH)]
    far: Block = [Assign(OUT, Listing((), frame=True)), Assign(FAR, binary("+", LIMIT, ZERO))]
    return [*far, While(loop, logic("and", (EDGE, binary(">", FAR, ZERO, YESNO)))), Return(Call("tuple", (OUT,)))]


def _distance(level: Block) -> Block:
    there = If(In(GOAL, FRESH), [Return(FAR)])
    loop: Block = [Assign(FAR, binary("+", FAR, Const(1))), *level, there, Assign(EDGE, FRESH)]
    return [Assign(FAR, ZERO), While(loop, EDGE), Return(NONE)]


def _way(cx: Lowering, level: Block, step: str) -> Block:
    """Level by level to the goal, then back."""
    on = While([Do(Call("append", (OUT, EDGE))), *level, Assign(EDGE, FRESH)], logic("and", (EDGE, negated(In(GOAL, EDGE)))))
    back = Call("way_back", (OUT, START, GOAL, _ref(cx, "around", step), M, S, YOU))
    return [Assign(OUT, Listing((), frame=True)), on, Return(cond(EDGE, back, EMPTY, EDGE.type))]


def _around(cx: Lowering, define: DefineDef, source: Value, test: Value) -> Block:
    """The cells around one. What is asked of a cell whencesoever one comes was asked on the way there."""
    if "cell" not in free(test):
        return [Return(source)]
    assert define.value is not None
    cell = Name("cell", type=define.params[0].type, null=False)
    outer, cx.depth = cx.depth, 0
    value = cx.value(define.value, Env({c.YOU: YOU, define.params[0].slot: cell}, framed=False))
    cx.depth = outer
    return [Return(value)]
