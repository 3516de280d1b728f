"""Facts about operations and built-in functions, in one place for everybody who analyses a program.

Contract: `OPERATIONS` has every class of operation, `FUNCTIONS` every built-in function (a test holds both against the
interpreter). An analysis asks here instead of keeping a list of classes of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulekit.program import ops as o


@dataclass(frozen=True, slots=True)
class Operation:
    """What an operation may do besides going on with the next one."""

    asks: bool = False  # it may stop at itself for an answer
    leaves: bool = True  # others may run before the next operation of the routine
    ends: bool = False  # what is written behind it is reached by jumps alone
    jumps: tuple[str, ...] = ()  # its fields that are places of the routine
    binds: tuple[str, ...] = ()  # its fields that are locals it writes
    alone: bool = False  # it never needs a frame of its own, in a verb that nobody answers
    clobbers: bool = False  # it may write locals that `binds` does not name


_PLAIN = Operation(leaves=False, alone=True)

OPERATIONS: dict[type[o.Operation], Operation] = {
    o.Let: Operation(leaves=False, alone=True, binds=("slot",)),
    o.Jump: Operation(leaves=False, alone=True, ends=True, jumps=("to",)),
    o.JumpUnless: Operation(leaves=False, alone=True, jumps=("to",)),
    o.Return: Operation(leaves=False, alone=True, ends=True),
    o.Require: _PLAIN,
    o.SetVar: _PLAIN,
    o.Gain: Operation(binds=("bind",)),
    o.Move: Operation(),
    o.Draw: Operation(binds=("bind",)),
    o.Shuffle: Operation(),
    o.Settle: Operation(),
    o.Face: Operation(),
    o.RollDie: Operation(),
    o.RollNumber: Operation(asks=True, binds=("bind",)),
    o.Put: Operation(),
    o.TurnTo: Operation(leaves=False),
    o.CallVerb: Operation(),
    o.Activate: Operation(),
    o.TakeResult: Operation(leaves=False, alone=True, binds=("slot",)),
    o.Pay: Operation(jumps=("failed",)),
    o.Ask: Operation(asks=True, ends=True, jumps=("empty",), clobbers=True),
    o.Choose: Operation(asks=True, jumps=("empty",), binds=("slot", "picked")),
    o.AskYes: Operation(asks=True, ends=True, jumps=("no",)),
    o.AskTimes: Operation(asks=True, binds=("slot",)),
    o.NextItem: Operation(asks=True, jumps=("done",), binds=("items", "slot")),
    o.CountDown: Operation(leaves=False, alone=True, jumps=("done",), binds=("slot",)),
    o.CycleNext: Operation(leaves=False, jumps=("done",), binds=("last", "slot")),
    o.ScopeBegin: Operation(jumps=("end",)),
    o.ScopeEnd: Operation(asks=True, clobbers=True),
    o.UnderBegin: Operation(leaves=False, jumps=("end",)),
    o.EndScope: Operation(ends=True),
    o.EndGame: Operation(ends=True),
    o.Proceed: Operation(),
    o.SealedSave: Operation(leaves=False, binds=("into",)),
    o.SealedLoad: Operation(leaves=False, clobbers=True),
    o.Lasting: Operation(leaves=False),
    o.Todo: Operation(ends=True),
}


def targets(op: Any) -> list[int]:
    """The places of the routine that an operation may jump to."""
    found = [getattr(op, name) for name in OPERATIONS[type(op)].jumps]
    return [*found, *(head.to for head in op.options)] if isinstance(op, o.Ask) else found


@dataclass(frozen=True, slots=True)
class Function:
    """What a built-in function hangs on, and what it gives."""

    pure: bool = False  # it hangs on its values alone
    fixed: bool = False  # it hangs on the table alone, whatever its values are
    number: bool = False  # a number that is never none
    things: bool = False  # a list of things, none of them missing


_PURE, _NUMBER = Function(pure=True), Function(pure=True, number=True)
_FIXED, _FIXED_THINGS = Function(pure=True, fixed=True), Function(pure=True, fixed=True, things=True)
_STATE = Function()

FUNCTIONS: dict[str, Function] = {
    "active": _STATE,
    "actor": _STATE,
    "ahead": _PURE,
    "all_of_design": _FIXED_THINGS,
    "all_of_kind": _FIXED_THINGS,
    "amount": Function(number=True),
    "blank_sides": _NUMBER,
    "bottom": _STATE,
    "box": _FIXED,
    "bundle_size": _STATE,
    "can_pay": _STATE,
    "cells": _FIXED_THINGS,
    "directions": _PURE,
    "distance": _STATE,
    "distinct": _PURE,
    "everyone": _FIXED_THINGS,
    "first": _PURE,
    "game_over": _STATE,
    "heading": _PURE,
    "in_phase": _STATE,
    "in_step": _STATE,
    "item": _PURE,
    "last": _PURE,
    "map_value": _FIXED,
    "max": _NUMBER,
    "max_roll": _NUMBER,
    "min": _NUMBER,
    "min_roll": _NUMBER,
    "neighbours": Function(pure=True, things=True),
    "opponents": Function(pure=True, things=True),
    "path": _STATE,
    "paying_for": _STATE,
    "place": _FIXED,
    "players": _FIXED_THINGS,
    "reachable": _STATE,
    "reversed": _PURE,
    "round_number": Function(number=True),
    "seating": _FIXED_THINGS,
    "sides": _NUMBER,
    "size": _NUMBER,
    "starting": _PURE,
    "top": _STATE,
    "turn_order": _STATE,
    "winners": _STATE,
    "zone_owner": _STATE,
}
