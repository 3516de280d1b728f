"""Abilities by whether anybody awake bears them.

Contract: everything here gives what the interpreter gives. What depends only on which things are awake is remembered with
the state (`Data.live`) and forgotten when one of those things moves (`Table.listens`).
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from rulekit.interpreter.machine import Machine
from rulekit.interpreter.payment import Way
from rulekit.program import core as c
from rulekit.runtime.scopes import Scope

if TYPE_CHECKING:
    from rulekit.ir.run.code import Code

_BUNDLE, _LENT = itemgetter(Scope._fields.index("bundle")), itemgetter(Scope._fields.index("lent"))
Rules = list[tuple[dict[str, int], Any]]  # substitutes: what each gives, what it costs
_NOTHING_ELSE: tuple[Rules, dict[str, int]] = ([], {})
_NOWHERE = 1 << 30  # deeper than any scope


class Awake(Machine):
    """Modifiers, reserves, substitutes and standing options, looked for only where somebody bears them."""

    code: Code
    substitutes: dict[Any, Any] | None = None  # for costs, by player and purpose, as long as a menu is made

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
        function = self.code.stats.get(name) or self.code.stat(name)
        return function(self, self.s, thing)

    def changers(self, thing: int, name: str) -> tuple[Any, ...]:
        """The functions of all modifiers that may change a computed value of a thing."""
        modifiers = enumerate(self.t.modifiers[name])
        found = tuple([self.code.changer(name, at) for at, modifier in modifiers if self._may_change(modifier, thing)])
        live, key = self.s.live, ("stat", name)
        live[key] = {**live.get(key, {}), thing: found}  # what lies in there is shared by copies: replaced, never changed
        return found

    def _may_change(self, modifier: Any, thing: int) -> bool:
        """Whether a thing that changes nothing but its own values is awake is asked by its function."""
        return thing in self.code.bearing(modifier.bearer) if modifier.own else self.some_awake(modifier.bearer)

    def _something_laid(self) -> bool:
        """Are there rules laid over a block, or for a time?"""
        s = self.s
        if s.lasting:
            return True
        if s.laid >= len(s.scopes):
            return False
        if any(map(_LENT, s.scopes)) or any(map(_BUNDLE, s.scopes)):
            return True
        s.laid = _NOWHERE  # the scope that had them has closed
        return False

    def _laid(self, bundle: str, size: int) -> list[list[Any]]:
        """Mostly no rules are laid over anything."""
        return super()._laid(bundle, size) if self._something_laid() else []

    # ---------- costs ----------
    def can_pay(self, player: int | None, bundle: Any, purpose: str) -> bool:
        """Mostly one alternative, out of what the player has himself."""
        if player is None or len(bundle) != 1:
            return super().can_pay(player, bundle, purpose)
        vals, holders = self.s.vals, self.t.holders
        for resource, amount, holder in bundle[0]:
            slots = holders[resource]
            slot = slots.get(player if holder is None else holder)
            if slot is None:
                slot = slots.get(None)
            if (0 if slot is None else vals[slot]) < amount:
                break
        else:
            return True
        if self.t.stores and any(self.stores_of(player, resource) for resource, _, _ in bundle[0]):
            return next(self._ways(player, bundle, purpose), None) is not None
        rules, most = self._in_reach(player, purpose) if self.program.payments else _NOTHING_ELSE
        needs: dict[str, int] = {}
        for resource, amount, holder in bundle[0]:
            if holder is not None:
                return next(self._ways(player, bundle, purpose), None) is not None
            if amount > self.held(resource, player) + most.get(resource, 0):
                return False
            needs[resource] = needs.get(resource, 0) + amount
        return self._substituted(player, needs, rules, 0, {})

    def _in_reach(self, player: int, purpose: str) -> tuple[Rules, dict[str, int]]:
        """The substitutes, and how much of each resource all of them together could bring at most; known as long as a menu
        is made."""
        memo, key = self.substitutes, ("reach", player, purpose)
        if memo is not None and key in memo:
            known: tuple[Rules, dict[str, int]] = memo[key]
            return known
        rules, most = self._rules_for(player, purpose), dict[str, int]()
        for gives, cost in rules:
            times = self._times(player, cost)
            for resource, amount in gives.items():
                most[resource] = most.get(resource, 0) + amount * times
        if memo is not None:
            memo[key] = rules, most
        return rules, most

    def _substituted(self, player: int, needs: dict[str, int], rules: Rules, at: int, spent: dict[Any, int]) -> bool:
        """Can so much be paid out of the own reserve, with the substitutes from `at` on? As `_with_rules`, without the ways."""
        self.spend(1)
        for resource, amount in needs.items():
            if amount > 0 and self.held(resource, player) - spent.get((resource, player), 0) < amount:
                break
        else:
            return True
        for index in range(at, len(rules)):
            gives, cost = rules[index]
            if not any(needs.get(resource, 0) > 0 for resource in gives) or not any(n for _, n, _ in cost):
                continue
            left, more = {r: n - gives.get(r, 0) for r, n in needs.items()}, dict(spent)
            for resource, amount, holder in cost:
                owner = player if holder is None else holder
                if self.held(resource, owner) - spent.get((resource, owner), 0) < amount:
                    break
                more[resource, owner] = more.get((resource, owner), 0) + amount
            else:
                if self._substituted(player, left, rules, index, more):
                    return True
        return False

    def _times(self, player: int, cost: Any) -> int:
        """How often a player could use a substitute, if it were his only one."""
        return min([self.held(r, player if h is None else h) // n for r, n, h in cost if n > 0], default=0)

    def stores_of(self, player: int, resource: str) -> list[tuple[str, int]]:
        """Remembered by player where each reserve is on the thing that bears it."""
        stores = self.t.stores.get(resource)
        if not stores:
            return []
        known = self.s.live.get(("store", resource))
        if known is None:
            known = self.s.live["store", resource] = self._reserves(stores)
        return super().stores_of(player, resource) if known is True else known.get(player, [])

    def _reserves(self, stores: list[Any]) -> Any:
        """The reserves of each player; True if they must be looked for every time."""
        found: dict[Any, list[tuple[str, int]]] = {}
        for store in stores:
            if store.bearer == "rule" or store.bearer.startswith("scope:") or not _itself(store.holder):
                return True
            for env in self.carriers(store.bearer, 2):
                found.setdefault(env[0], []).append((store.var, env[1]))
        return found

    def _elsewhere(self, player: int, bundle: Any, purpose: str) -> bool:
        if self.t.stores:
            for entries in bundle:
                for resource, _, _ in entries:
                    if resource in self.t.stores and self.stores_of(player, resource):
                        return True
        payments = self.program.payments
        if not payments or not self._those_awake(("pay", ""), payments):
            return False
        return bool(self._rules_for(player, purpose))

    def _rules_for(self, player: int, purpose: str) -> Rules:
        before, self.s.paying = self.s.paying, purpose
        try:
            return self._rules(player)
        finally:
            self.s.paying = before

    def _rules(self, player: int) -> Rules:
        """The substitutes in force; a menu with many prices asks for them once."""
        payments = self.program.payments
        if not payments or not self._those_awake(("pay", ""), payments):
            return []
        memo, key = self.substitutes, (player, self.s.paying)
        if memo is None:
            return super()._rules(player)
        found: Rules | None = memo.get(key)
        if found is None:
            found = memo[key] = super()._rules(player)
        return found

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
        awake = self._those_awake(("anytime", ""), self.program.anytimes)
        if not awake or player != self.active():
            return False
        for standing in awake:
            for env in self.carriers(standing.bearer, standing.size):
                if env[0] is None or env[0] == player:
                    return True
        return False


def _itself(holder: c.Core) -> bool:
    return isinstance(holder, c.Local) and holder.slot == 1
