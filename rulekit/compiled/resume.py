"""What follows an answer, as one function.

Contract: `Resumes.resume(routine, index, name, fused)` gives the source of a function `f(m, s, frame, L, value)` that takes an
answer at a place that asks and goes on from there, with one line after the other up to the next question: jumps are
followed while printing, and both ways of a condition are written out, within bounds. What is beyond them is left to the
function of the whole routine. For playouts (`fused`) the function comes round to its own question in a loop; any other
question is left to whoever called, so that calls never pile up.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from rulekit.compiled.functions import columns
from rulekit.compiled.known import Bound
from rulekit.compiled.operations import AGAIN
from rulekit.compiled.routines import Line, Routines
from rulekit.program import core as c
from rulekit.program import ops as o

_ROOM = 48  # operations on one way
_STOPS = (o.Ask, o.AskYes, o.Choose)
_KEEPS = (o.SetVar, o.Move, o.CallVerb, o.Require, o.ScopeBegin)  # change no local of the frame
_JUMP = re.compile(r"\bpc = (.+?)(?:; |\n\s*)continue$", re.MULTILINE)


class Resumes(Routines):
    """Prints what follows an answer, and verbs that never stop."""

    _own = -1  # the question that a loop comes round to
    _closing = False  # is a scope at its end that has not been taken away yet?

    def resume(self, routine: o.Routine, index: int, name: str, fused: bool) -> list[Line]:
        self.path, self.alone, self.fused, self._own, self.held = routine.path, False, fused, index if fused else -1, {}
        body = self._taken(routine, index)
        if fused:
            body = [("while True:", body[0][1]), *_inside(body)]
        self.fused, self._own, self.held = False, -1, {}
        top = routine.ops[index].span.line
        heads = [(f"    {head}", top) for head in columns("\n".join(line for line, _ in body))]
        return [(f"def {name}(m, s, frame, L, value):", top), *heads, *_inside(body)]

    def alone_routine(self, routine: o.Routine, name: str) -> list[Line]:
        """Where every jump leads forward, a verb without a frame is one line after the other as well."""
        backward = any(getattr(op, "to", place) < place for place, op in enumerate(routine.ops))
        if backward or len(routine.ops) > _ROOM or any(isinstance(op, o.NextItem | o.CountDown) for op in routine.ops):
            return super().alone_routine(routine, name)
        outer = self.path, self.alone, self.fused, self._own, self.held
        params = {slot: f"p{slot}" for slot in routine.params}
        self.path, self.alone, self.fused, self._own, self.held = routine.path, True, False, -1, {c.YOU: "you", **params}
        body = self._way(routine, 0)
        self.path, self.alone, self.fused, self._own, self.held = outer
        values = ", ".join(["you", *(params.get(slot, "None") for slot in range(1, routine.size))])
        top = routine.ops[0].span.line
        needs = "L" if any(re.search(r"\bL\b(?!\[\d+\] = )", line) for line, _ in body) else ""
        first = [f"L = [{values}]"] if needs else []
        if not needs:
            body = [(re.sub(r"^(\s*)L\[\d+\] = (?=[nv]\d+ = )", r"\1", line), number) for line, number in body]
            body = [line for line in body if not re.match(r"\s*L\[\d+\] = ", line[0])]
        head = f"def {name}({', '.join(['m', 's', 'you', *(f'p{slot}=None' for slot in routine.params)])}):"
        heads = [*first, *columns("\n".join(line for line, _ in body))]
        return [(head, top), *((f"    {line}", top) for line in heads), *_inside(body)]

    def _taken(self, routine: o.Routine, index: int) -> list[Line]:
        """Takes the answer, then goes on."""
        op = routine.ops[index]
        line = op.span.line
        if isinstance(op, o.Choose):
            refused: list[Line] = []
            if op.optional:
                refused = [(f"L[{op.slot}] = None", line), *self._way(routine, op.empty)]
                refused = [("if value == 'done':", line), *_inside(refused)]
            kept = self._hold(op.slot, "value", self._sure_items(op.source))
            return [*refused, (kept, line), *self._way(routine, index + 1)]
        if isinstance(op, o.AskYes):
            no = _inside(self._way(routine, op.no))
            return [("if not value:", line), *no, *self._way(routine, index + 1)]
        assert isinstance(op, o.Ask)
        lines: list[Line] = [("k, item = value", line)]
        for at, head in enumerate(op.options):
            self.held, taken = {}, []
            if head.slot >= 0:
                taken = [(self._hold(head.slot, "item", head.source is not None and self._sure_items(head.source)), line)]
            lines += [(f"if k == {at}:", line), *_inside([*taken, *self._way(routine, head.to)])]
        return lines

    def _hold(self, slot: int, source: str, sure: bool) -> str:
        """Writes a local, and holds it by a name as well."""
        name = self.fresh("n" if sure else "v")
        self.held = {**self.held, slot: name}
        return f"L[{slot}] = {name} = {source}"

    def _way(self, routine: o.Routine, place: int, seen: frozenset[int] = frozenset()) -> list[Line]:
        """The lines from a place to wherever they end."""
        lines: list[Line] = []
        while place < len(routine.ops):
            op = routine.ops[place]
            line = op.span.line
            if place in seen or len(seen) > _ROOM or (self.fused and isinstance(op, _STOPS) and place != self._own):
                return [*lines, *((text, line) for text in self._leave(str(place)))]
            seen |= {place}
            if isinstance(op, o.Jump):
                place = op.to
                continue
            if isinstance(op, o.JumpUnless):
                condition = self.code(op.condition)
                lines += [(text, line) for text in (*self._closed(condition), *_unless(condition))]
                before = self.held, self._closing
                lines += _inside(self._way(routine, op.to, seen))
                self.held, self._closing = before
            else:
                lines += [(text, line) for text in self._as_lines(op, place)]
                if isinstance(op, o.CallVerb):
                    lines = [*lines[:-1], *self._ended(routine, op, seen, lines[-1][0]), lines[-1]]
                if self.ends(op):
                    return lines
                if place == self._own:
                    return [*lines, *((text, line) for text in self._leave(str(place + 1)))]
            place += 1
        return [*lines, (f"return {AGAIN}", lines[-1][1] if lines else 1)]

    def _ended(self, routine: o.Routine, op: o.CallVerb, seen: frozenset[int], last: str) -> list[Line]:
        """Where a verb ends a scope of this routine, the way goes on behind that."""
        if not last.startswith("    ") or not self.stands_alone(op.verb) or not self.exits(op.verb):
            return []
        words = {other.word for other in self._ops(op.verb) if isinstance(other, o.EndScope)}
        ends = [begin.end for begin in routine.ops if isinstance(begin, o.ScopeBegin) and begin.word in words]
        lines: list[Line] = []
        for end in ends:
            held, self.held = self.held, {}
            lines += [(f"    if frame[1] == {end}:", op.span.line), *_inside(_inside(self._way(routine, end, seen)))]
            self.held = held
        return lines

    def _as_lines(self, op: o.Operation, place: int) -> list[str]:
        """An operation whose jumps leave this function."""
        if isinstance(op, o.Let):
            let = self._let(op)
            return [*self._closed(let), let]
        lines = self.operation(op, place)
        self.held = self._still_held(op)
        closed = self._closed(_looks(op, lines))
        if isinstance(op, o.ScopeEnd) and lines[-1].startswith("L[0] = "):
            lines[-1] = self._hold(c.YOU, lines[-1][7:], False)
        text = "\n".join(lines)
        if isinstance(op, o.ScopeBegin) and self._closing:
            text = text.replace("len(s.stack) - 1", "scope[3]").replace("s.scopes.append(", "s.scopes[-1] = (")
            self._closing = False
        found = _JUMP.sub(lambda found: "; ".join(self._leave(found[1])), text).split("\n")
        if isinstance(op, o.ScopeEnd) and "s.scopes.pop()" in found and not self.alone:
            found.remove("s.scopes.pop()")
            self._closing = True
        return [*closed, *found]

    def _closed(self, text: str) -> list[str]:
        """A scope that has ended stays open for the next to take its place, as long as nobody could look at it."""
        if not self._closing or not re.search(r"\bm\.|\bs\.|\b[dg]_", text):
            return []
        self._closing = False
        return ["s.scopes.pop()"]

    def _let(self, op: o.Let) -> str:
        source, number = self.code(op.value), self.sure_number(op.value, dict(self.held))
        if self.sure_thing(source):
            self.held = {**self.held, op.slot: source}
            return f"L[{op.slot}] = {source}"
        found = self._hold(op.slot, source, False)
        if number:
            self.numbers.add(str(self.held[op.slot]))
        return found

    def _still_held(self, op: o.Operation) -> Bound:
        """The locals that names hold after an operation."""
        if isinstance(op, o.CycleNext):
            return {**self.held, op.slot: self.next_item, op.last: self.next_item}
        if isinstance(op, o.ScopeEnd):
            return {slot: name for slot, name in self.held.items() if slot != c.YOU}
        return self.held if isinstance(op, _KEEPS) or (isinstance(op, o.Gain) and op.bind < 0) else {}

    def _leave(self, place: str) -> list[str]:
        assert not self.alone, "every way of a verb without a frame is written out"
        pop = ["s.scopes.pop()"] if self._closing else []
        if self.fused:
            return [*pop, f"frame[1] = {place}", f"return {AGAIN}"]
        return [*pop, f"return m.on(frame, L, {place})"]

    def picked(self, site: str) -> list[str]:
        return ["continue"] if self._own >= 0 else super().picked(site)


def _looks(op: o.Operation, lines: list[str]) -> str:
    """The part of an operation that could look at the scopes that are open."""
    if isinstance(op, o.CycleNext):
        return "\n".join(lines)
    opens = isinstance(op, o.ScopeBegin) and any(line.startswith("s.scopes.append(") for line in lines)
    return lines[0] if opens else "m."


def _unless(condition: str) -> list[str]:
    """The head of a block for when a condition does not hold. A search is a loop, which ends with the first that is found
    and needs no function of its own."""
    found: Any = ast.parse(condition, mode="eval").body
    search = found.args[0] if isinstance(found, ast.Call) and ast.unparse(found.func) == "any" else None
    if not isinstance(search, ast.ListComp) or len(search.generators) != 1 or len(search.generators[0].ifs) != 1:
        return [f"if not {condition}:"]
    loop = search.generators[0]
    test = ast.unparse(loop.ifs[0])
    read = sorted(set(re.findall(r"\bL\[(\d+)\]", test)), key=int)
    test = re.sub(r"\bL\[(\d+)\]", r"l\1", test)
    head = f"for {ast.unparse(loop.target)} in {ast.unparse(loop.iter)}:"
    return [*(f"l{slot} = L[{slot}]" for slot in read), head, f"    if {test}: break", "else:"]


def _inside(lines: list[Line]) -> list[Line]:
    return [(f"    {line}", number) for line, number in lines]
