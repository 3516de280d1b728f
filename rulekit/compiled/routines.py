"""Routines to Python functions.

Contract: `Routines.routine(routine)` gives the source of one function `f(m, s, frame, L, pc)` that goes on at any place
`pc` where a frame may stand. It returns `DONE` when it has ended and taken its frame off the stack, `AGAIN` when the stack has
changed otherwise, or `ASK` when an answer is needed; then the frame says where it stands. Operations that are rare or long
are carried out by the interpreter's own methods, so both tiers share them. Each line knows the line of the rules it comes
from.
"""

from __future__ import annotations

from rulekit.compiled.functions import COUNTED, columns
from rulekit.compiled.operations import AGAIN, ASK, Line, Operations
from rulekit.program import ops as o

__all__ = ["AGAIN", "ASK", "Line", "Routines"]
_GROUP = 6  # blocks that are looked through one after another


class Routines(Operations):
    """Prints whole routines as blocks, entered by the place where they begin."""

    def routine(self, routine: o.Routine, name: str, fused: bool = False) -> list[Line]:
        self.path, self.alone, self.fused = routine.path, False, fused
        lines = self._function(routine, f"def {name}(m, s, frame, L, pc):", [])
        self.fused = False
        return lines

    def alone_routine(self, routine: o.Routine, name: str) -> list[Line]:
        """A routine that never stops in the middle: a plain function of its subject and parameters, without a frame."""
        self.path, self.alone = routine.path, True
        values = ["None"] * routine.size
        values[0] = "you"
        for slot in routine.params:
            values[slot] = f"p{slot}"
        params = ["m", "s", "you", *(f"p{slot}=None" for slot in routine.params)]
        first = [*self.counts_itself(routine), f"L = [{', '.join(values)}]", "pc = 0"]
        return self._function(routine, f"def {name}({', '.join(params)}):", first)

    def counts_itself(self, routine: o.Routine) -> tuple[str, ...]:
        """A verb without a frame that calls others takes a unit of the budget: calls in calls may be very many."""
        return COUNTED if any(isinstance(op, o.CallVerb) for op in routine.ops) else ()

    def reply(self, routine: o.Routine, name: str) -> list[Line]:
        """The same for an ability, whose locals are known already."""
        self.path, self.alone = routine.path, True
        return self._function(routine, f"def {name}(m, s, L):", ["pc = 0"])

    def _function(self, routine: o.Routine, head: str, first: list[str]) -> list[Line]:
        starts = self.leaders(routine)
        blocks = [(start, self._block(routine, start, end)) for start, end in _pairs(starts, len(routine.ops))]
        top = routine.ops[0].span.line
        lines = [(head, top), *((f"    {line}", top) for line in first)]
        body = [(f"    {line}", number) for line, number in self._dispatch(blocks)]
        heads = columns("\n".join(line for line, _ in body))
        return [*lines, *((f"    {head}", top) for head in heads), *body]

    def leaders(self, routine: o.Routine) -> list[int]:
        """Where a block must begin: the start, targets of jumps, what may ask, and what follows one that may leave."""
        found = {0}
        for index, op in enumerate(routine.ops):
            found |= {target for target in _targets(op) if 0 <= target < len(routine.ops)}
            if self.asks(op):
                found.add(index)
            if self.leaves(op) and index + 1 < len(routine.ops):
                found.add(index + 1)
        return sorted(found)

    def _block(self, routine: o.Routine, start: int, end: int) -> list[Line]:
        lines: list[Line] = []
        for index in range(start, end):
            op = routine.ops[index]
            lines += [(line, op.span.line) for line in self.operation(op, index)]
            if self.ends(op):
                return lines
        last = lines[-1][1] if lines else 1
        return [*lines, (f"pc = {end}", last)] if end < len(routine.ops) else [*lines, (f"return {AGAIN}", last)]

    def _dispatch(self, blocks: list[tuple[int, list[Line]]]) -> list[Line]:
        """A loop over blocks; a block that falls through meets the next one, a jump begins anew."""
        lines: list[Line] = [("n = 0", 1), ("while True:", 1)]
        for at in range(0, len(blocks), _GROUP):
            group = blocks[at : at + _GROUP]
            wide = len(blocks) > _GROUP
            if wide:
                lines.append((f"    if pc <= {group[-1][0]}:", 1))
            pad = "        " if wide else "    "
            for start, body in group:
                lines.append((f"{pad}if pc == {start}:", 1))
                lines += [(f"{pad}    {line}", number) for line, number in body]
        odd = "return -1" if self.alone else "return m.odd(frame, pc)"
        return [*lines, (f"    {odd}", 1)]


def _pairs(starts: list[int], end: int) -> list[tuple[int, int]]:
    return list(zip(starts, [*starts[1:], end], strict=True))


def _targets(op: o.Operation) -> list[int]:
    found = [
        getattr(op, name) for name in ("to", "done", "empty", "no", "failed", "end") if isinstance(getattr(op, name, None), int)
    ]
    if isinstance(op, o.Ask):
        found += [head.to for head in op.options]
    return found
