"""How compiled code runs what lies on the stack.

Contract: each function says as routines do (`ir/protocol.py`) how far it came: `DONE` when nothing is left of what it was to
run, `AGAIN` when the loop must go on with the stack, `ASK` when an answer is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.interpreter.loop import consult, step
from rulekit.ir.protocol import AGAIN, ASK, DONE, NESTED, SPELL
from rulekit.program import ops as o
from rulekit.runtime.frames import STEPS
from rulekit.runtime.state import Frame

if TYPE_CHECKING:
    from rulekit.ir.run.machine import CompiledMachine

# the frames of the machine itself; events have steps of their own here
COMPILED_STEPS: dict[str, Any] = dict(STEPS)


def finish_above(m: CompiledMachine, frame: Frame) -> int:
    """Runs what was laid on a frame until that is on top again (`DONE`). Else says, as routines do, how to go on."""
    stack = m.s.stack
    depth = len(stack) - 1
    while depth >= 0 and stack[depth] is not frame:
        depth -= 1
    return AGAIN if depth < 0 else run_down_to(m, depth + 1)


def run_down_to(m: CompiledMachine, depth: int) -> int:
    """Runs what lies above the first so many frames; `DONE` when nothing is left of it."""
    s, stack, routines = m.s, m.s.stack, m.routines
    if depth > NESTED:
        return AGAIN
    while len(stack) > depth and not s.ended:
        m.spent += 1
        if m.spent > SPELL:
            return AGAIN
        top = stack[-1]
        path = top[0]
        if path[0] == "@":
            question = COMPILED_STEPS[path](m, top)
            if question is not None and consult(m, question):
                return ASK
        elif routines[path](m, s, top, top[2], top[1]) == ASK:
            return ASK
    return DONE if len(stack) == depth and not s.ended else AGAIN


def interpret(m: CompiledMachine, frame: Frame, op: o.Operation) -> int:
    """An operation that is not printed, as the interpreter does it."""
    return ASK if step(m) else AGAIN


def interpret_at(m: CompiledMachine, frame: Frame, place: int) -> int:
    """A place in the middle of a block: an example, or a save of the other tier, may stand there."""
    frame[1] = place
    return ASK if step(m) else AGAIN


def go_on_at(m: CompiledMachine, frame: Frame, local: list[Any], place: int) -> int:
    """Goes on somewhere else in a routine."""
    found: int = m.routines[frame[0]](m, m.s, frame, local, place)
    return found


def run_rest(m: CompiledMachine, depth: int) -> int:
    """Runs what is left above the first so many frames. It may have sent the frame below elsewhere, so never `DONE`."""
    return ASK if run_down_to(m, depth) == ASK else AGAIN


def run_top(m: CompiledMachine) -> int:
    """Runs the routine that was laid on top of the stack just now."""
    stack = m.s.stack
    m.spent = spent = m.spent + 1
    if spent > SPELL or len(stack) > NESTED:
        return AGAIN
    top = stack[-1]
    found: int = m.routines[top[0]](m, m.s, top, top[2], 0)
    return found
