"""Operations that printed routines leave to the interpreter, as C functions.

Contract: an operation gives `V name(M *m, Frame *frame, V *L)`, which does one step as `interpreter/loop.py` does and
says as routines do how far it came; what takes an answer is given that as `x_value`. What is not here is `Declined`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.fold import FRAME, Env
from rulekit.ir.passes.budget import counted
from rulekit.native.pool import Declined, word
from rulekit.native.printer import Printer
from rulekit.program import core as c
from rulekit.program import ops as o

Print = Callable[[Printer, Any, str, int], list[str]]
STEPS: dict[type, Print] = {}
TAKES: dict[type, Print] = {}


def steps(kind: type) -> Callable[[Print], Print]:
    def mark(function: Print) -> Print:
        STEPS[kind] = function
        return function

    return mark


def takes(kind: type) -> Callable[[Print], Print]:
    def mark(function: Print) -> Print:
        TAKES[kind] = function
        return function

    return mark


def lowered(p: Printer, v: n.Value) -> n.Value:
    """A value whose loops take units of the budget."""
    (done,) = counted([n.Return(v)], p.cx.b)
    assert isinstance(done, n.Return)
    return done.value


def expr(p: Printer, node: c.Core, env: Env = FRAME) -> str:
    return p.value(lowered(p, p.cx.value(node, env)))


def test(p: Printer, v: n.Value) -> str:
    return p.test(lowered(p, v))


def body_of(p: Printer, key: tuple[Any, ...]) -> n.Function:
    """An empty function, so that names are declared as in any other."""
    path = key[1]
    routine = p.program.routines[path]
    value = () if key[0] == "op" else ("value",)
    op = routine.ops[key[2]]
    return n.Function(key, ("m", "s", "frame", "L", *value), [], routine.ops[0].span.source.name, op.span.line)


def function(p: Printer, key: tuple[Any, ...], name: str) -> str:
    """The text of an operation, or of what takes its answer."""
    kind, path, index = key
    op = p.program.routines[path].ops[index]
    table = STEPS if kind == "op" else TAKES
    if type(op) not in table:
        raise Declined(f"the operation {type(op).__name__}, as the interpreter does it")
    return p.written(body_of(p, key), name, lambda: table[type(op)](p, op, path, index))


# ---------- operations that ask nothing ----------
def on() -> list[str]:
    return ["frame->pc++;"]


@steps(o.Shuffle)
def shuffle(p: Printer, op: o.Shuffle, path: str, index: int) -> list[str]:
    return [f"{{ V z = {expr(p, op.zone)}; if (z != NONE) shuffle_zone(m, z); }}", *on()]


@steps(o.Settle)
def settle(p: Printer, op: o.Settle, path: str, index: int) -> list[str]:
    others = p.t.zones_named[op.zone.zone] if isinstance(op.zone, c.ZoneOf) else []
    all_ = " ".join(f"settle_order(m, {z});" for z in others)
    return [f"{{ V z = {expr(p, op.zone)}; frame->pc++; if (z != NONE) settle_order(m, z); else {{ {all_} }} }}"]


@steps(o.Face)
def face(p: Printer, op: o.Face, path: str, index: int) -> list[str]:
    mode = {"reveal": 1, "hide": 0, "flip": 2}[op.mode]
    if op.to is not None:  # who shows it to nobody shows it to none
        to = f"V t = {expr(p, op.things)}, who = {expr(p, op.to)};"
        return [f"{{ {to} frame->pc++; if (who != NONE) face(m, frame, t, {mode}, who); }}"]
    return [f"{{ V t = {expr(p, op.things)}; frame->pc++; face(m, frame, t, {mode}, NONE); }}"]


@steps(o.SealedSave)
def sealed_save(p: Printer, op: o.SealedSave, path: str, index: int) -> list[str]:
    return [f"sealed_save(m, L, {op.into}, {op.first}, {op.last});", *on()]


@steps(o.SealedLoad)
def sealed_load(p: Printer, op: o.SealedLoad, path: str, index: int) -> list[str]:
    return [f"sealed_load(m, L, {op.source}, {op.first}, {op.last});", *on()]


@steps(o.TurnTo)
def turn_to(p: Printer, op: o.TurnTo, path: str, index: int) -> list[str]:
    from rulekit.native.calls import attribute

    die = attribute(p, "die", "f")
    shown = "if (d != NONE) show_face(m, d, f);"
    return [f"{{ V f = {expr(p, op.face)}; frame->pc++; if (f != NONE) {{ V d = {die}; {shown} }} }}"]


@steps(o.RollDie)
def roll_die(p: Printer, op: o.RollDie, path: str, index: int) -> list[str]:
    dice, subject = expr(p, op.dice), expr(p, op.subject)
    listed = "V l = without_nones(m, is_list(d) ? d : LIST(d)), source = source_of(m, frame);"
    return [f"{{ V d = {dice}, who = {subject}; frame->pc++; {listed} PUSH(F_ROLLS, who, l, source); }}"]


@steps(o.EndScope)
def end_scope(p: Printer, op: o.EndScope, path: str, index: int) -> list[str]:
    then, captured = (p.routine(op.then), p.program.routines[op.then].captured) if op.then else (-1, 0)
    return [
        f"{{ int32_t at = scope_called(m, {word(op.word)}, {word(op.name)});",
        "    if (at < 0) bail(m, RULE_FAILS);",
        f"    unwind_to(m, frame, at, {then}, {captured}, {word(op.then or '')}); }}",
    ]


@steps(o.ScopeEnd)
def scope_end(p: Printer, op: o.ScopeEnd, path: str, index: int) -> list[str]:
    return ["scope_end(m, frame);"]


@steps(o.Proceed)
def proceed(p: Printer, op: o.Proceed, path: str, index: int) -> list[str]:
    amount = "NONE" if op.value is None else expr(p, op.value)
    return [f"{{ V n = {amount}; frame->pc++; proceed(m, n); }}"]


@steps(o.Announce)
def announce(p: Printer, op: o.Announce, path: str, index: int) -> list[str]:
    return on()


@steps(o.Todo)
def todo(p: Printer, op: o.Todo, path: str, index: int) -> list[str]:
    return ["bail(m, RULE_FAILS);"]


@steps(o.UnderBegin)
def under_begin(p: Printer, op: o.UnderBegin, path: str, index: int) -> list[str]:
    if op.bundle:
        captured = p.program.bundles[op.bundle].captured
        laid = f"s->bundle = {word(op.bundle)}; s->locals = seen;"
        head = f"V seen = list_of(m, L, {captured});"
    else:
        assert op.lender is not None
        args = ", ".join(expr(p, arg) for arg in op.args)
        listed = f"LIST({args})" if args else "EMPTY"
        head = f"V seen = lent_by(m, {expr(p, op.lender)}, {p.want_lent(op.rules)}, {listed});"
        laid = "s->lent = seen;"
    opened = f"Scope *s = open_scope(m, {word('under')}, {word('')}, NONE, {op.end}, L[0], m->s.n_stack - 1, EMPTY);"
    return [f"{{ {head} {opened} {laid} frame->pc++; }}"]


@steps(o.Lasting)
def lasting(p: Printer, op: o.Lasting, path: str, index: int) -> list[str]:
    of = "NONE" if op.of is None else expr(p, op.of)
    skip = f" + open_now(m, {word(op.word)}, {word(op.name)}, of)" if op.skip_current and op.edge == "end" else ""
    seen = p.program.bundles[op.bundle] if op.bundle else p.program.routines[op.routine]
    entry = ", ".join([word(op.bundle), word(op.routine), word(op.edge), "n", word(op.word), word(op.name), "of", "seen"])
    return [
        f"{{ V of = {of}, n = {expr(p, op.count)}{skip}, seen = list_of(m, L, {seen.captured}), one = LIST({entry});",
        "    spend(m, length(m, m->s.lasting) + 1);",
        "    if (length(m, m->s.lasting) + 1 > LIST_MAX) bail(m, BEYOND);",
        "    m->s.lasting = put_at(m, m->s.lasting, length(m, m->s.lasting), one); frame->pc++; }",
    ]
