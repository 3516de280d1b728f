"""Values to C expressions.

Contract: as `ir/nodes.py` says what each node is. A list is worked out before it is gone through, like the tuples of printed
Python; `any` and `all` leave with the first item that decides. Values that need statements are GNU statement expressions.
"""

from __future__ import annotations

from rulekit.ir import nodes as n
from rulekit.native.pool import Declined
from rulekit.native.printer import ASKS, CALLS, NUMBERS, PARTIAL, TESTS, VALUES, Printer, prints

COLUMNS = {"vals": "*val(m, {})", "zones": "zone(m, {})", "where": "(V)where(m, {})", "up": "TRUTH(m->s.up[{}])"}
FIXED = {"vals": "m->s.vals[{}]", "zones": "m->s.zones[{}]", "where": "(V)m->s.where[{}]", "up": "TRUTH(m->s.up[{}])"}
STATES = {
    "result": "m->s.result", "place": "(V)frame->pc", "rounds": "m->s.rounds", "ended": "TRUTH(m->s.ended)",
    "ask_chance": "NO", "ask_forced": "TRUTH(m->s.ask_forced)",
    "m.units": "m->units", "m.spent": "m->spent", "winners": "m->s.winners",
    "lasting": "m->s.lasting", "laid": "INT64_C(0)",
}  # fmt: skip
SCOPE_PARTS = ("word", "name", "player", "depth", "end", "you", "saved", "once", "closing", "then", "bundle", "locals", "lent")


# ---------- leaves ----------
@prints(VALUES, n.Const)
def const(p: Printer, v: n.Const) -> str:
    return p.pool.const(v.value)


@prints(VALUES, n.Table)
def table(p: Printer, v: n.Table) -> str:
    return p.pool.const(p.content(v))


@prints(VALUES, n.Name)
def name(p: Printer, v: n.Name) -> str:
    return f"buf_list(m, x_{v.id})" if p.buffer(v.id) and p.name(v.id) else p.name(v.id)


@prints(VALUES, n.Slot)
def slot(p: Printer, v: n.Slot) -> str:
    return f"L[{v.index}]"


@prints(VALUES, n.State)
def state(p: Printer, v: n.State) -> str:
    if v.field not in STATES:
        raise Declined(f"the part `{v.field}` of a state")
    return STATES[v.field]


# ---------- reading ----------
@prints(VALUES, n.At)
def at(p: Printer, v: n.At) -> str:
    if isinstance(v.index, n.Const):
        return FIXED[v.column].format(v.index.value)
    if v.column == "up":
        return f"TRUTH(m->s.up[thing_at(m, {p.value(v.index)})])"
    return COLUMNS[v.column].format(p.value(v.index))


def looked_up(p: Printer, table_: n.Value, key: n.Value) -> str:
    """What a table has for a key, or MISS; for pairs a grid, so that no list is made to look for."""
    content = p.content(table_)
    pairs = isinstance(key, n.Listing) and isinstance(content, dict) and all(type(k) is tuple and len(k) == 2 for k in content)
    if not pairs or not content or len(key.items) != 2:  # type: ignore[attr-defined]
        return p.pool.row(content).at(p.value(key))
    rows, columns, name_ = p.pool.grid(content)
    one, other = (p.value(item) for item in key.items)  # type: ignore[attr-defined]
    a, b = p.fresh(), p.fresh()
    place = f"{name_}[{a} * {columns.width} + {b}]"
    return f"({{ V {a} = {rows.at(one)}, {b} = {columns.at(other)}; {a} == MISS || {b} == MISS ? MISS : {place}; }})"


@prints(VALUES, n.Held)
def held(p: Printer, v: n.Held) -> str:
    found, where = p.fresh(), looked_up(p, v.table, v.key_)
    place = COLUMNS[v.column].format(found)
    return f"({{ V {found} = {where}; {found} == MISS ? {p.value(v.empty)} : {place}; }})"


@prints(VALUES, n.Lookup)
def lookup(p: Printer, v: n.Lookup) -> str:
    found = looked_up(p, v.table, v.key_)
    if v.default is None:
        return f"known(m, {found})"
    name_ = p.fresh()
    return f"({{ V {name_} = {found}; {name_} == MISS ? {p.value(v.default)} : {name_}; }})"


@prints(VALUES, n.Part)
def part(p: Printer, v: n.Part) -> str:
    of = v.of
    if isinstance(of, n.Name) and of.id == "scope":
        return scope_part("x_scope.", v.index)
    if isinstance(of, n.Part) and of.of == n.State("scopes"):
        return scope_part("m->scopes[m->s.n_scopes - 1].", v.index)
    if isinstance(of, n.Part) and of.of == n.Name("top") and of.index == 2:
        return f"LV(x_top)[{v.index}]"
    return f"part(m, {p.value(of)}, {v.index})"


def scope_part(of: str, index: int) -> str:
    field = SCOPE_PARTS[index]
    if field == "closing":
        return f"TRUTH({of}closing)"
    return f"(V){of}{field}" if field in ("depth", "end") else f"{of}{field}"


@prints(VALUES, n.Length)
def length(p: Printer, v: n.Length) -> str:
    if v.of == n.State("stack"):
        return "(V)m->s.n_stack"
    if v.of == n.State("scopes"):
        return "(V)m->s.n_scopes"
    return f"length(m, {p.value(v.of)})"


# ---------- working out ----------
@prints(VALUES, n.Cond)
def cond(p: Printer, v: n.Cond) -> str:
    if v.test == v.yes:
        found = p.fresh()
        return f"({{ V {found} = {p.value(v.yes)}; holds(m, {found}) ? {found} : {p.value(v.no)}; }})"
    return f"({p.test(v.test)} ? {p.value(v.yes)} : {p.value(v.no)})"


@prints(VALUES, n.Listing)
def listing(p: Printer, v: n.Listing) -> str:
    if all(isinstance(item, n.Const) for item in v.items):
        return p.pool.listed([p.value(item) for item in v.items])
    return f"LIST({', '.join(p.value(item) for item in v.items)})"


@prints(VALUES, n.Binary)
def binary(p: Printer, v: n.Binary) -> str:
    if v.op in ("==", "!=", "<", ">", "<=", ">="):
        return f"TRUTH({compare(p, v)})"
    if v.op == "list+":
        return f"joined(m, {p.value(v.left)}, {p.value(v.right)})"
    if v.op == "/":
        return f"divided({p.count(v.left)}, {p.count(v.right)})"
    return f"({p.count(v.left)} {v.op} {p.count(v.right)})"


def compare(p: Printer, v: n.Binary) -> str:
    if v.op in ("==", "!="):
        return _equal(p, v)
    left, right = p.value(v.left), p.value(v.right)
    if not v.left.null and not v.right.null:
        return f"({left} {v.op} {right})"
    if v.op in (">", ">="):
        left, right = right, left
    return f"{'less' if v.op in ('<', '>') else 'at_most'}({left}, {right})"


@prints(PARTIAL, n.Binary)
def order_test(p: Printer, v: n.Binary) -> str | None:
    return compare(p, v) if v.op in ("==", "!=", "<", ">", "<=", ">=") else None


@prints(PARTIAL, n.Query)
def found_test(p: Printer, v: n.Query) -> str | None:
    return query_test(p, v) if v.kind in ("any", "all") else None


@prints(PARTIAL, n.State)
def state_test(p: Printer, v: n.State) -> str | None:
    known = {"scopes": "(m->s.n_scopes != 0)", "stack": "(m->s.n_stack != 0)", "ended": "(m->s.ended != 0)",
             "ask_chance": "0", "ask_forced": "m->s.ask_forced", "lasting": "(m->s.lasting != EMPTY)"}  # fmt: skip
    return known.get(v.field)


@prints(PARTIAL, n.Cond)
def cond_test(p: Printer, v: n.Cond) -> str | None:
    return None if v.test == v.yes else f"({p.test(v.test)} ? {p.test(v.yes)} : {p.test(v.no)})"


def _equal(p: Printer, v: n.Binary) -> str:
    sides = (v.left, v.right)
    if any(side == n.Name("frame") for side in sides):
        top = next(side for side in sides if side != n.Name("frame"))
        if top == n.Part(n.State("stack"), -1):
            return f"({'' if v.op == '==' else '!'}on_top(m, serial))"
        raise Declined("a comparison of frames")
    plain = any(_scalar(side) for side in sides)
    if plain:
        return f"({p.value(v.left)} {v.op} {p.value(v.right)})"
    return f"({'' if v.op == '==' else '!'}same(m, {p.value(v.left)}, {p.value(v.right)}))"


def _scalar(v: n.Value) -> bool:
    """Is it no list for certain? Then it is what it is compared with only if it is the same number."""
    if isinstance(v, n.Const):
        return not isinstance(v.value, tuple)
    return v.type.tag in (*NUMBERS, "yesno", "values", "resource") or isinstance(v, n.Length)


@prints(TESTS, n.Logic)
def logic(p: Printer, v: n.Logic) -> str:
    return f"({(' && ' if v.op == 'and' else ' || ').join(p.test(part) for part in v.parts)})"


@prints(TESTS, n.Not)
def negation(p: Printer, v: n.Not) -> str:
    if v.of == n.State("stack"):
        return "(!m->s.n_stack)"
    return f"(!{p.test(v.of)})"


@prints(TESTS, n.In)
def within(p: Printer, v: n.In) -> str:
    item, source = p.value(v.item), v.source
    if p.is_set(source):
        return f"x_{source.id}[in_set(m, {item})]"  # type: ignore[attr-defined]
    if isinstance(source, n.Const | n.Table):
        content = p.content(source)
        if isinstance(content, dict):
            return f"({looked_up(p, source, v.item)} != MISS)"
        if content and all(type(i) is int for i in content):
            row, low, count = p.pool.members(tuple(sorted(set(content))))
            return f"is_member({row}, {count}, {item} - INT64_C({low}))"
        if not content:
            return "0"
    if isinstance(source, n.Query) and source.kind == "list":
        return _found(p, source, n.Binary("==", source.element, v.item))
    return f"contains(m, {item}, {p.value(source)})"


def _found(p: Printer, v: n.Query, test: n.Value) -> str:
    return query_test(p, n.Query("any", v.loops, test))


@prints(ASKS, "covers", "meets")
def many_places(p: Printer, v: n.Call) -> str:
    """Whether all or some places of a variable hold a value: one look at a set of bits."""
    first, held_, mask = v.args
    assert isinstance(first, n.Const)
    return f"{v.function.upper()}({places(p, first.value, held_)}, {p.value(mask)})"


def places(p: Printer, first: int, held_: n.Value) -> str:
    """The places of a variable that hold a value."""
    return f"places(m, {p.sets.place(first)}, {p.value(held_)})"


# ---------- queries ----------
def items(p: Printer, v: n.Value) -> str:
    """The function that finds the items of a list; where it is a constant for certain, nothing need be asked."""
    if isinstance(v, n.Lookup) and v.default in (None, n.EMPTY):
        rows = p.content(v.table)
        lists = all(isinstance(row, tuple) for row in (rows.values() if isinstance(rows, dict) else rows))
        return "fixed_items" if lists else "items_of"
    return "fixed_items" if isinstance(v, n.Const) and isinstance(v.value, tuple) else "items_of"


def loops(p: Printer, v: n.Query, inside: str, leave: str = "") -> str:
    """Loops around something; `leave` is a test that ends them all."""
    text = inside
    for loop in reversed(v.loops):
        tests = " && ".join(p.test(test) for test in loop.tests)
        text = f"if ({tests}) {{ {text} }}" if tests else text
        at, count, row, list_ = (p.fresh(x) for x in ("i", "n", "p", "l"))
        item = f"{row}[{at}]"
        bound = f"V {p.name(loop.names[0].id)} = {item};"
        if len(loop.names) > 1:
            parts = [f"V {p.name(name_.id)} = part(m, {item}, {k});" for k, name_ in enumerate(loop.names)]
            bound = " ".join(parts)
        go_on = f"{at} < {count}" + (f" && {leave}" if leave else "")
        text = (
            f"V {list_} = {p.value(loop.source)}; int64_t {count}, {at}; "
            f"const V *{row} = {items(p, loop.source)}(m, {list_}, &{count}); "
            f"for ({at} = 0; {go_on}; {at}++) {{ {bound} {text} }}"
        )
        text = f"{{ {text} }}"
    return text


@prints(VALUES, n.Query)
def query(p: Printer, v: n.Query) -> str:
    if v.kind in ("any", "all"):
        return f"TRUTH({query_test(p, v)})"
    found = p.fresh("b")
    if v.kind == "sum":
        return f"({{ int64_t {found} = 0; {loops(p, v, f'{found} += {p.count(v.element)};')} {found}; }})"
    item = p.fresh("e")
    inside = f"V {item} = {p.value(v.element)}; buf_add(m, &{found}, {item});"
    return f"({{ Buf {found} = buf_new(m); {loops(p, v, inside)} buf_list(m, &{found}); }})"


def query_test(p: Printer, v: n.Query) -> str:
    found = p.fresh("b")
    some = v.kind == "any"
    inside = f"if ({'' if some else '!'}{p.test(v.element)}) {found} = {int(some)};"
    leave = f"!{found}" if some else found
    return f"({{ int {found} = {int(not some)}; {loops(p, v, inside, leave)} {found}; }})"


# ---------- calls ----------
@prints(VALUES, n.Call)
def call(p: Printer, v: n.Call) -> str:
    function = v.function
    if function not in CALLS:
        raise Declined(f"the function `{function}`")
    return CALLS[function](p, v)


@prints(VALUES, n.Invoke)
def invoke(p: Printer, v: n.Invoke) -> str:
    args = [argument(p, arg) for arg in v.args if arg not in (n.Name("m"), n.Name("s"))]
    return f"{p.want(v.function)}({', '.join(['m', *args])})"


def argument(p: Printer, v: n.Value) -> str:
    if v == n.Name("top"):
        return "x_top"
    if v == n.Part(n.Name("top"), 2):
        return "LV(x_top)"
    if isinstance(v, n.Name) and p.buffer(v.id):
        return p.name(v.id)
    return p.value(v)


@prints(VALUES, n.Once)
def once(p: Printer, v: n.Once) -> str:
    cell = p.name(v.cell)
    return f"({cell} == MISS ? ({cell} = {p.value(v.value)}) : {cell})"
