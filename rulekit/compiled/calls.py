"""Verbs, amounts and moves to Python statements.

Contract: an event that nobody can answer is carried out where it stands. A verb that never stops in the middle, and that
nobody can answer, is called as a plain function (`alone`).
"""

from __future__ import annotations

from rulekit.compiled.alone import LEFT, Alone
from rulekit.compiled.constants import named
from rulekit.compiled.functions import Line
from rulekit.program import core as c
from rulekit.program import ops as o


class Calls(Alone):
    """Prints what one routine makes others do."""

    # ---------- verbs ----------
    def _op_callverb(self, op: o.CallVerb, index: int) -> list[str]:
        subject, args = self.code(op.subject), [self.code(arg) for arg in op.args]
        if op.verb in self.t.watched:
            event = f"[{op.verb!r}, {subject}, m._source_of(frame), [{', '.join(args)}]]"
            return [f"frame[1] = {index + 1}", "s.result = None", f"m.raise_event({event})", *self.waits(index)]
        path = self.program.verbs[op.verb].routine
        if not path:
            return ["s.result = None"]
        if self.stands_alone(op.verb):
            return self._called(op.verb, subject, args, self._entered(op.verb, path, subject, args, index), index)
        return self._entered(op.verb, path, subject, args, index)

    def _called(self, verb: str, subject: str, args: list[str], entered: list[str], index: int) -> list[str]:
        """A verb as a plain function. One that may end a scope or the game says so; while chance is asked, one that rolls
        must be entered."""
        call = f"{self._function_of(verb)}({', '.join(['m', 's', subject, *args])})"
        if not self.exits(verb) and not self.rolls(verb):
            return [call]
        guard = ["if s.ask_chance:", *(f"    {line}" for line in entered)] if self.rolls(verb) else []
        return [
            *guard,
            f"frame[1] = {index + 1}",
            "s.result = None",
            f"if {call} == {LEFT}:",
            "    if s.ended or not s.stack or s.stack[-1] is not frame: return -1",
            "    pc = frame[1]; continue",
        ]

    def _function_of(self, verb: str) -> str:
        found = named("g", verb)
        routine = self.program.routines[self.program.verbs[verb].routine]
        self.wanted.setdefault(found, lambda: (self.alone_routine(routine, found), routine.ops[0].span.source.name))
        return found

    def alone_routine(self, routine: o.Routine, name: str) -> list[Line]:
        raise NotImplementedError

    def _entered(self, verb: str, path: str, subject: str, args: list[str], index: int) -> list[str]:
        routine = self.program.routines[path]
        values = [subject, *["None"] * (routine.size - 1)]
        for slot, source in zip(routine.params, args, strict=False):
            values[slot] = source
        lines = [f"frame[1] = {index + 1}", "s.result = None", f"s.stack.append([{path!r}, 0, [{', '.join(values)}]])"]
        if verb in self.program.scoped_verbs:
            lines += ["who = s.stack[-1][2][0]", *self.begin("verb", verb, "who", -1, "who")]
        return [*lines, *self.waits(index, sure=True)]

    def begin(self, word: str, name: str, player: str, end: int, you: str) -> list[str]:
        """Opens a scope of the frame on top of the stack."""
        blocks = self.made(("lasting", word, name))
        lines, saved = [], []
        if blocks is None:
            return [f"m.open_scope({word!r}, {name!r}, {player}, {end}, len(s.stack) - 1)"]
        for first, last, values in blocks:
            one = last == first + 1
            saved.append(f"({first}, " + (f"(V[{first}],)" if one else f"tuple(V[{first}:{last}])") + "), ")
            lines.append(f"V[{first}] = {self.literal(values[0])}" if one else f"V[{first}:{last}] = {self.literal(values)}")
        known = self.constant("scopes", word, name, end)
        key = f"key = ({player}, len(s.stack) - 1, {you}, ({''.join(saved)}))"
        return [key, f"s.scopes.append({known}.get(key) or scope_for({known}, key, {word!r}, {name!r}, {end}))", *lines]

    def waits(self, index: int, sure: bool = False) -> list[str]:
        """Lets what was laid on the frame run, then goes on; it may have sent the frame elsewhere, or away."""
        wait = ["k = m.until(frame)", "if k: return k", f"if frame[1] != {index + 1}: pc = frame[1]; continue"]
        return wait if sure else ["if s.stack[-1] is not frame:", *(f"    {line}" for line in wait)]

    # ---------- amounts ----------
    def _op_gain(self, op: o.Gain, index: int) -> list[str] | None:
        if not self.quick_gain(op):
            other = "None" if op.other is None else self.code(op.other)
            values = f"{self.code(op.subject)}, {self.code(op.bundle)}, {other}"
            return [f"frame[1] = {index + 1}", f"m.gain(frame, {op.mode!r}, {values}, {op.bind})", *self.waits(index)]
        lines = [] if self.alone else [f"frame[1] = {index + 1}"]
        lines += [f"who = {self.code(op.subject)}", "if who is not None:"]
        for resource, count in self.entries(op.bundle) or ():
            lines += [f"    k = {count}", "    if k is not None and k > 0:"]
            lines += [f"        {line}" for line in self._change(op.mode, resource, index)]
        return lines

    def _change(self, mode: str, resource: str, index: int) -> list[str]:
        """`who` gains or loses `k` of a resource."""
        tell = self.told(f"m.{mode}_text(who, k, {resource!r})", index)
        var, slots = self.program.vars[resource], self.t.slot[resource]
        if (mode == "gain" and var.cap is not None) or len(var.owners) > 1:
            sign = "" if mode == "gain" else "-"
            return [f"{'k = -' if sign else ''}m.change({resource!r}, who, {sign}k)", *tell]
        at = str(slots[()]) if not var.owners else "at"
        find = [] if not var.owners else [f"at = {self.constant('slots', resource)}.get(who)"]
        if mode == "gain":
            change = [f"V[{at}] += k"]
        elif var.floor is None:
            change = [f"V[{at}] -= k"]
        else:
            change = [f"k = max(0, min(k, V[{at}] - {var.floor}))", f"V[{at}] -= k"]
        if find:
            missing = [] if mode == "gain" else ["else: k = 0"]
            change = [f"if at is not None: {'; '.join(change)}", *missing]
        return [*find, *change, *tell]

    def _op_activate(self, op: o.Activate, index: int) -> list[str]:
        args = ", ".join(self.code(arg) for arg in op.args)
        values = f"{self.code(op.subject)}, {self.code(op.thing)}, {op.power!r}, [{args}]"
        return [f"frame[1] = {index + 1}", f"m.activate(frame, {values})", *self.waits(index)]

    def _op_pay(self, op: o.Pay, index: int) -> list[str]:
        name = self.constant("op", self.path, index)
        return [
            f"frame[1] = {index}",
            f"m.pay(frame, {name}, {self.code(op.subject)}, {self.code(op.cost)})",
            *self.waits(index),
            f"if frame[1] != {index + 1}: pc = frame[1]; continue",
        ]

    # ---------- places ----------
    def _op_move(self, op: o.Move, index: int) -> list[str]:
        zone = str(self.t.box) if op.zone is None else self.code(op.zone)
        values = f"{self.code(op.things)}, {zone}, {op.place!r}, {op.shuffle!r}, {self.code(op.subject)}"
        lines = [f"frame[1] = {index + 1}", f"m.move({values})"]
        return lines if self.quick_move(op) else [*lines, *self.waits(index)]

    def _op_draw(self, op: o.Draw, index: int) -> list[str]:
        zone = "None" if op.zone is None else self.code(op.zone)
        values = f"{self.code(op.subject)}, {self.code(op.count)} or 0, {self.code(op.source)}, {zone}"
        return [
            f"frame[1] = {index + 1}",
            f"m.draw({values}, {op.bind}, {op.place!r})",
            *self.waits(index),
        ]

    def _op_put(self, op: o.Put, index: int) -> list[str]:
        values = f"{self.code(op.subject)}, {self.code(op.new)}, {self.code(op.old)}"
        return [
            f"frame[1] = {index + 1}",
            f"m.put_or_swap(frame, {values}, {op.swap!r})",
            *self.waits(index),
        ]

    def quick_move(self, op: o.Move) -> bool:
        return "move" not in self.t.watched and op.place == "bottom" and (not op.shuffle or self._stays_mixed(op.zone))

    def _stays_mixed(self, zone: c.Core | None) -> bool:
        """Is it sure that shuffling this zone asks nothing? Where everybody sees the order, chance fixes it at once."""
        return isinstance(zone, c.ZoneOf) and self.program.zones[zone.zone].seen in ("nobody", "owner")
