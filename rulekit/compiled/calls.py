"""Verbs, amounts and moves to Python statements.

Contract: an event that nobody can answer is carried out where it stands. A verb that never stops in the middle, and that
nobody can answer, is called as a plain function (`alone`).
"""

from __future__ import annotations

from rulekit.compiled.constants import named
from rulekit.compiled.functions import Line
from rulekit.compiled.menus import Menus
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program import ops as o


class Calls(Menus):
    """Prints what one routine makes others do."""

    path = ""  # of the routine that is being printed
    alone = False  # is it printed as a plain function?
    fused = False  # is it printed for playouts, which answer every question on the spot?

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._alone: dict[str, bool] = {}

    # ---------- verbs ----------
    def stands_alone(self, verb: str) -> bool:
        """Never stops in the middle, opens nothing, is answered by nobody."""
        found = self._alone.get(verb)
        if found is None:
            self._alone[verb] = False  # one that comes back to itself does not
            definition = self.program.verbs[verb]
            free = verb not in self.t.watched and verb not in self.program.scoped_verbs
            routine = self.program.routines[definition.routine] if definition.routine else None
            found = self._alone[verb] = free and routine is not None and self._plain_routine(routine)
        return found

    def _plain_routine(self, routine: o.Routine) -> bool:
        """Nothing that stops, and no loop that could go on for ever."""
        for index, op in enumerate(routine.ops):
            to = getattr(op, "to", index + 1)
            if not self._plain(op) or (to <= index and not isinstance(routine.ops[to], o.NextItem | o.CountDown)):
                return False
        return True

    def _plain(self, op: o.Operation) -> bool:
        if isinstance(op, o.CallVerb):
            return self.stays(op)
        if isinstance(op, o.NextItem):
            return not op.free
        return isinstance(op, o.Let | o.Jump | o.JumpUnless | o.SetVar | o.CountDown | o.TakeResult | o.Return | o.Require)

    def stays(self, op: o.CallVerb) -> bool:
        """Is the call over when the next operation begins?"""
        if op.verb in self.t.watched:
            return False
        return not self.program.verbs[op.verb].routine or self.stands_alone(op.verb)

    def _op_callverb(self, op: o.CallVerb, index: int) -> list[str]:
        subject, args = self.expression(op.subject, {}), [self.expression(arg, {}) for arg in op.args]
        if op.verb in self.t.watched:
            event = f"[{op.verb!r}, {subject}, m._source_of(frame), [{', '.join(args)}]]"
            return [
                f"frame[1] = {index + 1}", "s.result = None", f"m.raise_event({event})",
                "if s.stack[-1] is not frame: return -1",
            ]  # fmt: skip
        path = self.program.verbs[op.verb].routine
        if not path:
            return ["s.result = None"]
        if self.stands_alone(op.verb):
            return [f"{self._function_of(op.verb)}({', '.join(['m', 's', subject, *args])})"]
        return self._entered(op.verb, path, subject, args, index)

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
        return [*lines, "return -1"]

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
        fields = f"{word!r}, {name!r}, {player}, len(s.stack) - 1, {end}, {you}, ({''.join(saved)}), (), False, (), '', (), ()"
        return [f"s.scopes.append(scope_of(({fields})))", *lines]

    # ---------- amounts ----------
    def _op_gain(self, op: o.Gain, index: int) -> list[str] | None:
        if not self.quick_gain(op):
            other = "None" if op.other is None else self.expression(op.other, {})
            values = f"{self.expression(op.subject, {})}, {self.expression(op.bundle, {})}, {other}"
            return [f"frame[1] = {index + 1}", f"m.gain(frame, {op.mode!r}, {values}, {op.bind})", "return -1"]
        sign = "" if op.mode == "gain" else "-"
        lines = [f"frame[1] = {index + 1}", f"who = {self.expression(op.subject, {})}", "if who is not None:"]
        for resource, count in self._entries(op.bundle) or ():
            lines += [f"    k = {count}", f"    if k is not None and k > 0: m.{op.mode}_quickly(who, {resource!r}, {sign}k)"]
        return lines

    def quick_gain(self, op: o.Gain) -> bool:
        entries = self._entries(op.bundle)
        if entries is None or op.mode == "give" or op.bind >= 0 or op.mode in self.t.watched:
            return False
        return not any(self.t.stores.get(resource) for resource, _ in entries)

    def _entries(self, node: c.Core) -> list[tuple[str, str]] | None:
        """The plain amounts of a bundle that is known to have one alternative, one entry for each resource."""
        if isinstance(node, c.MakeBundle) and isinstance(node.resource, c.Const) and node.holder is None:
            return [(node.resource.value, self.expression(node.count, {}))]
        if isinstance(node, c.Op) and node.op == "bundle+":
            left, right = self._entries(node.left), self._entries(node.right)
            if left is None or right is None or {r for r, _ in left} & {r for r, _ in right}:
                return None
            return left + right
        return None

    def _op_activate(self, op: o.Activate, index: int) -> list[str]:
        args = ", ".join(self.expression(arg, {}) for arg in op.args)
        values = f"{self.expression(op.subject, {})}, {self.expression(op.thing, {})}, {op.power!r}, [{args}]"
        return [f"frame[1] = {index + 1}", f"m.activate(frame, {values})", "if s.stack[-1] is not frame: return -1"]

    def _op_pay(self, op: o.Pay, index: int) -> list[str]:
        name = self.constant("op", self.path, index)
        return [
            f"frame[1] = {index}",
            f"m.pay(frame, {name}, {self.expression(op.subject, {})}, {self.expression(op.cost, {})})",
            "if s.stack[-1] is not frame: return -1",
            f"if frame[1] != {index + 1}: pc = frame[1]; continue",
        ]

    # ---------- places ----------
    def _op_move(self, op: o.Move, index: int) -> list[str]:
        zone = str(self.t.box) if op.zone is None else self.expression(op.zone, {})
        values = f"{self.expression(op.things, {})}, {zone}, {op.place!r}, {op.shuffle!r}, {self.expression(op.subject, {})}"
        lines = [f"frame[1] = {index + 1}", f"m.move({values})"]
        return lines if self.quick_move(op) else [*lines, "if s.stack[-1] is not frame: return -1"]

    def _op_draw(self, op: o.Draw, index: int) -> list[str]:
        zone = "None" if op.zone is None else self.expression(op.zone, {})
        values = (
            f"{self.expression(op.subject, {})}, {self.expression(op.count, {})} or 0, {self.expression(op.source, {})}, {zone}"
        )
        return [
            f"frame[1] = {index + 1}",
            f"m.draw({values}, {op.bind}, {op.place!r})",
            "if s.stack[-1] is not frame: return -1",
        ]

    def _op_put(self, op: o.Put, index: int) -> list[str]:
        values = f"{self.expression(op.subject, {})}, {self.expression(op.new, {})}, {self.expression(op.old, {})}"
        return [
            f"frame[1] = {index + 1}",
            f"m.put_or_swap(frame, {values}, {op.swap!r})",
            "if s.stack[-1] is not frame: return -1",
        ]

    def quick_move(self, op: o.Move) -> bool:
        return "move" not in self.t.watched and op.place == "bottom" and (not op.shuffle or self._stays_mixed(op.zone))

    def _stays_mixed(self, zone: c.Core | None) -> bool:
        """Is it sure that shuffling this zone asks nothing? Where everybody sees the order, chance fixes it at once."""
        return isinstance(zone, c.ZoneOf) and self.program.zones[zone.zone].seen in ("nobody", "owner")
