"""Statements to C.

Contract: as `ir/nodes.py` says what each statement does. A suspension point says who is asked and what may be answered, and
leaves; a playout takes one of the answers itself and comes round, unless it has had its last decision or the arena is to be
tidied, which can only be done when no function holds a list.
"""

from __future__ import annotations

from rulekit.ir import nodes as n
from rulekit.native.pool import Declined, word
from rulekit.native.printer import STATEMENTS, Printer, prints
from rulekit.native.values import COLUMNS, FIXED, items, looked_up, places
from rulekit.program.types import empty_of  # noqa: F401

_SKIPPED = frozenset(("function",))  # names that printed Python keeps functions in


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@prints(STATEMENTS, n.Assign)
def assign(p: Printer, s: n.Assign) -> list[str]:
    target, value = s.target, s.value
    if isinstance(target, n.Name):
        return _named(p, target, value)
    if isinstance(target, n.Listing):
        given = p.value(value)
        return [f"{p.value(item)} = part(m, {given}, {at});" for at, item in enumerate(target.items)]
    if isinstance(target, n.Slot):
        return [f"L[{target.index}] = {p.value(value)};"]
    if isinstance(target, n.State):
        return _state(p, target.field, value)
    if isinstance(target, n.At):
        if isinstance(target.index, n.Const):
            if target.column == "vals":
                return [f"put_val(m, {target.index.value}, {p.value(value)});"]
            return [f"{FIXED[target.column].format(target.index.value)} = {p.value(value)};"]
        new = p.fresh()
        if target.column == "vals":
            return [f"{{ V {new} = {p.value(value)}; put_val(m, {p.value(target.index)}, {new}); }}"]
        return [f"{{ V {new} = {p.value(value)}; {COLUMNS[target.column].format(p.value(target.index))} = {new}; }}"]
    if isinstance(target, n.Held) and target.column == "vals":
        where, new, place = p.fresh(), p.fresh(), n.Name("at", null=False)
        found = looked_up(p, target.table, target.key_)
        there = n.At("vals", place, type=target.type, null=target.null)
        same = n.Held("vals", target.table, target.key_, n.NONE, type=target.type, null=target.null)
        set_ = f"{p.name('at')} = {where}; V {new} = {p.value(n.swapped(value, {same: there}))}; put_val(m, {where}, {new});"
        return [f"{{ V {where} = {found}; if ({where} == MISS) {p.value(target.empty)}; else {{ {set_} }} }}"]
    raise Declined("an assignment to something odd")


def _named(p: Printer, target: n.Name, value: n.Value) -> list[str]:
    id_ = target.id
    if id_ in p.cells:
        return [f"{p.name(id_)} = MISS;"]
    if id_ in _SKIPPED:
        return []
    if isinstance(value, n.Call) and value.function.endswith(":"):  # a function with a name
        p.functions[id_] = value.function
        return []
    if p.is_set(target):
        return _set(p, id_, value)
    if id_ == "top":
        return _laid(p, value)
    if id_ == "L":
        return _locals(p, value)
    if p.buffer(id_):
        if not isinstance(value, n.Listing) or value.items:
            raise Declined("a list of several functions that does not begin empty")
        p.name(id_)
        return [f"x_{id_}_ = buf_new(m);"]
    if id_ == "pc":
        return [f"pc = {p.value(value)};"]
    if isinstance(value, n.Listing) and value.frame:
        if not value.items:
            return [f"{p.name(id_)} = begun_list(m); *{p.owned(id_)} = 1;"]
        return [f"{p.name(id_)} = {p.value(value)}; *{p.owned(id_)} = 0;"]
    own = [f"*{p.owned(id_)} = 0;"] if target.type.tag == "frame" else []
    return [f"{p.name(id_)} = {p.value(value)};", *own]


def _set(p: Printer, id_: str, value: n.Value) -> list[str]:
    """A set of things, and of none, begins with what a search must not find."""
    if not isinstance(value, n.Call) or value.function != "set_of":
        raise Declined("a set that is made in an odd way")
    p.more[f"x_{id_}"] = f"uint8_t x_{id_}[N_THINGS + 1];"
    return [f"memset(x_{id_}, 0, sizeof x_{id_});", *(f"x_{id_}[in_set(m, {p.value(v)})] = 1;" for v in value.args)]


def _laid(p: Printer, value: n.Value) -> list[str]:
    """A new frame is laid on the stack at once: nothing is between making and laying it."""
    if not isinstance(value, n.Listing) or len(value.items) != 3:
        raise Declined("a frame that is made in an odd way")
    p.more["x_top"] = "Frame *x_top = NULL;"
    return [f"x_top = {frame(p, value)};"]


def frame(p: Printer, value: n.Listing) -> str:
    path, place, local = value.items
    if isinstance(local, n.Call) and local.function == "locals_of":
        you, this, _ = local.args
        return f"push_power(m, {p.value(path)}, {p.value(you)}, {p.value(this)})"
    if not isinstance(path, n.Const) or not isinstance(place, n.Const):
        raise Declined("a frame that is made in an odd way")
    if local == n.Name("L"):
        size = p.program.routines[path.value].size
        return f"push_with(m, {p.routine(path.value)}, {place.value}, L, {size})"
    if not isinstance(local, n.Listing):
        raise Declined("a frame that is made in an odd way")
    size = len(local.items)
    values = ", ".join(p.value(item) for item in local.items)
    return f"push_with(m, {p.routine(path.value)}, {place.value}, (const V[]){{{values}}}, {size})"


def _locals(p: Printer, value: n.Value) -> list[str]:
    """The locals of an ability, where it is looked for who bears it."""
    if not isinstance(value, n.Listing):
        raise Declined("locals that are made in an odd way")
    p.more["L"] = f"V L[{max(len(value.items), 2)}];"
    return [f"L[{at}] = {p.value(item)};" for at, item in enumerate(value.items)]


def _state(p: Printer, field: str, value: n.Value) -> list[str]:
    if field == "place":
        return [f"frame->pc = (int32_t){p.count(value)};"]
    if field == "ended":
        return [f"m->s.ended = {p.test(value)};"]
    if field in ("m.alike", "laid"):
        return []
    names = {
        "result": "m->s.result",
        "winners": "m->s.winners",
        "rounds": "m->s.rounds",
        "m.units": "m->units",
        "m.spent": "m->spent",
    }
    if field not in names:
        raise Declined(f"the part `{field}` of a state")
    return [f"{names[field]} = {p.value(value)};"]


@prints(STATEMENTS, n.Do)
def do(p: Printer, s: n.Do) -> list[str]:
    call = s.call
    if isinstance(call, n.Call) and call.function in ("append", "extend", "add"):
        return [_added(p, call)]
    if isinstance(call, n.Call) and call.function == "s.stack.append":
        (what,) = call.args
        return [] if what == n.Name("top") else [f"{frame(p, what)};"]  # type: ignore[arg-type]
    if isinstance(call, n.Call) and call.function == "fresh.sort":
        return [f"x_fresh = sorted_numbers(m, x_fresh); *{p.owned('fresh')} = 0;"]
    if isinstance(call, n.Call) and call.function == "s.stack.pop":
        return ["pop(m);"]
    return [f"(void){p.value(call)};"]


def _added(p: Printer, call: n.Call) -> str:
    to, item = call.args
    assert isinstance(to, n.Name)
    if p.is_set(to):
        return f"x_{to.id}[in_set(m, {p.value(item)})] = 1;"
    if p.buffer(to.id):
        name = p.name(to.id)
        if isinstance(item, n.Listing) and item.items[-1] == n.Name("L"):  # an ability with its locals
            watch = p.content(item.items[0])
            return f"buf_add(m, {name}, ({{ V t = list_of(m, L, {watch.size}); LIST(INT64_C({watch.number}), t); }}));"
        return f"buf_add(m, {name}, {p.value(item)});"
    name = p.name(to.id)
    return f"{name} = {'extended' if call.function == 'extend' else 'appended'}(m, {name}, {p.owned(to.id)}, {p.value(item)});"


# ---------- control ----------
@prints(STATEMENTS, n.If)
def branch(p: Printer, s: n.If) -> list[str]:
    test = p.test(s.test)
    if test == "0":
        return p.inner(s.no) if s.no else []
    found = [f"if ({test}) {{", *p.inner(s.yes)]
    return [*found, "} else {", *p.inner(s.no), "}"] if s.no else [*found, "}"]


@prints(STATEMENTS, n.For)
def loop(p: Printer, s: n.For) -> list[str]:
    if s.names[0].id == "change":
        return _changers(p)
    if _of_masks(s):
        return _any_mask(p, s)
    at, count, row, list_ = (p.fresh(x) for x in ("i", "n", "p", "l"))
    label = p.fresh("out") if s.otherwise else None
    p.breaks.append(label)
    local = s.names[0].id == "L"
    source, local_size = _source(p, s, local)
    item = f"{row}[{at}]"
    if local:
        p.more["L"] = f"V L[{max(local_size, 2)}];"
        bound = [
            f"{{ int64_t k, z; const V *q = items_of(m, {item}, &z);",
            f"  for (k = 0; k < {local_size} && k < z; k++) L[k] = q[k]; }}",
        ]
    elif len(s.names) == 1:
        bound = [f"{p.name(s.names[0].id)} = {item};"]
    else:
        bound = [f"{p.name(name.id)} = part(m, {item}, {k});" for k, name in enumerate(s.names)]
    body = p.inner(s.body)
    p.breaks.pop()
    found = [
        f"{{ V {list_} = {source}; int64_t {count}, {at}; const V *{row} = {items(p, s.source)}(m, {list_}, &{count});",
        f"for ({at} = 0; {at} < {count}; {at}++) {{",
        *indented(bound),
        *body,
        "}",
        "}",
    ]
    return [*found, *p.inner(s.otherwise), f"{label}: ;"] if label else found


def _of_masks(s: n.For) -> bool:
    """A search for places that all hold a value, which ends with the first that is found, whichever that is."""
    found = s.body[0]
    if len(s.body) != 1 or not isinstance(found, n.If) or found.no or n.falls(found.yes):
        return False
    test = found.test
    return isinstance(test, n.Call) and test.function == "covers" and test.args[2] == s.names[0]


def _any_mask(p: Printer, s: n.For) -> list[str]:
    """All masks are held against the places, without a jump for each."""
    found = s.body[0]
    assert isinstance(found, n.If) and isinstance(found.test, n.Call)
    first, value, _ = found.test.args
    assert isinstance(first, n.Const)
    at, count, row, list_, held, hit = (p.fresh(x) for x in ("i", "n", "p", "l", "q", "h"))
    lines = [
        f"V {list_} = {p.value(s.source)}; int64_t {count}, {at}; const V *{row} = {items(p, s.source)}(m, {list_}, &{count});",
        f"const uint64_t {held} = {places(p, first.value, value)};",
        f"for ({at} = 0; {at} < {count}; {at}++) {hit} |= COVERS({held}, {row}[{at}]);",
    ]
    body = [] if found.yes == [n.Leave("break")] else p.inner(found.yes)
    otherwise = p.inner(s.otherwise)
    return [f"{{ int {hit} = 0; {{", *indented(lines), "}", f"if ({hit}) {{", *body, "} else {", *otherwise, "} }"]


def _source(p: Printer, s: n.For, local: bool) -> tuple[str, int]:
    source = s.source
    if local and isinstance(source, n.Listing):  # a rule bears it: there is one
        size = len(source.items[0].items)  # type: ignore[attr-defined]
        return f"LIST({p.value(source.items[0])})", size
    if local and isinstance(source, n.Call) and source.function == "m.rules_laid":
        bundle, size_ = source.args
        return f"rules_laid(m, {p.value(bundle)}, {p.value(size_)})", size_.value  # type: ignore[attr-defined]
    if local:
        raise Declined("locals that are made in an odd way")
    return p.value(source), 0


def _changers(p: Printer) -> list[str]:
    """All modifiers of a computed value, one after the other; each looks itself who bears it."""
    stat = p.key[1]
    found = []
    for at, modifier in enumerate(p.t.modifiers[stat]):
        call = f"{p.want(('modifier', stat, at))}(m, x_a0, x_found);"
        if modifier.own:
            things = tuple(sorted(p.t.bearers(modifier.bearer)))
            if not things:
                continue
            row, low, count = p.pool.members(things)
            call = f"if (is_member({row}, {count}, x_a0 - INT64_C({low}))) {call}"
        found.append(call)
    return found


@prints(STATEMENTS, n.While)
def forever(p: Printer, s: n.While) -> list[str]:
    p.breaks.append(None)
    test = "1" if s.test is None else p.test(s.test)
    body = p.inner(s.body)
    p.breaks.pop()
    return [f"while ({test}) {{", *body, "}"]


@prints(STATEMENTS, n.Leave)
def leave(p: Printer, s: n.Leave) -> list[str]:
    if s.how == "break" and p.breaks and p.breaks[-1]:
        return [f"goto {p.breaks[-1]};"]
    return [f"{s.how};"]


@prints(STATEMENTS, n.Return)
def give(p: Printer, s: n.Return) -> list[str]:
    return [f"return {p.value(s.value)};"]


@prints(STATEMENTS, n.Stop)
def stop(p: Printer, s: n.Stop) -> list[str]:
    site = p.want(("played", *s.site))
    number, out, count = p.site(s.site), p.fresh("o"), p.fresh("n")
    row = p.fresh("p")
    ask = "ask_sealed" if s.kind == "sealed" else "ask"
    wait = f"return {ask}(m, {p.value(s.who)}, {out}, {number});"
    if not s.play:
        raise Declined("a question outside of playouts")
    on = ["continue; }"] if s.play == "loop" else [f"return {site}(m, frame, L, x_value); }}"]
    p.name("value")
    return [
        f"{{ V {out} = {p.value(s.values)}; int64_t {count}; const V *{row};",
        f"    if (m->s.answered >= m->limit || m->s.used > FULL) {wait}",
        "    m->s.answered++;",
        f"    {row} = items_of(m, {out}, &{count});",
        f"    x_value = {row}[(uint32_t)picked(m) % (uint32_t){count}];",
        f"    {on[0]}",
    ]


# ---------- scopes ----------
@prints(STATEMENTS, n.Open)
def open_(p: Printer, s: n.Open) -> list[str]:
    """A scope beside or inside the one that has just closed is remembered by printed Python; here it is simply made."""
    word_, name = word(s.word), word(s.name)
    fresh = [
        f"put_val(m, {first + at}, {p.pool.const(value)});" for first, _, values in s.saved for at, value in enumerate(values)
    ]
    if s.mode == "within":
        top = "m->scopes[m->s.n_scopes - 1]"
        return [f"open_scope(m, {word_}, {name}, NONE, {s.end}, {top}.player, {top}.depth, EMPTY);", *fresh]
    player = p.value(s.player)
    if s.mode == "after":
        return [f"next_scope(m, {player});", *fresh]
    saved = _set_aside(p, s.saved)
    depth = "x_scope.depth" if s.mode == "replaces" else "m->s.n_stack - 1"
    who, you, kept = p.fresh("w"), p.fresh("y"), p.fresh("k")
    gone = "m->s.n_scopes--; " if s.mode == "replaces" else ""
    made = f"open_scope(m, {word_}, {name}, {who}, {s.end}, {you}, {depth}, {kept});"
    return [f"{{ V {who} = {player}, {you} = {p.value(s.you)}, {kept} = {saved}; {gone}{made} }}", *fresh]


def _set_aside(p: Printer, saved: n.Saved) -> str:
    if not saved:
        return "EMPTY"
    blocks = [f"LIST(INT64_C({first}), list_of(m, m->s.vals + {first}, {last - first}))" for first, last, _ in saved]
    return f"LIST({', '.join(blocks)})"


@prints(STATEMENTS, n.Close)
def close(p: Printer, s: n.Close) -> list[str]:
    found = ["if (!m->s.n_scopes) bail(m, BAD_DATA);"] if s.names or s.pops else []
    kept = "m->scopes[m->s.n_scopes].saved"
    if s.names or s.restores:
        p.more["x_scope"] = "Scope x_scope = {0};"
    if s.names:
        found.append("x_scope = m->scopes[m->s.n_scopes - 1];")
        kept = "x_scope.saved"
    if s.pops:
        found.append("m->s.n_scopes--;")
    elif not s.names:
        kept = "x_scope.saved"
    if s.restores and s.saved != ():
        found.append(f"restore(m, {kept});")
    return found


@prints(STATEMENTS, n.Guarded)
def guarded(p: Printer, s: n.Guarded) -> list[str]:
    return p.inner(s.body)
