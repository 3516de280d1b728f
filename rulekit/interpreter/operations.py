"""Operations carried out: what they mean.

Contract: `OPERATIONS[type(op)](m, frame, op)` does one operation that asks nothing and moves the program counter of its frame;
it may lay frames on the stack. Operations that ask are in `asking.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.errors import RunError, UsageError
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.runtime.actions import (
    activate_powers,
    gain_amounts,
    leave_routine,
    move_things,
    no_owner,
    pay_cost,
    put_or_swap,
    without_owner,
)
from rulekit.runtime.attributes import attr_die
from rulekit.runtime.bearers import lent_by
from rulekit.runtime.changes import settle_order, shuffle_zone
from rulekit.runtime.describe import describe
from rulekit.runtime.draws import draw_things
from rulekit.runtime.edges import scope_edge
from rulekit.runtime.events import acting_thing, proceed, raise_all
from rulekit.runtime.machine import Machine
from rulekit.runtime.numbers import long_list
from rulekit.runtime.scopes import Scope, open_now, open_scope, restore_values
from rulekit.runtime.state import Frame

Execute = Callable[[Machine, Frame, Any], None]
OPERATIONS: dict[type, Execute] = {}


def executes(kind: type) -> Callable[[Execute], Execute]:
    """Registers the function of a class of operations."""

    def mark(function: Execute) -> Execute:
        OPERATIONS[kind] = function
        return function

    return mark


# ---------- values and jumps ----------
@executes(o.Let)
def do_let(m: Machine, frame: Frame, op: o.Let) -> None:
    frame[2][op.slot] = m.value(op.value, frame[2])
    frame[1] += 1


@executes(o.Jump)
def do_jump(m: Machine, frame: Frame, op: o.Jump) -> None:
    frame[1] = op.to


@executes(o.JumpUnless)
def do_jump_unless(m: Machine, frame: Frame, op: o.JumpUnless) -> None:
    frame[1] = frame[1] + 1 if m.value(op.condition, frame[2]) else op.to


@executes(o.Return)
def do_return(m: Machine, frame: Frame, op: o.Return) -> None:
    m.s.result = m.value(op.value, frame[2]) if op.value is not None else None
    leave_routine(m)


@executes(o.Require)
def do_require(m: Machine, frame: Frame, op: o.Require) -> None:
    if m.value(op.condition, frame[2]):
        frame[1] += 1
        return
    if len(m.s.stack) == 1 and frame[0] == f"verb/{m.program.start}":
        raise UsageError(refusal(m, op, frame[2]))
    m.s.result = None
    if m.observer is not None:
        m.observer.refused(None, op.because)
    leave_routine(m)


def refusal(m: Machine, op: o.Require, env: list[Any]) -> str:
    """Why a game does not start: the reason of the rules, and where they say `every`, what it does not hold for."""
    reason = op.because[0] if op.because else "this game cannot be set up like that"
    every = op.condition
    if not isinstance(every, c.Fold) or every.function != "every" or every.body is None:
        return reason
    items = m.value(every.source, env)
    failing = [item for item in items if not m.value(every.body, [*env[: every.slot], item, *env[every.slot + 1 :]])]
    return f"{reason}; not so: " + ", ".join(describe(m, item, every.source.type.element) for item in failing)


@executes(o.SetVar)
def do_set_variable(m: Machine, frame: Frame, op: o.SetVar) -> None:
    owners = tuple(m.value(owner, frame[2]) for owner in op.owners)
    slot = m.t.slot[op.var].get(owners)
    if slot is None:
        no_owner(op)
        return
    value = m.value(op.value, frame[2])
    definition = m.program.vars[op.var]
    if definition.resource and definition.floor is not None and value is not None:
        value = max(value, definition.floor)
    old, m.s.vals[slot] = m.s.vals[slot], value
    frame[1] += 1
    if m.observer is not None:
        m.observer.was_set(op.var, owners, old, value)


@executes(o.Announce)
def do_announce(m: Machine, frame: Frame, op: o.Announce) -> None:
    frame[1] += 1
    if m.observer is not None:
        parts = [(slot, m.value(value, frame[2]), value.type) for slot, value in op.parts]
        m.observer.announced(frame[2][0], op.texts, parts, None if op.readers is None else m.value(op.readers, frame[2]))


@executes(o.Todo)
def do_todo(m: Machine, frame: Frame, op: o.Todo) -> None:
    raise RunError(f"this rule is not done yet: {op.reason}", op.span)


@executes(o.TakeResult)
def do_take_result(m: Machine, frame: Frame, op: o.TakeResult) -> None:
    frame[2][op.slot] = m.s.result
    frame[1] += 1


# ---------- amounts and places ----------
@executes(o.Gain)
def do_gain(m: Machine, frame: Frame, op: o.Gain) -> None:
    subject = m.value(op.subject, frame[2])
    bundle = m.value(op.bundle, frame[2])
    other = m.value(op.other, frame[2]) if op.other is not None else None
    if subject is None:
        bundle = without_owner(m, op.mode, bundle)  # an error stands at this operation
    frame[1] += 1
    gain_amounts(m, frame, op.mode, subject, bundle, other, op.bind)


@executes(o.Move)
def do_move(m: Machine, frame: Frame, op: o.Move) -> None:
    things = m.value(op.things, frame[2])
    zone = m.t.box if op.zone is None else m.value(op.zone, frame[2])
    subject = m.value(op.subject, frame[2])
    frame[1] += 1
    move_things(m, op, things, zone, subject)


@executes(o.Draw)
def do_draw(m: Machine, frame: Frame, op: o.Draw) -> None:
    count = m.value(op.count, frame[2]) or 0
    source, zone = m.value(op.source, frame[2]), m.value(op.zone, frame[2]) if op.zone is not None else None
    subject = m.value(op.subject, frame[2])
    frame[1] += 1
    draw_things(m, op, subject, count, source, zone)


@executes(o.Shuffle)
def do_shuffle(m: Machine, frame: Frame, op: o.Shuffle) -> None:
    zone = m.value(op.zone, frame[2])
    if zone is not None:
        shuffle_zone(m, zone)
    frame[1] += 1


@executes(o.Settle)
def do_settle(m: Machine, frame: Frame, op: o.Settle) -> None:
    zone = m.value(op.zone, frame[2])
    frame[1] += 1
    zones = [zone] if zone is not None else m.t.zones_named[op.zone.zone] if isinstance(op.zone, c.ZoneOf) else []
    for zone in zones:  # all of that name, where it is known only later whose it is
        if m.s.mixed[zone] > 1 and m.s.ask_chance:
            m.s.stack.append(["@settle", 0, [zone]])
        else:
            settle_order(m, zone)


@executes(o.Face)
def do_face(m: Machine, frame: Frame, op: o.Face) -> None:
    things = m.value(op.things, frame[2])
    to = m.value(op.to, frame[2]) if op.to is not None else None
    frame[1] += 1
    items = [item for item in (things if isinstance(things, tuple) else (things,)) if item is not None]
    if op.to is not None:
        if to is None:
            return  # who shows it to nobody shows it to none
        m.s.known = tuple(sorted({*m.s.known, *((item, to) for item in items)}))
        if m.observer is not None:
            m.observer.shown(frame[2][0], items, to)
        return
    modes = [op.mode if op.mode != "flip" else ("hide" if m.s.up[item] else "reveal") for item in items]
    source = acting_thing(m)
    raise_all(m, [[mode, frame[2][0], source, [item]] for mode, item in zip(modes, items, strict=True)])


@executes(o.RollDie)
def do_roll_die(m: Machine, frame: Frame, op: o.RollDie) -> None:
    dice = m.value(op.dice, frame[2])
    subject = m.value(op.subject, frame[2])
    frame[1] += 1
    items = dice if isinstance(dice, tuple) else (dice,)
    m.s.stack.append(["@rolls", 0, [subject, tuple(d for d in items if d is not None), acting_thing(m)]])


@executes(o.Put)
def do_put(m: Machine, frame: Frame, op: o.Put) -> None:
    new, old = m.value(op.new, frame[2]), m.value(op.old, frame[2])
    subject = m.value(op.subject, frame[2])
    frame[1] += 1
    put_or_swap(m, frame, subject, new, old, op.swap)


@executes(o.TurnTo)
def do_turn_to(m: Machine, frame: Frame, op: o.TurnTo) -> None:
    face = m.value(op.face, frame[2])
    frame[1] += 1
    die = None if face is None else attr_die(m, face)
    if die is not None:
        m.s.vals[m.t.slot["_shown"][(die,)]] = face
        if m.observer is not None:
            m.observer.turned_to(die, face)


# ---------- calls ----------
@executes(o.CallVerb)
def do_call_verb(m: Machine, frame: Frame, op: o.CallVerb) -> None:
    subject = m.value(op.subject, frame[2])
    args = [m.value(arg, frame[2]) for arg in op.args]
    frame[1] += 1
    m.s.result = None
    m.raise_event([op.verb, subject, acting_thing(m), args])


@executes(o.Activate)
def do_activate(m: Machine, frame: Frame, op: o.Activate) -> None:
    subject = m.value(op.subject, frame[2])
    thing = m.value(op.thing, frame[2])
    args = [m.value(arg, frame[2]) for arg in op.args]
    frame[1] += 1
    activate_powers(m, frame, subject, thing, op.power, args)


@executes(o.Pay)
def do_pay(m: Machine, frame: Frame, op: o.Pay) -> None:
    pay_cost(m, frame, op, m.value(op.subject, frame[2]), m.value(op.cost, frame[2]))


# ---------- loops ----------
@executes(o.CountDown)
def do_count_down(m: Machine, frame: Frame, op: o.CountDown) -> None:
    left = frame[2][op.slot] or 0
    if left <= 0:
        frame[1] = op.done
        return
    frame[2][op.slot] = left - 1
    frame[1] += 1


@executes(o.CycleNext)
def do_cycle_next(m: Machine, frame: Frame, op: o.CycleNext) -> None:
    items = m.value(op.source, frame[2])
    m.spend(len(items))
    last = frame[2][op.last]
    at = items.index(last) + 1 if last in items else 0
    for item in (*items[at:], *items[:at]):
        frame[2][op.slot] = item
        if op.where is None or m.value(op.where, frame[2]):
            frame[2][op.last] = item
            frame[1] += 1
            return
    frame[1] = op.done


@executes(o.SealedSave)
def do_sealed_save(m: Machine, frame: Frame, op: o.SealedSave) -> None:
    frame[2][op.into] = (*frame[2][op.into], tuple(frame[2][op.first : op.last]))
    frame[1] += 1


@executes(o.SealedLoad)
def do_sealed_load(m: Machine, frame: Frame, op: o.SealedLoad) -> None:
    answers, *rest = frame[2][op.source]
    frame[2][op.source] = tuple(rest)
    frame[2][op.first : op.last] = list(answers)
    frame[1] += 1


# ---------- scopes ----------
@executes(o.ScopeBegin)
def do_scope_begin(m: Machine, frame: Frame, op: o.ScopeBegin) -> None:
    player = m.value(op.of, frame[2]) if op.of is not None else None
    depth = len(m.s.stack) - 1
    frame[1] += 1
    if op.word == "round":
        m.s.rounds += 1
    open_scope(m, op.word, op.name, player, op.end, depth)
    if m.observer is not None:
        m.observer.opened(op.word, op.name, player)
    scope_edge(m, "start", op.word, op.name, player)


@executes(o.ScopeEnd)
def do_scope_end(m: Machine, frame: Frame, op: o.ScopeEnd) -> None:
    scope = m.s.scopes[-1]
    if not scope.closing and scope.word != "under":
        m.s.scopes[-1] = scope._replace(closing=True)
        if scope_edge(m, "end", scope.word, scope.name, scope.player):
            return
        scope = m.s.scopes[-1]
    restore_values(m, m.s.scopes.pop())
    frame[2][0] = scope.you
    frame[1] += 1
    for path, env in reversed(scope.then):
        m.s.stack.append([path, 0, [*env, *[None] * (m.program.routines[path].size - len(env))]])


@executes(o.UnderBegin)
def do_under_begin(m: Machine, frame: Frame, op: o.UnderBegin) -> None:
    scope = Scope("under", depth=len(m.s.stack) - 1, end=op.end, you=frame[2][0])
    m.s.laid = min(m.s.laid, len(m.s.scopes))
    if op.bundle:
        captured = tuple(frame[2][: m.program.bundles[op.bundle].captured])
        m.s.scopes.append(scope._replace(bundle=op.bundle, locals=captured))
    else:
        lender = m.value(op.lender, frame[2])  # type: ignore[arg-type]
        args = [m.value(arg, frame[2]) for arg in op.args]
        m.s.scopes.append(scope._replace(lent=lent_by(m, lender, op.rules, args)))
    frame[1] += 1


@executes(o.EndScope)
def do_end_scope(m: Machine, frame: Frame, op: o.EndScope) -> None:
    for index in range(len(m.s.scopes) - 1, -1, -1):
        scope = m.s.scopes[index]
        if scope.word == op.word and (not op.name or scope.name == op.name):
            unwind_to(m, index, op.then, frame)
            return
    raise RunError(f"there is no {op.name or op.word} to end", op.span)


def unwind_to(m: Machine, index: int, then: str, frame: Frame) -> None:
    while len(m.s.scopes) > index + 1:
        restore_values(m, m.s.scopes.pop())
    scope = m.s.scopes[index]
    if then:
        seen = tuple(frame[2][: m.program.routines[then].captured])
        m.s.scopes[index] = scope = scope._replace(then=(*scope.then, (then, seen)))
    del m.s.stack[scope.depth + 1 :]
    if not m.s.stack:
        return
    target = m.s.stack[-1]
    if scope.word == "verb":
        m.s.result = None
        leave_routine(m)
    else:
        target[1] = scope.end


@executes(o.Lasting)
def do_lasting(m: Machine, frame: Frame, op: o.Lasting) -> None:
    of = m.value(op.of, frame[2]) if op.of is not None else None
    count = m.value(op.count, frame[2])
    if op.skip_current and op.edge == "end":
        count += open_now(m, op.word, op.name, of)
    seen = m.program.bundles[op.bundle] if op.bundle else m.program.routines[op.routine]
    entry = {
        "bundle": op.bundle, "routine": op.routine, "edge": op.edge, "count": count, "word": op.word, "name": op.name,
        "of": of, "locals": tuple(frame[2][: seen.captured]),
    }  # fmt: skip
    m.spend(len(m.s.lasting) + 1)
    long_list(len(m.s.lasting) + 1)
    m.s.lasting = [*m.s.lasting, entry]
    frame[1] += 1


@executes(o.EndGame)
def do_end_game(m: Machine, frame: Frame, op: o.EndGame) -> None:
    winners = m.value(op.winners, frame[2]) if op.winners is not None else ()
    m.s.winners = tuple(winners)
    m.s.ended = True
    frame[1] += 1
    if m.observer is not None:
        m.observer.ended(m.s.winners)


@executes(o.Proceed)
def do_proceed(m: Machine, frame: Frame, op: o.Proceed) -> None:
    amount = m.value(op.value, frame[2]) if op.value is not None else None
    frame[1] += 1
    proceed(m, amount)
