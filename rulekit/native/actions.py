"""Operations and actions of the runtime, called from C: moves, draws, gains, verbs, scopes, rules lent, ways over boards.

Contract: as `calls.py`; where a function is given an operation, the parts of the operation are written out.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n
from rulekit.native.calls import Call, compiled, constant
from rulekit.native.pool import Declined, word
from rulekit.native.printer import ASKS, CALLS, Printer, prints

CALLS["m.roll_all"] = lambda p, v: f"(roll_all(m, {p.value(v.args[0])}), NONE)"
CALLS["far_to"] = lambda p, v: f"far_to(m, {p.value(v.args[0])}, {p.value(v.args[1])})"


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
@prints(CALLS, "fixed_distance")
def fixed_distance(p: Printer, v: Call) -> str:
    step, _, _, you, start, goal, _ = v.args
    number = p.distances.setdefault(compiled(p, step), len(p.distances))
    return f"fixed_distance(m, {compiled(p, step)}, {number}, {p.value(you)}, {p.value(start)}, {p.value(goal)})"


@prints(CALLS, "searching")
def searching(p: Printer, v: Call) -> str:
    step, _, _, you, start = v.args
    return f"searching(m, {compiled(p, step)}, {p.value(you)}, {p.value(start)})"


@prints(CALLS, "way_back")
def way_back(p: Printer, v: Call) -> str:
    levels, start, goal, around, _, _, you = v.args
    return f"way_back(m, {p.value(levels)}, {p.value(start)}, {p.value(goal)}, {compiled(p, around)}, {p.value(you)})"


@prints(CALLS, "up_to_closed")
def up_to_closed(p: Printer, v: Call) -> str:
    line, is_open, _, _, you, *values = v.args
    found, count, at, row = (p.fresh(x) for x in ("l", "n", "i", "p"))
    given_ = ", ".join([p.value(you), f"{row}[{at}]", *(p.value(value) for value in values)])
    return (
        f"({{ V {found} = {p.value(line)}; int64_t {count}, {at}; const V *{row} = items_of(m, {found}, &{count}); "
        f"for ({at} = 0; {at} < {count} && holds(m, {compiled(p, is_open)}(m, {given_})); {at}++) {{}} "
        f"{at} < {count} ? sliced(m, {found}, 0, {at} + 1) : {found}; }})"
    )
