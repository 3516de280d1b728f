"""Orders that chance must fix before they are read.

Contract: `drop_needless(program, shuffled, unnamed)` takes out the operations that fix the order of zones which no rule
shuffles, and mends all jumps. `unnamed`: some rule shuffles a zone that it does not name.
"""

from __future__ import annotations

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import Program

_JUMPS = ("to", "done", "end", "empty", "failed", "no")
_OPEN = ("everyone", "top", "face_up")  # there a shuffle fixes the order at once


def drop_needless(program: Program, shuffled: set[str], unnamed: bool) -> None:
    """Takes out what fixes an order that is never lost."""
    names = {name for name, zone in program.zones.items() if zone.seen not in _OPEN}
    mixed = names if unnamed else {name for name in names if name in shuffled or program.zones[name].reshuffles}
    for routine in program.routines.values():
        if any(isinstance(op, o.Settle) for op in routine.ops):
            _drop(routine, [_needless(op, mixed) for op in routine.ops])


def _needless(op: o.Operation, mixed: set[str]) -> bool:
    if not isinstance(op, o.Settle):
        return False
    return op.zone.zone not in mixed if isinstance(op.zone, c.ZoneOf) else not mixed


def _drop(routine: o.Routine, gone: list[bool]) -> None:
    places, kept = [], 0
    for drop in gone:
        places.append(kept)
        kept += not drop
    places.append(kept)
    routine.ops = [op for op, drop in zip(routine.ops, gone, strict=True) if not drop]
    for op in routine.ops:
        for target in (op, *(op.options if isinstance(op, o.Ask) else ())):
            for name in _JUMPS:
                place = getattr(target, name, None)
                if type(place) is int and place >= 0:
                    setattr(target, name, places[place])
