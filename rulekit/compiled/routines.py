"""Routines to Python functions, one for each stretch of straight-line code.

Contract: `segments(routine)` gives source for functions `seg(m, s, frame, L)`. A function returns the place in the
same routine where it goes on (0 or more), `AGAIN` when the stack has changed, or `ASK` when an answer is needed; in
both latter cases the frame already says where it stands. Operations that are rare or long fall back to the
interpreter's own methods, so both tiers share them.
"""

from __future__ import annotations

from rulekit.compiled.expressions import Printer
from rulekit.program import core as c
from rulekit.program import ops as o

AGAIN, ASK = -1, -2


class Segments(Printer):
    """Prints the code of routines."""

    def leaders(self, routine: o.Routine) -> list[int]:
        """Where a function must begin: the start, targets of jumps, what may ask, and what follows one that may leave."""
        found = {0}
        for index, op in enumerate(routine.ops):
            if not self._stays(op):
                found.add(index)  # asked again after an answer or a standing option, it begins anew
            found |= {target for target in _targets(op) if 0 <= target < len(routine.ops)}
            if not self._stays(op) and index + 1 < len(routine.ops):
                found.add(index + 1)
        return sorted(found)

    def _stays(self, op: o.Operation) -> bool:
        """Does the operation leave the stack as it is, so that the code can simply go on?"""
        if isinstance(op, o.Let | o.JumpUnless | o.SetVar | o.CountDown | o.SealedSave | o.SealedLoad | o.TakeResult):
            return True
        if isinstance(op, o.NextItem):
            return not op.free
        if isinstance(op, o.Move):
            return "move" not in self.t.watched and op.place == "bottom" and (not op.shuffle or self._stays_mixed(op.zone))
        if isinstance(op, o.Shuffle):
            return self._stays_mixed(op.zone)
        if isinstance(op, o.Face):
            return "reveal" not in self.t.watched and "hide" not in self.t.watched
        if isinstance(op, o.Gain):
            return self._quick_gain(op)
        return isinstance(op, o.TurnTo | o.Lasting | o.UnderBegin)

    def _stays_mixed(self, zone: c.Core | None) -> bool:
        """Is it sure that shuffling this zone asks nothing? Where everybody sees the order, chance fixes it at once."""
        return isinstance(zone, c.ZoneOf) and self.program.zones[zone.zone].seen in ("nobody", "owner")

    def segment(self, routine: o.Routine, start: int, end: int, name: str) -> str:
        """The function for the operations from `start` up to `end`."""
        lines = [f"def {name}(m, s, frame, L):"]
        for index in range(start, end):
            lines += [f"    {line}" for line in self._operation(routine.ops[index], index)]
        lines.append(f"    return {end if end < len(routine.ops) else AGAIN}")
        return "\n".join(lines)

    def _operation(self, op: o.Operation, index: int) -> list[str]:
        method = getattr(self, f"_op_{type(op).__name__.lower()}", None)
        if method is not None:
            found: list[str] | None = method(op, index)
            if found is not None:
                return found
        return self._fallback(op, index)

    def _fallback(self, op: o.Operation, index: int) -> list[str]:
        name = self.constant(op, ("op", id(op)), "P")
        if self._stays(op):
            return [f"frame[1] = {index}", f"m._x_{type(op).__name__.lower()}(frame, {name})"]
        return [f"frame[1] = {index}", f"return m.do(frame, {name})"]

    def code(self, node: c.Core) -> str:
        return self.expression(node, {})

    # ---------- operations printed in full ----------
    def _op_let(self, op: o.Let, index: int) -> list[str]:
        return [f"L[{op.slot}] = {self.code(op.value)}"]

    def _op_jump(self, op: o.Jump, index: int) -> list[str]:
        return [f"return {op.to}"]

    def _op_jumpunless(self, op: o.JumpUnless, index: int) -> list[str]:
        return [f"if not {self.code(op.condition)}:", f"    return {op.to}"]

    def _op_setvar(self, op: o.SetVar, index: int) -> list[str] | None:
        definition = self.program.vars[op.var]
        if definition.resource:
            return None
        slots = self.t.slot[op.var]
        value = self.code(op.value)
        if not op.owners:
            return [f"s.vals[{slots[()]}] = {value}"]
        if len(op.owners) > 1:
            table = self.constant(slots, ("slots", op.var), "S")
            key = "(" + ", ".join(self.code(owner) for owner in op.owners) + ",)"
        else:
            table = self.constant({k[0]: v for k, v in slots.items()}, ("slots", op.var), "S")
            key = self.code(op.owners[0])
        return [f"at = {table}.get({key})", "if at is not None:", f"    s.vals[at] = {value}"]

    def _op_return(self, op: o.Return, index: int) -> list[str]:
        value = "None" if op.value is None else self.code(op.value)
        return [f"s.result = {value}", "m.leave()", f"return {AGAIN}"]

    def _op_countdown(self, op: o.CountDown, index: int) -> list[str]:
        return [f"if not L[{op.slot}] or L[{op.slot}] <= 0:", f"    return {op.done}", f"L[{op.slot}] -= 1"]

    def _op_nextitem(self, op: o.NextItem, index: int) -> list[str] | None:
        if op.free:
            return None
        return [
            f"items = L[{op.items}]",
            "if not items:",
            f"    return {op.done}",
            f"L[{op.slot}] = items[0]",
            f"L[{op.items}] = items[1:]",
        ]

    def _op_callverb(self, op: o.CallVerb, index: int) -> list[str]:
        args = ", ".join(self.code(arg) for arg in op.args)
        event = f"[{op.verb!r}, {self.code(op.subject)}, {self._source(op.verb)}, [{args}]]"
        raised = "raise_event" if op.verb in self.t.watched else "perform"
        return [f"frame[1] = {index + 1}", "s.result = None", f"m.{raised}({event})", f"return {AGAIN}"]

    def _source(self, verb: str) -> str:
        """Only those who may answer ask where an event comes from."""
        return "m._source_of(frame)" if verb in self.t.watched else "None"

    def _op_gain(self, op: o.Gain, index: int) -> list[str] | None:
        if not self._quick_gain(op):
            return None
        sign = "" if op.mode == "gain" else "-"
        lines = [f"frame[1] = {index + 1}", f"who = {self.code(op.subject)}", "if who is not None:"]
        for resource, count in self._entries(op.bundle) or ():
            lines += [
                f"    n = {count}",
                "    if n is not None and n > 0:",
                f"        m.{op.mode}_quickly(who, {resource!r}, {sign}n)",
            ]
        return lines

    def _quick_gain(self, op: o.Gain) -> bool:
        entries = self._entries(op.bundle)
        if entries is None or op.mode == "give" or op.bind >= 0 or op.mode in self.t.watched:
            return False
        return not any(self.t.stores.get(resource) for resource, _ in entries)

    def _entries(self, node: c.Core) -> list[tuple[str, str]] | None:
        """The plain amounts of a bundle that is known to have one alternative, one entry for each resource."""
        if isinstance(node, c.MakeBundle) and isinstance(node.resource, c.Const) and node.holder is None:
            return [(node.resource.value, self.code(node.count))]
        if isinstance(node, c.Op) and node.op == "bundle+":
            left, right = self._entries(node.left), self._entries(node.right)
            if left is None or right is None or {r for r, _ in left} & {r for r, _ in right}:
                return None
            return left + right
        return None


def _targets(op: o.Operation) -> list[int]:
    found = [
        getattr(op, name) for name in ("to", "done", "empty", "no", "failed", "end") if isinstance(getattr(op, name, None), int)
    ]
    if isinstance(op, o.Ask):
        found += [head.to for head in op.options]
    return found
