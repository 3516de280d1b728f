"""Deeds that are only supposed must neither ask nor hang on chance.

Contract: `check_supposed(program, supposed, sink)` follows what a deed does: its operations, the verbs and texts it runs,
and the abilities that may answer them. Where one of these asks, rolls, draws or leaves what is around it, the deed is
refused with the place. What only comes about in play (an order of several abilities, ways to pay) is an error when it
happens.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import DesignDef, KindDef, Program
from rulekit.sources.diagnostics import Label, Sink
from rulekit.sources.source import Span

_CHANCE = (o.RollDie, o.RollNumber, o.Draw, o.Shuffle, o.Settle)
_ASKS = (o.Ask, o.Choose, o.AskYes, o.AskTimes)
_EVENTS: dict[type, tuple[str, ...]] = {
    o.Gain: ("gain", "lose", "give"),
    o.Pay: ("lose", "pay"),
    o.Move: ("move",),
    o.Face: ("reveal", "hide", "flip"),
    o.Put: ("put", "swap", "move"),
    o.TurnTo: ("turn_to",),
}


def check_supposed(program: Program, supposed: list[tuple[str, Span]], sink: Sink) -> None:
    for path, span in supposed:
        found = _trouble(program, path, {path})
        if found is not None:
            place, what = found
            label = (Label(place, what),) if place != span else ()
            hint = "suppose only the part of it that changes the table, with `move` or `set`"
            sink.error("RK042", f"what is supposed here {what}, so it cannot be done for a test", span, hint, label)


def _trouble(program: Program, path: str, seen: set[str]) -> tuple[Span, str] | None:
    """The first place that asks, and what it does."""
    for op in program.routines[path].ops:
        what = _what(op)
        if what:
            return op.span, what
        for other in _runs(program, op):
            if other not in seen:
                seen.add(other)
                found = _trouble(program, other, seen)
                if found is not None:
                    return found
    return None


def _what(op: o.Operation) -> str:
    if isinstance(op, _CHANCE) or (isinstance(op, o.Move) and op.shuffle):
        return "hangs on chance"
    if isinstance(op, o.EndScope):
        return "ends what is around it"
    asks = isinstance(op, _ASKS) or (isinstance(op, o.NextItem) and op.free)
    return "asks somebody" if asks or (isinstance(op, o.Gain) and _is_choice(op.bundle)) else ""


def _is_choice(bundle: c.Core) -> bool:
    return isinstance(bundle, c.Op) and (bundle.op == "bundle or" or _is_choice(bundle.left) or _is_choice(bundle.right))


def _runs(program: Program, op: o.Operation) -> Iterator[str]:
    """The routines that an operation may bring about."""
    if isinstance(op, o.CallVerb):
        yield from filter(None, [program.verbs[op.verb].routine])
    if isinstance(op, o.Activate):
        yield from (bearer.texts[op.power] for bearer in _bearers(program) if op.power in bearer.texts)
    verbs = (op.verb,) if isinstance(op, o.CallVerb) else _EVENTS.get(type(op), ())
    yield from (watch.routine for watch in program.watches if watch.verb in verbs and watch.routine in program.routines)


def _bearers(program: Program) -> list[KindDef | DesignDef]:
    return [*program.kinds.values(), *program.designs.values()]
