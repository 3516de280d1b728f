"""Who decides for a player.

Contract: a bot is anything that can be called with a state that waits for its player and gives one of the options, its text, or
its index. It may think on copies of the state as it likes; whether it looks at what its player cannot see is its own honour:
`State.resample` gives states that fit what a player knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulekit.api.state import State
    from rulekit.runtime.option import Option


class Bot(Protocol):
    """A function, or an object that can be called, from a state to an answer."""

    def __call__(self, state: State, /) -> Option | str | int: ...
