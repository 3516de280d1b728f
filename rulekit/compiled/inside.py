"""Short verbs, written out in place of their calls.

Contract: a verb that stands alone and has a single way back is printed as part of the function that goes on after an answer:
its locals are Python names. Where it ends a scope that the calling routine has opened around the call, it is known which
scopes are open, so the way goes on behind that one without a search. What cannot be written so is called as before.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from rulekit.compiled.known import Bound
from rulekit.compiled.routines import AGAIN, Line, Routines
from rulekit.interpreter.scopes import Scope
from rulekit.program import core as c
from rulekit.program import ops as o

_SHORT = 12  # operations of a verb that is written out
_SIMPLE = (o.Let, o.Jump, o.JumpUnless, o.SetVar, o.TakeResult, o.Gain, o.CallVerb, o.EndScope, o.EndGame, o.RollNumber)
_LOCAL = re.compile(r"\bL\b")
_LOOK = re.compile(r"\bm\.(?!quiet\b|told\b|t\.|gain_text\b)|\b[dg]_")  # may look at the frame, if only for an error
_SAVED = Scope._fields.index("saved")


class Left(Exception):
    """A verb would have to go on where it cannot."""


class Call(NamedTuple):
    """The call that a verb is written out for."""

    routine: o.Routine
    place: int
    seen: frozenset[int]
    held: Bound


class Inside(Routines):
    """Writes out verbs."""

    call: Call | None = None  # while the lines of a verb are printed: what calls it
    _looks = False  # may the lines of that verb look at the frame?
    loops: tuple[tuple[int, int], ...] = ()  # the loops around a place: where each begins, and where it goes on behind

    def written_out(
        self, routine: o.Routine, op: o.CallVerb, place: int, seen: frozenset[int]
    ) -> tuple[list[Line], bool] | None:
        """The lines of a verb in place of its call, and whether it comes back; None where it must be called."""
        if self.alone or not self._short(op.verb) or (self.loops and self.exits(op.verb)):
            return None
        outer = self.path, self.held
        lines = self._entering(op, place)
        given = [self._given(source, lines) for source in (op.subject, *op.args)]
        verb = self.program.routines[self.program.verbs[op.verb].routine]
        self.call, self._looks = Call(routine, place, seen, self.held), False
        self.path, self.alone, loops, self.loops = verb.path, True, self.loops, ()
        self.held = {c.YOU: given[0], **dict(zip(verb.params, given[1:], strict=False))}
        try:
            body, comes_back = self.until(verb, 0, len(verb.ops) - 1, frozenset())
        except Left:
            return None
        finally:
            (self.path, self.held), self.alone, self.call, self.loops = outer, False, None, loops
        if comes_back and any(isinstance(inner, o.CallVerb) for inner in verb.ops):
            body = [*body, ("s.result = None", op.span.line)]
        if self._looks:
            lines.append(f"frame[1] = {place + 1}")
        return [*((text, op.span.line) for text in lines), *body], comes_back

    def _short(self, verb: str) -> bool:
        if verb in self.t.watched or not self.program.verbs[verb].routine or not self.stands_alone(verb):
            return False
        *ops, last = self._ops(verb)
        return (
            len(ops) < _SHORT and all(isinstance(op, _SIMPLE) for op in ops) and isinstance(last, o.Return) and not last.value
        )

    @cached_property
    def _results(self) -> bool:
        """May a verb have a result: one that it returns, or one that whoever answers it has put in its place?"""
        ops = (op for routine in self.program.routines.values() for op in routine.ops)
        return bool(self.t.watched) or any(isinstance(op, o.Return) and op.value is not None for op in ops)

    def _entering(self, op: o.CallVerb, place: int) -> list[str]:
        """What comes before the first line of the verb. While chance is asked, one that rolls must be entered."""
        lines = ["s.result = None"] if self._results else []
        if not self.rolls(op.verb):
            return lines
        subject, args = self.code(op.subject), [self.code(arg) for arg in op.args]
        entered = [
            *self._entered(op.verb, self.program.verbs[op.verb].routine, subject, args, place),
            f"pc = {place + 1}; continue",
        ]
        return ["if s.ask_chance:", *(f"    {line}" for line in self.leaving("\n".join(entered))), *lines]

    def _given(self, node: c.Core, lines: list[str]) -> str:
        """The name of a value that a verb is given; it is worked out once."""
        source = self.code(node)
        if source.isidentifier() or source.isdigit():
            return source
        name = self.fresh("v")
        if self.sure_number(node, dict(self.held)):
            self.numbers.add(name)
        lines.append(f"{name} = {source}")
        return name

    def code(self, node: c.Core) -> str:
        found = super().code(node)
        if self.call is not None:
            self._look(found)
        return found

    def _look(self, text: str) -> None:
        """Looks through a line of a verb: does it need a local that has no name, or may it look at the frame?"""
        if _LOCAL.search(text):
            raise Left
        self._looks = self._looks or _LOOK.search(text) is not None

    def unlisted(self, lines: list[str]) -> list[str]:
        """Lines of a verb without the list of its locals."""
        kept = [re.sub(r"^(\s*)L\[\d+\] = (?=[nv]\d+ = )", r"\1", line) for line in lines]
        kept = [line for line in kept if not line.startswith("L[")]
        self._look("\n".join(kept))
        return kept

    # ---------- ends ----------
    def way_out(self, call: Call, op: o.EndScope | o.EndGame, place: int) -> list[Line]:
        """The lines with which a verb ends a scope or the game."""
        if isinstance(op, o.EndScope):
            return self._behind(call, op)
        winners = "()" if op.winners is None else f"tuple({self.code(op.winners)})"
        at = f"frame[1] = {call.place + 1}"
        top = f"s.stack.append([{self.path!r}, {place + 1}, [{', '.join(self._locals(place))}]])"
        return [(text, op.span.line) for text in (f"s.winners = {winners}", "s.ended = True", at, top, f"return {AGAIN}")]

    def _locals(self, place: int) -> list[str]:
        """The locals of a verb as its frame would hold them."""
        verb = self.program.routines[self.path]
        bound = {getattr(op, name, -1) for op in verb.ops[:place] for name in ("slot", "bind")}
        if bound - self.held.keys() - {-1}:
            raise Left
        return [str(self.held.get(slot)) for slot in range(verb.size)]

    def _behind(self, call: Call, op: o.EndScope) -> list[Line]:
        """Closes what the routine has opened within a scope, and goes on where that ends."""
        lines: list[Line] = []
        for begin in reversed(call.routine.ops[: call.place]):
            if not isinstance(begin, o.ScopeBegin | o.UnderBegin) or begin.end < call.place:
                continue
            if isinstance(begin, o.ScopeBegin) and begin.word == op.word and op.name in ("", begin.name):
                return [*lines, *self._host(call, begin.end)]
            lines.append((self._closes(begin), op.span.line))
        raise Left

    def _closes(self, begin: o.ScopeBegin | o.UnderBegin) -> str:
        if isinstance(begin, o.UnderBegin) or self.made(("lasting", begin.word, begin.name)) == ():
            return "s.scopes.pop()"
        return f"for at, values in s.scopes.pop()[{_SAVED}]: V[at : at + len(values)] = values"

    def _host(self, call: Call, place: int) -> list[Line]:
        """How the calling routine goes on somewhere else."""
        inner = self.path, self.held
        self.path, self.held, self.alone, self.call = call.routine.path, call.held, False, None
        lines, _ = self.until(call.routine, place, -1, call.seen)
        (self.path, self.held), self.alone, self.call = inner, True, call
        return lines

    # ---------- what goes on ----------
    def until(self, routine: o.Routine, place: int, end: int, seen: frozenset[int]) -> tuple[list[Line], bool]:
        """The lines from a place to another, and whether they get there."""
        raise NotImplementedError

    def leaving(self, text: str) -> list[str]:
        """Lines whose jumps leave the function."""
        raise NotImplementedError


__all__ = ["Call", "Inside", "Left"]
