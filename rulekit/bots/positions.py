"""Positions that a bot tries out, in Python or in native memory.

Contract: both give the same: the texts of what may be answered, the position after one of the answers, and how a player stands.
A position stays as it is.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from rulekit.api import State
from rulekit.bots.standing import standing

if TYPE_CHECKING:
    from rulekit.api.native_search import Worlds
    from rulekit.native.library import Machine


class Position(Protocol):
    """What a bot asks of a position."""

    @property
    def over(self) -> bool: ...

    @property
    def player(self) -> int | None: ...

    @property
    def sealed(self) -> bool: ...

    @property
    def texts(self) -> list[str]: ...

    def after(self, at: int) -> Position: ...

    def standing(self, player: int) -> float: ...


class InPython:
    """A position as a state."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def over(self) -> bool:
        return self._state.over

    @property
    def player(self) -> int | None:
        return self._state.decision.player

    @property
    def sealed(self) -> bool:
        return self._state.decision.kind == "sealed"

    @cached_property
    def texts(self) -> list[str]:
        return [option.text for option in self._state.decision.options]

    def after(self, at: int) -> InPython:
        return InPython(self._state.apply(at))

    def standing(self, player: int) -> float:
        return standing(self._state, player)


class InNative:
    """A position in native memory."""

    def __init__(self, worlds: Worlds, machine: Machine, texts: list[str] | None = None) -> None:
        self._worlds, self._machine = worlds, machine
        if texts is not None:
            self.texts = texts

    @property
    def over(self) -> bool:
        return bool(self._machine.told[1])

    @property
    def player(self) -> int | None:
        return self._worlds.asked(self._machine)

    @property
    def sealed(self) -> bool:
        return self._worlds.sealed(self._machine)

    @cached_property
    def texts(self) -> list[str]:
        known = self._worlds.texts
        return [known.texts[number] for number in known.of(self._machine)]

    def after(self, at: int) -> InNative:
        return InNative(self._worlds, self._worlds.after(self._machine, at))

    def standing(self, player: int) -> float:
        return self._worlds.standing(self._machine, player)
