"""What every operation is lowered with.

Contract: `Writer.operation(op, index)` gives the statements of one operation of a routine, by the function that is registered
for its class with `lowers`. They go on to the next one by falling through, to others by `Goto`, or they return. What is rare
or long is carried out by the interpreter's own methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.interpreter.operations import OPERATIONS
from rulekit.ir import nodes as n
from rulekit.ir import protocol
from rulekit.ir.build import binary, logic, negated, simple
from rulekit.ir.fold import FRAME, Env
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.verbs import Verbs
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.types import NUMBER, YESNO, Type

DONE, AGAIN = n.Const(protocol.DONE), n.Const(protocol.AGAIN)
_FRAME = Type("frame")
M, S, L, FRAME_NAME = n.Name("m"), n.Name("s"), n.Name("L"), n.Name("frame", type=_FRAME, null=False)
PLACE, RESULT = n.State("place"), n.State("result")
STACK, SCOPES = n.State("stack", null=False), n.State("scopes", null=False)
TOP = n.Part(STACK, -1, type=_FRAME, null=False)
COVERED = binary("!=", TOP, FRAME_NAME, YESNO)  # something lies on the frame, or it is gone
GONE = logic("or", (negated(STACK), COVERED, n.State("ended")))
DEPTH = binary("-", n.Length(STACK), n.Const(1))  # of the frame on top
K, WHO = n.Name("k", type=NUMBER, null=False), n.Name("who")
Lower = Callable[["Writer", Any, int], "n.Block | None"]
OPS: dict[type, Lower] = {}


def lowers(kind: type) -> Callable[[Lower], Lower]:
    def mark(function: Lower) -> Lower:
        OPS[kind] = function
        return function

    return mark


class Writer:
    """Lowers the operations of one routine. `play`: for playouts, which answer every question on the spot; `frameless`: its
    locals are names of the function; `env`: what its locals are."""

    def __init__(
        self, cx: Lowering, verbs: Verbs, routine: o.Routine, *, play: bool = False, frameless: bool = False, env: Env = FRAME
    ) -> None:
        self.cx, self.verbs, self.routine, self.path = cx, verbs, routine, routine.path
        self.play, self.frameless, self.env = play, frameless, env
        self.loops = False  # does a question of the playout come round in a loop?

    def operation(self, op: o.Operation, index: int) -> n.Block:
        lower = OPS.get(type(op))
        found = lower(self, op, index) if lower is not None else None
        return at_line(found if found is not None else self.fallback(op, index), op.span.line)

    def code(self, node: c.Core) -> n.Value:
        return self.cx.value(node, self.env)

    def local(self, slot: int, type_: Type | None = None) -> n.Value:
        types = self.routine.types
        return self.env.get(slot, type_ or (types[slot] if slot < len(types) else NUMBER))

    def locals(self) -> n.Value:
        """The locals as a frame has them."""
        return L if self.env.framed else n.Listing(tuple([self.local(slot) for slot in range(self.routine.size)]), frame=True)

    def frame(self, place: int) -> n.Value:
        """The frame of the routine as it stands at a place; what runs without one makes it when it is needed."""
        return n.Listing((n.Const(self.path), n.Const(place), self.locals()), frame=True) if self.frameless else FRAME_NAME

    def op(self, index: int) -> n.Value:
        return self.cx.table("op", self.path, index)

    def fallback(self, op: o.Operation, index: int) -> n.Block:
        """As the interpreter does it."""
        executes = OPERATIONS.get(type(op))
        if executes is None:
            return self.as_reference(index)
        found: n.Block = [n.Assign(PLACE, n.Const(index)), n.Do(n.Call(f"m.{executes.__name__}", (FRAME_NAME, self.op(index))))]
        return [*found, *on_top()] if self.verbs.leaves(op) else found

    def as_reference(self, index: int) -> n.Block:
        """Leaves a question to the interpreter."""
        return [n.Assign(PLACE, n.Const(index)), n.Return(n.Call("m.interpret", (FRAME_NAME, self.op(index))))]

    def waits(self, run: n.Value, index: int) -> n.Block:
        """Runs something that may lay frames on this one and says how far it came. What is left of it runs on here; it may
        have sent the frame elsewhere, or away."""
        finish, *back = self.waits_until(index)
        return [n.Assign(K, run), n.If(K, [n.If(binary("==", K, AGAIN), [finish]), *back])]

    def waits_until(self, index: int) -> n.Block:
        """Runs what lies on the frame."""
        finish = n.Assign(K, n.Call("m.finish_above", (FRAME_NAME,), type=NUMBER, null=False))
        return [finish, n.If(K, [n.Return(K)]), *self.elsewhere(index + 1)]

    def elsewhere(self, place: int) -> n.Block:
        """Goes on where the frame says, if that is somewhere else."""
        return [n.If(binary("!=", PLACE, n.Const(place), YESNO), [n.Goto(None)])]

    def waits_for(self, act: n.Value, index: int) -> n.Block:
        """The same for what only lays frames."""
        return [n.Do(act), n.If(COVERED, self.waits_until(index))]

    def begin(self, word: str, name: str, player: n.Value, end: int, you: n.Value, index: int) -> n.Block:
        """Opens a scope of the frame on top of the stack."""
        blocks: n.Saved | None = self.cx.b.made("lasting", word, name)
        if blocks is None:
            return [n.Do(n.Call("m.open_scope", (n.Const(word), n.Const(name), player, n.Const(end), DEPTH)))]
        return [n.Open(word, name, player, end, you, blocks, (self.path, index))]

    def stands(self, index: int) -> n.Block:
        return [] if self.frameless else [n.Assign(PLACE, n.Const(index))]


def at_line(block: n.Block, line: int) -> n.Block:
    """Statements with the line of the rules that they come from."""
    for s in block:
        s.line = s.line or line
    return block


def named(name: n.Name, value: n.Value) -> tuple[n.Block, n.Value]:
    """A value that is written several times: as it is if it is simple, else by a name."""
    if simple(value):
        return [], value
    return [n.Assign(name, value)], n.Name(name.id, type=value.type, null=value.null)


def on_top() -> n.Block:
    """Goes on in the frame if it is still the one that runs."""
    return [n.If(GONE, [n.Return(AGAIN)]), n.Goto(None)]
