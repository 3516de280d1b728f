"""Sealed answers of the others, drawn anew.

Contract: what a player has sealed himself stays, and so does the question that is asked; every answer that somebody else has
sealed in this round of choices is replaced by one drawn uniformly from what he could have chosen. Nothing but choices happens
before all have chosen, so the choosing can be begun again without a trace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.mentions import Mentions
from rulekit.program import ops as o
from rulekit.runtime.machine import Machine
from rulekit.runtime.state import Frame


@dataclass(frozen=True)
class Sealed:
    """A sealed choice in progress: what keeps the answers, where the next player begins, and the answers so far."""

    save: o.SealedSave
    again: int
    kept: tuple[tuple[Any, ...], ...]


def running(machine: Machine) -> tuple[o.Choose, o.SealedSave] | None:
    """The sealed question that is asked now, and what keeps its answers."""
    path, place, _ = machine.s.stack[-1] if machine.s.stack else ("@", 0, [])
    ops = machine.program.routines[path].ops if path[0] != "@" else []
    asked = ops[place] if ops else None
    if not isinstance(asked, o.Choose) or not asked.sealed:
        return None
    return asked, next(op for op in ops[place:] if isinstance(op, o.SealedSave))


def goes_on(before: Machine, after: Machine) -> bool:
    """Is the sealed question after an answer one of the same choosing, so that nothing may be told yet?"""
    one, two = running(before), running(after)
    if one is None or two is None or one[1] is not two[1] or len(before.s.stack) != len(after.s.stack):
        return False
    return _progress(before, *one) < _progress(after, *two)


def _progress(machine: Machine, asked: o.Choose, save: o.SealedSave) -> tuple[int, int, int]:
    _, place, local = machine.s.stack[-1]
    return len(local[save.into]), place, len(local[asked.picked] or ()) if asked.picked >= 0 else 0


def take_out(machine: Machine) -> Sealed | None:
    """The answers so far, taken out of the state, so that nothing they name is held in its place."""
    found = running(machine)
    if found is None:
        return None
    save = found[1]
    path, place, local = machine.s.stack[-1]
    ops = machine.program.routines[path].ops
    again = next(at for at in range(place, -1, -1) if isinstance(ops[at], o.NextItem))
    kept = local[save.into]
    local[save.into] = ()
    for slot in set(range(save.first, save.last)) - _own(ops[again + 1 : place + 1]):
        local[slot] = None  # left over from the player before
    return Sealed(save, again, kept)


def _own(ops: list[o.Operation]) -> set[int]:
    """The locals that the player who is asked has filled himself."""
    done = {op.slot for op in ops[:-1] if isinstance(op, o.Choose | o.Let)}
    return done | {op.picked for op in ops if isinstance(op, o.Choose)}


def redraw(machine: Machine, player: int, sealed: Sealed, pick: Callable[[int], int], own: Mentions) -> None:
    """Lets the others choose again in place of what was taken out; `pick(n)` draws a number below n. What the player has
    sealed himself stays, with the things that it names now: `own` tells."""
    if not sealed.kept:
        return
    chooser = Interpreter(machine.t, machine.s)  # so that the questions of this one stay as they are
    try:
        _chosen_again(chooser, player, sealed, pick, own)
    finally:
        machine.units_before += chooser.worked()


def _chosen_again(chooser: Machine, player: int, sealed: Sealed, pick: Callable[[int], int], own: Mentions) -> None:
    """All who have sealed an answer seal one again, in their order."""
    asking, chooser.s.ask_forced = chooser.s.ask_forced, True  # whoever has one answer left gives it himself
    frame, save = chooser.s.stack[-1], sealed.save
    place, begun = frame[1], frame[2][save.first : save.last]
    types = chooser.program.routines[frame[0]].types[save.first : save.last]
    _begin_again(chooser, frame, sealed)
    while len(frame[2][save.into]) < len(sealed.kept):
        question = chooser.question()
        assert question is not None
        chooser.pending = None
        if question.player == player:
            frame[2][save.into] += (tuple(own.row(sealed.kept[len(frame[2][save.into])], types)),)
            frame[1] = sealed.again
        else:
            choices = question.choices
            chooser.take(choices[pick(len(choices))] if len(choices) > 1 else choices[0])
        chooser.run()
    frame[1], frame[2][save.first : save.last] = place, begun
    chooser.s.ask_forced = asking


def _begin_again(machine: Machine, frame: Frame, sealed: Sealed) -> None:
    """Back to the moment before the first has chosen, and on to the first question."""
    ops = machine.program.routines[frame[0]].ops
    step, everybody = ops[sealed.again], ops[sealed.again - 2]  # before it: no answers, all who choose, those left
    assert isinstance(step, o.NextItem) and isinstance(everybody, o.Let)
    first, last = sealed.save.first, sealed.save.last
    frame[1], frame[2][first:last] = sealed.again, [None] * (last - first)
    frame[2][step.items] = frame[2][everybody.slot]
    machine.run()
