"""What operations do once their values are known: gains, moves, payments, powers.

Contract: both tiers work out the values of an operation and call these. They carry it out, or lay on the stack what does.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.limits import OPTIONS_MAX, too_long
from rulekit.runtime.bearers import power_routine
from rulekit.runtime.changes import exchange_places, move_thing, shuffle_zone
from rulekit.runtime.events import acting_thing, raise_all
from rulekit.runtime.machine import Machine
from rulekit.runtime.payment import debit, paid, ways
from rulekit.runtime.scopes import restore_values
from rulekit.runtime.state import Frame

_SAY_WHO = "there is no `you` here, or the one who is named is none; say who does it, as in `p gains ...`"
_ASK_FIRST = "ask first, as in `if x is not none: ...`"


def gain_amounts(m: Machine, frame: Frame, mode: str, subject: Any, bundle: Any, other: Any, bind: int) -> None:
    """Gains, loses or gives amounts, one after the other; what was really lost goes to the local `bind`."""
    if bind >= 0:
        frame[2][bind] = ((),)
    if subject is None:
        bundle = without_owner(m, mode, bundle)
    if subject is not None or bundle:
        target = len(m.s.stack) - 1
        m.s.stack.append(["@gain", 0, [mode, subject, bundle, 0, (), other, acting_thing(m), bind, target]])


def without_owner(m: Machine, mode: str, bundle: Any) -> Any:
    """What changes hands where nobody is `you`: what the table has, and what is said to be of a thing."""
    if len(bundle) > 1:
        raise RunError(f"nobody is here to choose what to {mode}", note=_SAY_WHO)
    for resource, amount, holder in bundle[0] if bundle else ():
        if amount and holder is None and m.program.vars[resource].owners:
            nobody(mode, resource)
    return bundle if bundle and bundle[0] else ()


def nobody(mode: str, resource: str) -> None:
    """What somebody should gain or lose must not vanish in silence."""
    raise RunError(f"nobody is here to {mode} `{resource}`", note=_SAY_WHO)


def nobody_pays(op: o.Pay) -> None:
    """A payment fails where somebody lacks something, not where there is nobody."""
    raise RunError("nobody is here to pay", op.span, note=_SAY_WHO.replace("gains", "pays"))


def no_owner(op: o.SetVar) -> None:
    """What should be kept somewhere must not be lost in silence."""
    yours = any(isinstance(owner, c.Local) and owner.slot == c.YOU for owner in op.owners)
    note = f"there is no `you` here; say whose, as in `set p's {op.var} to ...`" if yours else _ASK_FIRST
    raise RunError(f"there is no `{op.var}` to set: what it should belong to is none", op.span, note=note)


def move_things(m: Machine, op: o.Move, things: Any, zone: int | None, subject: Any) -> None:
    """Moves things one after the other. Where nobody answers moves, that is done at once."""
    items = tuple([i for i in (things if isinstance(things, tuple) else (things,)) if i is not None])
    if zone is None:
        if items:
            no_zone(op)
        return
    m.spend(len(items))
    if "move" in m.t.watched:
        m.s.stack.append(["@moves", 0, [subject, items, zone, op.place, op.shuffle]])
        return
    for item in items:
        move_thing(m, subject, item, zone, op.place, mixes=op.shuffle)
    if op.shuffle:
        shuffle_zone(m, zone)


def no_zone(op: o.Operation) -> None:
    """What should go somewhere must not stay where it is in silence."""
    raise RunError("there is no such zone to move to: what it should belong to is none", op.span)


def put_or_swap(m: Machine, frame: Frame, subject: Any, new: int | None, old: int | None, swap: bool) -> None:
    if new is None or old is None:
        return
    if swap:
        exchange_places(m, subject, new, old, True)
    else:
        m.raise_event(["put", subject, acting_thing(m), [new, old]])


def activate_powers(m: Machine, frame: Frame, subject: Any, thing: Any, power: str, args: list[Any]) -> None:
    m.s.result = None
    source = acting_thing(m)
    items = thing if isinstance(thing, tuple) else (thing,)
    able = [item for item in items if item is not None and power_routine(m, item, power) is not None]
    if "activate" not in m.t.watched:
        able.reverse()  # each is laid on the stack: the last one laid acts first
    raise_all(m, [["activate", subject, source, [item, power, *args]] for item in able])


def leave_routine(m: Machine) -> None:
    """Ends the routine on top of the stack and whatever it had opened."""
    m.s.stack.pop()
    depth, scopes = len(m.s.stack), m.s.scopes
    while scopes and scopes[-1].depth >= depth:
        restore_values(m, scopes.pop())


def pay_cost(m: Machine, frame: Frame, op: o.Pay, player: Any, cost: Any) -> None:
    """Pays in the only way, or lets the player choose one; goes elsewhere if there is none."""
    if player is None:
        nobody_pays(op)
    found = ways(m, player, cost, op.purpose)
    m.spend(len(found))
    if not found:
        if m.observer is not None:
            m.observer.unpaid(player, cost)
        frame[1] = op.failed if op.failed >= 0 else frame[1] + 1
        return
    frame[1] += 1
    if len(found) == 1:
        debit(m, found[0])
        if op.told:
            m.s.result = paid(m, player, found[0])
    else:
        m.s.stack.append(["@pay", 0, [player, tuple(found)]])


def count_answers(m: Machine, count: int) -> None:
    """Refuses a question with too many answers, before they are made."""
    if count > OPTIONS_MAX:
        raise RunError(too_long(f"a question with {count:,} answers", OPTIONS_MAX))
    m.spend(count)
