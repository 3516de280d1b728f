"""Where an environment of one seat stands: a position in Python, or in native memory.

Contract: both take answers by their place among the options, and come to the same positions. The native one makes a `State`
only when somebody looks at it, so what bots answer in between costs next to nothing; that state does not know what has happened
before.
"""

from __future__ import annotations

from typing import Any, Protocol

from rulekit.api import State
from rulekit.api.native import Native, handle
from rulekit.api.native_search import searchable
from rulekit.errors import UsageError

TRIED = 100  # steps of each way before one is chosen


class Position(Protocol):
    """What an environment asks of a position."""

    @property
    def over(self) -> bool: ...

    @property
    def player(self) -> int | None: ...

    @property
    def count(self) -> int: ...

    @property
    def state(self) -> State: ...

    def take(self, at: int) -> None: ...


class InPython:
    """A position as a state."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def player(self) -> int | None:
        return self.state.decision.player

    @property
    def count(self) -> int:
        """How many answers there are."""
        return len(self.state.decision.options)

    def take(self, at: int) -> None:
        self.state = self.state.apply(at)


class InNative:
    """A position in native memory."""

    def __init__(self, native: Native) -> None:
        self._native, self._state = native, None

    _state: State | None

    @property
    def over(self) -> bool:
        return self._native.over

    @property
    def player(self) -> int | None:
        return self._native.player

    @property
    def count(self) -> int:
        return len(self._native.options)

    @property
    def state(self) -> State:
        if self._state is None:
            self._state = self._native.to_state()
        return self._state

    def take(self, at: int) -> None:
        self._state = None
        self._native.apply(at)

    def __reduce__(self) -> Any:
        """Native memory stays here: a copy goes on in Python, to the same positions."""
        return InPython, (self.state,)


class Faster:
    """Which way of playing is faster here, by what steps have taken so far. Both lead to the same positions, so a clock may say
    it: natively answers cost next to nothing, but a state has to be made for every look, and that pays in large games only.

    >>> found = Faster()
    >>> found.native
    True
    >>> for seconds in [0.002] * TRIED: found.note(InNative, seconds)
    >>> found.native
    False
    >>> for seconds in [0.001] * TRIED: found.note(InPython, seconds)
    >>> found.native
    False
    """

    def __init__(self) -> None:
        self._spent: dict[type, float] = {InNative: 0.0, InPython: 0.0}
        self._steps: dict[type, int] = {InNative: 0, InPython: 0}

    def note(self, way: type, seconds: float) -> None:
        self._spent[way] += seconds
        self._steps[way] += 1

    @property
    def native(self) -> bool:
        if min(self._steps.values()) < TRIED:
            return self._steps[InNative] < TRIED
        return self._spent[InNative] * self._steps[InPython] < self._spent[InPython] * self._steps[InNative]


def position(state: State, *, native: bool) -> Position:
    """The position of a new game: natively where that is wanted and there is code for it already. Code that is missing is
    compiled in the background, for the games that follow."""
    if native and searchable(state, build=True) is not None:
        try:
            return InNative(handle(state))
        except UsageError:
            pass  # more than native code takes
    return InPython(state)
