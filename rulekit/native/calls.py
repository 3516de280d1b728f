"""Functions of the runtime, called from C.

Contract: each prints the call of the C function that does what the Python function of that name does; where that is given an
operation, the parts of the operation are written out.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n
from rulekit.native.pool import Declined, word
from rulekit.native.printer import ASKS, CALLS, Printer, prints

Call = n.Call


def given(p: Printer, v: Call, *skipped: int) -> str:
    """The arguments of a call, the machine first; names of columns are left out."""
    names = (n.Name("m"), n.Name("s"), n.Name("V"), n.Name("Z"), n.Name("W"))
    args = [p.value(arg) for at, arg in enumerate(v.args) if arg not in names and at not in skipped]
    return ", ".join(["m", *args])


def plain(function: str) -> Any:
    return lambda p, v: f"{function}({given(p, v)})"


def constant(p: Printer, v: n.Value) -> Any:
    if not isinstance(v, n.Const | n.Table):
        raise Declined("an argument that should be known")
    return p.content(v)


def compiled(p: Printer, v: n.Value) -> str:
    """The name of a function of the rules that is passed on."""
    assert isinstance(v, n.Ref)
    return p.want(v.function)


for _name, _c in {
    "end_of": "end_of", "nth": "nth", "sortable": "sortable", "m.active_player": "active_player",
    "m.owner_of": "owner_of", "m.acting_thing": "acting_thing", "told_apart": "told_apart",
    "from_next": "from_next", "op list-": "list_less", "op list+": "joined", "op ..": "span",
    "lying": "lying", "position": "position", "modified": "modified", "m.attr_owner": "owner_of", "m.roll_dice": "roll_dice",
    "op bundle+": "add_bundles", "op bundle*": "times_bundle", "op bundle-": "less_bundle", "op bundle or": "either_bundle",
    "op dice+": "more_dice", "op dice-": "less_dice", "op dice*": "times_dice", "floored": "floored",
}.items():  # fmt: skip
    CALLS[_name] = plain(_c)
for _name, _c in {
    "equals": "equals", "m.is_running": "is_running", "m.is_verb_running": "is_verb_running", "m.can_pay": "can_pay",
    "m.has_standing": "has_standing", "end_scope": "end_scope", "affords": "affords", "m.in_force": "in_force",
    "op bundle==": "same_bundle",
}.items():  # fmt: skip
    ASKS[_name] = plain(_c)
CALLS["m.distinguishable"] = lambda p, v: plain("distinguishable" if len(v.args) == 1 else "named_things")(p, v)
for _name in ("tuple", "listed", "value_of"):
    CALLS[_name] = lambda p, v: p.value(v.args[0])
for _name, _text in {
    "s.live.get": "NONE", "m.routine": "NONE", "known.get": "NONE",
    "m.changers_of": "LIST(YES)", "m.listeners": "YES",
    "m.interpret_at": "({ bail(m, ODD_PLACE); NONE; })", "m.do_require": "({ bail(m, RULE_FAILS); NONE; })",
    "no_zone": "({ bail(m, RULE_FAILS); NONE; })", "m.exhausted": "(exhausted(m), NONE)",
    "m.leave_routine": "(leave_routine(m), NONE)", "function": "ROUTINES[x_top->routine](m, x_top, LV(x_top), 0)",
}.items():  # fmt: skip
    CALLS[_name] = lambda p, v, text=_text: text  # type: ignore[misc]
ASKS["m.may_ban"] = lambda p, v: "1"
CALLS["m.decider_for"] = lambda p, v: f"decider_for(m, {p.value(v.args[0])})"


@prints(CALLS, "op dice of")
def dice_of(p: Printer, v: Call) -> str:
    return f"LIST(INT64_C(0), INT64_C(0), {p.value(v.args[0])})"


@prints(ASKS, "op bundle!=")
def other_bundle(p: Printer, v: Call) -> str:
    return f"!same_bundle({given(p, v)})"


@prints(CALLS, "nobody", "nobody_pays", "nothing_holds", "no_owner")
def nobody(p: Printer, v: Call) -> str:
    return "({ bail(m, RULE_FAILS); NONE; })"


@prints(CALLS, "some_resource")
def some_resource(p: Printer, v: Call) -> str:
    name = p.fresh("r")
    return f"({{ V {name} = {p.value(v.args[0])}; if ({name} == NONE) bail(m, RULE_FAILS); {name}; }})"


@prints(CALLS, "kept_define")
def kept_define(p: Printer, v: Call) -> str:
    """A define that no state can change has a budget of its own. It is worked out each time, and takes a part of what that was:
    what runs away ends here too, and is played again by printed Python."""
    function, left, found = compiled(p, v.args[2]), p.fresh("u"), p.fresh()
    args = ", ".join(["m", "NONE", *(p.value(arg) for arg in v.args[4:])])
    used = p.fresh("d")
    work = f"m->units = BUDGET; {found} = {function}({args}); int64_t {used} = BUDGET - m->units; m->units = {left};"
    work += f" spend(m, {used} / 64);"
    return f"({{ int64_t {left} = m->units; V {found}; {work} {found}; }})"


@prints(CALLS, "m.suppose_given")
def suppose_given(p: Printer, v: Call) -> str:
    node, given_ = constant(p, v.args[0]), v.args[1]
    assert isinstance(given_, n.Listing)
    env, routine = p.fresh("e"), p.program.routines[node.routine]
    none = ", ".join(["NONE"] * node.size)
    sets = " ".join(f"{env}[{slot}] = {p.value(item)};" for slot, item in zip(node.slots, given_.items, strict=True))
    value, captured = p.want(("supposed", node.routine)), min(routine.captured, node.size)
    call = f"suppose(m, {p.routine(node.routine)}, {value}, {env}, {captured})"
    return f"({{ V {env}[{max(1, node.size)}] = {{{none or 'NONE'}}}; {sets} {call}; }})"


# ---------- numbers ----------
@prints(CALLS, "number")
def number(p: Printer, v: Call) -> str:
    return f"number(m, {p.count(v.args[0])})"


@prints(CALLS, "chance")
def chance(p: Printer, v: Call) -> str:
    return f"random_below(m, {p.value(v.args[1])})"


@prints(CALLS, "min", "max")
def extreme(p: Printer, v: Call) -> str:
    sign = "<" if v.function == "min" else ">"
    found, one = p.fresh("a"), p.fresh("b")
    first, *others = [p.count(arg) for arg in v.args]
    rest = " ".join(f"{one} = {other}; if ({one} {sign} {found}) {found} = {one};" for other in others)
    return f"({{ int64_t {found} = {first}, {one}; {rest} {found}; }})"


@prints(CALLS, "op /", "divide")
def divide(p: Printer, v: Call) -> str:
    return f"divided({p.count(v.args[0])}, {p.count(v.args[1])})"


@prints(ASKS, "op <", "op >", "op <=", "op >=", "less", "more", "at_most", "at_least")
def order(p: Printer, v: Call) -> str:
    left, right = p.value(v.args[0]), p.value(v.args[1])
    if v.function in ("op >", "op >=", "more", "at_least"):
        left, right = right, left
    return f"{'less' if v.function in ('op <', 'op >', 'less', 'more') else 'at_most'}({left}, {right})"


# ---------- lists ----------
@prints(CALLS, "spent")
def spent(p: Printer, v: Call) -> str:
    items = v.args[1]
    if isinstance(items, n.Call) and items.function == "some_left":
        return f"(spend(m, (length(m, {p.value(items.args[0])}) + 63) / 64), NONE)"
    return f"spent(m, {p.value(items)})"


@prints(CALLS, "rest")
def rest(p: Printer, v: Call) -> str:
    found = p.fresh()
    return f"({{ V {found} = {p.value(v.args[0])}; sliced(m, {found}, 1, length(m, {found})); }})"


@prints(CALLS, "flat")
def flat(p: Printer, v: Call) -> str:
    return f"flat(m, {p.value(v.args[0])})"


@prints(CALLS, "among")
def among(p: Printer, v: Call) -> str:
    things = tuple(sorted(constant(p, v.args[0])))
    if not things:
        return "EMPTY"
    row, low, count = p.pool.members(things)
    return f"among(m, {row}, {low}, {count}, {p.value(v.args[1])})"


@prints(ASKS, "disjoint")
def disjoint(p: Printer, v: Call) -> str:
    if isinstance(v.args[0], n.Const | n.Table):
        return f"(length(m, {among(p, v)}) == 0)"
    return f"disjoint(m, {p.value(v.args[0])}, {p.value(v.args[1])})"


@prints(CALLS, "some_of")
def some_of(p: Printer, v: Call) -> str:
    return f"some_of(m, {p.value(v.args[1])}, {p.value(v.args[2])})"


@prints(CALLS, "ranked")
def ranked(p: Printer, v: Call) -> str:
    function, down = constant(p, v.args[0]), constant(p, v.args[1])
    how = {"highest": 1, "lowest": -1, "sorted": 0}[function]
    return f"ranked(m, {how}, {int(bool(down))}, {p.value(v.args[2])})"


@prints(CALLS, "folded")
def folded(p: Printer, v: Call) -> str:
    function = constant(p, v.args[0])
    names = {"sum bundle": "all_bundles", "sum dice": "all_dice", "most": "most_of", "least": "least_of", "sum": "sum_of"}
    if function == "every":
        return f"TRUTH(every_of(m, {p.value(v.args[1])}))"
    if function not in names:
        raise Declined(f"`{function}` over a list")
    return f"{names[function]}(m, {p.value(v.args[1])})"


@prints(CALLS, "part")
def part(p: Printer, v: Call) -> str:
    record = p.fresh()
    found = f"part(m, {record}, {constant(p, v.args[1])})"
    return f"({{ V {record} = {p.value(v.args[0])}; {record} == NONE ? {p.value(v.args[2])} : {found}; }})"


# ---------- things ----------
ATTRIBUTES = {
    "owner": "owner_of(m, {})", "zone": "({{ V z = where(m, {}); z < 0 ? NONE : z; }})", "name": "DESIGN[thing_at(m, {})]",
    "position": "position_of(m, {})", "face_up": "TRUTH(m->s.up[thing_at(m, {})])", "left": "left_of_player(m, {})",
    "seat": "(thing_at(m, {}) + 1)",
}  # fmt: skip


def attribute(p: Printer, name: str, of: str) -> str:
    if name in ("cell", "die"):
        holder = p.pool.row(dict(enumerate(p.cx.b.made("holder", name)[:-1])))
        return f"({{ V z = {holder.at(f'(V)where(m, {of})')}; z == MISS ? NONE : z; }})"
    if name not in ATTRIBUTES:
        raise Declined(f"the attribute `{name}`")
    return ATTRIBUTES[name].format(of)


@prints(CALLS, "asked")
def asked(p: Printer, v: Call) -> str:
    what, _, of, empty = v.args
    what = what.value if isinstance(what, n.Once) else what
    function = p.functions[what.id] if isinstance(what, n.Name) else what.function  # type: ignore[attr-defined]
    thing = p.fresh()
    found = attribute(p, function.removeprefix("m.attr_").rstrip(":"), thing)
    return f"({{ V {thing} = {p.value(of)}; {thing} == NONE ? {p.value(empty)} : {found}; }})"


def _attribute_call(p: Printer, v: Call) -> str:
    return attribute(p, v.function.removeprefix("m.attr_"), p.value(v.args[0]))


for _name in (*ATTRIBUTES, "cell", "die"):
    CALLS.setdefault(f"m.attr_{_name}", _attribute_call)


@prints(CALLS, "held_in")
def held_in(p: Printer, v: Call) -> str:
    thing, found, holder = p.fresh(), p.fresh(), constant(p, v.args[1])
    row = p.pool.row(dict(enumerate(holder[:-1])))
    there = f"{{ V {found} = {row.at(f'(V)where(m, {thing})')}; {found} == MISS ? NONE : {found}; }}"
    return f"({{ V {thing} = {p.value(v.args[2])}; {thing} == NONE ? NONE : ({there}); }})"


@prints(ASKS, "m.is_used_up")
def is_used_up(p: Printer, v: Call) -> str:
    scope, name = constant(p, v.args[0])
    return f"is_used_up(m, {word(scope)}, {word(name)}, {p.value(v.args[1])})"


@prints(CALLS, "m.banned")
def banned(p: Printer, v: Call) -> str:
    """What bans an event, or none; nobody asks more of it than that."""
    return f"(banned(m, {p.value(v.args[0])}) ? YES : NONE)"


@prints(ASKS, "m.any_unseen")
def any_unseen(p: Printer, v: Call) -> str:
    heads, out, player = v.args
    known = constant(p, heads)
    mask = -1 if known is None else sum(1 << head for head in known)
    if known is not None and max(known) > 62:
        raise Declined("a menu of very many options")
    return f"any_unseen(m, {mask}, {p.value(out)}, {p.value(player)})"


@prints(ASKS, "m.takes_only_answer")
def takes_only_answer(p: Printer, v: Call) -> str:
    alone = "" if v.args[0] == n.NONE else f" && !has_standing(m, {p.value(v.args[0])})"
    return f"(!m->s.ask_forced{alone})"
