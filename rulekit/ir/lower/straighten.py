"""Straightening: what follows an answer as one function, up to the next question.

Contract: jumps are followed while lowering, and both ways of a condition are written out, within bounds. What is beyond
them is left to the function of the whole routine. Short verbs that need no frame are inlined; where one ends a scope that the
calling routine has opened around the call, the way goes on behind that (`inline.py`). For playouts the function comes round
to its own question in a loop; any other question is left to whoever called, so that calls never pile up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import binary, negated
from rulekit.ir.lower.acts import entered
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.inline import CannotInline, Host, bound, closing, is_short
from rulekit.ir.lower.queries import sure_items
from rulekit.ir.lower.verbs import Verbs
from rulekit.ir.lower.writer import AGAIN, FRAME_NAME, PLACE, RESULT, L, Writer, at_line
from rulekit.ir.ranges import unit, units
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import OPERATIONS
from rulekit.program.types import NUMBER, PLAYER, YESNO

_ROOM = 400  # operations in one function
_NEST = 12  # loops in loops that are written so; Python takes twenty
_TURNS = 64  # times a loop goes round before somebody looks whether it ever ends
TURNS = n.Name("turns", type=NUMBER, null=False)
CHOSEN, ITEM = n.Name("chosen", type=NUMBER, null=False), n.Name("item")


class Straight:
    """Writes one function."""

    def __init__(self, cx: Lowering, verbs: Verbs, writer: Writer) -> None:
        self._cx, self._verbs, self._w = cx, verbs, writer
        self._own = -1  # the question that a loop comes round to
        self._host: Host | None = None  # while a verb is inlined
        self._loops: tuple[tuple[int, int], ...] = ()  # the loops around: where each begins, and where it goes on behind
        self._left = _ROOM

    def whole(self) -> n.Block:
        """A routine from its start on."""
        return _counting(self._way(0))

    def after(self, index: int) -> n.Block:
        """What follows an answer at a place that asks."""
        self._own = index if self._w.play else -1
        self._w.loops = self._w.play
        body = self._taken(self._w.routine.ops[index], index)
        return [n.While(body)] if self._w.play else _counting(body)

    # ---------- answers ----------
    def _taken(self, op: Any, index: int) -> n.Block:
        """Takes the answer, then goes on."""
        line = op.span.line
        found: n.Block = []
        if isinstance(op.subject, c.Local) and op.subject.slot == c.YOU:  # who was asked is somebody for sure
            found = [n.Assign(self._cx.b.fresh(PLAYER, False), n.Slot(0, type=PLAYER), line=line)]
        if isinstance(op, o.Choose):
            value = n.Name("value", type=op.element, null=not sure_items(self._cx, op.source))
            if op.optional:
                refused: n.Block = [n.Assign(self._w.local(op.slot), n.NONE), *self._way(op.empty)]
                found.append(n.If(binary("==", n.Name("value"), n.Const("done"), YESNO), refused, line=line))
            return [*found, n.Assign(self._w.local(op.slot), value, line=line), *self._way(index + 1)]
        if isinstance(op, o.AskYes):
            return [*found, n.If(negated(n.Name("value")), self._way(op.no), line=line), *self._way(index + 1)]
        found.append(n.Assign(n.Listing((CHOSEN, ITEM)), n.Name("value"), line=line))
        for at, head in enumerate(op.options):
            taken: n.Block = []
            if head.slot >= 0:
                sure = head.source is not None and sure_items(self._cx, head.source)
                taken = [n.Assign(self._w.local(head.slot), n.Name("item", type=head.type, null=not sure), line=line)]
            way = [*taken, *self._way(head.to)]
            found += way if at == len(op.options) - 1 else [n.If(binary("==", CHOSEN, n.Const(at), YESNO), way, line=line)]
        return found

    # ---------- one operation after the other ----------
    def _way(self, place: int, seen: frozenset[int] = frozenset()) -> n.Block:
        """The statements from a place to wherever they end."""
        return self._until(place, -1, seen)[0]

    def _until(self, place: int, end: int, seen: frozenset[int]) -> tuple[n.Block, bool]:
        """The statements from a place to another, and whether they get there."""
        found: n.Block = []
        ops = self._w.routine.ops
        while place < len(ops):
            op = ops[place]
            if place == end:
                return found, True
            out = self._way_out(op, place, seen)
            if out is not None:
                return [*found, *at_line(out, op.span.line)], False
            seen |= {place}
            if isinstance(op, o.Jump):
                place = op.to
                continue
            block, place = self._next(op, place, seen)
            found += block
            if place < 0:
                return found, False
        return [*found, n.Return(AGAIN)], False

    def _way_out(self, op: o.Operation, place: int, seen: frozenset[int]) -> n.Block | None:
        """Statements that leave, where the way comes back to what is written already, or goes where it cannot go on."""
        if self._loops and place in self._loops[-1]:
            return [n.Leave("continue" if place == self._loops[-1][0] else "break")]
        self._left -= 1
        beyond = place in seen or self._left < 0 or (self._w.play and OPERATIONS[type(op)].resumes and place != self._own)
        return self._leave(place) if beyond else None

    def _next(self, op: o.Operation, place: int, seen: frozenset[int]) -> tuple[n.Block, int]:
        """What an operation brings, and where it goes on; -1 if nowhere."""
        if isinstance(op, o.JumpUnless):
            return self._condition(op, place, seen)
        if self._host is not None and isinstance(op, o.EndScope | o.EndGame):
            return self._out_of_verb(self._host, op, place), -1
        if isinstance(op, o.CallVerb):
            before = self._left
            inlined = self._inlined(op, place, seen)
            if inlined is not None:
                return inlined[0], place + 1 if inlined[1] else -1
            self._left = before
        # a loop within the loop of a playout could not come round to its question
        shallow = self._own < 0 and len(self._loops) < _NEST
        if shallow and (isinstance(op, o.CountDown) or (isinstance(op, o.NextItem) and not op.free)):
            return self._loop(op, place, seen), op.done
        block = self._w.operation(op, place)
        block = self._all_leaving(block)
        if self._verbs.ends(op):
            return block, -1
        if place == self._own:
            return [*block, *self._leave(place + 1)], -1
        return block, place + 1

    def _condition(self, op: o.JumpUnless, place: int, seen: frozenset[int]) -> tuple[n.Block, int]:
        """Both ways of a condition, and where they meet; -1 if neither goes on."""
        line, test = op.span.line, self._w.code(op.condition)
        if op.to <= place:
            return [n.If(negated(test), self._way(op.to, seen), line=line)], place + 1
        last = self._w.routine.ops[op.to - 1]
        meet = last.to if isinstance(last, o.Jump) and last.to > op.to > place + 1 else op.to
        yes, here = self._until(place + 1, op.to - 1 if meet > op.to else op.to, seen)
        no, there = self._until(op.to, meet, seen)
        if not there:
            return [n.If(negated(test), no, line=line), *yes], meet if here else -1
        if not here:
            return [n.If(test, yes, line=line), *no], meet
        return [n.If(test, yes, no, line=line)], meet

    def _loop(self, op: o.NextItem | o.CountDown, place: int, seen: frozenset[int]) -> n.Block:
        """A loop over items, or so many times. Now and then it returns to the machine, whose watchdog sees what never ends."""
        self._loops = (*self._loops, (place, op.done))
        head = [self._to_break(s, op.done) for s in self._w.operation(op, place)]
        count = unit()
        if not self._w.frameless:
            late: n.Block = [*units(_TURNS), n.Assign(PLACE, n.Const(place)), n.Return(AGAIN)]
            count = [n.Assign(TURNS, binary("+", TURNS, n.Const(1))), n.If(binary(">", TURNS, n.Const(_TURNS), YESNO), late)]
        body = self._way(place + 1, seen)
        self._loops = self._loops[:-1]
        return at_line([n.While([*count, *head, *body])], op.span.line)

    def _to_break(self, s: n.Statement, done: int) -> n.Statement:
        if isinstance(s, n.If) and s.yes and isinstance(s.yes[-1], n.Goto) and s.yes[-1].place == done:
            return replace(s, yes=[*s.yes[:-1], n.Leave("break")])
        return s

    # ---------- leaving ----------
    def _leave(self, place: int | None) -> n.Block:
        if self._w.frameless:
            raise CannotInline
        if self._w.play:
            return [*([] if place is None else [n.Assign(PLACE, n.Const(place))]), n.Return(AGAIN)]
        return [n.Return(n.Call("m.go_on_at", (FRAME_NAME, L, PLACE if place is None else n.Const(place))))]

    def _leaving(self, s: n.Statement) -> n.Statement:
        """A statement whose jumps leave this function."""
        if isinstance(s, n.If):
            return replace(s, yes=self._all_leaving(s.yes), no=self._all_leaving(s.no))
        if isinstance(s, n.For):
            return replace(s, otherwise=self._all_leaving(s.otherwise))
        return s

    def _all_leaving(self, block: n.Block) -> n.Block:
        found: n.Block = []
        for s in block:
            found += self._leave(s.place) if isinstance(s, n.Goto) else [self._leaving(s)]
        return found

    # ---------- verbs ----------
    def _inlined(self, op: o.CallVerb, place: int, seen: frozenset[int]) -> tuple[n.Block, bool] | None:
        """The statements of a verb in place of its call, and whether it comes back; None where it must be called."""
        if self._w.frameless or not is_short(self._verbs, op.verb) or (self._loops and self._verbs.exits(op.verb)):
            return None
        verb = self._cx.program.routines[self._cx.program.verbs[op.verb].routine]
        block, outer = self._entering(op, place), (self._w, self._host, self._loops)
        env = bound(self._w, verb, op, block)
        self._host, self._loops = Host(self._w, place, seen), ()
        self._w = Writer(self._cx, self._verbs, verb, play=self._w.play, frameless=True, env=env)
        try:
            body, comes_back = self._until(0, len(verb.ops) - 1, frozenset())
        except CannotInline:
            return None
        finally:
            self._w, self._host, self._loops = outer
        if comes_back and any(isinstance(inner, o.CallVerb) for inner in verb.ops):
            body.append(n.Assign(RESULT, n.NONE))
        return [*at_line(block, op.span.line), *body], comes_back

    def _entering(self, op: o.CallVerb, place: int) -> n.Block:
        """What comes before the first statement of the verb. While chance is asked, one that rolls must be entered."""
        block: n.Block = [n.Assign(RESULT, n.NONE)] if self._verbs.results else []
        if self._verbs.rolls(op.verb):
            subject, args = self._w.code(op.subject), list(self._cx.values(op.args, self._w.env))
            path = self._cx.program.verbs[op.verb].routine
            enter = [*entered(self._w, op.verb, path, subject, args, place), n.Goto(place + 1)]

            block.insert(0, n.If(n.State("ask_chance"), self._all_leaving(enter)))
        return [*block, n.Assign(PLACE, n.Const(place + 1))]

    def _out_of_verb(self, host: Host, op: o.EndScope | o.EndGame, place: int) -> n.Block:
        """How an inlined verb ends a scope or the game."""
        if isinstance(op, o.EndScope):
            block, behind = closing(host, op)
            return [*block, *self._in_host(host, behind)]
        *end, _, _ = self._w.operation(op, place)
        lay = n.Do(n.Call("s.stack.append", (self._w.frame(place + 1),)))
        return at_line([*end, n.Assign(PLACE, n.Const(host.place + 1)), lay, n.Return(AGAIN)], op.span.line)

    def _in_host(self, host: Host, place: int) -> n.Block:
        """How the calling routine goes on somewhere else."""
        inner = self._w, self._host
        self._w, self._host = host.writer, None
        block = self._way(place, host.seen)
        self._w, self._host = inner
        return block


def _counting(block: n.Block) -> n.Block:
    """The counter of loops begins at nothing."""
    return [n.Assign(TURNS, n.ZERO), *block]
