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
from rulekit.program.limits import NUMBER_MAX

DONE, AGAIN, ASK = 0, -1, -2  # what a routine says: it has ended, go on with the stack, wait for an answer
NESTED = 60  # frames up to which a routine waits for what it has called
SPELL = 500  # steps it waits: whoever needs more comes under the eyes of the watchdog


class Calls(Alone):
    """Prints what one routine makes others do."""

    # ---------- verbs ----------
    def _op_callverb(self, op: o.CallVerb, index: int) -> list[str]:
        subject, args = self.code(op.subject), [self.code(arg) for arg in op.args]
        if op.verb in self.t.watched:
            return self._watched(op.verb, subject, args, index)
        path = self.program.verbs[op.verb].routine
        if not path:
            return ["s.result = None"]
        if self.stands_alone(op.verb):
            return self._called(op.verb, subject, args, self._entered(op.verb, path, subject, args, index), index)
        return self._entered(op.verb, path, subject, args, index)

    def _watched(self, verb: str, subject: str, args: list[str], index: int) -> list[str]:
        """A verb that somebody may answer. A moment that nobody listens to passes by."""
        path = self.program.verbs[verb].routine
        lines = [f"frame[1] = {index + 1}", "s.result = None"]
        event = f"[{verb!r}, who, L[1] if L[1] is not None else m.source(), args]"
        told = [f"who = {subject}", f"args = [{', '.join(args)}]"]
        if not path:
            moment = [*told, *self.waits(f"m.occur_as({verb!r}, {event})", index)]
            heard = [f"heard = s.live.get({verb!r})", f"if heard is None: heard = m.listening({verb!r})", "if heard:"]
            return [*lines, *heard, *(f"    {line}" for line in moment)]
        routine = self.program.routines[path]
        values = ["who", *["None"] * (routine.size - 1)]
        for at, slot in zip(range(len(args)), routine.params, strict=False):
            values[slot] = f"args[{at}]"
        top = f"[{path!r}, 0, [{', '.join(values)}]]"
        return [*lines, *told, *self.waits(f"m.happen({event}, {top}, {verb in self.program.scoped_verbs})", index)]

    def _called(self, verb: str, subject: str, args: list[str], entered: list[str], index: int) -> list[str]:
        """A verb as a plain function. One that may end a scope or the game says so; while chance is asked, one that rolls
        must be entered."""
        call = f"{self._function_of(verb)}({', '.join(['m', 's', subject, *args])})"
        if not self.exits(verb) and not self.rolls(verb):
            return [call]
        entered = [*entered, f"pc = {index + 1}; continue"]  # it may come back without having rolled
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
        top = f"top = [{path!r}, 0, [{', '.join(values)}]]"
        lines = [f"frame[1] = {index + 1}", "s.result = None", top, "s.stack.append(top)"]
        if verb in self.program.scoped_verbs:
            lines += ["who = top[2][0]", *self.begin("verb", verb, "who", -1, "who")]
        function = named("p" if self.fused else "r", path)
        return [*lines, "m.spent = k = m.spent + 1", *self.waits(self._run_top(function), index)]

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

    def waits(self, run: str, index: int) -> list[str]:
        """Runs something that may lay frames on this one and says how far it came. What is left of it runs on here; it may
        have sent the frame elsewhere, or away."""
        rest = [f"if k == {AGAIN}: k = m.until(frame)", *self._back_on_top(index)]
        return [f"k = {run}", "if k:", *(f"    {line}" for line in rest)]

    def _back_on_top(self, index: int) -> list[str]:
        return ["if k: return k", f"if frame[1] != {index + 1}: pc = frame[1]; continue"]

    def waits_until(self, index: int) -> list[str]:
        """Runs what lies on the frame."""
        return ["k = m.until(frame)", *self._back_on_top(index)]

    def waits_for(self, act: str, index: int) -> list[str]:
        """The same for what only lays frames."""
        return [act, "if s.stack[-1] is not frame:", *(f"    {line}" for line in self.waits_until(index))]

    # ---------- amounts ----------
    def _op_gain(self, op: o.Gain, index: int) -> list[str] | None:
        if not self.quick_gain(op):
            other = "None" if op.other is None else self.code(op.other)
            values = f"{self.code(op.subject)}, {self.code(op.bundle)}, {other}"
            return [f"frame[1] = {index + 1}", *self.waits(f"m.gaining(frame, {op.mode!r}, {values}, {op.bind})", index)]
        lines, subject = [] if self.alone else [f"frame[1] = {index + 1}"], self.code(op.subject)
        some = "k > 0" if self.sure_amounts(op.bundle) else "k is not None and k > 0"
        lines.append(f"who = {subject}")
        for resource, count in self.entries(op.bundle) or ():
            sure = self.sure_thing(subject) and self._of_its_kind(op.subject, resource)
            # what the table has changes even where there is nobody
            anybody = self.sure_thing(subject) or not self.program.vars[resource].owners
            lines += [f"k = {count}", f"if {some}:" if anybody else f"if who is not None and {some}:"]
            lines += [f"    {line}" for line in self._change(op.mode, resource, index, sure)]
        return lines

    def _change(self, mode: str, resource: str, index: int, sure: bool) -> list[str]:
        """`who` gains or loses `k` of a resource; `sure`: he is one of those who have it."""
        tell = self.change_told(mode, resource, index)
        var, slots = self.program.vars[resource], self.t.slot[resource]
        if (mode == "gain" and var.cap is not None) or len(var.owners) > 1:
            sign = "" if mode == "gain" else "-"
            return [f"{'k = -' if sign else ''}m.change({resource!r}, who, {sign}k)", *tell]
        held = f"V[{slots[()]}]" if not var.owners else self._sure_var("who", resource) if sure else "V[at]"
        find = [] if held != "V[at]" else [f"at = {self.constant('slots', resource)}.get(who)"]
        if mode == "gain":
            change = [f"x = {held} + k", f"if x > {NUMBER_MAX}: number(x)", f"{held} = x"]
        elif var.floor is None:
            change = [f"{held} = number({held} - k)"]
        else:
            change = [f"k = max(0, min(k, {held} - {var.floor}))", f"{held} -= k"]
        if find:
            missing = [] if mode == "gain" else ["else: k = 0"]
            change = ["if at is not None:", *(f"    {line}" for line in change), *missing]
        return [*find, *change, *tell]

    def _op_activate(self, op: o.Activate, index: int) -> list[str]:
        subject, thing = self.code(op.subject), self.code(op.thing)
        args = [self.code(arg) for arg in op.args]
        if "activate" in self.t.watched or op.thing.type.tag != "thing" or args:
            values = f"{subject}, {thing}, {op.power!r}, [{', '.join(args)}]"
            lines = [f"frame[1] = {index + 1}", *self.waits(f"m.activating(frame, {values})", index)]
            return lines if "activate" in self.t.watched else self._with_power(op, thing, lines)
        run = self._run_top("(m.routines.get(path) or m.make(path))")
        return [
            f"frame[1] = {index + 1}",
            "s.result = None",
            f"item = {thing}",
            f"power = {self.constant('powers', op.power)}.get(item)",
            "if power is not None:",
            "    path, blank = power",
            f"    top = [path, 0, [{subject}, item, *blank]]",
            "    s.stack.append(top)",
            "    m.spent = k = m.spent + 1",
            *(f"    {line}" for line in self.waits(run, index)),
        ]

    def _with_power(self, op: o.Activate, thing: str, lines: list[str]) -> list[str]:
        """Many a thing has no such power: nothing happens."""
        if op.thing.type.tag != "thing":
            return lines
        test = f"if {thing} not in {self.constant('power', op.power)}: s.result = None"
        return [test, "else:", *(f"    {line}" for line in lines)]

    def _run_top(self, function: str) -> str:
        """Runs the frame `top` that was laid just now, the `k`th since the stack was last looked at."""
        return f"{AGAIN} if k > {SPELL} or len(s.stack) > {NESTED} else {function}(m, s, top, top[2], 0)"

    def _op_pay(self, op: o.Pay, index: int) -> list[str]:
        plain = self._plain_pay(op, index)
        if plain is not None:
            return plain
        name = self.constant("op", self.path, index)
        return [
            f"frame[1] = {index}",
            *self.waits_for(f"m.pay(frame, {name}, {self.code(op.subject)}, {self.code(op.cost)})", index),
            f"if frame[1] != {index + 1}: pc = frame[1]; continue",
        ]

    def _plain_pay(self, op: o.Pay, index: int) -> list[str] | None:
        """One amount that can be paid in one way alone: it is taken, or the payment fails."""
        entries = self.entries(op.cost)
        if entries is None or len(entries) != 1 or not self._own_only({entries[0][0]}):
            return None
        resource, count = entries[0]
        if len(self.program.vars[resource].owners) != 1 or not self.sure_number(op.cost.count, {}):  # type: ignore[attr-defined]
            return None
        slots, failed = self.constant("slots", resource), op.failed if op.failed >= 0 else index + 1
        return [
            f"who = {self.code(op.subject)}",
            f"k = {count}",
            f"at = {slots}.get(who)",
            f"if who is None or (k > 0 and (at is None or V[at] < k)): pc = {failed}; continue",
            "if k > 0: V[at] -= k",
        ]

    # ---------- places ----------
    def _op_move(self, op: o.Move, index: int) -> list[str]:
        zone = str(self.t.box) if op.zone is None else self.code(op.zone)
        things, subject = self.code(op.things), self.code(op.subject)
        place, quick = f"frame[1] = {index + 1}", self.quick_move(op)
        if quick and op.things.type.tag == "thing" and not op.shuffle:
            sure = [] if zone.isdigit() else [f"    if at is None: m.no_zone({self.constant('op', self.path, index)})"]
            carry = f"    m.carry({subject}, item, at, 'bottom')"
            return [place, f"item = {things}", f"at = {zone}", "if item is not None:", *sure, carry]
        move = f"m.move({self.constant('op', self.path, index)}, {things}, {zone}, {subject})"
        return [place, move] if quick else [place, *self.waits_for(move, index)]

    def _op_draw(self, op: o.Draw, index: int) -> list[str]:
        zone = "None" if op.zone is None else self.code(op.zone)
        values = f"{self.code(op.subject)}, {self.code(op.count)} or 0, {self.code(op.source)}, {zone}"
        return [
            f"frame[1] = {index + 1}",
            *self.waits_for(f"m.draw({self.constant('op', self.path, index)}, {values})", index),
        ]

    def _op_put(self, op: o.Put, index: int) -> list[str]:
        values = f"{self.code(op.subject)}, {self.code(op.new)}, {self.code(op.old)}"
        return [
            f"frame[1] = {index + 1}",
            *self.waits_for(f"m.put_or_swap(frame, {values}, {op.swap!r})", index),
        ]

    def quick_move(self, op: o.Move) -> bool:
        return "move" not in self.t.watched and op.place == "bottom" and (not op.shuffle or self._stays_mixed(op.zone))

    def _stays_mixed(self, zone: c.Core | None) -> bool:
        """Is it sure that shuffling this zone asks nothing? Where everybody sees the order, chance fixes it at once."""
        return isinstance(zone, c.ZoneOf) and self.program.zones[zone.zone].seen in ("nobody", "owner")
