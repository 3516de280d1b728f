"""Calls of defines and built-in functions, computed values and what modifies them.

Contract: as `lower`. A short define is inlined; a longer one becomes a function of its own. A computed value is a function of
the thing it belongs to; a modifier is one that adds to `found` a pair (change, value) for each bearer whose modifier hits the
thing, in the order of the reference tier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.ir.build import binary, cond, negated, simple
from rulekit.ir.constants import shape_of
from rulekit.ir.fold import Env, parts
from rulekit.ir.lower.costs import payable
from rulekit.ir.lower.expressions import Lowering, lowers
from rulekit.ir.lower.paths import distance, length_of, reachable, way
from rulekit.ir.nodes import (
    EMPTY,
    NONE,
    YES,
    ZERO,
    Assign,
    At,
    Block,
    Call,
    Const,
    Do,
    For,
    Function,
    If,
    In,
    Leave,
    Listing,
    Name,
    Recipe,
    Return,
    State,
    Value,
    free,
    size,
)  # fmt: skip
from rulekit.ir.ranges import units
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import DefineDef, ModifierDef
from rulekit.program.types import NUMBER, PLAYER, Type, empty_of

_SHORT = 150  # nodes of a define that is inlined
_DEEP = 6  # defines within defines
M, S, YOU = Name("m"), Name("s"), Name("you", type=PLAYER)


# ---------- defines ----------
@lowers(c.CallDefine)
def _call(cx: Lowering, node: c.CallDefine, env: Env) -> Value:
    define = cx.program.defines[node.name]
    args = [cx.value(arg, env) for _, arg in zip(define.params, node.args, strict=False)]
    return _inlined(cx, define, args, env.get(c.YOU, PLAYER)) or _as_function(cx, node, define, args, env)


def _inlined(cx: Lowering, define: DefineDef, args: list[Value], you: Value) -> Value | None:
    if cx.depth >= _DEEP or define.value is None:
        return None
    slots = {param.slot: arg for param, arg in zip(define.params, args, strict=False)}
    for slot, arg in slots.items():
        if not simple(arg) and not isinstance(arg, Const) and _open(arg) and _uses(define.value, slot) > 1:
            return None  # it would be worked out again and again for each item
    key = ("inline", define.head.name, cx.depth, you, tuple(args), tuple([(arg.null, arg.type) for arg in args]))
    if key not in cx.memo:
        cx.depth += 1
        found = cx.value(define.value, Env({c.YOU: you, **slots}, framed=False))
        cx.depth -= 1
        cx.memo[key] = found if size(found) <= _SHORT else None
    return cx.memo[key]


def _open(value: Value) -> bool:
    """Does it hang on the item of a query that is not closed yet?"""
    return any(name[0] == "%" for name in free(value))


def _uses(node: c.Core, slot: int) -> int:
    """How often an expression reads a local, loops counted double."""
    if isinstance(node, c.Local):
        return int(node.slot == slot)
    found = sum(_uses(child, slot) for child in parts(node))
    return found * 2 if isinstance(node, c.Each | c.Keep | c.Fold | c.Rank) else found


def _as_function(cx: Lowering, node: c.CallDefine, define: DefineDef, args: list[Value], env: Env) -> Value:
    sure = [
        param.slot
        for param, arg in zip(define.params, args, strict=False)
        if not arg.null and (arg.type.tag != "thing" or _within(cx, arg.type, param.type))
    ]
    null = not (node.type.tag == "number" and cx.is_number(node, env)) and node.type.tag not in ("list", "bundle")
    return cx.want(*define_key(cx, node.name, tuple(sure)), (M, S, env.get(c.YOU, PLAYER), *args), node.type, null)


def _within(cx: Lowering, given: Type, wanted: Type) -> bool:
    return wanted.tag == "thing" and cx.b.made("kind", given.name) <= cx.b.made("kind", wanted.name)


def define_key(cx: Lowering, name: str, sure: tuple[int, ...] = ()) -> tuple[Recipe, Callable[[], Function]]:
    """What the function of a define is known by, and what makes it; `sure`: the parameters that are never none."""
    key = ("define", name, sure)
    return key, lambda: define_function(cx, key)


def define_function(cx: Lowering, key: Any) -> Function:
    _, name, sure = key
    define = cx.program.defines[name]
    params = {p.slot: Name(f"a{p.slot}", type=p.type, null=p.slot not in sure) for p in define.params}
    assert define.value is not None
    value = alone(cx, define.value, Env({c.YOU: YOU, **params}, framed=False))
    span, given = define.head.span, [name.id for name in params.values()]
    return Function(key, ("m", "s", "you", *given), [Return(value, line=span.line)], span.source.name, span.line)


# ---------- built-in functions ----------
@lowers(c.Builtin)
def _builtin(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    special = _SPECIAL.get(node.name)
    found = special(cx, node, env) if special is not None else None
    return found if found is not None else called(cx, node, env)


def called(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    """A built-in function, as the interpreter has it."""
    key = cx.table("builtin", node.name, node.step, node.word, shape_of(node.type))
    args = Listing(cx.values(node.args, env), frame=True)
    null = not cx.is_number(node, env)
    return Call(f"m.fn_{node.name}", (key, args, Listing((env.get(c.YOU),), frame=True)), type=node.type, null=null)


def _size(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    return length_of(cx, cx.value(node.args[0], env))


def _neighbours(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    return cx.b.lookup(cx.table("neighbours"), cx.value(node.args[0], env), EMPTY, node.type)


def _first(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    at = Const(0 if node.name == "first" else -1)
    return Call("end_of", (cx.value(node.args[0], env), at, cx.empty(node)), type=node.type)


def _starting(cx: Lowering, node: c.Builtin, env: Env) -> Value | None:
    """A known list that begins with one of its items: a table of all of them."""
    items: Any = cx.fold.value(node.args[1], env)
    if not isinstance(items, tuple) or len(set(items)) < len(items):
        return None
    turned = {item: items[at:] + items[:at] for at, item in enumerate(items)}
    return cx.b.lookup(Const(turned), cx.value(node.args[0], env), Const(items), node.type)


def _item(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    items: Any = cx.fold.value(node.args[0], env)
    at = cx.value(node.args[1], env)
    if isinstance(items, tuple):
        return cx.b.lookup(Const(dict(enumerate(items, 1))), at, cx.empty(node), node.type)
    return Call("nth", (cx.value(node.args[0], env), at, cx.empty(node)), type=node.type)


def _min(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    values = tuple([binary("+", value, ZERO) for value in cx.values(node.args, env)])  # none counts as 0
    return values[0] if len(values) == 1 else Call(node.name, values, type=NUMBER, null=False)


def _can_pay(cx: Lowering, node: c.Builtin, env: Env) -> Value:
    return payable(cx, cx.value(node.args[0], env), node.args[1], node.word, env)


_SPECIAL: dict[str, Any] = {
    "active": lambda cx, node, env: Call("m.active_player", type=node.type),
    "actor": lambda cx, node, env: Const(cx.t.actors[node.word], type=node.type),
    "round_number": lambda cx, node, env: State("rounds", type=NUMBER, null=False),
    "size": _size,
    "neighbours": _neighbours,
    "first": _first,
    "last": _first,
    "starting": _starting,
    "item": _item,
    "min": _min,
    "max": _min,
    "can_pay": _can_pay,
    "reachable": reachable,
    "distance": distance,
    "path": way,
}


# ---------- computed values ----------
@lowers(c.GetStat)
def _stat(cx: Lowering, node: c.GetStat, env: Env) -> Value:
    null = not (node.type.tag == "number" and cx.number_stat(node.stat))
    return cx.want(
        stat_key(cx, node.stat), lambda: stat_function(cx, node.stat), (M, S, cx.value(node.thing, env)), node.type, null
    )


def stat_key(cx: Lowering, stat: str) -> Recipe:
    cx.wanted.setdefault(("stat", stat), lambda: stat_function(cx, stat))
    return ("stat", stat)


def alone(cx: Lowering, node: c.Core, env: Env) -> Value:
    """An expression that is not part of another function."""
    outer, cx.depth = cx.depth, 0
    found = cx.value(node, env)
    cx.depth = outer
    return found


def stat_function(cx: Lowering, stat: str) -> Function:
    kind, _, word = stat.partition(".")
    definition = cx.program.kinds[kind].stats[word]
    a0 = Name("a0", type=PLAYER if kind == "player" else c.Core().type, null=False)
    you = a0 if kind == "player" else YOU
    value = alone(cx, definition.value, Env({c.YOU: you, 1: a0}, framed=False))
    nobody = If(binary("==", Name("a0"), NONE), [Return(Const(empty_of(definition.type)))])
    body: Block = [nobody]
    if "you" in free(value):
        body.append(Assign(YOU, Call("m.owner_of", (a0,))))
    if cx.t.modifiers.get(stat):
        body += _changed(stat, a0, value)
    body.append(Return(value))
    span = definition.span
    return Function(("stat", stat), ("m", "s", "a0"), body, span.source.name, span.line)


def _changed(stat: str, a0: Name, value: Value) -> Block:
    """Which modifiers may change a value of a thing is asked of the machine, and remembered with the state."""
    known, changers, found = Name("known"), Name("changers"), Name("found")
    listed = cond(binary("==", known, NONE), NONE, Call("known.get", (a0,)), known.type)
    change = For((Name("change"),), changers, [Do(Call("change", (M, S, a0, found)))])
    modified = If(found, [Return(Call("modified", (value, found)))])
    return [
        Assign(known, Call("s.live.get", (Const(("stat", stat)),))),
        Assign(changers, listed),
        If(binary("==", changers, NONE), [Assign(changers, Call("m.changers_of", (a0, Const(stat))))]),
        If(changers, [Assign(found, Listing((), frame=True)), change, modified]),
    ]


def modifier_function(cx: Lowering, modifier: ModifierDef, key: Any) -> Function:
    a0, found = Name("a0", null=False), Name("found")
    head, env = _bearers(cx, modifier, a0)
    assert modifier.target is not None
    tests = [] if modifier.own else [_hit(modifier, a0, alone(cx, modifier.target, env))]
    if modifier.condition is not None:
        tests.append(alone(cx, modifier.condition, env))
    entry = Listing((Const(modifier.change), alone(cx, modifier.value, env)))
    body: Block = [*units(1), *(If(negated(test), [Leave("continue")]) for test in tests if test != YES)]
    body.append(Do(Call("append", (found, entry))))
    this = env.slots.get(1)
    if this is not None and any("you" in free(value) for value in (entry, *tests)):
        body.insert(0, Assign(YOU, Call("m.owner_of", (this,))))
    head[-1].body += body  # type: ignore[attr-defined]
    span = modifier.span
    return Function(key, ("m", "s", "a0", "found"), head, span.source.name, span.line)


def _hit(modifier: ModifierDef, a0: Value, target: Value) -> Value:
    if modifier.target is not None and modifier.target.type.tag == "thing":
        return binary("==", a0, target)
    return Call("equals", (a0, target))


def _bearers(cx: Lowering, modifier: ModifierDef, a0: Name) -> tuple[Block, Env]:
    """The loop over the bearers of a modifier that are awake, and what its locals are."""
    if modifier.bearer == "rule":
        return [For((Name("one"),), Const((None,)), [])], Env({}, framed=False)
    if modifier.bearer.startswith("scope:"):
        return laid(cx, modifier.bearer[6:], modifier.size), Env()
    name = Name("e", null=False)
    bearers = Listing((a0,)) if modifier.own else cx.table("bearers", modifier.bearer)
    asleep = If(negated(wakeful(cx, modifier.bearer, name)), [Leave("continue")])
    return [For((name,), bearers, [asleep])], Env({c.YOU: YOU, 1: name}, framed=False)


def wakeful(cx: Lowering, bearer: str, name: Value) -> Value:
    """Is one of those that may bear an ability awake?"""
    kinds = {cx.t.entities[e].kind for e in cx.t.bearers(bearer)}
    if len(kinds) == 1:
        return In(At("where", name, null=False), cx.table("awake", *kinds))
    return Call("m.in_force", (name,))


def laid(cx: Lowering, bundle: str, size_: int) -> Block:
    """The loop over the locals of rules that are laid over a block or hold for a time. Mostly there are none."""
    early: Block = [] if over_blocks(cx, bundle) else [If(negated(State("lasting")), [Return(NONE)])]
    return [*early, For((Name("L"),), Call("m.rules_laid", (Const(bundle), Const(size_))), [])]


def over_blocks(cx: Lowering, bundle: str) -> bool:
    """May rules be laid over a block? Those that a thing lends may."""
    if "under" not in cx.memo:
        ops = [op for routine in cx.program.routines.values() for op in routine.ops]
        cx.memo["under"] = Const(frozenset(op.bundle for op in ops if isinstance(op, o.UnderBegin)))
    return bundle in cx.memo["under"].value or bundle.startswith(("design:", "kind:"))  # type: ignore[union-attr]
