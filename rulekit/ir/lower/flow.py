"""Operations of the flow of a routine to statements: values, jumps, loops, chance, scopes, ends.

Contract: one function for each class of operation, registered with `lowers` (`writer.py`).
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import binary, cond, logic, negated
from rulekit.ir.lower.writer import (
    AGAIN,
    COVERED,
    DEPTH,
    DONE,
    FRAME_NAME,
    PLACE,
    RESULT,
    SCOPES,
    WHO,
    K,
    M,
    S,
    Writer,
    lowers,
    named,
    on_top,
)
from rulekit.ir.protocol import LEFT
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.types import NUMBER, PLAYER, YESNO
from rulekit.runtime.scopes import Scope

_DEPTH, _YOU, _CLOSING, _THEN = (Scope._fields.index(name) for name in ("depth", "you", "closing", "then"))
SCOPE = n.Name("scope", null=False)


# ---------- values and jumps ----------
@lowers(o.Let)
def _let(w: Writer, op: o.Let, index: int) -> n.Block:
    return [n.Assign(w.local(op.slot), w.code(op.value))]


@lowers(o.Jump)
def _jump(w: Writer, op: o.Jump, index: int) -> n.Block:
    return [n.Goto(op.to, op.to <= index)]


@lowers(o.JumpUnless)
def _jump_unless(w: Writer, op: o.JumpUnless, index: int) -> n.Block:
    return [n.If(negated(w.code(op.condition)), [n.Goto(op.to, op.to <= index)])]


@lowers(o.SetVar)
def _set_var(w: Writer, op: o.SetVar, index: int) -> n.Block:
    definition, value = w.cx.program.vars[op.var], w.code(op.value)
    if definition.resource and definition.floor is not None:
        floor = n.Const(definition.floor)
        value = n.Call("floored" if value.null else "max", (value, floor), type=NUMBER, null=value.null)
    missing = n.Call("no_owner", (w.op(index),))
    target = w.cx.variable(op.var, w.cx.values(op.owners, w.env), missing, definition.type)
    return [n.Assign(target, value) if isinstance(target, n.At | n.Held) else n.Do(missing)]


@lowers(o.TakeResult)
def _take_result(w: Writer, op: o.TakeResult, index: int) -> n.Block:
    return [n.Assign(w.local(op.slot), RESULT)]


@lowers(o.Return)
def _return(w: Writer, op: o.Return, index: int) -> n.Block:
    result = n.Assign(RESULT, n.NONE if op.value is None else w.code(op.value))
    if w.frameless:
        return [result, n.Return(AGAIN)]
    found: n.Block = [result]
    if w.verbs.opens(w.routine):
        own = logic("and", (SCOPES, binary(">=", n.Part(n.Part(SCOPES, -1), _DEPTH, type=NUMBER, null=False), DEPTH, YESNO)))
        found.append(n.While([n.Close(None, -1, names=False)], own))
    return [*found, n.Do(n.Call("s.stack.pop")), n.Return(DONE)]


@lowers(o.Announce)
def _announce(w: Writer, op: o.Announce, index: int) -> n.Block:
    """Who tells the story goes through the rules with the reference tier; here nothing happens."""
    return []


@lowers(o.Require)
def _require(w: Writer, op: o.Require, index: int) -> n.Block:
    test = w.code(op.condition)
    if w.path == f"verb/{w.cx.program.start}":  # there it may refuse the whole game
        refuse = n.Do(n.Call("m.do_require", (FRAME_NAME, w.op(index))))
        return [n.If(negated(test), [n.Assign(PLACE, n.Const(index)), refuse, n.Return(AGAIN)])]
    if isinstance(test, n.Const) and test.value:
        return []
    leave: n.Block = [n.Return(AGAIN)] if w.frameless else [n.Do(n.Call("m.leave_routine")), n.Return(DONE)]
    return [n.If(negated(test), [n.Assign(RESULT, n.NONE), *leave])]


# ---------- loops ----------
@lowers(o.CountDown)
def _count_down(w: Writer, op: o.CountDown, index: int) -> n.Block:
    left, over = w.local(op.slot, NUMBER), n.If(binary("<=", K, n.ZERO, YESNO), [n.Goto(op.done)])
    return [n.Assign(K, binary("+", left, n.ZERO)), over, n.Assign(left, binary("-", K, n.Const(1)))]


@lowers(o.NextItem)
def _next_item(w: Writer, op: o.NextItem, index: int) -> n.Block | None:
    if op.free:
        return None
    items = n.Name("items")
    return [
        n.Assign(items, w.local(op.items)),
        n.If(negated(items), [n.Goto(op.done)]),
        n.If(binary(">", n.Length(items), n.Const(64), YESNO), [n.Do(n.Call("spent", (M, n.Call("some_left", (items,)))))]),
        n.Assign(w.local(op.slot), n.Part(items, 0, type=op.element)),
        n.Assign(w.local(op.items), n.Call("rest", (items,))),
    ]


@lowers(o.CycleNext)
def _cycle_next(w: Writer, op: o.CycleNext, index: int) -> n.Block:
    cx, known, element = w.cx, w.cx.fold.value(op.source, w.env), op.source.type.element
    listed = isinstance(known, tuple) and len(set(known)) == len(known)
    item = cx.b.fresh(element, not (listed and element.tag == "thing"))
    slot, last = w.local(op.slot), w.local(op.last, element)
    test = n.Const(True) if op.where is None else cx.value(op.where, w.env.bind(op.slot, item))
    keep: n.Block = [n.Assign(last, item), n.Leave("break")]
    body: n.Block = [n.Assign(slot, item), n.If(test, keep)] if op.where is not None else [n.Assign(slot, item), *keep]
    if listed:
        turned = {one: known[at + 1 :] + known[: at + 1] for at, one in enumerate(known)}
        if known and op.where is None:
            following = n.Const({one: turn[0] for one, turn in turned.items()})
            found = cx.b.lookup(following, last, n.Const(known[0], type=element), element)
            return [n.Assign(item, found), n.Assign(slot, item), n.Assign(last, item)]
        return [n.For((item,), cx.b.lookup(n.Const(turned), last, n.Const(known)), body, [n.Goto(op.done)])]
    return [n.For((item,), n.Call("from_next", (w.code(op.source), last), null=False), body, [n.Goto(op.done)])]


# ---------- chance ----------
@lowers(o.RollNumber)
def _roll_number(w: Writer, op: o.RollNumber, index: int) -> n.Block:
    die = w.verbs.die(op)
    asked: n.Block = [n.If(n.State("ask_chance"), w.as_reference(index)), n.Assign(PLACE, n.Const(index + 1))]
    bound = w.local(op.bind, NUMBER) if op.bind >= 0 else None
    if die is None:
        roll = n.Call("m.roll_dice", (w.code(op.dice),), type=NUMBER, null=False)
        return [*asked, n.Assign(bound, roll) if bound is not None else n.Do(roll)]
    low, sides = die
    rolled = binary("+", n.Call("chance", (S, n.Const(sides)), type=NUMBER, null=False), n.Const(low))
    found: n.Block = [] if w.frameless else asked
    return [*found, n.Assign(bound, rolled) if bound is not None else n.Do(rolled)]


@lowers(o.RollDie)
def _roll_die(w: Writer, op: o.RollDie, index: int) -> n.Block | None:
    if "roll" in w.cx.t.watched:
        return None
    asked: n.Block = [
        n.Assign(PLACE, n.Const(index)),
        n.Do(n.Call("m.do_roll_die", (FRAME_NAME, w.op(index)))),
        n.Return(AGAIN),
    ]
    return [
        n.If(n.State("ask_chance"), asked),
        n.Assign(PLACE, n.Const(index + 1)),
        n.Do(n.Call("m.roll_all", (w.code(op.dice),))),
    ]


# ---------- scopes ----------
@lowers(o.ScopeBegin)
def _scope_begin(w: Writer, op: o.ScopeBegin, index: int) -> n.Block:
    clocks = any((k.edge, k.word) == ("start", op.word) and k.name in ("", op.name) for k in w.cx.program.clocks)
    found, who = named(WHO, n.NONE if op.of is None else w.code(op.of))
    if op.word == "round":
        found.append(n.Assign(n.State("rounds"), binary("+", n.State("rounds", null=False), n.Const(1))))
    found += w.begin(op.word, op.name, who, op.end, w.local(c.YOU, PLAYER), index)
    if not clocks and not w.verbs.may_last:
        return found
    edge = n.Call("m.scope_edge", (n.Const("start"), n.Const(op.word), n.Const(op.name), who))
    test = edge if clocks else logic("and", (n.State("lasting"), edge))
    return [*found, n.Assign(PLACE, n.Const(index + 1)), n.If(test, w.waits_until(index))]


@lowers(o.ScopeEnd)
def _scope_end(w: Writer, op: o.ScopeEnd, index: int) -> n.Block:
    slow: n.Block = [
        n.Assign(PLACE, n.Const(index)),
        n.Do(n.Call("m.do_scope_end", (FRAME_NAME, w.op(index)))),
        n.If(COVERED, [n.Return(AGAIN)]),
        n.Goto(None),
    ]
    begun: list[Any] = [other for other in w.routine.ops if getattr(other, "end", None) == index]
    words = {(b.word, b.name) for b in begun if isinstance(b, o.ScopeBegin)}
    ends = {(k.word, k.name) for k in w.cx.program.clocks if k.edge == "end"}
    if len(begun) != 1 or any((word, "") in ends or (word, name) in ends for word, name in words):
        return slow
    saved: n.Saved | None = ()
    for word, name in words:
        saved = w.cx.b.made("lasting", word, name)
    waits: list[n.Value] = [n.State("lasting"), n.Part(SCOPE, _CLOSING)] if w.verbs.may_last else []
    waits += [n.Part(SCOPE, _THEN)] if w.verbs.may_follow else []
    you = n.Assign(w.local(c.YOU), n.Part(SCOPE, _YOU, type=PLAYER))
    if not waits:
        return [n.Close(saved, index), you]
    wait = n.If(logic("or", waits), slow)
    return [n.Close(saved, index, pops=False, restores=False), wait, n.Close(saved, index, names=False), you]


@lowers(o.UnderBegin)
def _under_begin(w: Writer, op: o.UnderBegin, index: int) -> n.Block | None:
    """Rules of things, lent to what follows: mostly there are none."""
    if op.bundle or op.lender is None:
        return None
    lenders, lent, key = n.Name("lenders"), n.Name("lent"), n.Name("key")
    can = w.cx.table("lenders", op.rules)
    none = n.Call("disjoint", (can, lenders)) if op.lender.type.tag == "list" else negated(n.In(lenders, can))
    args = n.Listing(w.cx.values(op.args, w.env), frame=True)
    rules = cond(none, n.EMPTY, n.Call("m.lent_by", (lenders, n.Const(op.rules), args)), lent.type)
    known = w.cx.table("scopes", "under", op.rules, op.end)
    kept = n.Lookup(known, key, n.NONE)
    first = logic("and", (lent, binary("<", n.Length(SCOPES), n.State("laid", null=False), YESNO)))
    return [
        n.Assign(lenders, w.code(op.lender)),
        n.Assign(lent, rules),
        n.If(first, [n.Assign(n.State("laid"), n.Length(SCOPES))]),
        n.Assign(key, n.Listing((DEPTH, w.local(c.YOU), lent))),
        n.Do(n.Call("s.scopes.append", (cond(kept, kept, n.Call("under_for", (known, key, n.Const(op.end))), kept.type),))),
    ]


@lowers(o.EndGame)
def _end_game(w: Writer, op: o.EndGame, index: int) -> n.Block:
    winners: n.Value = n.EMPTY
    if op.winners is not None:
        winners = w.code(op.winners)
        winners = winners if isinstance(winners, n.Listing) else n.Call("tuple", (winners,))
    found: n.Block = [n.Assign(n.State("winners"), winners), n.Assign(n.State("ended"), n.Const(True))]
    if w.frameless:
        return [*found, n.Do(n.Call("s.stack.append", (w.frame(index + 1),))), n.Return(n.Const(LEFT))]
    return [*found, n.Assign(PLACE, n.Const(index + 1)), n.Return(AGAIN)]


@lowers(o.EndScope)
def _end_scope(w: Writer, op: o.EndScope, index: int) -> n.Block | None:
    if op.then or op.word == "verb":
        return None
    missing = n.Do(n.Call("m.do_end_scope", (w.frame(index), w.op(index))))
    end = n.If(negated(n.Call("end_scope", (S, n.Const(op.word), n.Const(op.name)))), [missing])
    return [*w.stands(index), end, *([n.Return(n.Const(LEFT))] if w.frameless else on_top())]
