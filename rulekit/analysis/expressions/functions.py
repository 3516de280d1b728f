"""Built-in functions: what they take, what they give.

Contract: a function marked `@function(name)` checks the values of a call and gives a core expression.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.analysis.context import Checker
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import find_attribute
from rulekit.analysis.expressions.defines import define_of, ordered, reads_order
from rulekit.analysis.expressions.fitting import want, want_list
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.syntax import nodes as n

Function = Callable[[Checker, n.Call, Env], c.Core]
FUNCTIONS: dict[str, Function] = {}


def function(name: str) -> Callable[[Function], Function]:
    """Marks the function that checks the calls of a built-in one."""

    def mark(check: Function) -> Function:
        FUNCTIONS[name] = check
        return check

    return mark


_LIST_TO_LIST = ("distinct", "reversed")


def call_function(cx: Checker, name: str, node: n.Call, env: Env) -> c.Core:
    check = FUNCTIONS.get(name)
    if check is None:
        candidates = [*FUNCTIONS, *cx.world.define_nodes, *cx.program.zones]
        hint = "`size(L)` counts" if name in ("len", "length", "number") else f"declare it: `define {name}(...) = ...`"
        if _is_part(cx, name, node, env):
            hint = f"a part is read `{_shown(node.args[0])}'s {name}`"
            cx.sink.error("RK010", f"`{name}` is no function", node.span.word(name), hint)
        else:
            cx.world.unknown("function", name, node.span, candidates, hint=hint)
        return c.Const(None, type=t.ANY)
    return check(cx, node, env)


def _is_part(cx: Checker, name: str, node: n.Call, env: Env) -> bool:
    """Is it something that the only value has: a field, a stat, its owner?"""
    if len(node.args) != 1:
        return False
    owner = cx.check(node.args[0], env)
    element = owner.type.element if owner.type.many else owner.type
    return find_attribute(cx, c.Local(c.YOU, type=element), name, env, node.span) is not None


def _arity(cx: Checker, node: n.Call, low: int, high: int | None = None) -> bool:
    fine = low <= len(node.args) <= (high or low)
    if not fine:
        wanted = str(low) if high in (None, low) else f"{low} to {high}"
        word = "value" if wanted == "1" else "values"
        cx.sink.error("RK013", f"this function takes {wanted} {word}, not {len(node.args)}", node.span)
    return fine


def _a_word(cx: Checker, node: n.Call, index: int) -> str | None:
    """A value that must be a bare word."""
    given = node.args[index]
    if isinstance(given, n.Name):
        return given.name
    cx.sink.error("RK012", "a single word is needed here", given.span)
    return None


def _fail() -> c.Core:
    return c.Const(None, type=t.ANY)


def _of_list(cx: Checker, node: n.Call, env: Env, name: str) -> c.Core:
    if not _arity(cx, node, 1):
        return _fail()
    source = want_list(cx, node.args[0], env)
    if name != "distinct":
        ordered(cx, source, node.args[0].span, env)
    type_ = source.type if name in _LIST_TO_LIST else source.type.element
    return c.Builtin(name, (source,), type=t.list_of(source.type.element) if name in _LIST_TO_LIST else type_)


@function("distinct")
def _distinct(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _of_list(cx, node, env, "distinct")


@function("reversed")
def _reversed(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _of_list(cx, node, env, "reversed")


@function("first")
def _first(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _some_of(cx, node, env, "first") if len(node.args) == 2 else _of_list(cx, node, env, "first")


@function("last")
def _last(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _some_of(cx, node, env, "last") if len(node.args) == 2 else _of_list(cx, node, env, "last")


def _some_of(cx: Checker, node: n.Call, env: Env, name: str) -> c.Core:
    """`first(L, 3)`: so many from one end, fewer if there are not so many."""
    source = want_list(cx, node.args[0], env)
    ordered(cx, source, node.args[0].span, env)
    wanted = want(cx, node.args[1], env, t.NUMBER)
    items, at = env.temp(source.type), env.temp(t.NUMBER)
    size = c.Builtin("size", (c.Local(items, type=source.type),), type=t.NUMBER)
    low: c.Core = c.Const(1, type=t.NUMBER)
    high = c.Builtin("min", (wanted, size), type=t.NUMBER)
    if name == "last":
        after = c.Op("-", size, wanted, type=t.NUMBER)
        low, high = c.Builtin("max", (low, c.Op("+", after, low, type=t.NUMBER)), type=t.NUMBER), size
    places = c.Op("..", low, high, type=t.list_of(t.NUMBER))
    found = c.Each(places, at, _item_at(items, at, source.type), False, type=t.list_of(source.type.element))
    return _worked_out_once(source, items, found)


def _item_at(items: int, at: int, type_: Type) -> c.Core:
    return c.Builtin("item", (c.Local(items, type=type_), c.Local(at, type=t.NUMBER)), type=type_.element)


def _worked_out_once(source: c.Core, slot: int, body: c.Core) -> c.Core:
    """A list that hangs on another list, which is worked out once and read from a local."""
    return c.Each(c.MakeList((source,), type=t.list_of(source.type)), slot, body, True, type=body.type)


@function("place_of")
def _place_of(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return _fail()
    source = want_list(cx, node.args[1], env)
    ordered(cx, source, node.args[1].span, env)
    item = want(cx, node.args[0], env, source.type.element)
    items, at = env.temp(source.type), env.temp(t.NUMBER)
    size = c.Builtin("size", (c.Local(items, type=source.type),), type=t.NUMBER)
    places = c.Op("..", c.Const(1, type=t.NUMBER), size, type=t.list_of(t.NUMBER))
    same = c.Op("==", _item_at(items, at, source.type), item, type=t.YESNO)
    found = _worked_out_once(source, items, c.Keep(places, at, None, same, type=places.type))
    return c.Builtin("first", (found,), type=t.NUMBER)


@function("remainder")
def _remainder(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return _fail()
    whole, part = want(cx, node.args[0], env, t.NUMBER), want(cx, node.args[1], env, t.NUMBER)
    full = c.Op("*", c.Op("/", whole, part, type=t.NUMBER), part, type=t.NUMBER)
    return c.Op("-", whole, full, type=t.NUMBER)


@function("size")
def _size(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 1):
        return _fail()
    source = cx.check(node.args[0], env)
    if source.type.tag == "bundle":
        return c.Builtin("bundle_size", (source,), type=t.NUMBER)
    return c.Builtin("size", (want_list(cx, node.args[0], env),), type=t.NUMBER)


@function("item")
def _item(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return _fail()
    source = want_list(cx, node.args[0], env)
    reads_order(cx, source, env)
    return c.Builtin("item", (source, want(cx, node.args[1], env, t.NUMBER)), type=source.type.element)


@function("starting")
def _starting(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return _fail()
    source = want_list(cx, node.args[1], env)
    reads_order(cx, source, env)
    first = want(cx, node.args[0], env, source.type.element)
    return c.Builtin("starting", (first, source), type=t.list_of(source.type.element))


@function("all")
def _all_of(cx: Checker, node: n.Call, env: Env) -> c.Core:
    word = _a_word(cx, node, 0) if _arity(cx, node, 1) else None
    if word is None:
        return _fail()
    if word in cx.program.values:
        members = tuple(c.Const(m, type=Type("values", word)) for m in cx.program.values[word])
        return c.MakeList(members, type=t.list_of(Type("values", word)))
    if word in cx.program.parents:
        return c.Builtin("all_of_kind", (), word=word, type=t.list_of(t.thing(word)))
    if word in cx.program.designs:
        kind = cx.program.designs[word].kind
        return c.Builtin("all_of_design", (), word=word, type=t.list_of(t.thing(kind)))
    if word == "resource":
        return c.Const(tuple(cx.program.resources()), type=t.list_of(t.RESOURCE))
    cx.world.unknown("kind, thing or values", word, node.span, cx.world.type_names())
    return _fail()


def _extreme(cx: Checker, node: n.Call, env: Env, name: str) -> c.Core:
    """The smallest or largest of several numbers, or of what dice can show."""
    if len(node.args) == 1:
        dice = cx.check(node.args[0], env)
        if dice.type.tag in ("dice", "any"):
            return c.Builtin(f"{name}_roll", (dice,), type=t.NUMBER)
    if not _arity(cx, node, 2, 9):
        return _fail()
    return c.Builtin(name, tuple(want(cx, a, env, t.NUMBER) for a in node.args), type=t.NUMBER)


@function("min")
def _min(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _extreme(cx, node, env, "min")


@function("max")
def _max(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _extreme(cx, node, env, "max")


@function("amount")
def _amount(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return _fail()
    bundle = want(cx, node.args[0], env, t.BUNDLE)
    return c.Builtin("amount", (bundle, want(cx, node.args[1], env, t.RESOURCE)), type=t.NUMBER)


@function("can_pay")
def _can_pay(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 1, 2):
        return _fail()
    word = node.args[1].name if len(node.args) > 1 and isinstance(node.args[1], n.Name) else ""
    cost = want(cx, node.args[0], env, t.BUNDLE)
    return c.Builtin("can_pay", (c.Local(c.YOU, type=t.PLAYER), cost), word=word, type=t.YESNO)


def _one_word(cx: Checker, node: n.Call, name: str, type_: Type) -> c.Core:
    word = _a_word(cx, node, 0) if _arity(cx, node, 1) else None
    return _fail() if word is None else c.Builtin(name, (), word=word, type=type_)


@function("paying_for")
def _paying_for(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _one_word(cx, node, "paying_for", t.YESNO)


@function("in_phase")
def _in_phase(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _one_word(cx, node, "in_phase", t.YESNO)


@function("in_step")
def _in_step(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _one_word(cx, node, "in_step", t.YESNO)


@function("map_value")
def _map_value(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _one_word(cx, node, "map_value", t.ANY)


@function("place")
def _place(cx: Checker, node: n.Call, env: Env) -> c.Core:
    kinds = {board.cell_kind for board in cx.program.boards.values() if board.from_map}
    kind = kinds.pop() if len(kinds) == 1 else "cell"
    return _one_word(cx, node, "place", t.list_of(t.thing(kind)))


@function("left_of")
def _left_of(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 1):
        return _fail()
    return c.Attr("left", want(cx, node.args[0], env, t.PLAYER), type=t.PLAYER)


@function("others")
def _others(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 1):
        return _fail()
    return c.Builtin("opponents", (want(cx, node.args[0], env, t.PLAYER),), type=t.list_of(t.PLAYER))


def _end_of_zone(cx: Checker, node: n.Call, env: Env, name: str) -> c.Core:
    if not _arity(cx, node, 1):
        return _fail()
    zone = cx.check(node.args[0], env)
    if zone.type.tag != "zone":
        cx.sink.error("RK012", f"{an(zone.type)} has no {name}", node.span, "name one zone")
        return _fail()
    ordered(cx, zone, node.span, env)
    return c.Builtin(name, (zone,), type=zone.type.element)


@function("top")
def _top(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _end_of_zone(cx, node, env, "top")


@function("bottom")
def _bottom(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _end_of_zone(cx, node, env, "bottom")


# ---------- boards ----------
def _cells(cx: Checker, node: n.Call, env: Env, name: str, count: int, type_: Type | None = None) -> c.Core:
    if not _arity(cx, node, count):
        return _fail()
    cells = [want(cx, a, env, t.CELL) for a in node.args[:1]]
    rest = [cx.check(a, env) for a in node.args[1:]]
    return c.Builtin(name, (*cells, *rest), type=type_ or cells[0].type)


@function("neighbours")
def _neighbours(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 1):
        return _fail()
    cell = want(cx, node.args[0], env, t.CELL)
    return c.Builtin("neighbours", (cell,), type=t.list_of(cell.type))


@function("blank_sides")
def _blank_sides(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _cells(cx, node, env, "blank_sides", 1, t.NUMBER)


@function("sides")
def _sides(cx: Checker, node: n.Call, env: Env) -> c.Core:
    word = _a_word(cx, node, 1) if _arity(cx, node, 2) else None
    if word is None:
        return _fail()
    return c.Builtin("sides", (want(cx, node.args[0], env, t.CELL),), word=word, type=t.NUMBER)


@function("ahead")
def _ahead(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _cells(cx, node, env, "ahead", 2)


@function("directions")
def _directions(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _cells(cx, node, env, "directions", 1, t.list_of(t.DIRECTION))


@function("heading")
def _heading(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _cells(cx, node, env, "heading", 2, t.DIRECTION)


def _stepping(cx: Checker, node: n.Call, env: Env, name: str, second: Type, result: Type | None) -> c.Core:
    if not _arity(cx, node, 3):
        return _fail()
    start = want(cx, node.args[0], env, t.CELL)
    other = want(cx, node.args[1], env, second)
    step = node.args[2]
    extra = tuple(cx.check(a, env) for a in step.args) if isinstance(step, n.Call) else ()
    word = step.function if isinstance(step, n.Call) else step
    if not isinstance(word, n.Name) or word.name not in cx.world.define_nodes:
        cx.sink.error("RK013", "the last value names a define from a cell to the cells one can step to", step.span)
        return _fail()
    define = define_of(cx, word.name, step.span)
    if define is not None and len(define.params) != 1 + len(extra):
        cx.sink.error("RK013", f"`{word.name}` takes a cell and {len(define.params) - 1} more", step.span)
    return c.Builtin(name, (start, other, *extra), step=word.name, type=result or t.list_of(start.type))


@function("distance")
def _distance(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _stepping(cx, node, env, "distance", t.CELL, t.NUMBER)


@function("reachable")
def _reachable(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _stepping(cx, node, env, "reachable", t.NUMBER, None)


@function("path")
def _path(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _stepping(cx, node, env, "path", t.CELL, None)


def _shown(node: n.Expr) -> str:
    return node.name if isinstance(node, n.Name) else "x"
