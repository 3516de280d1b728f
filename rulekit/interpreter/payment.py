"""The one resolver of costs.

Contract: `ways(player, bundle, purpose)` lists the really different ways to pay, each a tuple of (variable, owner,
amount), the plainest first, without duplicates; an empty list means it cannot be paid. Nothing is changed until one
way is taken whole by `debit`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter.questions import Describer
from rulekit.program.limits import OPTIONS_MAX, too_long
from rulekit.runtime.bundles import Bundle, scale

Purse = dict[tuple[str, Any], int]
Way = tuple[tuple[str, Any, int], ...]
_MOST = 99


class Payments(Describer):
    """Costs, substitutes and extra reserves."""

    def can_pay(self, player: int | None, bundle: Bundle, purpose: str) -> bool:
        if player is None:
            return False
        for entries in bundle:
            for resource, amount, holder in entries:
                if self.held(resource, player if holder is None else holder) < amount:
                    break
            else:
                return True
        if not self.program.payments and not self.program.stores:
            return False
        if not self._elsewhere(player, bundle, purpose):
            return False
        return next(self._ways(player, bundle, purpose), None) is not None

    def _elsewhere(self, player: int, bundle: Bundle, purpose: str) -> bool:
        """Is there anything to pay with but the player's own? Mostly not, and that is quickly seen."""
        if self.t.stores and any(self.stores_of(player, r) for entries in bundle for r, _, _ in entries):
            return True
        if not self.program.payments:
            return False
        before, self.s.paying = self.s.paying, purpose
        try:
            return bool(self._rules(player))
        finally:
            self.s.paying = before

    def fn_can_pay(self, node: Any, args: list[Any], env: Any) -> Any:
        return self.can_pay(args[0], args[1], node.word)

    def held(self, resource: str, owner: Any) -> int:
        slots = self.t.holders[resource]
        slot = slots.get(owner)
        if slot is None:
            slot = slots.get(None)
            if slot is None:
                return 0
        found: int = self.s.vals[slot]
        return found

    def ways(self, player: int, bundle: Bundle, purpose: str) -> list[Way]:
        found: dict[Way, None] = {}
        for way in self._ways(player, bundle, purpose):
            found[way] = None
            if len(found) > OPTIONS_MAX:
                raise RunError(too_long(f"more than {OPTIONS_MAX:,} ways to pay", OPTIONS_MAX))
        return sorted(found, key=lambda way: (len(way), way and [str(part) for part in way]))

    def most_times(self, player: int, bundle: Bundle, purpose: str) -> int:
        count = 0
        while (
            count < _MOST
            and self.can_pay(player, scale(bundle, count + 1), purpose)
            and any(n for e in bundle for _, n, _ in e)
        ):
            count += 1
        return count

    def _ways(self, player: int, bundle: Bundle, purpose: str) -> Iterator[Way]:
        before, self.s.paying = self.s.paying, purpose
        try:
            rules = self._rules(player)
        finally:
            self.s.paying = before
        for entries in bundle:
            yield from self._alternative(player, entries, rules)

    def _rules(self, player: int) -> list[tuple[dict[str, int], Any]]:
        """The substitutes in force for a player: what each gives, what it costs."""
        found = []
        for rule in self.program.payments:
            for env in self.carriers(rule.bearer, rule.size):
                self.spend(1)
                if env[0] is None:
                    env[0] = player
                if env[0] != player or (rule.condition is not None and not self.value(rule.condition, env)):
                    continue
                cost = self.value(rule.cost, env)[0]
                for gives in self.value(rule.gives, env):
                    found.append(({r: n for r, n, _ in gives}, cost))
        return found

    def _alternative(self, player: int, entries: Any, rules: list[tuple[dict[str, int], Any]]) -> Iterator[Way]:
        purse: Purse = {}
        needs: dict[str, int] = {}
        debits: list[tuple[str, Any, int]] = []
        for resource, amount, holder in entries:
            if holder is not None:
                if self.held(resource, holder) < amount:
                    return
                debits.append((resource, holder, amount))
            elif amount > 0:
                needs[resource] = needs.get(resource, 0) + amount
        yield from self._with_rules(player, needs, rules, 0, purse, debits)

    def _with_rules(
        self, player: int, needs: dict[str, int], rules: list[Any], at: int, purse: Purse, debits: list[Any]
    ) -> Iterator[Way]:
        """First without the substitutes from `at` on, then with one more use of each that helps."""
        self.spend(1)
        yield from self._plain(player, {r: n for r, n in needs.items() if n > 0}, debits)
        for index in range(at, len(rules)):
            gives, cost = rules[index]
            if not any(needs.get(r, 0) > 0 for r in gives) or not self._can_spend(player, cost, debits):
                continue
            left = {r: n - gives.get(r, 0) for r, n in needs.items()}
            spent = [*debits, *((r, player if h is None else h, n) for r, n, h in cost)]
            yield from self._with_rules(player, left, rules, index, purse, spent)

    def _can_spend(self, player: int, cost: Any, debits: list[Any]) -> bool:
        return all(self._left(r, player if h is None else h, debits) >= n for r, n, h in cost) and any(n for _, n, _ in cost)

    def _left(self, resource: str, owner: Any, debits: list[Any]) -> int:
        return self.held(resource, owner) - sum(int(n) for r, o, n in debits if (r, o) == (resource, owner))

    def _plain(self, player: int, needs: dict[str, int], debits: list[Any]) -> Iterator[Way]:
        """What is still needed out of the own reserve and the extra ones."""
        self.spend(1)
        if not needs:
            yield _way(debits)
            return
        resource = next(iter(needs))
        rest = {r: n for r, n in needs.items() if r != resource}
        for split in self._splits(player, resource, needs[resource], debits):
            yield from self._plain(player, rest, [*debits, *split])

    def _splits(self, player: int, resource: str, amount: int, debits: list[Any]) -> Iterator[list[Any]]:
        own = self._left(resource, player, debits)
        places = [p for p in self.stores_of(player, resource) if not self.program.vars[p[0]].unspendable]
        yield from self._share(player, resource, amount, own, places, debits)

    def _share(
        self, player: int, resource: str, amount: int, own: int, places: list[Any], debits: list[Any]
    ) -> Iterator[list[Any]]:
        if not places:
            if own >= amount:
                yield [(resource, player, amount)] if amount else []
            return
        store, holder = places[0]
        for part in range(min(amount, self._left(store, holder, debits)) + 1):
            self.spend(1)
            for rest in self._share(player, resource, amount - part, own, places[1:], debits):
                yield ([(store, holder, part)] if part else []) + rest

    def stores_of(self, player: int, resource: str) -> list[tuple[str, int]]:
        """The extra reserves of a player for a resource: (variable, thing that holds it)."""
        found = []
        for store in self.t.stores.get(resource, ()):
            for env in self.carriers(store.bearer, store.size):
                if env[0] == player:
                    found.append((store.var, self.value(store.holder, env)))
        return found

    def debit(self, way: Way) -> None:
        for resource, owner, amount in way:
            slots = self.t.slot[resource]
            slot = slots.get((owner,), slots.get(()))
            if slot is not None:
                self.s.vals[slot] -= amount

    def way_text(self, way: Way, player: int) -> str:
        parts = []
        for resource, owner, amount in way:
            place = "" if owner == player else f" of {self.t.text(owner)}#{self.t.entities[owner].copy}"
            parts.append(f"{amount} {resource}{place}")
        return " + ".join(parts) or "nothing"


def _way(debits: list[Any]) -> Way:
    merged: dict[tuple[str, Any], int] = {}
    for resource, owner, amount in debits:
        merged[(resource, owner)] = merged.get((resource, owner), 0) + amount
    return tuple(sorted(((r, o, n) for (r, o), n in merged.items() if n), key=lambda d: (d[0], str(d[1]))))
