"""What operations may change, and what values hang on, in coarse words.

Contract: pure, over lowered code; errs on the side of more. A footprint is a set of names of variables, ZONES for what lies
where and how, or ANY for anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.derived import parts
from rulekit.program.facts import FUNCTIONS
from rulekit.program.game import Program

ZONES, ANY = "zones:", "any:"
Footprint = frozenset[str]
_NOTHING: Footprint = frozenset()
_LASTING = frozenset(("name", "seat", "left"))  # attributes that never change
# Operations that change nothing but locals of their routine.
_OWN = (
    o.Let, o.Jump, o.JumpUnless, o.Require, o.Announce, o.Return, o.Ask, o.AskYes, o.AskTimes, o.NextItem, o.CountDown,
    o.CycleNext, o.SealedSave, o.SealedLoad, o.TakeResult, o.RollNumber, o.Todo,
)  # fmt: skip
_MOVES = (o.Move, o.Draw, o.Shuffle, o.Settle, o.Face, o.Put)
_EVENTS: dict[type[o.Operation], tuple[str, ...]] = {
    o.Gain: ("gain", "lose", "give"), o.Move: ("move",), o.Draw: ("move",), o.Shuffle: (), o.Settle: (),
    o.Face: ("reveal", "hide"), o.Put: ("put", "move"),
}  # fmt: skip


class Touched:
    """What the routines of a program may change."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._answering: dict[str, list[str]] = {}
        for watch in program.watches:
            self._answering.setdefault(watch.verb, []).append(watch.routine)
        self._routines: dict[str, Footprint] = dict.fromkeys(program.routines, _NOTHING)
        self._defines: dict[str, Footprint] = {}
        changed = True
        while changed:
            changed = False
            for path, routine in program.routines.items():
                found = _NOTHING.union(*map(self.by, routine.ops))
                changed = changed or found != self._routines[path]
                self._routines[path] = found

    def by(self, op: o.Operation) -> Footprint:
        """What an operation may change, with all that answers it."""
        if isinstance(op, _OWN) or (isinstance(op, o.Choose) and op.cost is None):
            return _NOTHING
        if isinstance(op, o.SetVar):
            return frozenset((op.var,))
        if isinstance(op, o.Gain):
            return frozenset(self._program.resources()) | self._answers(_EVENTS[o.Gain])
        if isinstance(op, _MOVES):
            return frozenset((ZONES,)) | self._answers(_EVENTS[type(op)])
        if isinstance(op, o.CallVerb):
            verb = self._program.verbs[op.verb]
            return self._routines.get(verb.routine, _NOTHING) | self._answers((op.verb,))
        return frozenset((ANY,))

    def _answers(self, verbs: Iterable[str]) -> Footprint:
        return _NOTHING.union(*(self._routines[path] for verb in verbs for path in self._answering.get(verb, ())))

    def reads(self, node: c.Core) -> Footprint:
        """What a value hangs on besides locals and what is printed."""
        if isinstance(node, c.GetStat | c.Running | c.VerbRunning):
            return frozenset((ANY,))
        found = _NOTHING.union(*map(self.reads, parts(node)))
        if isinstance(node, c.GetVar):
            return found | {node.var}
        if isinstance(node, c.Items | c.ZoneUnion) or (isinstance(node, c.Attr) and node.name not in _LASTING):
            return found | {ZONES}
        if isinstance(node, c.Builtin) and not FUNCTIONS[node.name].pure:
            return found | {ZONES if node.name in ("top", "bottom") else ANY}
        return found | self._define(node.name) if isinstance(node, c.CallDefine) else found

    def _define(self, name: str) -> Footprint:
        if name not in self._defines:
            self._defines[name] = frozenset((ANY,))  # one that leads back to itself
            value = self._program.defines[name].value
            self._defines[name] = self.reads(value) if value is not None else frozenset((ANY,))
        return self._defines[name]


def meet(changed: Footprint, read: Footprint) -> bool:
    """May a change matter to a value?"""
    return bool(changed & read or (ANY in changed and read) or (ANY in read and changed))
