"""What may be wrong at the end of a play.

Contract: a fault is data that says the same in every play that shows it; `Fault.same` tells whether an example failed
in this way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulekit.api import Game
from rulekit.syntax import nodes as n
from rulekit.testing.examples import Failure

if TYPE_CHECKING:
    from rulekit.testing.write_example import Script

CRASHES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True)
class Fault:
    """What is wrong at the end of a play."""

    kind: str  # error, invariant, bounds, ...
    message: str
    check: str = ""  # what should hold; empty when the play itself stops with an error
    cycle: int = 0  # how many answers lead back to the same position
    about: str = ""  # what makes two faults the same one; the message, unless it holds what differs from play to play

    @property
    def key(self) -> str:
        return f"{self.kind}: {self.about or self.message}"

    def same(self, failure: Failure | None, script: Script) -> bool:
        """Did an example fail in this way?"""
        if failure is None:
            return False
        if self.kind == "invariant" and failure.message.endswith(": " + self.message.partition(": ")[2]):
            return True  # examples watch the invariants themselves
        if self.check:
            return failure.message.startswith("this does not hold") and self._at_check(failure, script)
        return core_message(self.message) in failure.message

    def _at_check(self, failure: Failure, script: Script) -> bool:
        return failure.span.source.line(failure.span.line).strip() == script.then[-1]


def core_message(message: str) -> str:
    """An error without its place and trace."""
    first = message.splitlines()[0] if message else ""
    return first.split(": ", 1)[-1] if first.count(":") >= 3 else first


def invariant_fault(game: Game, name: str) -> Fault:
    """The fault that an invariant does not hold, with its formula as it stands in the file."""
    decl = next(d for d in game._decls if isinstance(d, n.Invariant) and d.name == name)
    return Fault("invariant", f"invariant broken: {name}", source_text(decl.value))


def source_text(node: n.Node) -> str:
    """The words of a node on one line."""
    span = node.span
    lines = [span.source.line(number).split(" #")[0] for number in range(span.line, span.end_line + 1)]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(line.strip() for line in lines)
