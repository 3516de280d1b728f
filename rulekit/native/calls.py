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


for _name, _c in {
    "end_of": "end_of", "nth": "nth", "sortable": "sortable", "m.active_player": "active_player",
    "m.owner_of": "owner_of", "m.acting_thing": "acting_thing", "m.distinguishable": "distinguishable",
    "told_apart": "told_apart", "from_next": "from_next", "op list-": "list_less", "op list+": "joined", "op ..": "span",
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
for _name in ("tuple", "listed", "value_of"):
    CALLS[_name] = lambda p, v: p.value(v.args[0])
for _name, _text in {
    "s.live.get": "NONE", "m.routines.get": "NONE", "m.make": "NONE", "known.get": "NONE",
    "m.changers_of": "LIST(YES)", "m.listeners": "YES",
    "m.interpret_at": "({ bail(m, ODD_PLACE); NONE; })", "m.do_require": "({ bail(m, RULE_FAILS); NONE; })",
    "no_zone": "({ bail(m, RULE_FAILS); NONE; })", "m.exhausted": "(exhausted(m), NONE)",
    "m.leave_routine": "(leave_routine(m), NONE)", "function": "ROUTINES[x_top->routine](m, x_top, LV(x_top), 0)",
}.items():  # fmt: skip
    CALLS[_name] = lambda p, v, text=_text: text  # type: ignore[misc]
ASKS["m.may_ban"] = lambda p, v: "1"


@prints(CALLS, "op dice of")
def dice_of(p: Printer, v: Call) -> str:
    return f"LIST(INT64_C(0), INT64_C(0), {p.value(v.args[0])})"


@prints(ASKS, "op bundle!=")
def other_bundle(p: Printer, v: Call) -> str:
    return f"!same_bundle({given(p, v)})"


@prints(CALLS, "nobody", "nobody_pays", "nothing_holds", "no_owner")
def nobody(p: Printer, v: Call) -> str:
    return "({ bail(m, RULE_FAILS); NONE; })"


@prints(CALLS, "kept_define")
def kept_define(p: Printer, v: Call) -> str:
    """A define that no state can change has a budget of its own. It is worked out each time, and takes a part of what that was:
    what runs away ends here too, and is played again by printed Python."""
    function, left, found = _function(p, v.args[2]), p.fresh("u"), p.fresh()
    args = ", ".join(["m", "NONE", *(p.value(arg) for arg in v.args[4:])])
    used = p.fresh("d")
    work = f"m->units = BUDGET; {found} = {function}({args}); int64_t {used} = BUDGET - m->units; m->units = {left};"
    work += f" spend(m, {used} / 64);"
    return f"({{ int64_t {left} = m->units; V {found}; {work} {found}; }})"


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


@prints(ASKS, "m.takes_alone")
def takes_alone(p: Printer, v: Call) -> str:
    return "1" if v.args[0] == n.NONE else f"!has_standing(m, {p.value(v.args[0])})"


@prints(CALLS, "m.decider_for")
def decider_for(p: Printer, v: Call) -> str:
    return f"decider_for(m, {p.value(v.args[0])})"


# ---------- operations ----------
def operation(p: Printer, v: n.Value) -> tuple[str, int, Any]:
    assert isinstance(v, n.Table) and v.recipe[0] == "op"
    _, path, index = v.recipe
    return path, index, p.program.routines[path].ops[index]


@prints(CALLS, "m.interpret")
def interpret(p: Printer, v: Call) -> str:
    path, index, _ = operation(p, v.args[1])
    return f"{p.want(('op', path, index))}(m, frame, L)"


def _do(p: Printer, v: Call) -> str:
    path, index, _ = operation(p, v.args[1])
    if v.args[0] != n.Name("frame"):
        return "({ bail(m, RULE_FAILS); NONE; })"  # only what goes wrong is carried out without a frame
    return f"{p.want(('op', path, index))}(m, frame, L)"


_DONE = """end_scope shuffle settle face roll_die turn_to sealed_save sealed_load under_begin lasting scope_end proceed todo put
move draw gain call_verb activate pay""".split()
for _name in _DONE:
    CALLS[f"m.do_{_name}"] = _do


@prints(CALLS, "m.take_menu")
def take_menu(p: Printer, v: Call) -> str:
    path, index, _ = operation(p, v.args[1])
    return f"{p.want(('take', path, index))}(m, frame, L, {p.value(v.args[2])})"


@prints(CALLS, "m.finish_above")
def finish_above(p: Printer, v: Call) -> str:
    return "finish_above(m, serial)"


@prints(CALLS, "m.move_thing")
def move_thing(p: Printer, v: Call) -> str:
    _, item, to, place = v.args
    return f"(move_thing(m, {p.value(item)}, {p.value(to)}, {int(constant(p, place) == 'top')}), NONE)"


@prints(CALLS, "m.move_things")
def move_things(p: Printer, v: Call) -> str:
    _, _, op = operation(p, v.args[0])
    things, to, subject = (p.value(arg) for arg in v.args[1:])
    return f"(move_things(m, {things}, {to}, {subject}, {word(op.place)}, {int(bool(op.shuffle))}), NONE)"


@prints(CALLS, "m.draw_things", "m.draw_things:bound")
def draw_things(p: Printer, v: Call) -> str:
    _, _, op = operation(p, v.args[0])
    subject, count, source, to = v.args[1:]
    args = f"{p.value(subject)}, {p.count(count)}, {p.value(source)}, {p.value(to)}"
    return f"(draw_things(m, {args}, {op.bind}, {word(op.place)}), NONE)"


@prints(CALLS, "m.roll_all")
def roll_all(p: Printer, v: Call) -> str:
    return f"(roll_all(m, {p.value(v.args[0])}), NONE)"


@prints(CALLS, "m.change_amount")
def change_amount(p: Printer, v: Call) -> str:
    return f"change_amount(m, {p.value(v.args[0])}, {p.value(v.args[1])}, {p.count(v.args[2])})"


@prints(CALLS, "m.put_or_swap")
def put_or_swap(p: Printer, v: Call) -> str:
    subject, new, old = (p.value(arg) for arg in v.args[1:4])
    return f"(put_or_swap(m, frame, {subject}, {new}, {old}, {int(constant(p, v.args[4]))}), NONE)"


@prints(CALLS, "m.pay_cost")
def pay_cost(p: Printer, v: Call) -> str:
    _, _, op = operation(p, v.args[1])
    player, cost = p.value(v.args[2]), p.value(v.args[3])
    return f"(pay_cost(m, frame, {player}, {cost}, {word(op.purpose)}, {op.failed}, {int(bool(op.told))}), NONE)"


@prints(CALLS, "m.gain_and_run")
def gain_and_run(p: Printer, v: Call) -> str:
    _, mode, subject, bundle, other, bind = v.args
    args = ", ".join(p.value(arg) for arg in (mode, subject, bundle, other))
    return f"gain_and_run(m, frame, {args}, {constant(p, bind)})"


@prints(CALLS, "m.activate_and_run")
def activate_and_run(p: Printer, v: Call) -> str:
    return f"activate_and_run(m, frame, {', '.join(p.value(arg) for arg in v.args[1:])})"


@prints(CALLS, "m.raise_and_run_as")
def raise_and_run_as(p: Printer, v: Call) -> str:
    return f"raise_and_run_as(m, {p.value(v.args[1])})"


@prints(CALLS, "m.call_verb")
def call_verb(p: Printer, v: Call) -> str:
    event, top, scoped = v.args
    if not isinstance(top, n.Listing) or not isinstance(top.items[0], n.Const) or not isinstance(top.items[2], n.Listing):
        raise Declined("a verb that is entered in an odd way")
    made, routine = p.fresh(), p.routine(top.items[0].value)
    return (
        f"({{ V {made} = {p.value(event)}; call_verb(m, {made}, {routine}, {p.value(top.items[2])}, "
        f"{int(constant(p, scoped))}); }})"
    )


@prints(ASKS, "m.scope_edge")
def scope_edge(p: Printer, v: Call) -> str:
    edge, word_, name, who = v.args
    at = int(constant(p, edge) == "end")
    return f"scope_edge(m, {at}, {p.value(word_)}, {p.value(name)}, {p.value(who)})"


@prints(CALLS, "m.open_scope")
def open_scope(p: Printer, v: Call) -> str:
    word_, name, player, end, deep = v.args
    return (
        f"({{ V t_ = set_aside(m, {p.value(word_)}, {p.value(name)}); open_scope(m, {p.value(word_)}, {p.value(name)}, "
        f"{p.value(player)}, {constant(p, end)}, LV(&m->stack[{p.value(deep)}])[0], (int32_t){p.value(deep)}, t_); NONE; }})"
    )


@prints(ASKS, "m.unmet_requirement")
def unmet_requirement(p: Printer, v: Call) -> str:
    raise Declined("a requirement of a verb that is worked out beforehand")


# ---------- rules lent ----------
@prints(CALLS, "m.lent_by")
def lent_by(p: Printer, v: Call) -> str:
    lenders, rules, args = v.args
    return f"lent_by(m, {p.value(lenders)}, {p.want_lent(constant(p, rules))}, {p.value(args)})"


@prints(CALLS, "s.scopes.append")
def lay_rules(p: Printer, v: Call) -> str:
    (scope,) = v.args
    made = scope.no if isinstance(scope, n.Cond) else scope
    if not isinstance(made, n.Call) or made.function != "under_for":
        raise Declined("a scope that is made in an odd way")
    _, key, end = made.args
    depth, you, lent = (f"part(m, {p.value(key)}, {at})" for at in range(3))
    opened = f"open_scope(m, {word('under')}, {word('')}, NONE, {constant(p, end)}, {you}, (int32_t){depth}, EMPTY)"
    return f"({opened}->lent = {lent}, NONE)"


# ---------- ways over boards ----------
def _function(p: Printer, v: n.Value) -> str:
    assert isinstance(v, n.Ref)
    return p.want(v.function)


@prints(CALLS, "fixed_distance")
def fixed_distance(p: Printer, v: Call) -> str:
    step, _, _, you, start, goal, _ = v.args
    number = p.distances.setdefault(_function(p, step), len(p.distances))
    return f"fixed_distance(m, {_function(p, step)}, {number}, {p.value(you)}, {p.value(start)}, {p.value(goal)})"


@prints(CALLS, "searching")
def searching(p: Printer, v: Call) -> str:
    step, _, _, you, start = v.args
    return f"searching(m, {_function(p, step)}, {p.value(you)}, {p.value(start)})"


@prints(CALLS, "far_to")
def far_to(p: Printer, v: Call) -> str:
    return f"far_to(m, {p.value(v.args[0])}, {p.value(v.args[1])})"


@prints(CALLS, "way_back")
def way_back(p: Printer, v: Call) -> str:
    levels, start, goal, around, _, _, you = v.args
    return f"way_back(m, {p.value(levels)}, {p.value(start)}, {p.value(goal)}, {_function(p, around)}, {p.value(you)})"


@prints(CALLS, "up_to_closed")
def up_to_closed(p: Printer, v: Call) -> str:
    line, is_open, _, _, you, *values = v.args
    found, count, at, row = (p.fresh(x) for x in ("l", "n", "i", "p"))
    given_ = ", ".join([p.value(you), f"{row}[{at}]", *(p.value(value) for value in values)])
    return (
        f"({{ V {found} = {p.value(line)}; int64_t {count}, {at}; const V *{row} = items_of(m, {found}, &{count}); "
        f"for ({at} = 0; {at} < {count} && holds(m, {_function(p, is_open)}(m, {given_})); {at}++) {{}} "
        f"{at} < {count} ? sliced(m, {found}, 0, {at} + 1) : {found}; }})"
    )
