"""Functions of the C runtime that hang on formulas of the rules: caps, reserves, substitutes, clocks, standing options.

Contract: each gives the text of a C function that `c/*.c` declares.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import logic
from rulekit.ir.fold import FRAME, Env
from rulekit.native.operations import expr, lowered
from rulekit.native.pool import Declined, word
from rulekit.native.printer import Printer
from rulekit.native.tables import has_figure
from rulekit.program import ops as o
from rulekit.program.game import borne_by_things

Lines = list[str]


def all_functions(p: Printer) -> list[str]:
    return [
        _function(p, "cap_of", "int32_t resource, V x_you, V x_owner", lambda: _caps(p)),
        _function(p, "stores_of", "V player, V resource", lambda: _stores(p)),
        _function(p, "substitutes_for", "V player, V purpose", lambda: _substitutes(p)),
        _function(p, "set_aside", "V scope, V name", lambda: _set_aside(p)),
        _function(p, "score_of", "V player", lambda: _figure(p, "score")),
        _function(p, "worth_of", "V player", lambda: _figure(p, "worth")),
        _function(p, "seer", "V owner", lambda: _actors(p, "owner", "return NONE;")),
        _function(p, "decider_for", "V player", lambda: _actors(p, "player", "bail(m, RULE_FAILS);")),
        _function(p, "clock_items", "int end, V scope, V name, V player", lambda: _clocks(p)),
        _function(p, "with_standing", "V player, V values", lambda: _standing(p)),
        _function(p, "take_standing", "V value", lambda: _take_standing(p), "int", "0"),
        _function(p, "has_standing", "V player", lambda: _has_standing(p), "int", "0"),
        _function(p, "lent_by", "V lenders, int32_t rules, V args", lambda: _lent(p)),
        "static int in_force(M *m, V thing) { int32_t z = where(m, thing); return AWAKE[KIND[thing]][z + 1]; }",
        _MOST_TIMES,
    ]


_MOST_TIMES = """static int64_t most_times(M *m, V player, V bundle, V purpose) {
    int64_t count = 0, n, k, i, j;
    const V *p = items_of(m, bundle, &n);
    int some = 0;
    for (i = 0; i < n; i++) {
        const V *q = items_of(m, p[i], &k);
        for (j = 0; j < k; j++) some |= part(m, q[j], 1) != 0;
    }
    while (count < 99 && can_pay(m, player, times_bundle(m, bundle, count + 1), purpose) && some) count++;
    return count;
}"""


def declarations() -> list[str]:
    return ["static V decider_for(M *m, V player);", "static int has_standing(M *m, V player);",
            "static V lent_by(M *m, V lenders, int32_t rules, V args);", "static int in_force(M *m, V thing);"]  # fmt: skip


def _function(p: Printer, name: str, params: str, lines: Callable[[], Lines], type_: str = "V", empty: str = "NONE") -> str:
    f = n.Function(("generic", name), ("m",), [], "")
    text = p.written(f, "HEAD", lines)
    unused = "".join(f" (void){param.split()[-1]};" for param in params.split(","))
    text = text.replace("static V HEAD(M *m) {", f"static {type_} {name}(M *m, {params}) {{\n   {unused}", 1)
    return text.replace("    return NONE;\n}", f"    return {empty};\n}}")


def _bound(p: Printer, **values: str) -> Env:
    """Locals 0 and 1 as names."""
    return Env({0: n.Name("you"), 1: n.Name("this")}, framed=False)


def _caps(p: Printer) -> Lines:
    found = ["switch (resource) {"]
    for at, var in enumerate(p.program.vars.values()):
        if var.cap is not None:
            env = Env({0: n.Name("you"), 1: n.Name("owner")}, framed=False)
            found.append(f"case {at}: return {expr(p, var.cap, env)};")
    p._names -= {"x_you", "x_owner"}
    return [*found, "default: bail(m, BAD_DATA); }"]


def carriers(p: Printer, bearer: str, size: int, body: Lines) -> Lines:
    """A loop over the locals, in `L`, of each ability in force that a bearer carries."""
    head = [f"{{ V L[{max(size, 2)}]; int64_t q;"]
    blank = f"for (q = 0; q < {max(size, 2)}; q++) L[q] = NONE;"
    if bearer == "rule":
        return [*head, blank, *body, "}"]
    if bearer.startswith("scope:"):
        load = "int64_t z; const V *r = items_of(m, part(m, laid, e), &z);"
        each = f"for (q = 0; q < {max(size, 2)}; q++) L[q] = q < z ? r[q] : NONE;"
        return [
            *head,
            f"V laid = rules_laid(m, {word(bearer[6:])}, {size}); int64_t e, all = length(m, laid);",
            f"for (e = 0; e < all; e++) {{ {load} {each}",
            *body,
            "} }",
        ]
    things = p.pool.const(tuple(p.t.bearers(bearer)))
    return [
        *head,
        f"int64_t e, all; const V *who = items_of(m, {things}, &all);",
        f"for (e = 0; e < all; e++) {{ V thing = who[e]; if (!in_force(m, thing)) continue; {blank}",
        "L[0] = owner_of(m, thing); L[1] = thing;",
        *body,
        "} }",
    ]


def _stores(p: Printer) -> Lines:
    if not p.program.stores:
        return ["return EMPTY;"]
    found = ["Buf b = buf_new(m); if (!has_stores(m, resource)) return EMPTY;"]
    for resource, stores in p.t.stores.items():
        found.append(f"if (resource == {word(resource)}) {{")
        for store in stores:
            add = f"if (L[0] == player) {{ V h = {expr(p, store.holder)}, t = LIST({word(store.var)}, h); buf_add(m, &b, t); }}"
            found += carriers(p, store.bearer, store.size, [add])
        found.append("}")
    return [*found, "return buf_list(m, &b);"]


def _substitutes(p: Printer) -> Lines:
    if not p.program.payments:
        return ["return EMPTY;"]
    found = ["Buf b = buf_new(m); V before = m->s.paying; m->s.paying = purpose;"]
    for rule in p.program.payments:
        test = "1" if rule.condition is None else p.test(lowered(p, p.cx.value(rule.condition, FRAME)))
        body = [
            "spend(m, 1); if (L[0] == NONE) L[0] = player;",
            f"if (L[0] != player || !({test})) continue_rule;",
            f"{{ V cost = part(m, {expr(p, rule.cost)}, 0), gives = {expr(p, rule.gives)};",
            "  int64_t k = length(m, gives), i;",
            "  plain_substitute(m, gives, cost); cost = not_below_0(m, cost);",
            "  for (i = 0; i < k; i++) {",
            "    V one = not_below_0(m, items_of(m, gives, &k)[i]), t = LIST(one, cost); buf_add(m, &b, t); } }",
        ]
        once = rule.bearer == "rule"
        body = [
            line.replace("continue_rule;", "{ } else") if once else line.replace("continue_rule;", "continue;") for line in body
        ]
        found += carriers(p, rule.bearer, rule.size, body)
    return [*found, "m->s.paying = before;", "return buf_list(m, &b);"]


def _set_aside(p: Printer) -> Lines:
    found = ["Buf b = buf_new(m);"]
    keys = sorted(p.program.lasting, key=lambda key: (key[0], key[1] == ""))
    for scope, name in keys:
        named = f" && name == {word(name)}" if name else ""
        lines = []
        for var in p.program.lasting[scope, name]:
            if not p.t.slot[var]:
                continue
            first, last, fresh = p.t._block(var)
            lines.append(f"{{ V t = LIST({first}, list_of(m, m->s.vals + {first}, {last - first})); buf_add(m, &b, t); }}")
            if fresh is None:
                values = [_start(p, var, p.t.slot_of[slot][1]) for slot in range(first, last)]
                each = f"int i; for (i = 0; i < {last - first}; i++) put_val(m, {first} + i, t[i]);"
                lines.append(f"{{ const V t[] = {{{', '.join(values)}}}; {each} }}")
                continue
            lines += [f"put_val(m, {first + at}, {p.pool.const(v)});" for at, v in enumerate(fresh)]
        found += [f"if (scope == {word(scope)}{named}) {{", *lines, "}"]
    return [*found, "return buf_list(m, &b);"]


def _start(p: Printer, var: str, owners: tuple[Any, ...]) -> str:
    """What a variable starts with."""
    default = p.program.vars[var].default
    you, this = p.t.starter(owners)
    return "NONE" if default is None else expr(p, default, Env({0: n.Const(you), 1: n.Const(this)}, framed=False))


def _figure(p: Printer, name: str) -> Lines:
    if not has_figure(p, name):
        return []
    return [f"return {p.want(p.compiler.define(name))}(m, player, player);"]


def _actors(p: Printer, who: str, nobody: str) -> Lines:
    found = [f"if ({who} == NONE) {nobody}"]
    for name, number in p.t.actors.items():
        rule = p.program.actors[name][1]
        if rule is None:
            found.append(f"if ({who} == {number}) {nobody}")
            continue
        value = expr(p, rule, Env({0: n.NONE, 1: n.NONE}, framed=False))
        found.append(f"if ({who} == {number}) {{ V found = {value}; if (found == NONE) {nobody} return found; }}")
    return [*found, f"return {who};"]


def _clocks(p: Printer) -> Lines:
    if not p.program.clocks:
        return ["return EMPTY;"]
    found = ["Buf b = buf_new(m); V active = active_player(m);"]
    for clock in p.program.clocks:
        body = [f"L[0] = {'player' if clock.bearer == 'rule' else 'L[0]'};", "{ int ok = 1;"]
        if clock.of is not None:
            body += _matches(p, clock.of)
        if clock.where is not None:
            body.append(f"if (ok) ok = {p.test(lowered(p, p.cx.value(clock.where, FRAME)))};")
        if clock.once is not None:
            scope, name = (word(part) for part in clock.once)
            key = f"LIST({-1 - clock.number}, L[1])"
            body.append(
                f"if (ok) {{ V key = {key}; ok = !is_used_up(m, {scope}, {name}, key); "
                f"if (ok) use_up(m, {scope}, {name}, key); }}"
            )
        size = max(clock.size, 2)
        body.append(
            f"if (ok) {{ V t = list_of(m, L, {size}); V i = LIST({word(clock.routine)}, t, L[0], -1, L[1]); "
            "buf_add(m, &b, i); } }"
        )
        named = f" && name == {word(clock.name)}" if clock.name else ""
        found += [
            f"if (end == {int(clock.edge == 'end')} && scope == {word(clock.word)}{named})",
            *carriers(p, clock.bearer, clock.size, body),
        ]
    sort = """{ int64_t i, k; V *q = m->arena + b.at + 1;
    for (i = 1; i < b.count; i++) { V one = q[i]; int64_t place = turn_place(active, part(m, one, 2));
        for (k = i; k > 0 && turn_place(active, part(m, q[k - 1], 2)) > place; k--) q[k] = q[k - 1];
        q[k] = one; } }"""
    return [*found, sort, "return buf_list(m, &b);"]


def _matches(p: Printer, bind: Any) -> Lines:
    """Whether the player of a scope is the one that a clock waits for."""
    if bind.place != "subject":
        raise Declined("a clock that waits for something odd")
    found = []
    if bind.kind:
        things = tuple(sorted(p.cx.b.made("kind", bind.kind)))
        row, low, count = p.pool.members(things)
        found.append(f"ok = is_member({row}, {count}, player - INT64_C({low}));")
    if bind.value is not None:
        found.append(f"if (ok) ok = equals(m, player, {expr(p, bind.value)});")
    if bind.slot >= 0:
        found.append(f"if (ok) L[{bind.slot}] = player;")
    return found


# ---------- standing options ----------
def _standing(p: Printer) -> Lines:
    if not p.program.anytimes:
        return ["return values;"]
    from rulekit.ir.lower.menus import Menu
    from rulekit.ir.lower.writer import Writer

    who = p.name("who")
    found = [f"{who} = player; if (player == NONE || player != active_player(m)) return values;", "V seen = EMPTY;"]
    for standing in p.program.anytimes:
        head: o.OptionHead = standing.option
        routine = p.program.routines[head.routine]
        menu = Menu(Writer(p.cx, p.compiler.routines.verbs, routine, play=True), _Only((head,)), 0)
        tests = p.test(lowered(p, logic("and", menu.tests(head, FRAME))))
        size = max(standing.size, 2)
        bearer = (
            "looks(m, L[1])" if borne_by_things(standing.bearer) else "NONE"
        )  # copies that nobody can tell apart offer once
        add = (
            f"{{ V key = LIST({word(head.name)}, ITEM, {bearer}); if (!contains(m, key, seen)) {{ V t = list_of(m, L, {size}); "
            f"V one = LIST({word('anytime')}, {standing.number}, t); seen = put_at(m, seen, length(m, seen), key); "
            f"values = put_at(m, values, length(m, values), one); }} }}"
        )
        if head.source is None:
            body = [
                "if (L[0] == NONE) L[0] = player;",
                f"if (L[0] == player) {{ spend(m, 1); if ({tests}) {add.replace('ITEM', 'NONE')} }}",
            ]
        else:
            kept = (
                f"named_things(m, {expr(p, head.source)}, player)"
                if head.type.tag == "thing"
                else f"told_apart(m, {expr(p, head.source)})"
            )
            body = [
                "if (L[0] == NONE) L[0] = player;",
                f"if (L[0] == player) {{ V l = {kept}; int64_t k, i; const V *r = items_of(m, l, &k); V was = L[{head.slot}];",
                f"  for (i = 0; i < k; i++) {{ spend(m, 1); L[{head.slot}] = r[i];",
                f"    if ({tests}) {add.replace('ITEM', 'r[i]')} }} L[{head.slot}] = was; }}",
            ]
        found += carriers(p, standing.bearer, standing.size, body)
    return [*found, "return values;"]


@dataclass(frozen=True)
class _Only:
    """A menu of one option."""

    options: tuple[o.OptionHead, ...]
    span: Any = None


def _take_standing(p: Printer) -> Lines:
    found = [
        f"if (!is_list(value) || !length(m, value) || part(m, value, 0) != {word('anytime')}) return 0;",
        "switch (part(m, value, 1)) {",
    ]
    for standing in p.program.anytimes:
        found.append(
            f"case {standing.number}: push_list(m, {p.routine(standing.option.routine)}, part(m, value, 2)); return 1;"
        )
    return [*found, "default: return 0; }"]


def _has_standing(p: Printer) -> Lines:
    if not p.program.anytimes:
        return []
    found = ["if (player == NONE || player != active_player(m)) return 0;"]
    for standing in p.program.anytimes:
        found += carriers(p, standing.bearer, standing.size, ["if (L[0] == NONE || L[0] == player) return 1;"])
    return found


def _lent(p: Printer) -> Lines:
    from rulekit.runtime.bearers import find_lent

    found = [
        "Buf b = buf_new(m); V listed = is_list(lenders) ? lenders : LIST(lenders);",
        "int64_t k, i; const V *r = items_of(m, listed, &k);",
        "for (i = 0; i < k; i++) { V thing = r[i]; if (thing == NONE) continue; at_thing(m, thing);",
    ]
    for rules, number in p.lent.items():
        found.append(f"if (rules == {number}) switch (thing) {{")
        lent: dict[str, tuple[Any, list[int]]] = {}
        for e in p.t.entities:
            bundle = find_lent(p.cx.m, e.number, rules)
            if bundle is not None:
                lent.setdefault(bundle.path, (bundle, []))[1].append(e.number)
        for bundle, things in lent.values():
            size = max(bundle.captured, 2)
            sets = [f"if (length(m, args) > {at}) kept[{s.slot}] = part(m, args, {at});" for at, s in enumerate(bundle.params)]
            found += [
                f"{' '.join(f'case {thing}:' for thing in things)} {{ V kept[{size}]; int64_t q;",
                f"for (q = 0; q < {size}; q++) kept[q] = NONE;",
                f"kept[0] = owner_of(m, thing); kept[1] = thing; {' '.join(sets)}",
                f"{{ V t = list_of(m, kept, {size}), one = LIST({word(bundle.path)}, t); buf_add(m, &b, one); }} break; }}",
            ]
        found.append("default: break; }")
    return [*found, "}", "return buf_list(m, &b);"]
