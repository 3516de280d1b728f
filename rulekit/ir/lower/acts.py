"""Operations that change the table to statements: verbs, abilities, amounts, payments, places.

Contract: one function for each class of operation, registered with `lowers` (`writer.py`). Events that nobody can answer are
carried out where they stand; a verb that needs no frame is called as a plain function.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import binary, cond, logic
from rulekit.ir.lower.costs import entries, own_only
from rulekit.ir.lower.writer import (
    AGAIN,
    FRAME_NAME,
    PLACE,
    RESULT,
    STACK,
    WHO,
    K,
    M,
    S,
    Writer,
    lowers,
    named,
    on_top,
)
from rulekit.ir.protocol import LEFT, NESTED, SPELL
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.limits import NUMBER_MAX
from rulekit.program.types import NUMBER, YESNO

AT, ITEM, NEW = n.Name("at"), n.Name("item"), n.Name("top")


# ---------- verbs ----------
@lowers(o.CallVerb)
def _call_verb(w: Writer, op: o.CallVerb, index: int) -> n.Block:
    subject, args = w.code(op.subject), list(w.cx.values(op.args, w.env))
    if op.verb in w.cx.t.watched:
        return _watched(w, op.verb, subject, args, index)
    path = w.cx.program.verbs[op.verb].routine
    if not path:
        return [n.Assign(RESULT, n.NONE)]
    if w.verbs.is_frameless(op.verb):
        return _called(w, op, subject, args, index)
    return entered(w, op.verb, path, subject, args, index)


def _watched(w: Writer, verb: str, subject: n.Value, args: list[n.Value], index: int) -> n.Block:
    """A verb that somebody may answer. A moment that nobody listens to passes by."""
    path = w.cx.program.verbs[verb].routine
    found: n.Block = [n.Assign(PLACE, n.Const(index + 1)), n.Assign(RESULT, n.NONE)]
    given = n.Name("args")
    this = w.local(c.THIS)
    source = cond(binary("!=", this, n.NONE, YESNO), this, n.Call("m.acting_thing"), this.type)
    event = n.Listing((n.Const(verb), WHO, source, given), frame=True)
    told: n.Block = [n.Assign(WHO, subject), n.Assign(given, n.Listing(tuple(args), frame=True))]
    if not path:
        heard = n.Name("heard")
        moment = [*told, *w.waits(n.Call("m.raise_and_run_as", (n.Const(verb), event), type=NUMBER, null=False), index)]
        listen = n.If(binary("==", heard, n.NONE, YESNO), [n.Assign(heard, n.Call("m.listeners", (n.Const(verb),)))])
        return [*found, n.Assign(heard, n.Call("s.live.get", (n.Const(verb),))), listen, n.If(heard, moment)]
    top = new_frame(w.cx.program.routines[path], WHO, [n.Part(given, at) for at in range(len(args))])
    scoped = n.Const(verb in w.cx.program.scoped_verbs)
    return [*found, *told, *w.waits(n.Call("m.call_verb", (event, top, scoped), type=NUMBER, null=False), index)]


def _called(w: Writer, op: o.CallVerb, subject: n.Value, args: list[n.Value], index: int) -> n.Block:
    """A verb as a plain function. One that may end a scope or the game says so; while chance is asked, one that rolls must be
    entered."""
    call = n.Invoke(("verb", op.verb), (M, S, subject, *args), type=NUMBER, null=False)
    if not w.verbs.exits(op.verb) and not w.verbs.rolls(op.verb):
        return [n.Do(call)]
    path, guard = w.cx.program.verbs[op.verb].routine, list[Any]()
    if w.verbs.rolls(op.verb):  # it may come back without having rolled
        guard = [n.If(n.State("ask_chance"), [*entered(w, op.verb, path, subject, args, index), n.Goto(index + 1)])]
    left = n.If(binary("==", call, n.Const(LEFT), YESNO), on_top())
    return [*guard, n.Assign(PLACE, n.Const(index + 1)), n.Assign(RESULT, n.NONE), left]


def new_frame(routine: o.Routine, subject: n.Value, args: list[n.Value]) -> n.Value:
    """The frame of a verb's routine as it begins."""
    values = [subject, *[n.NONE] * (routine.size - 1)]
    for slot, value in zip(routine.params, args, strict=False):
        values[slot] = value
    return n.Listing((n.Const(routine.path), n.ZERO, n.Listing(tuple(values), frame=True)), frame=True)


def entered(w: Writer, verb: str, path: str, subject: n.Value, args: list[n.Value], index: int) -> n.Block:
    """Lays the frame of a verb, and runs it."""
    found: n.Block = [
        n.Assign(PLACE, n.Const(index + 1)),
        n.Assign(RESULT, n.NONE),
        n.Assign(NEW, new_frame(w.cx.program.routines[path], subject, args)),
        n.Do(n.Call("s.stack.append", (NEW,))),
    ]
    if verb in w.cx.program.scoped_verbs:
        found += [n.Assign(WHO, n.Part(n.Part(NEW, 2), 0)), *w.begin("verb", verb, WHO, -1, WHO, index)]
    key = ("playing" if w.play else "routine", path)
    run = n.Invoke(key, (M, S, NEW, n.Part(NEW, 2), n.ZERO), type=NUMBER, null=False)
    return [*found, *_run_new(w, run, index)]


def _run_new(w: Writer, run: n.Value, index: int) -> n.Block:
    """Runs the frame that was laid just now, the `k`th since the stack was last looked at."""
    spent = n.State("m.spent", null=False)
    late = logic("or", (binary(">", K, n.Const(SPELL), YESNO), binary(">", n.Length(STACK), n.Const(NESTED), YESNO)))
    count = [n.Assign(K, binary("+", spent, n.Const(1))), n.Assign(spent, K)]
    return [*count, *w.waits(cond(late, AGAIN, run, NUMBER), index)]


@lowers(o.Activate)
def _activate(w: Writer, op: o.Activate, index: int) -> n.Block:
    subject, thing, args = w.code(op.subject), w.code(op.thing), w.cx.values(op.args, w.env)
    watched = "activate" in w.cx.t.watched
    if watched or op.thing.type.tag != "thing" or args:
        given = (FRAME_NAME, subject, thing, n.Const(op.power), n.Listing(args, frame=True))
        call = n.Call("m.activate_and_run", given, type=NUMBER, null=False)
        found: n.Block = [n.Assign(PLACE, n.Const(index + 1)), *w.waits(call, index)]
        if watched or op.thing.type.tag != "thing":
            return found
        return [n.If(n.In(thing, w.cx.table("power", op.power)), found, [n.Assign(RESULT, n.NONE)])]
    power, path = n.Name("power"), n.Name("path")
    frame = n.Listing((path, n.ZERO, n.Call("locals_of", (subject, ITEM, n.Part(power, 1)))), frame=True)
    run = n.Call("function", (M, S, NEW, n.Part(NEW, 2), n.ZERO), type=NUMBER, null=False)
    return [
        n.Assign(PLACE, n.Const(index + 1)),
        n.Assign(RESULT, n.NONE),
        n.Assign(ITEM, thing),
        n.Assign(power, n.Lookup(w.cx.table("powers", op.power), ITEM, n.NONE)),
        n.If(binary("!=", power, n.NONE, YESNO), [
            n.Assign(path, n.Part(power, 0)),
            n.Assign(NEW, frame),
            n.Do(n.Call("s.stack.append", (NEW,))),
            n.Assign(n.Name("function"), n.Call("m.routine", (path,))),
            *_run_new(w, run, index),
        ]),
    ]  # fmt: skip


# ---------- amounts ----------
@lowers(o.Gain)
def _gain(w: Writer, op: o.Gain, index: int) -> n.Block:
    subject = w.code(op.subject)
    if not w.verbs.gains_at_once(op):
        other = n.NONE if op.other is None else w.code(op.other)
        values = (FRAME_NAME, n.Const(op.mode), subject, w.code(op.bundle), other, n.Const(op.bind))
        return [n.Assign(PLACE, n.Const(index + 1)), *w.waits(n.Call("m.gain_and_run", values, type=NUMBER, null=False), index)]
    name, subject = named(WHO, subject)
    found: n.Block = [*w.stands(index + 1), *name]
    for resource, count in entries(w.cx, op.bundle, w.env) or ():
        some = binary(">", n.Name(K.id, type=NUMBER, null=count.null), n.ZERO, YESNO)
        change = _change(w, op.mode, resource, subject, index)
        if w.cx.program.vars[resource].owners and subject.null:  # what the table has changes even where there is nobody
            nobody = n.Do(n.Call("nobody", (n.Const(op.mode), n.Const(resource))))
            change = [n.If(binary("==", subject, n.NONE, YESNO), [nobody], change)]
        found += [n.Assign(K, count), n.If(some, change)]
    return found


def _change(w: Writer, mode: str, resource: str, who: n.Value, index: int) -> n.Block:
    """Somebody gains or loses `k` of a resource."""
    var, cx = w.cx.program.vars[resource], w.cx
    if (mode == "gain" and var.cap is not None) or len(var.owners) > 1:
        amount: n.Value = K if mode == "gain" else binary("-", n.ZERO, K)
        change: n.Value = n.Call("m.change_amount", (n.Const(resource), who, amount), type=NUMBER, null=False)
        return [n.Do(change)] if mode == "gain" else [n.Assign(K, binary("-", n.ZERO, change))]
    held: n.Value = cx.variable(resource, (who,) if var.owners else (), n.ZERO, NUMBER)
    find: n.Block = []
    if not isinstance(held, n.At):
        find = [n.Assign(AT, n.Lookup(cx.table("slots", resource), who, n.NONE))]
        held = n.At("vals", n.Name(AT.id, type=NUMBER, null=False), type=NUMBER, null=False)
    x = n.Name("x", type=NUMBER, null=False)
    change_: n.Block = [n.Assign(held, binary("-", held, K))]
    if mode == "gain":
        beyond = n.If(binary(">", x, n.Const(NUMBER_MAX), YESNO), [n.Do(n.Call("number", (x,)))])
        change_ = [n.Assign(x, binary("+", held, K)), beyond, n.Assign(held, x)]
    elif var.floor is None:
        change_ = [n.Assign(held, n.Call("number", (binary("-", held, K),), type=NUMBER, null=False))]
    if mode != "gain" and var.floor is not None:
        most = n.Call("min", (K, binary("-", held, n.Const(var.floor))), type=NUMBER, null=False)
        change_.insert(0, n.Assign(K, n.Call("max", (n.ZERO, most), type=NUMBER, null=False)))
    if find:
        missing = n.Do(n.Call("nothing_holds", (n.Const(resource),)))
        change_ = [*find, n.If(binary("==", AT, n.NONE, YESNO), [missing], change_)]
    return change_


@lowers(o.Pay)
def _pay(w: Writer, op: o.Pay, index: int) -> n.Block:
    found = entries(w.cx, op.cost, w.env)
    if not op.told and found is not None and len(found) == 1 and not found[0][1].null and own_only(w.cx, {found[0][0]}):
        resource, count = found[0]
        if len(w.cx.program.vars[resource].owners) == 1:
            return _plain_pay(w, op, resource, count, index)
    act = n.Call("m.pay_cost", (FRAME_NAME, w.op(index), w.code(op.subject), w.code(op.cost)))
    return [n.Assign(PLACE, n.Const(index)), *w.waits_for(act, index), *w.elsewhere(index + 1)]


def _plain_pay(w: Writer, op: o.Pay, resource: str, count: n.Value, index: int) -> n.Block:
    """One amount that can be paid in one way alone: it is taken, or the payment fails."""
    failed = op.failed if op.failed >= 0 else index + 1
    held = n.At("vals", n.Name(AT.id, type=NUMBER, null=False), type=NUMBER, null=False)
    lacks = logic("or", (binary("==", AT, n.NONE, YESNO), binary("<", held, K, YESNO)))
    some = binary(">", K, n.ZERO, YESNO)
    fails = logic("and", (some, lacks))
    subject = w.code(op.subject)
    nobody = n.If(binary("==", WHO, n.NONE, YESNO), [n.Do(n.Call("nobody_pays", (w.op(index),)))])
    return [
        n.Assign(WHO, subject),
        n.Assign(K, count),
        *([nobody] if subject.null else []),
        n.Assign(AT, n.Lookup(w.cx.table("slots", resource), WHO, n.NONE)),
        n.If(fails, [n.Goto(failed)]),
        n.If(some, [n.Assign(held, binary("-", held, K))]),
    ]


# ---------- places ----------
@lowers(o.Move)
def _move(w: Writer, op: o.Move, index: int) -> n.Block:
    zone = n.Const(w.cx.t.box) if op.zone is None else w.code(op.zone)
    things, subject = w.code(op.things), w.code(op.subject)
    at_once = w.verbs.moves_at_once(op)
    if at_once and op.things.type.tag == "thing" and not op.shuffle:
        (name_item, item), (name_at, at) = named(ITEM, things), named(AT, zone)
        found: n.Block = [n.Assign(PLACE, n.Const(index + 1)), *name_item, *name_at]
        missing: n.Block = [n.If(binary("==", at, n.NONE, YESNO), [n.Do(n.Call("no_zone", (w.op(index),)))])] if at.null else []
        carry = n.Do(n.Call("m.move_thing", (subject, item, at, n.Const("bottom"))))
        return [*found, n.If(binary("!=", item, n.NONE, YESNO), [*missing, carry])]
    move = n.Call("m.move_things", (w.op(index), things, zone, subject))
    return [n.Assign(PLACE, n.Const(index + 1)), *([n.Do(move)] if at_once else w.waits_for(move, index))]


@lowers(o.Draw)
def _draw(w: Writer, op: o.Draw, index: int) -> n.Block:
    zone = n.NONE if op.zone is None else w.code(op.zone)
    values = (w.op(index), w.code(op.subject), binary("+", w.code(op.count), n.ZERO), w.code(op.source), zone)
    draw = n.Call("m.draw_things" if op.bind < 0 else "m.draw_things:bound", values)
    return [n.Assign(PLACE, n.Const(index + 1)), *w.waits_for(draw, index)]


@lowers(o.Put)
def _put(w: Writer, op: o.Put, index: int) -> n.Block:
    values = (FRAME_NAME, w.code(op.subject), w.code(op.new), w.code(op.old), n.Const(op.swap))
    return [n.Assign(PLACE, n.Const(index + 1)), *w.waits_for(n.Call("m.put_or_swap", values), index)]
