"""Lists, counts and rankings to queries.

Contract: as `lower`. A loop over a short known list is unrolled; what is fixed about the items of a list is sifted out of it
while compiling; a search through a known list for what it has to do with one thing goes through what is left for that thing.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import TRUTH, binary, contains, length, logic, negated, query, simple
from rulekit.ir.effects import may_fail
from rulekit.ir.fold import UNKNOWN, Env, locals_of
from rulekit.ir.lower.expressions import Lowering, lowers
from rulekit.ir.ranges import bounds, most, within
from rulekit.program import core as c
from rulekit.program.facts import FUNCTIONS
from rulekit.program.types import NUMBER, YESNO, Type, thing

_SHORT = 12  # items of a known list that is unrolled
_LONG = 300  # nodes that this may give
_PAIRS = 12_000  # of an item and a thing that are held against each other
Condition = tuple[c.Core, Env]  # an expression and what its locals are
Rows = dict[int | None, tuple[Any, ...]]


# ---------- items ----------
def sure_items(cx: Lowering, source: c.Core) -> bool:
    """Are the items of a list surely things, none of them missing?"""
    if isinstance(source, c.Keep):
        return sure_items(cx, source.source)
    if isinstance(source, c.Items | c.ZoneUnion):
        return True
    if isinstance(source, c.CallDefine):
        value = cx.program.defines[source.name].value
        return value is not None and not isinstance(value, c.CallDefine) and sure_items(cx, value)
    if isinstance(source, c.IfElse):
        return sure_items(cx, source.yes) and sure_items(cx, source.no)
    if isinstance(source, c.Op) and source.op == "list+":
        return sure_items(cx, source.left) and sure_items(cx, source.right)
    if isinstance(source, c.Builtin) and source.step:
        define = cx.program.defines.get(source.step)
        return define is not None and define.value is not None and sure_items(cx, define.value)
    if isinstance(source, c.Builtin) and FUNCTIONS[source.name].keeps_items:
        return sure_items(cx, source.args[-1])
    return isinstance(source, c.Builtin) and FUNCTIONS[source.name].things and source.type.element.tag == "thing"


def each_once(cx: Lowering, source: c.Core) -> bool:
    """Does a list surely hold nothing twice?"""
    match source:
        case c.Items() | c.ZoneUnion():
            return True
        case c.Keep() | c.Rank():
            return each_once(cx, source.source)
        case c.CallDefine():
            value = cx.program.defines[source.name].value
            return value is not None and not isinstance(value, c.CallDefine) and each_once(cx, value)
        case c.IfElse():
            return each_once(cx, source.yes) and each_once(cx, source.no)
        case c.Op(op="list-"):
            return each_once(cx, source.left)
        case c.Const(value=tuple()):
            return len(set(source.value)) == len(source.value)
        case c.Builtin(name=name):
            facts = FUNCTIONS[name]
            return facts.once or (facts.keeps_items and each_once(cx, source.args[-1]))
    return False


def item_of(cx: Lowering, source: c.Core, kind: str | None = None) -> n.Name:
    """An open name for the item of a loop."""
    type_ = source.type.element if kind is None else thing(kind)
    return cx.b.fresh(type_, not sure_items(cx, source), "%")


def filtered(cx: Lowering, node: c.Keep, env: Env) -> tuple[n.Loop, n.Name]:
    """The loop of a filter, and its item."""
    item = item_of(cx, node.source, node.kind)
    inner = env.bind(node.slot, item)
    tests: list[n.Value] = [n.In(item, cx.table("kind", node.kind))] if node.kind is not None else []
    conditions = conjuncts(cx, node.where, inner) if node.where is not None else []
    fixed = [part for part in conditions if _hangs_on(cx, part, item)]
    sifted = _sifted(cx, node, env, fixed, item) if fixed else None
    if sifted is not None:
        tests += [cx.value(*part) for part in conditions if part not in fixed]
        return n.Loop((item,), sifted, tuple(tests)), item
    source = cx.value(node.source, env)
    if source == n.At("zones", n.Const(cx.t.box)) and node.where is not None:
        return _from_box(cx, node, source, conditions, fixed, item), item
    tests += [cx.value(*part) for part in conditions]
    return n.Loop((item,), source, tuple(tests)), item


def conjuncts(cx: Lowering, node: c.Core, env: Env) -> list[Condition]:
    """The conditions that must all hold, those inside short defines included."""
    if isinstance(node, c.Op) and node.op == "and":
        return [*conjuncts(cx, node.left, env), *conjuncts(cx, node.right, env)]
    if isinstance(node, c.CallDefine):
        define = cx.program.defines[node.name]
        plain = all(isinstance(arg, c.Local) for arg in node.args)
        if plain and isinstance(define.value, c.Op) and define.value.op == "and":
            inner = {c.YOU: env.get(c.YOU)}
            for param, arg in zip(define.params, node.args, strict=False):
                inner[param.slot] = cx.value(arg, env)
            return conjuncts(cx, define.value, Env(inner, framed=False))
    return [(node, env)]


def _hangs_on(cx: Lowering, part: Condition, item: n.Name) -> bool:
    """Is a condition settled once the item is known?"""
    node, env = part
    return cx.fold.fixed(node, {slot for slot, value in env.slots.items() if isinstance(value, n.Const) or value == item})


def _given(env: Env, name: n.Value, value: Any) -> Env:
    return Env({slot: n.Const(value) if found == name else found for slot, found in env.slots.items()}, env.framed)


def _sift(cx: Lowering, items: Any, fixed: list[Condition], item: n.Name) -> tuple[Any, ...] | None:
    """Those of known items that meet conditions; None if one cannot be told."""
    found = []
    for value in items:
        held = [cx.fold.value(node, _given(env, item, value)) for node, env in fixed]
        if UNKNOWN in held:
            return None
        if all(held):
            found.append(value)
    return tuple(found)


def _sifted(cx: Lowering, node: c.Keep, env: Env, fixed: list[Condition], item: n.Name) -> n.Value | None:
    """The list of a filter that hangs on one thing, with what is fixed about its items sifted out beforehand."""
    known = cx.fold.value(node.source, env)
    if known is not UNKNOWN:
        left = _sift(cx, known, fixed, item)
        return None if left is None else n.Const(left, type=node.source.type)
    table = cx.rows(node.source, env)
    if table is None:
        return None
    rows = {number: _sift(cx, items, fixed, item) for number, items in table[0].items()}
    other = _sift(cx, table[1], fixed, item)
    if other is None or None in rows.values():
        return None
    return cx.b.lookup(n.Const(rows), table[2], n.Const(other), node.source.type)


def _from_box(
    cx: Lowering, node: c.Keep, source: n.Value, conditions: list[Condition], fixed: list[Condition], item: n.Name
) -> n.Loop:
    """A filter of the box, where most things lie: what is fixed about each of them is asked by a set."""
    things = range(len(cx.t.entities)) if node.kind is None else sorted(cx.b.made("kind", node.kind))
    fitting = _sift(cx, things, fixed, item)
    if fitting is None:
        fitting, fixed = tuple(things), []
    tests = tuple([cx.value(*part) for part in conditions if part not in fixed])
    return n.Loop((item,), n.Call("among", (n.Const(frozenset(fitting)), source), null=False), tests)


# ---------- lists ----------
@lowers(c.Keep)
def _keep(cx: Lowering, node: c.Keep, env: Env) -> n.Value:
    loop, item = filtered(cx, node, env)
    if not loop.tests and not isinstance(loop.source, n.Call):
        return loop.source
    return query("list", [loop], item, node.type)


@lowers(c.Each)
def _each(cx: Lowering, node: c.Each, env: Env) -> n.Value:
    item = item_of(cx, node.source)
    source, body = _over(cx, node.source, node.body, env, node.slot, item)
    if not node.flat:
        return query("list", [n.Loop((item,), source)], body, node.type)
    inner = cx.b.fresh(node.type.element, True, "%")
    found = query("list", [n.Loop((item,), source), n.Loop((inner,), body)], inner, node.type)
    return n.Call("flat", (found,), type=node.type, null=False)


def _over(cx: Lowering, source: c.Core, body: c.Core, env: Env, slot: int, item: n.Name) -> tuple[n.Value, n.Value]:
    """The list of a loop, and what is worked out for each item."""
    return cx.value(source, env), cx.value(body, env.bind(slot, item))


@lowers(c.Within)
def _within(cx: Lowering, node: c.Within, env: Env) -> n.Value:
    item, source = cx.value(node.item, env), cx.value(node.source, env)
    if node.by_design:
        item = cx.b.lookup(cx.table("designs"), item, n.Const(None))
    return contains(source, item)


@lowers(c.Count)
def _count(cx: Lowering, node: c.Count, env: Env) -> n.Value:
    source = cx.value(node.source, env)
    if node.mode == "all":
        found = length(source)
    else:
        item = cx.b.fresh(node.source.type.element, True, "%")
        test: n.Value = n.In(item, cx.table(node.mode, node.word))
        if node.mode == "value":
            test = binary("==", item, n.Const(node.word), YESNO)
        found = query("sum", [n.Loop((item,), source, (test,))], n.Const(1), NUMBER)
    return found if node.size == 1 else binary("/", found, n.Const(node.size))


@lowers(c.Rank)
def _rank(cx: Lowering, node: c.Rank, env: Env) -> n.Value:
    item = item_of(cx, node.source)
    inner = env.bind(node.slot, item)
    keys = n.Listing(tuple([_key(cx.value(key, inner), key.type) for key in node.keys]))
    source = cx.value(node.source, env)
    pairs = query("list", [n.Loop((item,), source)], n.Listing((keys, item)))
    return n.Call("ranked", (n.Const(node.function), n.Const(node.down), pairs), type=node.type, null=False)


def _key(value: n.Value, type_: Type) -> n.Value:
    """What is ranked by; numbers that are never missing can be compared as they are."""
    return value if type_.tag == "number" and not value.null else n.Call("sortable", (value,), null=False)


# ---------- folds ----------
@lowers(c.Fold)
def _fold(cx: Lowering, node: c.Fold, env: Env) -> n.Value:
    if node.function == "count":
        return length(cx.value(node.source, env))
    if node.function == "some":
        return _some(cx, node.source, env)
    if node.function == "every":
        return _every(cx, node, env)
    assert node.body is not None
    item = item_of(cx, node.source)
    source, body = _over(cx, node.source, node.body, env, node.slot, item)
    if node.function == "sum" and not body.null:
        many, (low, high) = most(source, cx.b), bounds(body, cx.b)
        total = query("sum", [n.Loop((item,), source)], body, node.type)
        return total if within(many * low, many * high) else n.Call("number", (total,), type=NUMBER, null=False)
    found = query("list", [n.Loop((item,), source)], body)
    return n.Call("folded", (n.Const(node.function), found), type=node.type, null=False)


def _every(cx: Lowering, node: c.Fold, env: Env) -> n.Value:
    unrolled = _unrolled(cx, node.source, node.slot, node.body, env, "and")
    if unrolled is not None:
        return unrolled
    item = item_of(cx, node.source)
    source, body = _over(cx, node.source, node.body, env, node.slot, item)  # type: ignore[arg-type]
    return query("all", [n.Loop((item,), source)], body, YESNO)


def _some(cx: Lowering, node: c.Core, env: Env) -> n.Value:
    if not isinstance(node, c.Keep):
        return nonempty(cx.value(node, env))
    if node.kind is None:
        unrolled = _unrolled(cx, node.source, node.slot, node.where, env, "or")
        if unrolled is not None:
            return unrolled
    elif node.where is None:
        disjoint = n.Call("disjoint", (cx.table("kind", node.kind), cx.value(node.source, env)), type=TRUTH, null=False)
        return negated(disjoint)
    found = _crossing(cx, node, env) if node.kind is None else None
    if found is not None:
        return found
    loop, _ = filtered(cx, node, env)
    return query("any", [loop], n.YES, YESNO)


def nonempty(items: n.Value) -> n.Value:
    if isinstance(items, n.Query) and items.kind == "list":
        return n.Query("any", items.loops, n.YES, type=YESNO)
    return binary("!=", length(items), n.ZERO, YESNO)


def _unrolled(cx: Lowering, source: c.Core, slot: int, body: c.Core | None, env: Env, op: str) -> n.Value | None:
    """`a and b and c` instead of a loop over a short known list, or over one whose parts have names."""
    if body is None:
        return None
    bound = env.slots.get(source.slot) if isinstance(source, c.Local) else None
    named = cx.memo.get(("parts", bound.id)) if isinstance(bound, n.Name) else None
    if named is not None:
        whole = logic(op, [cx.value(body, env.bind(slot, part)) for part in named.args])  # type: ignore[attr-defined]
        return None if may_fail(whole) else whole
    items: Any = cx.fold.value(source, env)
    if not isinstance(items, tuple) or not 0 < len(items) <= _SHORT:
        return None
    found = []
    for item in items:
        found.append(cx.value(body, env.bind(slot, n.Const(item, type=source.type.element))))
        if sum(map(n.size, found)) > _LONG:
            return None
    return None if any(may_fail(value) for value in found) else logic(op, found)


# ---------- searches through a known list ----------
def _crossing(cx: Lowering, node: c.Keep, env: Env) -> n.Value | None:
    """The loop over what is left of a known list for one thing. Items that are lists of one length come in parts."""
    items = cx.fold.value(node.source, env)
    if node.where is None or not isinstance(items, tuple):
        return None
    item = cx.b.fresh(node.source.type.element, True, "%")
    conditions = conjuncts(cx, node.where, env.bind(node.slot, item))
    for condition in conditions:
        other = _other(cx, condition, item)
        things = sorted(cx.b.made("kind", other.type.name)) if other is not None else []
        if other is None or not 0 < len(things) * len(items) <= _PAIRS:
            continue
        rows: Any = {t: _sift(cx, items, [(condition[0], _given(condition[1], other, t))], item) for t in (*things, None)}
        if None not in rows.values():
            return _search(cx, rows, other, [part for part in conditions if part is not condition], item)
    return None


def _other(cx: Lowering, part: Condition, item: n.Name) -> n.Value | None:
    """The one thing besides an item that a condition hangs on."""
    node, env = part
    free_locals = locals_of(node, env)
    others = [local for slot, local in free_locals.items() if env.slots.get(slot) != item]
    if len(others) != 1 or others[0].type.tag != "thing" or others[0].type.name == "thing":
        return None
    if not cx.fold.fixed(node, {*env.known(), *free_locals}):
        return None
    found = cx.value(others[0], env)
    if isinstance(found, n.Slot) and env.framed and others[0].slot not in env.slots:
        env.slots[others[0].slot] = found
    return found if simple(found) and not isinstance(found, n.Const) else None


def _search(cx: Lowering, rows: Rows, owner: n.Value, conditions: list[Condition], item: n.Name) -> n.Value:
    names = _part_names(cx, {value for row in rows.values() for value in row})
    tests: list[n.Value] = []
    if names:
        cx.memo["parts", item.id] = n.Call("parts", tuple(names))
        tests = [cx.value(*part) for part in conditions]
        del cx.memo["parts", item.id]
    if not names or any(item.id in n.free(test) for test in tests):
        names, tests = [item], [cx.value(*part) for part in conditions]
    else:
        rows, tests = _as_places(rows, tests, names)
    table = {number: row for number, row in rows.items() if number is not None}
    source = cx.b.lookup(n.Const(table), owner, n.Const(rows[None]))
    return query("any", [n.Loop(tuple(names), source, tuple(tests))], n.YES, YESNO)


def _part_names(cx: Lowering, items: set[Any]) -> list[n.Name]:
    """Names for the parts of items that are all lists of so many things."""
    lengths = {len(item) if isinstance(item, tuple) else 0 for item in items}
    if len(lengths) != 1 or not 1 < max(lengths) <= _SHORT or not all(type(part) is int for item in items for part in item):
        return []
    kinds = {cx.t.entities[part].kind for item in items for part in item}
    type_ = thing(kinds.pop() if len(kinds) == 1 else "thing")
    return [cx.b.fresh(type_, False, "%") for _ in range(lengths.pop())]


def _as_places(rows: Rows, tests: list[n.Value], names: list[n.Name]) -> tuple[Rows, list[n.Value]]:
    """Where things serve only to find a variable of theirs, the rows hold its place instead."""
    own = {name.id for name in names}
    uses = [node for test in tests for node in n.walk(test)]
    places = [
        node.index for node in uses if isinstance(node, n.At) and node.column == "vals" and not n.free(node).isdisjoint(own)
    ]
    shifts = {_shift(place) for place in places}
    if len(shifts) != 1 or None in shifts or sum(isinstance(node, n.Name) and node.id in own for node in uses) != len(places):
        return rows, tests
    shift: Any = shifts.pop()

    def moved(node: n.Value) -> n.Value:
        if isinstance(node, n.At) and not n.free(node.index).isdisjoint(own):
            name = node.index.left if isinstance(node.index, n.Binary) else node.index
            return n.At(node.column, n.Name(name.id, type=NUMBER, null=False), type=node.type, null=node.null)  # type: ignore[attr-defined]
        return n.mapped(node, moved)

    new = {number: tuple([tuple([part + shift for part in item]) for item in row]) for number, row in rows.items()}
    return new, [moved(test) for test in tests]


def _shift(place: n.Value) -> int | None:
    if isinstance(place, n.Name):
        return 0
    plain = (
        isinstance(place, n.Binary) and place.op == "+" and isinstance(place.left, n.Name) and isinstance(place.right, n.Const)
    )
    return place.right.value if plain else None  # type: ignore[attr-defined]
