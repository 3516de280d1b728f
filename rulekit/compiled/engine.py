"""The machine of the fast tier.

Contract: asks the same questions as `Machine`, takes the same answers and leaves the same states. Expressions, routines
and the matching of events are printed as Python; everything else is inherited.
"""

from __future__ import annotations

from typing import Any

from rulekit.compiled.code import Code, code_of
from rulekit.compiled.operations import AGAIN, ASK
from rulekit.compiled.quick import Quick
from rulekit.interpreter.events import Event
from rulekit.interpreter.machine import PATIENCE, Watchdog
from rulekit.interpreter.questions import Question
from rulekit.interpreter.state import Data, Frame
from rulekit.interpreter.table import Table
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import Watch

_STEPS: dict[str, Any] = {f"@{name[5:]}": getattr(Quick, name) for name in dir(Quick) if name.startswith("step_")}
_DEPTH = 350  # frames; more are left to the watchdog
_NESTED = 60  # frames up to which a routine waits for what it has called
_SPELL = 500  # steps it waits: whoever needs more comes under the eyes of the watchdog


class CompiledMachine(Quick):
    """Runs printed code."""

    spent = 0  # steps made by routines that wait, not yet counted

    def __init__(self, table: Table, data: Data) -> None:
        self.t, self.s = table, data
        self.program = table.program
        code = table.code
        self.code: Code = code if type(code) is Code else code_of(table)
        self.routines, self._make = self.code.routines, self.code.routine

    def play_on(self, stream: int, limit: int) -> None:
        """From now on questions are answered on the spot, by numbers of a stream, until the game has had `limit` answers."""
        self.stream, self.limit = stream, limit
        self.routines, self._make = self.code.playing, self.code.fused

    # ---------- expressions ----------
    def value(self, node: c.Core, env: list[Any]) -> Any:
        found = self.code.values.get(id(node))
        function = found[1] if found is not None else self.code.value(node)
        return function(self, self.s, env)

    def call(self, name: str, args: list[Any], you: int | None) -> Any:
        function = self.code.defines.get(name) or self.code.define(name)
        return function(self, self.s, you, *args)

    def _step(self, node: c.Builtin, env: list[Any], extra: list[Any]) -> Any:
        """Where one may go from a cell: the define itself, each cell asked once."""
        you = env[c.YOU] if env else None
        function, s = self.code.defines.get(node.step) or self.code.define(node.step), self.s
        known: dict[int, Any] = {}

        def step(cell: int) -> Any:
            found = known.get(cell)
            if found is None:
                found = known[cell] = function(self, s, you, cell, *extra)
            return found

        return step

    # ---------- running ----------
    def run(self) -> None:
        s, routines = self.s, self.routines
        stack = s.stack
        steps, watch, answered = 0, None, s.answered
        while stack and not s.ended:
            frame = stack[-1]
            path = frame[0]
            steps += 1 if watch else 1 + self.spent
            self.spent = 0
            if steps > PATIENCE or len(stack) > _DEPTH:
                if s.answered != answered:  # a playout answers on its way
                    steps, watch, answered = 0, None, s.answered
                watch = watch or Watchdog(self, steps)
                watch.tick()
                self.spent = _SPELL  # nobody waits any more: every step is looked at
            if path[0] == "@":
                question = _STEPS[path](self, frame)
                if question is not None and self._consult(question):
                    s.asking = True
                    return
                continue
            function = routines.get(path) or self._make(path)
            if function(self, s, frame, frame[2], frame[1]) == ASK:
                s.asking = True
                return
        s.asking = False
        if not stack:
            s.ended = True

    def until(self, frame: Frame) -> int:
        """Runs what was laid on a frame until that is on top again (0). Else says, as routines do, how to go on."""
        s, stack, routines = self.s, self.s.stack, self.routines
        depth = len(stack) - 2
        while depth >= 0 and stack[depth] is not frame:
            depth -= 1
        if depth < 0 or depth > _NESTED:
            return AGAIN
        while len(stack) > depth + 1 and not s.ended:
            self.spent += 1
            if self.spent > _SPELL:
                return AGAIN
            top = stack[-1]
            path = top[0]
            if path[0] == "@":
                question = _STEPS[path](self, top)
                if question is not None and self._consult(question):
                    return ASK
            elif (routines.get(path) or self._make(path))(self, s, top, top[2], top[1]) == ASK:
                return ASK
        return 0 if stack and stack[-1] is frame and not s.ended else AGAIN

    def do(self, frame: Frame, op: o.Operation) -> int:
        """An operation that is not printed, as the interpreter does it."""
        return ASK if super().step() else AGAIN

    def odd(self, frame: Frame, place: int) -> int:
        """A place in the middle of a stretch: an example, or a save of the other tier, may stand there."""
        frame[1] = place
        return ASK if super().step() else AGAIN

    def reference(self) -> Question:
        """The question of the state with all that players want to know."""
        found = self._frame_question(self.s.stack[-1])
        assert found is not None
        if found.kind != "chance":
            self._add_standing(found)
        return found

    def question(self) -> Question | None:
        stop = self.stop
        if stop is None:
            return super().question()
        if self.pending is None:
            kind, player, out, site, offers = stop
            values = out if offers is None else [option.value for option in out]
            self.pending = Question.of_values(kind, player, values, self, site.op)
        return self.pending

    def answer_value(self, value: Any) -> None:
        """Takes an answer by its value and runs on."""
        s, stop = self.s, self.stop
        s.answered += 1
        self.stop = self.pending = None
        if stop is not None:  # printed code has asked, and goes on
            frame, site = s.stack[-1], stop[3]
            if (site.play if self.limit else site.go)(self, s, frame, frame[2], value) == ASK:
                return
            if s.ended:
                s.asking = False
                return
            s.asking = False
        else:
            s.asking = False
            self.take_value(value)
        self.run()

    def on(self, frame: Frame, local: list[Any], place: int) -> int:
        """Goes on somewhere else in a routine."""
        function = self.routines.get(frame[0]) or self._make(frame[0])
        found: int = function(self, self.s, frame, local, place)
        return found

    # ---------- events ----------
    def raise_event(self, event: Event, used: tuple[Any, ...] = ()) -> None:
        """An event that nobody answers leaves no frame behind."""
        verb = event[0]
        if verb not in self.t.watched:
            self.perform(event)
            return
        s, stack = self.s, self.s.stack
        used = used or self._replacing()
        if self._answered(event, "forbid", ()) or self._answered(event, "instead", used):
            stack.append(["@event", 0, [event, used, None]])
            return
        found = self._answered(event, "before", used)
        if found:
            stack.append(["@event", 2, [event, used, None]])
            self.queue(found)
            return
        s.result = None
        depth = len(stack)
        if verb in self.program.verbs:
            stack.append(["@event", 3, [event, used, None]])
            self._perform_declared(event)
            if len(stack) > depth + 1:
                return
            stack.pop()
        else:
            self.perform(event)
            if len(stack) > depth:
                stack.insert(depth, ["@event", 3, [event, used, None]])
                return
        found = self._answered(event, "after", used)
        if found:
            stack.append(["@event", 4, [event, used, s.result]])
            self.queue(found)

    def _answered(self, event: Event, timing: str, used: tuple[Any, ...]) -> list[tuple[Watch, list[Any]]]:
        """As `answers`; mostly nobody is awake who could."""
        live = self.s.live
        watchers = None if live is None else live.get((event[0], timing))
        return [] if watchers == () else self.answers(event, timing, used)

    def answers(self, event: Event, timing: str, used: tuple[Any, ...] = ()) -> list[tuple[Watch, list[Any]]]:
        key, s = (event[0], timing), self.s
        watchers = None if s.live is None else s.live.get(key)
        if watchers is None:
            watchers = self._live(key)
        found: list[tuple[Watch, list[Any]]] = []
        for watcher in watchers:
            watcher(self, s, event, used, found)
        if len(found) > 1:
            order = self.from_active(self.t.players)
            found.sort(key=lambda pair: order.index(pair[1][0]) if pair[1][0] in order else len(order))
        return found

    def _live(self, key: tuple[str, str]) -> tuple[Any, ...]:
        """The watchers of an event that have somebody awake to act for: cards in the box cost nothing."""
        watchers = self.code.watches.get(key)
        if watchers is None:
            watchers = self.code.watchers(*key)
        watches = self.t.watches.get(key, [])
        places = range(len(watches)) if len(watches) <= len(self.s.zones) else self._near(key)
        found = tuple([watchers[at] for at in places if self.some_awake(watches[at].bearer)])
        self.s.live = {**(self.s.live or {}), key: found}
        return found

    def _near(self, key: tuple[str, str]) -> list[int]:
        """The places of the watchers that are no card's, or a card's that is not in the box."""
        always, by_thing = self.t.answerers(key)
        box = self.t.box
        found = {at for z, items in enumerate(self.s.zones) if z != box for e in items for at in by_thing.get(e, ())}
        return sorted({*always, *found})
