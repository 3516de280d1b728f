"""Calls of defines and built-in functions, computed values and what modifies them.

Contract: as `lower`. A short define is inlined; a longer one becomes a function of its own. A computed value is a function of
the thing it belongs to; a modifier is one that adds to `found` a pair (change, value) for each bearer whose modifier hits the
thing, in the order of the reference tier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import binary, cond, negated, simple
from rulekit.ir.constants import shape_of
from rulekit.ir.fold import FRAME, Env, parts
from rulekit.ir.lower.costs import payable
from rulekit.ir.lower.expressions import Lowering, lowers
from rulekit.ir.lower.paths import cells, distance, length_of
from rulekit.ir.ranges import units
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import DefineDef, ModifierDef
from rulekit.program.types import NUMBER, PLAYER, Type, empty_of, missing_of

_SHORT = 150  # nodes of a define that is inlined
_DEEP = 6  # defines within defines
M, S, YOU = n.Name("m"), n.Name("s"), n.Name("you", type=PLAYER)


# ---------- defines ----------
@lowers(c.CallDefine)
def _call(cx: Lowering, node: c.CallDefine, env: Env) -> n.Value:
    define = cx.program.defines[node.name]
    args = [cx.value(arg, env) for _, arg in zip(define.params, node.args, strict=False)]
    if cx.fold.is_kept(node.name):
        known, function = cx.table("remembered", "define", node.name), cx.ref(*define_key(cx, node.name))
        given = (known, n.Const(node.name), function, M, *args)
        return n.Call("kept_define", given, type=node.type, null=cx.may_be_none(node, env))
    return _inlined(cx, define, args, env.get(c.YOU, PLAYER)) or _as_function(cx, node, define, args, env)


def _inlined(cx: Lowering, define: DefineDef, args: list[n.Value], you: n.Value) -> n.Value | None:
    if cx.depth >= _DEEP or define.value is None:
        return None
    slots = {param.slot: arg for param, arg in zip(define.params, args, strict=False)}
    for slot, arg in slots.items():
        if not simple(arg) and not isinstance(arg, n.Const) and _open(arg) and _uses(define.value, slot) > 1:
            return None  # it would be worked out again and again for each item
    key = ("inline", define.head.name, cx.depth, you, tuple(args), tuple([(arg.null, arg.type) for arg in args]))
    if key not in cx.memo:
        cx.depth += 1
        found = cx.value(define.value, Env({c.YOU: you, **slots}, framed=False))
        cx.depth -= 1
        cx.memo[key] = found if n.size(found) <= _SHORT else None
    return cx.memo[key]


def _open(value: n.Value) -> bool:
    """Does it hang on the item of a query that is not closed yet?"""
    return any(name[0] == "%" for name in n.free(value))


def _uses(node: c.Core, slot: int) -> int:
    """How often an expression reads a local, loops counted double."""
    if isinstance(node, c.Local):
        return int(node.slot == slot)
    found = sum(_uses(child, slot) for child in parts(node))
    return found * 2 if isinstance(node, c.Each | c.Keep | c.Fold | c.Rank) else found


def _as_function(cx: Lowering, node: c.CallDefine, define: DefineDef, args: list[n.Value], env: Env) -> n.Value:
    sure = [
        param.slot
        for param, arg in zip(define.params, args, strict=False)
        if not arg.null and (arg.type.tag != "thing" or _within(cx, arg.type, param.type))
    ]
    key, given = define_key(cx, node.name, tuple(sure)), (M, S, env.get(c.YOU, PLAYER), *args)
    return cx.want(*key, given, node.type, cx.may_be_none(node, env))


def _within(cx: Lowering, given: Type, wanted: Type) -> bool:
    return wanted.tag == "thing" and cx.b.made("kind", given.name) <= cx.b.made("kind", wanted.name)


def define_key(cx: Lowering, name: str, sure: tuple[int, ...] = ()) -> tuple[n.Recipe, Callable[[], n.Function]]:
    """What the function of a define is known by, and what makes it; `sure`: the parameters that are never none."""
    key = ("define", name, sure)
    return key, lambda: define_function(cx, key)


def define_function(cx: Lowering, key: Any) -> n.Function:
    _, name, sure = key
    define = cx.program.defines[name]
    params = {p.slot: n.Name(f"a{p.slot}", type=p.type, null=p.slot not in sure) for p in define.params}
    assert define.value is not None
    value = own_body(cx, define.value, Env({c.YOU: YOU, **params}, framed=False))
    span, given = define.head.span, [name.id for name in params.values()]
    return n.Function(key, ("m", "s", "you", *given), [n.Return(value, line=span.line)], span.source.name, span.line)


# ---------- what would be ----------
@lowers(c.Supposed)
def _supposed(cx: Lowering, node: c.Supposed, env: Env) -> n.Value:
    """The runtime does it on a copy; the value there is a function of its own."""
    given = n.Listing(cx.values(node.given, env), frame=True)
    null = cx.may_be_none(node.value, FRAME)
    return n.Call("m.suppose_given", (cx.table("supposed", node.routine), given), type=node.type, null=null)


# ---------- built-in functions ----------
@lowers(c.Builtin)
def _builtin(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    special = _SPECIAL.get(node.name)
    found = special(cx, node, env) if special is not None else None
    return found if found is not None else called(cx, node, env)


def called(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    """A built-in function, as the interpreter has it."""
    key = cx.table("builtin", node.name, node.step, node.word, shape_of(node.type))
    args = n.Listing(cx.values(node.args, env), frame=True)
    null = not cx.is_number(node, env)
    return n.Call(f"m.fn_{node.name}", (key, args, n.Listing((env.get(c.YOU),), frame=True)), type=node.type, null=null)


def _size(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    return length_of(cx, cx.value(node.args[0], env))


def _neighbours(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    return cx.b.lookup(cx.table("neighbours"), cx.value(node.args[0], env), n.EMPTY, node.type)


def _first(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    at = n.Const(0 if node.name == "first" else -1)
    return n.Call("end_of", (cx.value(node.args[0], env), at, _missing(node)), type=node.type)


def _missing(node: c.Builtin) -> n.Const:
    return n.Const(missing_of(node.type), type=node.type)


def _starting(cx: Lowering, node: c.Builtin, env: Env) -> n.Value | None:
    """A known list that begins with one of its items: a table of all of them."""
    items: Any = cx.fold.value(node.args[1], env)
    if not isinstance(items, tuple) or len(set(items)) < len(items):
        return None
    turned = {item: items[at:] + items[:at] for at, item in enumerate(items)}
    return cx.b.lookup(n.Const(turned), cx.value(node.args[0], env), n.Const(items), node.type)


def _item(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    items: Any = cx.fold.value(node.args[0], env)
    at = cx.value(node.args[1], env)
    if isinstance(items, tuple):
        return cx.b.lookup(n.Const(dict(enumerate(items, 1))), at, _missing(node), node.type)
    return n.Call("nth", (cx.value(node.args[0], env), at, _missing(node)), type=node.type)


_MOST_CELLS = 600  # of boards whose lines are kept in a table


def _straight(cx: Lowering, node: c.Builtin, env: Env) -> n.Value | None:
    """Lines of cells are looked up; what stops one is asked of each cell in turn."""
    if len(cx.t.board_at) > _MOST_CELLS or (node.name == "ahead" and len(node.args) > 2):
        return None
    key = n.Listing(cx.values(node.args[:2], env))
    if node.name == "ahead":
        return cx.b.lookup(cx.table("ahead"), key, n.NONE, node.type)
    line = cx.b.lookup(cx.table("rays"), key, n.EMPTY, node.type)
    if not node.step:
        return line
    rest = (M, S, env.get(c.YOU, PLAYER), *cx.values(node.args[2:], env))
    return n.Call("up_to_closed", (line, cx.ref(*define_key(cx, node.step)), *rest), type=node.type, null=False)


def _min(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    values = tuple([binary("+", value, n.ZERO) for value in cx.values(node.args, env)])  # none counts as 0
    return values[0] if len(values) == 1 else n.Call(node.name, values, type=NUMBER, null=False)


def _can_pay(cx: Lowering, node: c.Builtin, env: Env) -> n.Value:
    return payable(cx, cx.value(node.args[0], env), node.args[1], node.word, env)


_SPECIAL: dict[str, Any] = {
    "active": lambda cx, node, env: n.Call("m.active_player", type=node.type),
    "actor": lambda cx, node, env: n.Const(cx.t.actors[node.word], type=node.type),
    "round_number": lambda cx, node, env: n.State("rounds", type=NUMBER, null=False),
    "size": _size,
    "neighbours": _neighbours,
    "ahead": _straight,
    "ray": _straight,
    "first": _first,
    "last": _first,
    "starting": _starting,
    "item": _item,
    "min": _min,
    "max": _min,
    "can_pay": _can_pay,
    "reachable": cells,
    "distance": distance,
    "path": cells,
}


# ---------- computed values ----------
@lowers(c.GetStat)
def _stat(cx: Lowering, node: c.GetStat, env: Env) -> n.Value:
    given, null = (M, S, cx.value(node.thing, env)), not (node.type.tag == "number" and cx.number_stat(node.stat))
    return cx.want(stat_key(cx, node.stat), lambda: stat_function(cx, node.stat), given, node.type, null)


def stat_key(cx: Lowering, stat: str) -> n.Recipe:
    return cx.ref(("stat", stat), lambda: stat_function(cx, stat)).function


def own_body(cx: Lowering, node: c.Core, env: Env) -> n.Value:
    """An expression that is not part of another function."""
    with cx.own_function():
        return cx.value(node, env)


def stat_function(cx: Lowering, stat: str) -> n.Function:
    kind, _, word = stat.partition(".")
    definition = cx.program.kinds[kind].stats[word]
    a0 = n.Name("a0", type=PLAYER if kind == "player" else c.Core().type, null=False)
    you = a0 if kind == "player" else YOU
    value = own_body(cx, definition.value, Env({c.YOU: you, 1: a0}, framed=False))
    nobody = n.If(binary("==", n.Name("a0"), n.NONE), [n.Return(n.Const(empty_of(definition.type)))])
    body: n.Block = [nobody]
    if "you" in n.free(value):
        body.append(n.Assign(YOU, n.Call("m.owner_of", (a0,))))
    if cx.t.modifiers.get(stat):
        body += _changed(stat, a0, value)
    body.append(n.Return(value))
    span = definition.span
    return n.Function(("stat", stat), ("m", "s", "a0"), body, span.source.name, span.line)


def _changed(stat: str, a0: n.Name, value: n.Value) -> n.Block:
    """Which modifiers may change a value of a thing is asked of the machine, and remembered with the state."""
    known, changers, found = n.Name("known"), n.Name("changers"), n.Name("found")
    listed = cond(binary("==", known, n.NONE), n.NONE, n.Call("known.get", (a0,)), known.type)
    change = n.For((n.Name("change"),), changers, [n.Do(n.Call("change", (M, S, a0, found)))])
    modified = n.If(found, [n.Return(n.Call("modified", (value, found)))])
    return [
        n.Assign(known, n.Call("s.live.get", (n.Const(("stat", stat)),))),
        n.Assign(changers, listed),
        n.If(binary("==", changers, n.NONE), [n.Assign(changers, n.Call("m.changers_of", (a0, n.Const(stat))))]),
        n.If(changers, [n.Assign(found, n.Listing((), frame=True)), change, modified]),
    ]


def modifier_function(cx: Lowering, modifier: ModifierDef, key: Any) -> n.Function:
    a0, found = n.Name("a0", null=False), n.Name("found")
    head, env = _bearers(cx, modifier, a0)
    assert modifier.target is not None
    tests = [] if modifier.own else [_hit(modifier, a0, own_body(cx, modifier.target, env))]
    if modifier.condition is not None:
        tests.append(own_body(cx, modifier.condition, env))
    entry = n.Listing((n.Const(modifier.change), own_body(cx, modifier.value, env)))
    body: n.Block = [*units(1), *(n.If(negated(test), [n.Leave("continue")]) for test in tests if test != n.YES)]
    body.append(n.Do(n.Call("append", (found, entry))))
    this = env.slots.get(1)
    if this is not None and any("you" in n.free(value) for value in (entry, *tests)):
        body.insert(0, n.Assign(YOU, n.Call("m.owner_of", (this,))))
    head[-1].body += body  # type: ignore[attr-defined]
    span = modifier.span
    return n.Function(key, ("m", "s", "a0", "found"), head, span.source.name, span.line)


def _hit(modifier: ModifierDef, a0: n.Value, target: n.Value) -> n.Value:
    if modifier.target is not None and modifier.target.type.tag == "thing":
        return binary("==", a0, target)
    return n.Call("equals", (a0, target))


def _bearers(cx: Lowering, modifier: ModifierDef, a0: n.Name) -> tuple[n.Block, Env]:
    """The loop over the bearers of a modifier that are in force, and what its locals are."""
    if modifier.bearer == "rule":
        return [n.For((n.Name("one"),), n.Const((None,)), [])], Env({}, framed=False)
    if modifier.bearer.startswith("scope:"):
        return laid(cx, modifier.bearer[6:], modifier.size), Env()
    name = n.Name("e", null=False)
    bearers = n.Listing((a0,)) if modifier.own else cx.table("bearers", modifier.bearer)
    not_in_force = n.If(negated(in_force(cx, modifier.bearer, name)), [n.Leave("continue")])
    return [n.For((name,), bearers, [not_in_force])], Env({c.YOU: YOU, 1: name}, framed=False)


def in_force(cx: Lowering, bearer: str, name: n.Value) -> n.Value:
    """Is one of those that may bear an ability in force?"""
    kinds = {cx.t.entities[e].kind for e in cx.t.bearers(bearer)}
    if len(kinds) == 1:
        return n.In(n.At("where", name, null=False), cx.table("works_in", *kinds))
    return n.Call("m.in_force", (name,))


def laid(cx: Lowering, bundle: str, size_: int) -> n.Block:
    """The loop over the locals of rules that are laid over a block or hold for a time. Mostly there are none."""
    early: n.Block = [] if over_blocks(cx, bundle) else [n.If(negated(n.State("lasting")), [n.Return(n.NONE)])]
    return [*early, n.For((n.Name("L"),), n.Call("m.rules_laid", (n.Const(bundle), n.Const(size_))), [])]


def over_blocks(cx: Lowering, bundle: str) -> bool:
    """May rules be laid over a block? Those that a thing lends may."""
    if "under" not in cx.memo:
        ops = [op for routine in cx.program.routines.values() for op in routine.ops]
        cx.memo["under"] = n.Const(frozenset(op.bundle for op in ops if isinstance(op, o.UnderBegin)))
    return bundle in cx.memo["under"].value or bundle.startswith(("design:", "kind:"))  # type: ignore[union-attr]
