"""What a law is, and how it says that it is broken.

Contract: a law is a function of one state (or of a play, or of a game) that leaves it as it was and raises
`LawBroken` when it does not hold. The message names the law, what was found and the answers that lead there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.api import State
from rulekit.runtime.state import freeze

if TYPE_CHECKING:
    from rulekit.testing.play import Play

Law = Callable[[State], None]


class LawBroken(AssertionError):
    """A law does not hold: which one, what was found, and the state where it was found."""

    def __init__(self, law: str, found: str, state: State | None = None) -> None:
        self.law, self.found, self.state = law, found, state
        self.play: Play | None = None  # the play that leads there
        self.example = ""  # the block that shows it, once somebody has written one
        super().__init__(f"{law}: {found}{_way(state)}")

    def show(self, example: str) -> None:
        """Adds the block that shows it, under the traceback too."""
        self.example = example
        if example:
            self.add_note(f"\n{example}")


def _way(state: State | None) -> str:
    return "" if state is None else f"\n  after the answers: {', '.join(state.answers) or 'none'}"


def require(holds: bool, law: str, state: State | None, found: str) -> None:
    """Raises `LawBroken` unless it holds."""
    if not holds:
        raise LawBroken(law, found, state)


def snapshot(state: State) -> Any:
    """All of a state that can change, frozen."""
    return state.data.frozen()


def choices(state: State) -> Any:
    """What is asked, of whom, and what may be answered."""
    return state.decision.kind, state.decision.player, [(o.text, o.probability) for o in state.decision.options]


def difference(one: State, two: State) -> str:
    """The parts of the state in which two differ."""
    left, right = one.data.as_plain(), two.data.as_plain()
    return ", ".join(name for name in left if freeze(left[name]) != freeze(right[name])) or "nothing that counts"


def title(law: Law) -> str:
    """The sentence that a law stands for."""
    return (law.__doc__ or law.__name__).strip().splitlines()[0]
