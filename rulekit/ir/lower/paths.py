"""Ways over boards: what can be reached, how far it is, which way leads there.

Contract: the answers are those of `boards/paths.py`. Where one may go from a cell is lowered into the search, so that a
cell costs no call. Where no state can change that, all distances from a cell are kept once they have been asked for; a
search for many goals from one cell goes on where it has stopped; of a way whose length alone is wanted only the distance is
worked out.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import binary, cond, length, logic, negated
from rulekit.ir.fold import Env
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.queries import filtered, item_of
from rulekit.ir.ranges import spent
from rulekit.program import core as c
from rulekit.program.game import DefineDef
from rulekit.program.types import NUMBER, PLAYER, YESNO

M, S, YOU = n.Name("m"), n.Name("s"), n.Name("you", type=PLAYER)
START, GOAL, LIMIT, FOUND, EDGE = n.Name("start"), n.Name("goal"), n.Name("limit", type=NUMBER), n.Name("found"), n.Name("edge")
FRESH, OUT, FAR = n.Name("fresh"), n.Name("out"), n.Name("far", type=NUMBER, null=False)


def _plain(cx: Lowering, node: c.Builtin) -> bool:
    """Does where one may go from a cell hang on the cell alone?"""
    define = cx.program.defines.get(node.step)
    if node.args[0].type.tag != "thing":
        return False  # records have another order, and neither they nor numbers have an end as boards have
    return define is not None and define.value is not None and len(node.args) == 2 and len(define.params) == 1


def _open(value: n.Value) -> bool:
    return any(name[0] == "%" for name in n.free(value))


# ---------- lowering ----------
def cells(cx: Lowering, node: c.Builtin, env: Env) -> n.Value | None:
    """The cells within reach, or those of a way."""
    if not _plain(cx, node):
        return None
    key = ({"reachable": "reach", "path": "way"}[node.name], node.step)
    given = (M, S, env.get(c.YOU), *cx.values(node.args, env))
    return cx.want(key, lambda: _function(cx, key), given, node.type, False)


def distance(cx: Lowering, node: c.Builtin, env: Env) -> n.Value | None:
    if not _plain(cx, node):
        return None
    start, goal = cx.values(node.args, env)
    return _far(cx, node.step, env.get(c.YOU), start, goal)


def _far(cx: Lowering, step: str, you: n.Value, start: n.Value, goal: n.Value) -> n.Value:
    define = cx.program.defines[step]
    if cx.fold.fixed(define.value, {define.params[0].slot}):  # type: ignore[arg-type]
        known = cx.table("remembered", "distance", step)
        return n.Call("fixed_distance", (_ref(cx, "step", step), M, S, you, start, goal, known), type=NUMBER)
    if _open(goal) and not _open(start):  # a loop over goals
        return n.Call("far_to", (n.Call("searching", (_ref(cx, "step", step), M, S, you, start)), goal), type=NUMBER)
    key = ("distance", step)
    return cx.want(key, lambda: _function(cx, key), (M, S, you, start, goal), NUMBER)


def _ref(cx: Lowering, kind: str, step: str) -> n.Value:
    key = (kind, step)
    return cx.ref(key, lambda: _function(cx, key))


def length_of(cx: Lowering, items: n.Value) -> n.Value:
    """How many items a list has."""
    if isinstance(items, n.Cond) and (_is_way(items.yes) or _is_way(items.no)):
        return cond(items.test, length_of(cx, items.yes), length_of(cx, items.no), NUMBER)
    if _is_way(items):
        _, _, you, start, goal = items.args  # type: ignore[attr-defined]
        return binary("+", _far(cx, items.function[1], you, start, goal), n.ZERO)  # type: ignore[attr-defined]
    return length(items)


def _is_way(items: n.Value) -> bool:
    return isinstance(items, n.Invoke) and items.function[0] == "way"


# ---------- functions ----------
def _function(cx: Lowering, key: Any) -> n.Function:
    kind, step = key
    define = cx.program.defines[step]
    span = define.head.span
    source, tests, level = _level(cx, define)
    nobody = [n.If(binary("==", START, n.NONE, YESNO), [n.Return(n.EMPTY if kind == "reach" else n.NONE)])]
    begin: n.Block = [n.Assign(FOUND, n.Call("set_of", (START, n.NONE))), n.Assign(EDGE, n.Listing((START,), frame=True))]
    params: tuple[str, ...] = ("m", "s", "you", "start", "limit" if kind == "reach" else "goal")
    if kind == "step":
        params, body = ("m", "s", "you", "edge", "found"), [*level, n.Return(FRESH)]
    elif kind == "around":
        params, body = ("m", "s", "you", "cell"), _around(cx, define, source, tests)
    elif kind == "reach":
        body = [*nobody, *begin, *_reach(level)]
    else:
        lost = logic("or", [binary("==", name, n.NONE, YESNO) for name in (START, GOAL)])
        there = binary("==", START, GOAL, YESNO)
        if kind == "way":
            body = [n.If(logic("or", (lost, there)), [n.Return(n.EMPTY)]), *begin, *_way(cx, level, step)]
        else:
            body = [n.If(lost, [n.Return(n.NONE)]), n.If(there, [n.Return(n.ZERO)]), *begin, *_distance(level)]
    return n.Function(key, params, body, span.source.name, span.line)


def _level(cx: Lowering, define: DefineDef) -> tuple[n.Value, n.Value, n.Block]:
    """Where one may go from `cell`: a list, what is asked of its items, and statements that leave in `fresh` the cells one step
    from those of `edge` that are not among `found`, and add them to it. Where it does not matter whence one comes, each cell is
    asked once."""
    assert define.value is not None
    cell = n.Name("cell", type=define.params[0].type, null=False)
    env = Env({c.YOU: YOU, define.params[0].slot: cell}, framed=False)
    with cx.own_function():
        if isinstance(define.value, c.Keep):
            loop, item = filtered(cx, define.value, env)
        else:
            item = item_of(cx, define.value)
            loop = n.Loop((item,), cx.value(define.value, env))
    source = loop.source
    to = n.Name("to", type=item.type, null=item.null)
    test = n.replaced(logic("and", loop.tests), {item.id: to})
    seen, keep, new = n.Do(n.Call("add", (FOUND, to))), n.Do(n.Call("append", (FRESH, to))), negated(n.In(to, FOUND))
    inner: n.Block = [n.If(new, [seen, keep if isinstance(test, n.Const) else n.If(test, [keep])])]
    if "cell" in n.free(test):
        inner = [n.If(logic("and", (new, test)), [seen, keep])]
    return (
        source,
        test,
        [n.Assign(FRESH, n.Listing((), frame=True)), n.For((cell,), spent(EDGE), [n.For((to,), source, inner)])],
    )


def _reach(level: n.Block) -> n.Block:
    """The cells within a limit, the nearest first, then by number."""
    more = n.Do(n.Call("extend", (OUT, FRESH)))
    loop: n.Block = [
        n.Assign(FAR, binary("-", FAR, n.Const(1))),
        *level,
        n.Do(n.Call("fresh.sort")),
        more,
        n.Assign(EDGE, FRESH),
    ]
    far: n.Block = [n.Assign(OUT, n.Listing((), frame=True)), n.Assign(FAR, binary("+", LIMIT, n.ZERO))]
    return [*far, n.While(loop, logic("and", (EDGE, binary(">", FAR, n.ZERO, YESNO)))), n.Return(n.Call("tuple", (OUT,)))]


def _distance(level: n.Block) -> n.Block:
    there = n.If(n.In(GOAL, FRESH), [n.Return(FAR)])
    loop: n.Block = [n.Assign(FAR, binary("+", FAR, n.Const(1))), *level, there, n.Assign(EDGE, FRESH)]
    return [n.Assign(FAR, n.ZERO), n.While(loop, EDGE), n.Return(n.NONE)]


def _way(cx: Lowering, level: n.Block, step: str) -> n.Block:
    """Level by level to the goal, then back."""
    on = n.While(
        [n.Do(n.Call("append", (OUT, EDGE))), *level, n.Assign(EDGE, FRESH)], logic("and", (EDGE, negated(n.In(GOAL, EDGE))))
    )
    back = n.Call("way_back", (OUT, START, GOAL, _ref(cx, "around", step), M, S, YOU))
    return [n.Assign(OUT, n.Listing((), frame=True)), on, n.Return(cond(EDGE, back, n.EMPTY, EDGE.type))]


def _around(cx: Lowering, define: DefineDef, source: n.Value, test: n.Value) -> n.Block:
    """The cells around one. What is asked of a cell whencesoever one comes was asked on the way there."""
    if "cell" not in n.free(test):
        return [n.Return(source)]
    assert define.value is not None
    cell = n.Name("cell", type=define.params[0].type, null=False)
    with cx.own_function():
        return [n.Return(cx.value(define.value, Env({c.YOU: YOU, define.params[0].slot: cell}, framed=False)))]
