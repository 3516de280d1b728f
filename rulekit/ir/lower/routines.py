"""Routines to functions.

Contract: `Routines` gives the function of a whole routine, `f(m, s, frame, L, pc)`, which goes on at any place `pc` where a
frame may stand; of what follows an answer, `f(m, s, frame, L, value)`; of a verb without a frame, `f(m, s, you, ...)`; of
an ability that never stops, `f(m, s, L)`; and of the matching of an ability against an event. They return `DONE` when they
have ended and taken their frame off the stack, `AGAIN` when the stack has changed otherwise, `ASK` when an answer is
needed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import binary, logic, negated
from rulekit.ir.fold import FRAME, UNKNOWN, Env
from rulekit.ir.lower import acts, flow, menus  # noqa: F401  (they register what lowers each operation)
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.functions import in_force, laid
from rulekit.ir.lower.inline import CannotInline
from rulekit.ir.lower.straighten import Straight
from rulekit.ir.lower.verbs import Verbs
from rulekit.ir.lower.writer import AGAIN, FRAME_NAME, PLACE, Writer
from rulekit.ir.ranges import unit, units
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import targets
from rulekit.program.game import Bind, Watch
from rulekit.program.types import NUMBER, PLAYER, YESNO

_GROUP = 6  # blocks that are looked through one after another
_TURNS = 16  # times a loop goes round before somebody looks whether it ever ends
PC, TURNS = n.Name("pc", type=NUMBER, null=False), n.Name("turns", type=NUMBER, null=False)
EVENT, USED, FOUND = n.Name("event"), n.Name("used"), n.Name("found")


class Routines:
    """The functions of the routines of one program at one table."""

    def __init__(self, cx: Lowering) -> None:
        self.cx, self.verbs = cx, Verbs(cx)

    def _function(
        self, key: Any, params: tuple[str, ...], body: n.Block, routine: o.Routine, line: int, **more: Any
    ) -> n.Function:
        return n.Function(key, params, body, routine.ops[0].span.source.name, line, **more)

    def routine(self, path: str, play: bool) -> n.Function:
        routine = self.cx.program.routines[path]
        writer = Writer(self.cx, self.verbs, routine, play=play)
        body = self._blocks(writer)
        key = ("playing" if play else "routine", path)
        return self._function(key, ("m", "s", "frame", "L", "pc"), body, routine, routine.ops[0].span.line)

    def after_answer(self, path: str, index: int, play: bool) -> n.Function:
        routine = self.cx.program.routines[path]
        writer = Writer(self.cx, self.verbs, routine, play=play)
        body = Straight(self.cx, self.verbs, writer).after(index)
        key = ("played" if play else "ask", path, index)
        return self._function(key, ("m", "s", "frame", "L", "value"), body, routine, routine.ops[index].span.line)

    def verb(self, verb: str) -> n.Function:
        """A verb without a frame: its locals are names."""
        routine = self.cx.program.routines[self.cx.program.verbs[verb].routine]
        types = {slot: routine.types[slot] if slot < len(routine.types) else NUMBER for slot in range(routine.size)}
        slots: dict[int, n.Value] = {slot: n.Name(f"l{slot}", type=types[slot]) for slot in range(routine.size)}
        slots |= {c.YOU: n.Name("you", type=PLAYER)} | {slot: n.Name(f"p{slot}", type=types[slot]) for slot in routine.params}
        env = Env(slots, framed=False)
        own = [slot for slot in range(1, routine.size) if slot not in routine.params]
        calls = any(isinstance(op, o.CallVerb) for op in routine.ops)  # calls in calls may be very many
        first: n.Block = [*(unit() if calls else []), *(n.Assign(slots[slot], n.NONE) for slot in own)]
        params = ("m", "s", "you", *(f"p{slot}" for slot in routine.params))
        body = [*first, *self._frameless(routine, env)]
        defaults = (None,) * len(routine.params)
        return self._function(("verb", verb), params, body, routine, routine.ops[0].span.line, defaults=defaults)

    def reply(self, path: str) -> n.Function:
        """The same for an ability, whose locals are known already."""
        routine = self.cx.program.routines[path]
        return self._function(
            ("reply", path), ("m", "s", "L"), self._frameless(routine, FRAME), routine, routine.ops[0].span.line
        )

    def _frameless(self, routine: o.Routine, env: Env) -> n.Block:
        try:
            return Straight(self.cx, self.verbs, Writer(self.cx, self.verbs, routine, frameless=True, env=env)).whole()
        except CannotInline:
            return [n.Assign(PC, n.ZERO), *self._blocks(Writer(self.cx, self.verbs, routine, frameless=True, env=env))]

    # ---------- whole routines ----------
    def _blocks(self, writer: Writer) -> n.Block:
        """A loop over blocks: each runs that does not stand before `pc`, so one that falls through meets the next; a jump sets
        `pc` and begins anew."""
        starts = self._leaders(writer.routine)
        ends = [*starts[1:], len(writer.routine.ops)]
        blocks = [(start, self._block(writer, start, end)) for start, end in zip(starts, ends, strict=True)]
        body: n.Block = []
        for at in range(0, len(blocks), _GROUP):
            group = blocks[at : at + _GROUP]
            tests: n.Block = [n.If(binary("<=", PC, n.Const(start), YESNO), block) for start, block in group]
            wide = len(blocks) > _GROUP
            body += [n.If(binary("<=", PC, n.Const(group[-1][0]), YESNO), tests)] if wide else tests
        loop: n.Block = [n.Assign(TURNS, n.ZERO), n.While(body)]
        if writer.frameless:
            return loop
        odd = n.Return(n.Call("m.interpret_at", (FRAME_NAME, PC)))
        return [n.If(logic("and", (PC, negated(n.In(PC, n.Const(frozenset(starts)))))), [odd]), *loop]

    def _leaders(self, routine: o.Routine) -> list[int]:
        """Where a block must begin: the start, targets of jumps, what may ask, and what follows one that may leave."""
        found = {0}
        for index, op in enumerate(routine.ops):
            found |= {target for target in targets(op) if 0 <= target < len(routine.ops)}
            if self.verbs.asks(op):
                found.add(index)
            if self.verbs.leaves(op) and index + 1 < len(routine.ops):
                found.add(index + 1)
        return sorted(found)

    def _block(self, writer: Writer, start: int, end: int) -> n.Block:
        block: n.Block = []
        for index in range(start, end):
            op = writer.routine.ops[index]
            block += self._jumping(writer.operation(op, index), writer)
            if self.verbs.ends(op):
                return block
        return block if end < len(writer.routine.ops) else [*block, n.Return(AGAIN)]

    def _jumping(self, block: n.Block, writer: Writer) -> n.Block:
        """Statements whose jumps begin the loop over blocks anew. Loops return to the machine now and then, so that the
        watchdog sees what never ends."""
        found: n.Block = []
        for s in block:
            if isinstance(s, n.Goto):
                to: n.Value = PLACE if s.place is None else n.Const(s.place)
                if s.back and writer.frameless:
                    found += unit()
                elif s.back:
                    late: n.Block = [*units(_TURNS), n.Assign(PLACE, to), n.Return(AGAIN)]
                    found += [
                        n.Assign(TURNS, binary("+", TURNS, n.Const(1))),
                        n.If(binary(">", TURNS, n.Const(_TURNS), YESNO), late),
                    ]
                found += [n.Assign(PC, to, line=s.line), n.Leave("continue")]
            else:
                found.append(self._inner_jumps(s, writer))
        return found

    def _inner_jumps(self, s: n.Statement, writer: Writer) -> n.Statement:
        if isinstance(s, n.If):
            return replace(s, yes=self._jumping(s.yes, writer), no=self._jumping(s.no, writer))
        return replace(s, otherwise=self._jumping(s.otherwise, writer)) if isinstance(s, n.For) else s

    # ---------- abilities ----------
    def watcher(self, watch: Watch) -> n.Function:
        """A function that adds to `found` a pair (ability, locals) for each bearer that answers, in the order of the reference
        tier. What the event itself rules out is asked first, before any bearer is looked at."""
        cx = self.cx
        early = [n.If(negated(test), [n.Return(n.NONE)]) for bind in watch.binds for test in self._early(bind)]
        spent = n.Listing((n.Const(watch.number), n.Slot(1)))
        inner: n.Block = [n.If(logic("and", (USED, n.In(spent, USED))), [n.Leave("continue")])]
        if watch.bearer == "rule":
            inner.append(n.Assign(n.Slot(0), n.Part(EVENT, 1)))
        for bind in watch.binds:
            inner += self._late(bind)
        if watch.where is not None:
            inner.append(n.If(negated(cx.value(watch.where, FRAME)), [n.Leave("continue")]))
        if watch.once is not None:
            inner.append(n.If(n.Call("m.is_used_up", (n.Const(watch.once), spent)), [n.Leave("continue")]))
        inner.append(n.Do(n.Call("append", (FOUND, n.Listing((cx.table("watch", watch.number), n.Name("L")))))))
        loop = self._bearers(watch)
        loop[-1].body += inner  # type: ignore[attr-defined]
        span = watch.span
        params = ("m", "s", "event", "used", "found")
        return n.Function(("watch", watch.number), params, [*early, *loop], span.source.name, span.line)

    def _bearers(self, watch: Watch) -> n.Block:
        """The loop over the locals of each bearer whose abilities hold."""
        local = n.Name("L")
        if watch.bearer == "rule":
            return [n.For((local,), n.Listing((n.Listing((n.NONE,) * watch.size, frame=True),)), [])]
        if watch.bearer.startswith("scope:"):
            return laid(self.cx, watch.bearer[6:], watch.size)
        e = n.Name("e", null=False)
        locals_ = n.Listing((n.Call("m.owner_of", (e,)), e, *[n.NONE] * (watch.size - 2)), frame=True)
        not_in_force = n.If(negated(in_force(self.cx, watch.bearer, e)), [n.Leave("continue")])
        return [n.For((e,), self.cx.table("bearers", watch.bearer), [not_in_force, n.Assign(local, locals_)])]

    def _early(self, bind: Bind) -> list[n.Value]:
        """Tests that do not depend on the bearer."""
        place = bind.place
        if place.startswith("zone "):
            name = bind.value.value if isinstance(bind.value, c.Const) else ""
            return [n.In(n.Part(n.Part(EVENT, 3), int(place[5:])), self.cx.table("zones_called", name))]
        found = self._found(bind)
        tests: list[n.Value] = [n.In(found, self.cx.table("kind", bind.kind))] if bind.kind else []
        wanted: Any = UNKNOWN if bind.value is None else self.cx.fold.value(bind.value, FRAME)
        if wanted is UNKNOWN:
            return tests
        if isinstance(wanted, tuple):
            return [*tests, n.Call("equals", (found, n.Const(wanted)))]
        return [*tests, binary("==", found, n.Const(wanted), YESNO)]

    def _found(self, bind: Bind) -> n.Value:
        by_name = bind.place.startswith("name of ")
        place = bind.place[8:] if by_name else bind.place
        at = {"subject": 1, "source": 2}.get(place)
        source: n.Value = n.Part(EVENT, at) if at is not None else n.Part(n.Part(EVENT, 3), int(place))
        return n.Lookup(self.cx.table("designs"), source, n.NONE) if by_name else source

    def _late(self, bind: Bind) -> n.Block:
        """Tests that depend on the bearer, and the locals that the event fills."""
        if bind.place.startswith("zone "):
            return []
        block: n.Block = []
        if bind.value is not None and self.cx.fold.value(bind.value, FRAME) is UNKNOWN:
            test = n.Call("equals", (self._found(bind), self.cx.value(bind.value, FRAME)))
            block.append(n.If(negated(test), [n.Leave("continue")]))
        if bind.slot >= 0:
            block.append(n.Assign(n.Slot(bind.slot), self._found(bind)))
        return block
