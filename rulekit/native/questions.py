"""Operations that ask, as the interpreter does it: choices, menus, yes or no, how often, what comes next.

Contract: as `operations.py`. Each has a step that comes to the question, and a function that takes its answer.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.asking import unfiltered
from rulekit.ir import nodes as n
from rulekit.ir.build import logic
from rulekit.ir.fold import FRAME
from rulekit.ir.lower.costs import payable
from rulekit.ir.lower.menus import Menu
from rulekit.ir.lower.writer import Writer
from rulekit.native.operations import expr, on, steps, takes, test
from rulekit.native.pool import word
from rulekit.native.printer import Printer
from rulekit.program import ops as o


# ---------- choices ----------
def _kept(p: Printer, type_: Any, items: str, player: str) -> str:
    return f"named_things(m, {items}, {player})" if type_.tag == "thing" else f"told_apart(m, {items})"


def _finish(op: o.Choose, picked: str) -> str:
    return f"{{ L[{op.slot}] = {picked}; L[{op.picked}] = NONE; frame->pc++; }}"


def _settled(p: Printer, op: o.Choose) -> list[str]:
    """A choice of several that needs no question: nothing wanted, or as many wanted as there are."""
    if op.mode == "one" or op.picked < 0 or op.count is None:
        return []
    found = [
        f"V count = {expr(p, op.count)};",
        f"if (count != NONE && count <= 0) {{ {_finish(op, 'EMPTY')} return AGAIN; }}",
    ]
    if op.mode == "exactly" and not op.random and not op.sealed:
        few = "length(m, l) && count != NONE && length(m, l) <= count"
        found += [
            f"if (!holds(m, L[{op.picked}])) {{ V l = {expr(p, op.source)};",
            f"    if ({few}) {{ {_finish(op, 'l')} return AGAIN; }} }}",
        ]
    return found


def _candidates(p: Printer, op: o.Choose) -> list[str]:
    found = [f"V items = {expr(p, op.source)}, out;", "count_answers(m, length(m, items));"]
    if op.cost is not None:
        item = n.Name("item", type=op.element)
        env = FRAME.bind(op.slot, item)
        pays = payable(p.cx, p.cx.value(op.subject, env), op.cost, op.purpose, env)
        listed = n.Query("list", (n.Loop((n.Name("item", type=op.element),), n.Name("items"), (pays,)),), item)
        found.append(f"{p.name('items')} = items; items = {p.value(listed)};")
    if op.picked >= 0:
        found.append(f"if (holds(m, L[{op.picked}])) items = list_less(m, items, L[{op.picked}]);")
    return found


def _skip(op: o.Choose) -> list[str]:
    """Nothing to choose."""
    none = f"L[{op.slot}] = {'NONE' if op.mode == 'one' else 'EMPTY'}; frame->pc = {op.empty};"
    if op.picked < 0:
        return [none]
    if op.mode in ("up to", "any"):
        return [f"{{ V picked = holds(m, L[{op.picked}]) ? L[{op.picked}] : EMPTY; {_finish(op, 'picked')} }}"]
    return [f"if (holds(m, L[{op.picked}])) {{ V picked = L[{op.picked}]; {_finish(op, 'picked')} }}",
            f"else {{ L[{op.picked}] = NONE; {none} }}"]  # fmt: skip


@steps(o.Choose)
def choose(p: Printer, op: o.Choose, path: str, index: int) -> list[str]:
    p.want(("take", path, index))
    found = _settled(p, op)
    if op.random:
        one = "sampled(m, items)" if op.element.tag == "thing" else "one_of_values(m, items)"
        return [
            *found,
            *_candidates(p, op),
            f"(void)out; if (!length(m, items)) {{ {' '.join(_skip(op))} return AGAIN; }}",
            f"{{ V x = {one}; take_operation(m, frame, x); return AGAIN; }}",
        ]
    found += [f"V who = decider_for(m, {expr(p, op.subject)});", *_candidates(p, op)]
    found.append(f"out = {_kept(p, op.element, 'items', 'who')};")
    forced = "1" if not op.sealed else "0"
    done = word("done")
    add = f"out = put_at(m, out, length(m, out), {done});"
    if op.sealed and op.picked >= 0:
        picked = f"L[{op.picked}]"
        found.append(f"if (holds(m, {picked}) && part(m, {picked}, -1) == NONE) out = EMPTY;")
    found.append(f"int forced = {forced};")
    if op.mode == "one" and op.optional:
        found.append(f"if (length(m, out)) {{ {add} forced = 0; }}")
    if op.mode == "one" and op.sealed:
        found.append(f"if (!length(m, out)) {{ {add} forced = 0; }}")
    elif op.mode in ("up to", "any"):
        found.append(f"{add} forced = forced && length(m, out) == 1;")
    elif op.sealed and op.mode != "one":
        found.append(f"if (!length(m, out)) {{ {add} forced = forced && length(m, out) == 1; }}")
    found.append(f"if (!length(m, out)) {{ {' '.join(_skip(op))} return AGAIN; }}")
    if op.element.tag == "thing":
        found += [
            "{ int64_t k, i; const V *p = items_of(m, out, &k);",
            "  for (i = 0; i < k; i++) if (settle_hidden(m, p[i], who)) return AGAIN; }",
        ]
    return [*found, "return ask_sealed(m, who, out, -1);" if op.sealed else "return consult(m, who, out, forced);"]


@takes(o.Choose)
def take_choice(p: Printer, op: o.Choose, path: str, index: int) -> list[str]:
    done = f"x_value == {word('done')}"
    if op.mode == "one":
        return [
            f"if ({done}) {{ L[{op.slot}] = NONE; frame->pc = {op.empty}; return NONE; }}",
            f"L[{op.slot}] = x_value;",
            *on(),
        ]
    found = [f"V picked = holds(m, L[{op.picked}]) ? L[{op.picked}] : EMPTY, count = NONE;"]
    if not op.sealed:
        found.append(f"if ({done}) {{ {_finish(op, 'picked')} return NONE; }}")
    added = "put_at(m, picked, length(m, picked), x_value)"
    listed = added if op.random else f"({{ V all = {expr(p, op.source)}; as_listed(m, {added}, all); }})"
    found.append(f"picked = {done} ? put_at(m, picked, length(m, picked), NONE) : {listed};")
    found.append(f"L[{op.picked}] = picked;")
    if op.count is not None:
        found.append(f"count = {expr(p, op.count)};")
    if op.sealed:
        found.append(f"if (count == NONE) count = length(m, {expr(p, unfiltered(op.source))});")
    end = _finish(op, "without_nones(m, picked)")
    return [*found, f"if (count != NONE && length(m, picked) >= count) {end}"]


# ---------- menus, yes or no, how often, what comes next ----------
@steps(o.Ask)
def ask(p: Printer, op: o.Ask, path: str, index: int) -> list[str]:
    p.want(("take", path, index))
    menu = Menu(Writer(p.cx, p.compiler.routines.verbs, p.program.routines[path], play=True), op, index)
    who = p.name("who")
    found = [f"{who} = {expr(p, op.subject)};", f"V decider = decider_for(m, {who}), out;", "Buf b = buf_new(m);"]
    hidden = False
    for at, head in enumerate(op.options):
        if head.source is None:
            found.append(f"if ({test(p, logic('and', menu.tests(head, FRAME)))}) buf_add(m, &b, {p.pool.const((at, None))});")
            continue
        hidden = hidden or head.type.tag == "thing"
        item = n.Name(f"h{at}", type=head.type)
        tests = test(p, logic("and", menu.tests(head, FRAME.bind(head.slot, item))))
        kept = _kept(p, head.type, expr(p, head.source), "decider")
        name = p.name(item.id)
        found += [
            f"{{ V l = {kept}; int64_t k, i; const V *p = items_of(m, l, &k); count_answers(m, k);",
            f"  for (i = 0; i < k; i++) {{ {name} = p[i];",
            f"    if ({tests}) {{ V t = LIST({at}, {name}); buf_add(m, &b, t); }} }} }}",
        ]
    found += ["out = buf_list(m, &b);", f"if (!length(m, out)) {{ frame->pc = {op.empty}; return AGAIN; }}"]
    if hidden:
        things = " || ".join(
            f"part(m, p[i], 0) == {at}" for at, h in enumerate(op.options) if h.source and h.type.tag == "thing"
        )
        found += [
            "{ int64_t k, i; const V *p = items_of(m, out, &k);",
            f"  for (i = 0; i < k; i++) if (({things}) && settle_hidden(m, part(m, p[i], 1), decider)) return AGAIN; }}",
        ]
    return [*found, "return consult(m, decider, out, 1);"]


@takes(o.Ask)
def take_menu(p: Printer, op: o.Ask, path: str, index: int) -> list[str]:
    found = ["switch (part(m, x_value, 0)) {"]
    for at, head in enumerate(op.options):
        slot = f"L[{head.slot}] = part(m, x_value, 1); " if head.slot >= 0 else ""
        found.append(f"case {at}: {slot}frame->pc = {head.to}; break;")
    return [*found, "default: bail(m, BAD_DATA); }"]


@steps(o.AskYes)
def ask_yes(p: Printer, op: o.AskYes, path: str, index: int) -> list[str]:
    p.want(("take", path, index))
    return [f"return consult(m, decider_for(m, {expr(p, op.subject)}), {p.pool.const((True, False))}, 0);"]


@takes(o.AskYes)
def take_yes(p: Printer, op: o.AskYes, path: str, index: int) -> list[str]:
    return [f"frame->pc = x_value == YES ? frame->pc + 1 : {op.no};"]


@steps(o.AskTimes)
def ask_times(p: Printer, op: o.AskTimes, path: str, index: int) -> list[str]:
    p.want(("take", path, index))
    head = f"V who = {expr(p, op.subject)}; int64_t most = most_times(m, who, {expr(p, op.cost)}, {word(op.purpose)});"
    return [head, "return consult(m, decider_for(m, who), span(m, 0, most), 1);"]


@takes(o.AskTimes)
def take_times(p: Printer, op: o.AskTimes, path: str, index: int) -> list[str]:
    return [f"L[{op.slot}] = x_value;", *on()]


@steps(o.NextItem)
def next_item(p: Printer, op: o.NextItem, path: str, index: int) -> list[str]:
    p.want(("take", path, index))
    found = [f"V items = holds(m, L[{op.items}]) ? L[{op.items}] : EMPTY, who = NONE, out;"]
    if op.chooser is not None:
        found.append(f"who = decider_for(m, {expr(p, op.chooser)});")
    found += [
        f"out = {_kept(p, op.element, 'items', 'who')};",
        f"if (!length(m, out)) {{ frame->pc = {op.done}; return AGAIN; }}",
    ]
    if op.element.tag == "thing":
        found += [
            "{ int64_t k, i; const V *p = items_of(m, out, &k);",
            "  for (i = 0; i < k; i++) if (settle_hidden(m, p[i], who)) return AGAIN; }",
        ]
    return [*found, "return consult(m, who, out, 1);"]


@takes(o.NextItem)
def take_next(p: Printer, op: o.NextItem, path: str, index: int) -> list[str]:
    return [
        f"int64_t at = place_in(m, x_value, L[{op.items}]);",
        "if (at < 0) bail(m, BAD_DATA);",
        f"spend(m, length(m, L[{op.items}]) >> 6);",
        f"L[{op.items}] = without(m, L[{op.items}], at);",
        f"L[{op.slot}] = x_value;",
        *on(),
    ]


@steps(o.RollNumber)
def roll_number(p: Printer, op: o.RollNumber, path: str, index: int) -> list[str]:
    return ["bail(m, ODD_PLACE);"]  # only where chance is asked
