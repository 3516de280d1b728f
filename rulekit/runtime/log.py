"""Places in the rules: of what runs, and of what is asked.

Contract: a place is a routine and how far it has come; `span_at` gives the text that stands there. What has happened is told by
`rulekit.story`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.runtime.machine import Machine
from rulekit.sources.source import NOWHERE


def place_in_rules(m: Machine) -> tuple[str, int] | None:
    """The routine that is being carried out, and where in it."""
    stack = m.s.stack
    if stack:  # mostly the routine that runs is on top
        path, pc, _ = stack[-1]
        if path[0] != "@":
            return path, pc
    for path, pc, _ in reversed(stack):
        if path[0] != "@":
            return path, pc
    return None


def span_at(m: Machine, spot: tuple[str, int] | None) -> Any:
    """The place in the text: that of the operation before the one that comes next."""
    if spot is None:
        return None
    ops = m.program.routines[spot[0]].ops
    return ops[max(0, min(spot[1], len(ops)) - 1)].span


def trace(m: Machine) -> tuple[str, ...]:
    """What is being carried out, innermost first."""
    found = []
    top = True
    for path, pc, _ in reversed(m.s.stack[-40:]):
        if path[0] != "@":
            ops = m.program.routines[path].ops
            found.append(f"{path} at {ops[_carried_out(ops, pc, top)].span}")
        top = False
    return tuple(found[:12])


def _carried_out(ops: Sequence[Any], pc: int, top: bool) -> int:
    """The operation that a frame stands at: what lies under something else has gone past the one that called it."""
    return min(pc if top else max(pc - 1, 0), len(ops) - 1)


def span_now(m: Machine) -> Any:
    """The place in the text that is being carried out, for an error."""
    top = True
    for path, pc, _ in reversed(m.s.stack):
        if path[0] != "@":
            ops = m.program.routines[path].ops
            span = ops[_carried_out(ops, pc, top)].span
            return span if span is not NOWHERE or pc == 0 else ops[pc - 1].span
        top = False
    return None


def place_name(m: Machine, zone: int) -> str:
    found = m.t.place_names.get(zone)
    if found is None:
        found = m.t.place_names[zone] = make_place_name(m, zone)
    return found


def make_place_name(m: Machine, zone: int) -> str:
    definition, owners = m.t.zone_of[zone]
    names = [m.t.text(o) if isinstance(o, int) else str(o) for o in owners]
    return f"{' '.join(names)}'s {definition.head.name}" if names else definition.head.name
