"""Secret variables of the others, drawn anew.

Contract: what comes out hangs on what the player sees and on the seed alone. A secret value is drawn from all that its type
allows (none only if it began as none), a number from 0 to the largest number that its owner shows to all; amounts and records
begin afresh. No invariant breaks that held.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulekit.program.types import Type
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import initial_value

_MOST = 1000  # no secret number above it is drawn
Pick = Callable[[int], int]  # draws a number below n


class Secrets:
    """What others keep secret from a player."""

    def __init__(self, machine: Machine, player: int) -> None:
        self._machine, self.slots = machine, secret_slots(machine, player)
        self._broken = broken_invariants(machine) if self.slots else set[str]()

    def take_out(self) -> None:
        """Nothing that follows may hang on what they really are."""
        if self.slots:
            machine = self._machine
            self._put([initial_value(machine, *machine.t.slot_of[slot]) for slot in self.slots])

    def _put(self, values: Sequence[Any]) -> None:
        """Puts values in the place of the secrets, and of what scopes will put back there."""
        s, known = self._machine.s, dict(zip(self.slots, values, strict=True))
        s.vals, s.live = [known.get(slot, value) for slot, value in enumerate(s.vals)], {}
        if any(scope.saved for scope in s.scopes):
            s.scopes = [scope._replace(saved=tuple(_covered(block, known) for block in scope.saved)) for scope in s.scopes]

    def draw(self, pick: Pick) -> bool:
        """Draws them in place, and says whether all invariants hold that did."""
        if not self.slots:
            return True
        self._put(_drawn(self._machine, self.slots, pick))
        return broken_invariants(self._machine) <= self._broken


def secret_slots(machine: Machine, player: int) -> list[int]:
    """The variables that are kept secret from a player."""
    program, slot_of = machine.program, machine.t.slot_of
    return [at for at, (name, owners) in enumerate(slot_of) if program.vars[name].secret and owners[:1] != (player,)]


def _covered(block: tuple[int, tuple[Any, ...]], known: dict[int, Any]) -> tuple[int, tuple[Any, ...]]:
    first, values = block
    return first, tuple(known.get(first + at, value) for at, value in enumerate(values))


def _drawn(machine: Machine, slots: list[int], pick: Pick) -> list[Any]:
    vals = dict[int, Any]()
    for slot in slots:
        name, owners = machine.t.slot_of[slot]
        type_, start = machine.program.vars[name].type, initial_value(machine, name, owners)
        if type_.tag == "list":
            vals[slot] = tuple(value for value in _values(machine, type_.element, owners) if pick(2))
        else:
            values = [*_values(machine, type_, owners), *([None] if start is None else [])]
            vals[slot] = values[pick(len(values))] if len(values) > 1 else values[0] if values else start
    return [vals[slot] for slot in slots]


def _values(machine: Machine, type_: Type, owners: tuple[Any, ...]) -> Sequence[Any]:
    """All values that a type allows; nothing for types that hold several."""
    if type_.tag == "yesno":
        return (False, True)
    if type_.tag == "number":
        return range(_largest(machine, owners[:1]) + 1)
    if type_.tag == "values":
        return machine.program.values[type_.name]
    if type_.tag == "thing":
        return machine.t.players if type_.name == "player" else machine.t.bearers(f"kind:{type_.name}")
    return ()


def _largest(machine: Machine, owner: tuple[Any, ...]) -> int:
    """The largest number that an owner shows to all."""
    shown = [
        machine.s.vals[slot]
        for slot, (name, owners) in enumerate(machine.t.slot_of)
        if owners[:1] == owner and not machine.program.vars[name].secret
    ]
    return min(_MOST, max((value for value in shown if isinstance(value, int) and not isinstance(value, bool)), default=0))


def broken_invariants(machine: Machine) -> set[str]:
    """The invariants that do not hold."""
    empty = [None, None]
    return {i.head.name for i in machine.program.invariants if not machine.value(i.value, empty + [None] * i.size)}
