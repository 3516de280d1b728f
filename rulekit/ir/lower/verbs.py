"""Which verbs and operations need no frame.

Contract: a verb is frameless if it never stops in the middle and nobody can answer it; it becomes a plain function of its
subject and parameters. It may roll dice while chance is not asked (`rolls`), and it may end a scope or the game (`exits`):
then it returns `LEFT`, and whoever called it looks where to go on.
"""

from __future__ import annotations

from functools import cached_property

from rulekit.ir import nodes as n
from rulekit.ir.fold import FRAME, UNKNOWN
from rulekit.ir.lower.costs import entries
from rulekit.ir.lower.expressions import Lowering
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import OPERATIONS
from rulekit.program.limits import NUMBER_MAX, NUMBER_MIN


class Verbs:
    """What is known about the verbs and operations of a program at a table."""

    def __init__(self, cx: Lowering) -> None:
        self._cx, self._t, self._program = cx, cx.t, cx.program
        self._frameless: dict[str, bool] = {}

    def ops(self, verb: str) -> list[o.Operation]:
        return self._program.routines[self._program.verbs[verb].routine].ops

    def is_frameless(self, verb: str) -> bool:
        """Never stops in the middle, opens nothing, is answered by nobody."""
        found = self._frameless.get(verb)
        if found is None:
            self._frameless[verb] = False  # one that comes back to itself does not
            definition = self._program.verbs[verb]
            own = verb != self._program.start  # that one may refuse the whole game
            free = own and verb not in self._t.watched and verb not in self._program.scoped_verbs
            found = free and bool(definition.routine) and self.plain(self._program.routines[definition.routine])
            self._frameless[verb] = found
        return found

    def plain(self, routine: o.Routine) -> bool:
        """Nothing that stops, and no loop that could go on for ever."""
        for index, op in enumerate(routine.ops):
            to = getattr(op, "to", None)  # of an announcement it is a player
            to = to if isinstance(to, int) else index + 1
            if not self._plain(op) or (to <= index and not isinstance(routine.ops[to], o.NextItem | o.CountDown)):
                return False
        return True

    def replies(self, routine: o.Routine) -> bool:
        """May an ability act without a frame?"""
        return self.plain(routine) and not any(OPERATIONS[type(op)].breaks for op in routine.ops)

    def _plain(self, op: o.Operation) -> bool:
        if isinstance(op, o.CallVerb):
            return self.stays(op)
        if isinstance(op, o.NextItem):
            return not op.free
        if isinstance(op, o.Gain):
            return self.gains_at_once(op)
        if isinstance(op, o.EndScope):
            return not op.then and op.word != "verb"
        if isinstance(op, o.RollNumber):
            return self.die(op) is not None
        return OPERATIONS[type(op)].frameless or isinstance(op, o.EndGame)

    def exits(self, verb: str) -> bool:
        """May it end a scope or the game?"""
        return any(isinstance(op, o.EndScope | o.EndGame) for op in self.ops(verb))

    def rolls(self, verb: str) -> bool:
        return any(isinstance(op, o.RollNumber) for op in self.ops(verb))

    def stays(self, op: o.CallVerb) -> bool:
        """Is the call over when the next operation begins, whatever happens?"""
        if op.verb in self._t.watched:
            return False
        if not self._program.verbs[op.verb].routine:
            return True
        return self.is_frameless(op.verb) and not self.exits(op.verb) and not self.rolls(op.verb)

    def die(self, op: o.RollNumber) -> tuple[int, int] | None:
        """The lowest result and the number of results of one die that is known beforehand."""
        dice = self._cx.fold.value(op.dice, FRAME)
        if dice is UNKNOWN or dice is None or len(dice) != 3 or isinstance(dice[1], tuple):
            return None
        count, sides, plus = dice
        sure = 1 + plus >= NUMBER_MIN and plus + sides <= NUMBER_MAX
        return (1 + plus, sides) if count == 1 and sides > 1 and sure else None

    def gains_at_once(self, op: o.Gain) -> bool:
        found = entries(self._cx, op.bundle, FRAME)
        if found is None or op.mode == "give" or op.bind >= 0 or op.mode in self._t.watched:
            return False
        return not any(self._t.stores.get(resource) or self._may_turn(resource, count) for resource, count in found)

    def _may_turn(self, resource: str, count: n.Value) -> bool:
        """Could this amount be less than nothing, and mean the other direction?"""
        return self._program.vars[resource].signed and not (isinstance(count, n.Const) and count.value >= 0)

    def moves_at_once(self, op: o.Move) -> bool:
        return "move" not in self._t.watched and op.place == "bottom" and (not op.shuffle or self._stays_mixed(op.zone))

    def _stays_mixed(self, zone: c.Core | None) -> bool:
        """Is it sure that shuffling this zone asks nothing? Where everybody sees the order, chance fixes it at once."""
        return isinstance(zone, c.ZoneOf) and self._program.zones[zone.zone].seen in ("nobody", "owner")

    def asks(self, op: o.Operation) -> bool:
        """May it stop at itself?"""
        return op.free if isinstance(op, o.NextItem) else OPERATIONS[type(op)].asks

    def resumes(self, op: o.Operation) -> bool:
        """Has it a function of its own that goes on from an answer?"""
        return OPERATIONS[type(op)].resumes and not (isinstance(op, o.Choose) and (op.mode != "one" or op.random))

    def leaves(self, op: o.Operation) -> bool:
        """May the frame be left after it, so that it must be possible to go on behind it?"""
        if isinstance(op, o.CallVerb):
            return not self.stays(op)
        if isinstance(op, o.Gain):
            return not self.gains_at_once(op)
        if isinstance(op, o.Move):
            return not self.moves_at_once(op)
        return op.free if isinstance(op, o.NextItem) else OPERATIONS[type(op)].leaves

    def ends(self, op: o.Operation) -> bool:
        """Is what is written behind it reached by jumps alone?"""
        return OPERATIONS[type(op)].ends or (isinstance(op, o.Choose) and (op.optional or op.sealed) and op.mode == "one")

    # ---------- the whole program ----------
    @cached_property
    def _all(self) -> list[o.Operation]:
        return [op for routine in self._program.routines.values() for op in routine.ops]

    @cached_property
    def may_last(self) -> bool:
        """Is there a rule that puts anything off, or lays down rules until some moment?"""
        return any(isinstance(op, o.Lasting) for op in self._all)

    @cached_property
    def may_follow(self) -> bool:
        """May something be left to do when a scope has closed?"""
        return any(isinstance(op, o.EndScope) and op.then for op in self._all)

    @cached_property
    def results(self) -> bool:
        """May a verb have a result: one that it returns, or one that whoever answers it has put in its place?"""
        return bool(self._t.watched) or any(isinstance(op, o.Return) and op.value is not None for op in self._all)

    def opens(self, routine: o.Routine) -> bool:
        """May a routine have scopes of its own open?"""
        if any(routine.path == self._program.verbs[verb].routine for verb in self._program.scoped_verbs):
            return True
        return any(OPERATIONS[type(op)].opens for op in routine.ops)
