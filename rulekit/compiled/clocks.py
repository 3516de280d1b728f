"""Abilities that wait for a scope to begin or end.

Contract: as the interpreter; each is matched by a printed function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.interpreter.machine import Machine

if TYPE_CHECKING:
    from rulekit.compiled.code import Code


class Clocks(Machine):
    """Finds those whose time has come."""

    code: Code

    def _clock_items(self, edge: str, word: str, name: str, player: Any) -> list[list[Any]]:
        found: list[list[Any]] = []
        event = [word, player, None, []]
        for clock in self.t.clocks.get((edge, word), ()):
            if not clock.name or clock.name == name:
                function = self.code.clocks.get(clock.number) or self.code.clock(clock)
                function(self, self.s, event, found)
        if len(found) < 2:
            return found
        order = self.from_active(self.t.players)
        return sorted(found, key=lambda item: order.index(item[2]) if item[2] in order else len(order))
