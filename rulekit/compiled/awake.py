"""Abilities by whether anybody awake bears them.

Contract: everything here gives what the interpreter gives. What depends only on which things are awake is remembered with
the state (`Data.live`) and forgotten when one of those things moves (`Table.listens`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.interpreter.machine import Machine
from rulekit.interpreter.payment import Way

if TYPE_CHECKING:
    from rulekit.compiled.code import Code


class Awake(Machine):
    """Modifiers, reserves, substitutes and standing options, looked for only where somebody bears them."""

    code: Code

    def some_awake(self, bearer: str) -> bool:
        """Is there a thing whose ability of this kind holds? Rules and what is laid over a block always may."""
        if bearer == "rule" or bearer.startswith("scope:"):
            return True
        where = self.s.where
        return any(where[e] in zones for e, zones in self.t.sleepers(bearer))

    def _those_awake(self, key: tuple[str, str], abilities: list[Any]) -> tuple[Any, ...]:
        found: tuple[Any, ...] | None = self.s.live.get(key)
        if found is None:
            found = self.s.live[key] = tuple([ability for ability in abilities if self.some_awake(ability.bearer)])
        return found

    # ---------- computed values ----------
    def stat(self, thing: int, name: str) -> Any:
        known = self.code.stats.get(name)
        if known is None:
            known = self.code.stat(name)
        function, blank, modifiers = known
        owner = thing if self.t.is_player[thing] else self.owner(thing)
        if not modifiers or not self._those_awake(("stat", name), modifiers):
            return function(self, self.s, [owner, thing, *blank])
        return super().stat(thing, name)

    def _changes(self, thing: int, modifiers: list[Any]) -> list[tuple[str, Any]]:
        return super()._changes(thing, list(self._those_awake(("stat", modifiers[0].stat), modifiers)))

    # ---------- costs ----------
    def stores_of(self, player: int, resource: str) -> list[tuple[str, int]]:
        stores = self.t.stores.get(resource)
        if not stores or not self._those_awake(("store", resource), stores):
            return []
        return super().stores_of(player, resource)

    def _rules(self, player: int) -> list[tuple[dict[str, int], Any]]:
        payments = self.program.payments
        return super()._rules(player) if payments and self._those_awake(("pay", ""), payments) else []

    def ways(self, player: int, bundle: Any, purpose: str) -> list[Way]:
        """One alternative of plain amounts has one way, if there is nothing else to pay with."""
        if len(bundle) != 1 or any(holder is not None for _, _, holder in bundle[0]):
            return super().ways(player, bundle, purpose)
        if self._elsewhere(player, bundle, purpose):
            return super().ways(player, bundle, purpose)
        needs: dict[str, int] = {}
        for resource, amount, _ in bundle[0]:
            if amount > 0:
                needs[resource] = needs.get(resource, 0) + amount
        if any(self.held(resource, player) < amount for resource, amount in needs.items()):
            return []
        return [tuple([(resource, player, needs[resource]) for resource in sorted(needs)])]

    # ---------- standing options ----------
    def has_standing(self, player: int) -> bool:
        """Does a standing option stand open to the one who is asked?"""
        if player != self.active():
            return False
        for standing in self._those_awake(("anytime", ""), self.program.anytimes):
            for env in self.carriers(standing.bearer, standing.size):
                if env[0] is None or env[0] == player:
                    return True
        return False
