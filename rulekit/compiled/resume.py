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
from typing import Any, NamedTuple

from rulekit.compiled.expressions import may_fail
from rulekit.compiled.functions import COUNTED, columns
from rulekit.compiled.inside import Inside, Left
from rulekit.compiled.known import Bound
from rulekit.compiled.operations import AGAIN
from rulekit.compiled.routines import Line
from rulekit.program import core as c
from rulekit.program import ops as o

_ROOM = 400  # operations in one function
_NEST = 12  # loops in loops that are written so; Python takes twenty
_BREATH = 64  # times a loop goes round before somebody looks whether it ever ends
_STOPS = (o.Ask, o.AskYes, o.Choose)
_KEEPS = (o.SetVar, o.Move, o.CallVerb, o.Require, o.ScopeBegin)  # change no local of the frame
_FIRST = re.compile(r"\bV\[(\w+) \+ 0\]")  # a slot counted from the first one on
_JUMP = re.compile(r"\bpc = (.+?)(?:; |\n\s*)continue$", re.MULTILINE)


class Closing(NamedTuple):
    """A scope that has ended, and stays for the next to take its place as long as nobody could look."""

    end: int  # its place
    you: Any  # the name of the subject from before it
    restore: list[str]  # lines that bring back what it had set aside


class Resumes(Inside):
    """Prints what follows an answer, and verbs that never stop."""

    _own = -1  # the question that a loop comes round to
    _closing: Closing | None = None  # a scope at its end that has not been taken away yet
    _follows = ""  # the subject of a scope that has just taken the place of another: `found` holds both
    _left = 0  # operations for which there is room

    def resume(self, routine: o.Routine, index: int, name: str, fused: bool) -> list[Line]:
        self._begin(routine, fused=fused, own=index if fused else -1)
        body = self._taken(routine, index)
        if fused:
            body = [("while True:", body[0][1]), *_inside(body)]
        self._begin(routine)
        return _function(f"def {name}(m, s, frame, L, value):", body, routine.ops[index].span.line)

    def alone_routine(self, routine: o.Routine, name: str) -> list[Line]:
        """A verb without a frame is one line after the other as well, unless one of its jumps cannot be written so."""
        outer = self.path, self.alone, self.fused, self._own, self.held, self._closing, self.loops, self._left
        params = {slot: f"p{slot}" for slot in routine.params}
        self._begin(routine, alone=True)
        self.held = {c.YOU: "you", **params}
        try:
            body = self._way(routine, 0)
        except Left:
            body = []
        self.path, self.alone, self.fused, self._own, self.held, self._closing, self.loops, self._left = outer
        if not body:
            return super().alone_routine(routine, name)
        head = f"def {name}({', '.join(['m', 's', 'you', *(f'p{slot}=None' for slot in routine.params)])}):"
        body = [*((text, body[0][1]) for text in self.counts_itself(routine)), *body]
        values = ", ".join(["you", *(params.get(slot, "None") for slot in range(1, routine.size))])
        if any(re.search(r"\bL\b(?!\[\d+\] = )", line) for line, _ in body):
            return _function(head, [(f"L = [{values}]", body[0][1]), *body], routine.ops[0].span.line)
        kept = [(re.sub(r"^(\s*)L\[\d+\] = (?=[nv]\d+ = )", r"\1", line), number) for line, number in body]
        bare = [(re.sub(r"^(\s*)L\[\d+\] = .*", r"\1pass", line), number) for line, number in kept]
        return _function(head, bare, routine.ops[0].span.line)

    def _begin(self, routine: o.Routine, *, fused: bool = False, alone: bool = False, own: int = -1) -> None:
        self.path, self.alone, self.fused, self._own = routine.path, alone, fused, own
        self.held, self._closing, self.loops, self._left = {}, None, (), _ROOM

    def _taken(self, routine: o.Routine, index: int) -> list[Line]:
        """Takes the answer, then goes on."""
        op = routine.ops[index]
        line = op.span.line
        asked = self._asked(op)
        if isinstance(op, o.Choose):
            refused: list[Line] = []
            if op.optional:
                held = self.held
                refused = [(f"L[{op.slot}] = None", line), *self._way(routine, op.empty)]
                refused = [("if value == 'done':", line), *_inside(refused)]
                self.held, self._closing = held, None
            kept = self._hold(op.slot, "value", self._sure_items(op.source))
            return [*asked, *refused, (kept, line), *self._way(routine, index + 1)]
        if isinstance(op, o.AskYes):
            held = self.held
            no = _inside(self._way(routine, op.no))
            self.held, self._closing = held, None
            return [*asked, ("if not value:", line), *no, *self._way(routine, index + 1)]
        assert isinstance(op, o.Ask)
        lines: list[Line] = [*asked, ("k, item = value", line)]
        held = self.held
        for at, head in enumerate(op.options):
            self.held, self._closing, taken = held, None, []
            if head.slot >= 0:
                taken = [(self._hold(head.slot, "item", head.source is not None and self._sure_items(head.source)), line)]
            lines += [(f"if k == {at}:", line), *_inside([*taken, *self._way(routine, head.to)])]
        return lines

    def _asked(self, op: Any) -> list[Line]:
        """Who was asked is somebody for sure."""
        if not isinstance(op.subject, c.Local) or op.subject.slot != c.YOU:
            return []
        name = self.fresh("n")
        self.held = {c.YOU: name}
        return [(f"{name} = L[0]", op.span.line)]

    def _hold(self, slot: int, source: str, sure: bool) -> str:
        """Writes a local, and holds it by a name as well."""
        name = self.fresh("n" if sure else "v")
        self.held = {**self.held, slot: name}
        return f"L[{slot}] = {name} = {source}"

    # ---------- one line after the other ----------
    def _way(self, routine: o.Routine, place: int, seen: frozenset[int] = frozenset()) -> list[Line]:
        """The lines from a place to wherever they end."""
        return self.until(routine, place, -1, seen)[0]

    def until(self, routine: o.Routine, place: int, end: int, seen: frozenset[int]) -> tuple[list[Line], bool]:
        """The lines from a place to another, and whether they get there."""
        self._follows = ""
        lines: list[Line] = []
        while place < len(routine.ops):
            op = routine.ops[place]
            if place == end:
                return lines, True
            out = self._way_out(op, place, seen)
            if out is not None:
                return [*lines, *((text, op.span.line) for text in out)], False
            seen |= {place}
            if isinstance(op, o.Jump):
                place = op.to
                continue
            found, place = self._stretch(routine, op, place, seen)
            lines += found
            if place < 0:
                return lines, False
        return [*lines, (f"return {AGAIN}", lines[-1][1] if lines else 1)], False

    def _way_out(self, op: o.Operation, place: int, seen: frozenset[int]) -> list[str] | None:
        """Lines that leave, where the way comes back to what is written already, or goes where it cannot go on."""
        if self.loops and place in self.loops[-1]:
            return [*self._closed("m."), "continue" if place == self.loops[-1][0] else "break"]
        self._left -= 1
        beyond = place in seen or self._left < 0 or (self.fused and isinstance(op, _STOPS) and place != self._own)
        return self._leave(str(place)) if beyond else None

    def _stretch(self, routine: o.Routine, op: o.Operation, place: int, seen: frozenset[int]) -> tuple[list[Line], int]:
        """What an operation brings, and where it goes on; -1 if nowhere."""
        if not isinstance(op, o.Let | o.ScopeBegin):
            self._follows = ""
        if isinstance(op, o.JumpUnless):
            return self._condition(routine, op, place, seen)
        if self.call is not None and isinstance(op, o.EndScope | o.EndGame):
            return self.way_out(self.call, op, place), -1
        if isinstance(op, o.CallVerb):
            before, closed = (self._left, self._closing), [(text, op.span.line) for text in self._closed("m.")]
            written = self.written_out(routine, op, place, seen)
            if written is not None:
                self._closing = None
                return [*closed, *written[0]], place + 1 if written[1] else -1
            self._left, self._closing = before
        # a loop within the loop of a playout could not come round to its question
        shallow = self._own < 0 and len(self.loops) < _NEST
        if shallow and (isinstance(op, o.CountDown) or (isinstance(op, o.NextItem) and not op.free)):
            return self._loop_of(routine, op, place, seen), op.done
        lines = [(text, op.span.line) for text in self._as_lines(op, place)]
        if isinstance(op, o.CallVerb):
            lines = [*lines[:-1], *self._ended(routine, op, seen, lines[-1][0]), lines[-1]]
        if self.ends(op):
            return lines, -1
        if place == self._own:
            return [*lines, *((text, op.span.line) for text in self._leave(str(place + 1)))], -1
        return lines, place + 1

    def _condition(self, routine: o.Routine, op: o.JumpUnless, place: int, seen: frozenset[int]) -> tuple[list[Line], int]:
        """Both ways of a condition, and where they meet; -1 if neither goes on."""
        line, condition = op.span.line, self.code(op.condition)
        lines = [(text, line) for text in self._closed("m.")]
        before = self.held
        if op.to <= place:
            no = self._way(routine, op.to, seen)
            self.held, self._closing = before, None
            return [*lines, (f"if not {condition}:", line), *_inside(no)], place + 1
        last = routine.ops[op.to - 1]
        meet = last.to if isinstance(last, o.Jump) and last.to > op.to > place + 1 else op.to
        yes, here = self._branch(routine, place + 1, op.to - 1 if meet > op.to else op.to, seen)
        held, self.held = self.held, before
        no, there = self._branch(routine, op.to, meet, seen)
        self.held = _common(held, self.held) if here and there else held if here else self.held
        return [*lines, *_either(condition, yes, here, no, there, line)], meet if here or there else -1

    def _branch(self, routine: o.Routine, place: int, end: int, seen: frozenset[int]) -> tuple[list[Line], bool]:
        lines, falls = self.until(routine, place, end, seen)
        if falls:
            lines += [(text, lines[-1][1]) for text in self._closed("m.")]
        self._closing = None
        return lines, falls

    def _loop_of(self, routine: o.Routine, op: o.NextItem | o.CountDown, place: int, seen: frozenset[int]) -> list[Line]:
        """A loop over items, or so many times. It comes up for air now and then, so that what runs for ever is noticed."""
        line = op.span.line
        lines: list[Line] = [(text, line) for text in self._closed("m.")]
        self.held, self.loops = {}, (*self.loops, (place, op.done))
        head = [text.replace(f"pc = {op.done}; continue", "break") for text in self.operation(op, place)]
        out_of_breath = f"if n > {_BREATH}: m.units -= {_BREATH}; frame[1] = {place}; return {AGAIN}"
        air = list(COUNTED) if self.alone else ["n += 1", out_of_breath]
        body = self._way(routine, place + 1, seen)
        self.held, self.loops, self._closing = {}, self.loops[:-1], None
        return [*lines, ("while True:", line), *_inside([*((text, line) for text in (*air, *head)), *body])]

    def _ended(self, routine: o.Routine, op: o.CallVerb, seen: frozenset[int], last: str) -> list[Line]:
        """Where a verb ends a scope of this routine, the way goes on behind that."""
        if self.loops or not last.startswith("    ") or not self.stands_alone(op.verb) or not self.exits(op.verb):
            return []
        words = {other.word for other in self._ops(op.verb) if isinstance(other, o.EndScope)}
        ends = [begin.end for begin in routine.ops if isinstance(begin, o.ScopeBegin) and begin.word in words]
        lines: list[Line] = []
        for end in ends:
            held, self.held = self.held, {}
            lines += [(f"    if frame[1] == {end}:", op.span.line), *_inside(_inside(self._way(routine, end, seen)))]
            self.held, self._closing = held, None
        return lines

    def _as_lines(self, op: o.Operation, place: int) -> list[str]:
        """An operation whose jumps leave this function."""
        if isinstance(op, o.Let):
            let = self._let(op)
            return [*self._closed(let), *([let] if self.call is None else self.unlisted([let]))]
        lines = self.operation(op, place)
        self.held = self._still_held(op)
        if isinstance(op, o.TakeResult):
            lines[-1] = self._hold(op.slot, "s.result", False)
        elif isinstance(op, o.RollNumber) and lines[-1] == f"L[{op.bind}] = k":
            lines[-1] = self._hold(op.bind, "k", False)
            self.numbers.add(str(self.held[op.bind]))
        closed = self._closed(_looks(op, lines))
        if isinstance(op, o.ScopeEnd) and lines[-1].startswith("L[0] = "):
            lines[-1] = self._hold(c.YOU, lines[-1][7:], False)
        if isinstance(op, o.ScopeBegin):
            closed, lines = self._opened(op, lines, place)
        found = self.leaving("\n".join(lines))
        if self.call is not None:
            found = self.unlisted(found)
        if isinstance(op, o.ScopeEnd) and "s.scopes.pop()" in found and not self.alone:
            at = found.index("s.scopes.pop()")
            self._closing = Closing(place, self.held[c.YOU], found[at + 1 : -1])
            found[at:-1] = []
        return [*closed, *found]

    def _opened(self, op: o.ScopeBegin, lines: list[str], place: int) -> tuple[list[str], list[str]]:
        """A scope takes the place of one that has ended. If that was opened here as well, it differs in its player alone."""
        closing, follows, self._follows = self._closing, self._follows, ""
        opens = [at for at, line in enumerate(lines) if line.startswith("s.scopes.append(")]
        if follows and opens and op.of is None and lines[opens[0] - 1].endswith(f", {follows}, ())"):
            lines[opens[0] - 1 : opens[0] + 1] = [f"s.scopes.append(found[2] or scope_inside(found, {self._scope_of(op)}))"]
            return [], lines
        if closing is None or not opens:
            return self._closed("m."), lines
        closed, at = self._closed(lines[0]), opens[0]
        if closed:
            return closed, lines
        self._closing = None
        if closing.end != op.end or closing.you != self.held.get(c.YOU):
            lines[at - 1] = lines[at - 1].replace("len(s.stack) - 1", "scope[3]")
            lines[at] = lines[at].replace("s.scopes.append(", "s.scopes[-1] = (")
            return closing.restore, lines
        after, self._follows = self.constant("remembered", "after", self.path, place), lines[0].removeprefix("who = ")
        found = f"found = scope_after({after}, scope, who, {self._scope_of(op)})"
        lines[at - 1 : at + 1] = [f"found = {after}.get(who)", f"if found is None or found[0] is not scope: {found}"]
        lines.insert(at + 1, "s.scopes[-1] = found[1]")
        return [], lines

    def _scope_of(self, op: o.ScopeBegin) -> str:
        return f"{self.constant('scopes', op.word, op.name, op.end)}, {op.word!r}, {op.name!r}, {op.end}"

    def leaving(self, text: str) -> list[str]:
        """Lines whose jumps leave this function."""
        return _JUMP.sub(lambda found: "; ".join(self._leave(found[1])), text).split("\n")

    def _closed(self, text: str) -> list[str]:
        """A scope that has ended stays open for the next to take its place, as long as nobody could look at it."""
        closing = self._closing
        if closing is None or not re.search(r"\bm\.|\bs\.|\b[dg]_" + (r"|\bV\b" if closing.restore else ""), text):
            return []
        self._closing = None
        return ["s.scopes.pop()", *closing.restore]

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
        if isinstance(op, o.TakeResult | o.RollNumber):
            changed = op.slot if isinstance(op, o.TakeResult) else op.bind
            return {slot: name for slot, name in self.held.items() if slot != changed}
        return self.held if isinstance(op, _KEEPS) or (isinstance(op, o.Gain) and op.bind < 0) else {}

    def _leave(self, place: str) -> list[str]:
        if self.alone:
            raise Left
        pop = [] if self._closing is None else ["s.scopes.pop()", *self._closing.restore]
        if self.fused:
            return [*pop, f"frame[1] = {place}", f"return {AGAIN}"]
        return [*pop, f"return m.on(frame, L, {place})"]

    def picked(self, site: str) -> list[str]:
        return ["continue"] if self._own >= 0 else super().picked(site)


def _looks(op: o.Operation, lines: list[str]) -> str:
    """The part of an operation that could look at the scopes that are open."""
    return "\n".join(lines) if isinstance(op, o.CycleNext) else "" if isinstance(op, o.ScopeBegin) else "m."


def _either(condition: str, yes: list[Line], here: bool, no: list[Line], there: bool, line: int) -> list[Line]:
    """A condition with its two blocks; `here` and `there` say which of them go on behind it."""
    search = _search(condition)
    if search is not None and not there and not _jumps(no):
        return [*((text, line) for text in (*search, "        break", "else:")), *_inside(no), *yes]
    if search is not None and not here and not _jumps(yes):
        return [*((text, line) for text in search), *_inside(_inside(yes)), *no]
    if not there:
        return [(f"if not {condition}:", line), *_inside(no), *yes]
    lines = [(f"if {condition}:", line), *_inside(yes or [("pass", line)])]
    return [*lines, *((("else:", line), *_inside(no)) if no and here else no)]


def _search(condition: str) -> list[str] | None:
    """A condition that something is found, as the head of a loop over what is looked through: it ends with the first that
    is found, and needs no function of its own."""
    found: Any = ast.parse(condition, mode="eval").body
    inner = found.args[0] if isinstance(found, ast.Call) and ast.unparse(found.func) == "any" else None
    if not isinstance(inner, ast.ListComp) or len(inner.generators) != 1 or len(inner.generators[0].ifs) != 1:
        return None
    loop = inner.generators[0]
    test = ast.unparse(loop.ifs[0])
    if may_fail(test):
        return None
    read = sorted(set(re.findall(r"\bL\[(\d+)\]", test)), key=int)
    test = re.sub(r"\bL\[(\d+)\]", r"l\1", test)
    head = f"for {ast.unparse(loop.target)} in {ast.unparse(loop.iter)}:"
    return [*(f"l{slot} = L[{slot}]" for slot in read), head, f"    if {test}:"]


def _jumps(lines: list[Line]) -> bool:
    """Would a loop around these lines take a jump of theirs for its own?"""
    return any(re.search(r"\b(continue|break)$", line) for line, _ in lines)


def _common(one: Bound, other: Bound) -> Bound:
    return {slot: name for slot, name in one.items() if other.get(slot) == name}


def _function(head: str, body: list[Line], top: int) -> list[Line]:
    text = "\n".join(line for line, _ in body)
    counts = ["n = 0"] if "n += 1" in text else []
    lines = [(_FIRST.sub(r"V[\1]", line), number) for line, number in body]
    return [(head, top), *((f"    {line}", top) for line in (*columns(text), *counts)), *_inside(lines)]


def _inside(lines: list[Line]) -> list[Line]:
    return [(f"    {line}", number) for line, number in lines]
