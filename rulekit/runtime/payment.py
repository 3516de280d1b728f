"""The one resolver of costs.

Contract: `ways(m, player, bundle, purpose)` lists the really different ways to pay, each a tuple of (variable, owner,
amount), the plainest first, without duplicates; an empty list means it cannot be paid. `can_pay` says whether there is one.
Nothing is changed until one way is taken whole by `debit`. Which things lend reserves and substitutes is remembered with the
state (`Data.live`) and forgotten when one of those things moves (`Table.listens`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.errors import RunError
from rulekit.program import core as c
from rulekit.program.game import borne_by_things
from rulekit.program.limits import OPTIONS_MAX, too_long
from rulekit.runtime.bearers import abilities_in_force, carriers
from rulekit.runtime.bundles import Bundle, scale
from rulekit.runtime.machine import Machine

Way = tuple[tuple[str, Any, int], ...]
Need = tuple[str, Any]  # a resource, and who holds it: None is the player himself
Needs = dict[Need, int]
Substitutes = list[tuple[Needs, Any]]  # what each gives, what it costs
_NO_SUBSTITUTES: tuple[Substitutes, Needs] = ([], {})
_MOST = 99


def amount_held(m: Machine, resource: str, owner: Any) -> int:
    slots = m.t.holders[resource]
    slot = slots.get(owner)
    if slot is None:
        slot = slots.get(None)
        if slot is None:
            return 0
    found: int = m.s.vals[slot]
    return found


def can_pay(m: Machine, player: int | None, bundle: Any, purpose: str) -> bool:
    """Is there a way to pay? Mostly the cost is one alternative, out of what the player has himself."""
    if player is None:
        return False
    if len(bundle) != 1:
        return can_pay_one_of(m, player, bundle, purpose)
    vals, holders = m.s.vals, m.t.holders
    for resource, amount, holder in bundle[0]:
        slots = holders[resource]
        slot = slots.get(player if holder is None else m.t.owner_in(resource, player, holder))
        if slot is None:
            slot = slots.get(None)
        if (0 if slot is None else vals[slot]) < amount:
            break
    else:
        return True
    if m.t.stores and any(stores_of(m, player, resource) for resource, _, _ in bundle[0]):
        return next(each_way(m, player, bundle, purpose), None) is not None
    rules, most = in_reach(m, player, purpose) if m.program.payments else _NO_SUBSTITUTES
    needs: Needs = {}
    for resource, amount, holder in bundle[0]:
        if holder is not None:
            return next(each_way(m, player, bundle, purpose), None) is not None
        if amount > amount_held(m, resource, player) + most.get((resource, None), 0):
            return False
        needs[resource, None] = needs.get((resource, None), 0) + amount
    return can_substitute(m, player, needs, rules, 0, {})


def can_pay_one_of(m: Machine, player: int, bundle: Bundle, purpose: str) -> bool:
    """The same for several alternatives, or none."""
    for entries in bundle:
        if all(amount_held(m, r, m.t.owner_in(r, player, holder)) >= amount for r, amount, holder in entries):
            return True
    return other_means(m, player, bundle, purpose) and next(each_way(m, player, bundle, purpose), None) is not None


def ways(m: Machine, player: int, bundle: Any, purpose: str) -> list[Way]:
    """All different ways to pay, the plainest first.

    One alternative of plain amounts has one way, if there is nothing else to pay with."""
    if len(bundle) != 1 or any(holder is not None for _, _, holder in bundle[0]) or other_means(m, player, bundle, purpose):
        return all_ways(m, player, bundle, purpose)
    needs: dict[str, int] = {}
    for resource, amount, _ in bundle[0]:
        if amount > 0:
            needs[resource] = needs.get(resource, 0) + amount
    if any(amount_held(m, resource, player) < amount for resource, amount in needs.items()):
        return []
    return [tuple([(resource, player, needs[resource]) for resource in sorted(needs)])]


def most_times(m: Machine, player: int, bundle: Bundle, purpose: str) -> int:
    count = 0
    while count < _MOST and can_pay(m, player, scale(bundle, count + 1), purpose) and any(n for e in bundle for _, n, _ in e):
        count += 1
    return count


def debit(m: Machine, way: Way) -> None:
    if m.observer is not None:
        m.observer.paid(way)
    for resource, owner, amount in way:
        slots = m.t.holders[resource]
        slot = slots.get(owner, slots.get(None))
        if slot is not None:
            m.s.vals[slot] -= amount


def paid(m: Machine, player: int, way: Way) -> Bundle:
    """A way to pay as a bundle of the one who has paid."""
    found = []
    for resource, owner, amount in way:
        if isinstance(owner, tuple):
            owner = owner[1] if resource in m.t.pairs else owner
        elif owner == player:
            owner = None
        found.append((resource, amount, owner))
    return (tuple(found),)


def way_text(m: Machine, way: Way, player: int) -> str:
    parts = []
    for resource, owner, amount in way:
        parts.append(f"{amount} {resource}{_place(m, owner, player)}")
    return " + ".join(parts) or "nothing"


def _place(m: Machine, owner: Any, player: int) -> str:
    """Where an amount is taken from, if it is not the player's own."""
    if owner == player:
        return ""
    owners = [one for one in (owner if isinstance(owner, tuple) else (owner,)) if one != player]
    names = [f"{m.t.text(one)}#{m.t.entities[one].copy}" if isinstance(one, int) else str(one) for one in owners]
    return f" of {' and '.join(names)}"


# ---------- all ways ----------
def all_ways(m: Machine, player: int, bundle: Bundle, purpose: str) -> list[Way]:
    """The different ways, the plainest first."""
    found: dict[Way, None] = {}
    for way in each_way(m, player, bundle, purpose):
        found[way] = None
        if len(found) > OPTIONS_MAX:
            raise RunError(too_long(f"more than {OPTIONS_MAX:,} ways to pay", OPTIONS_MAX))
    return sorted(found, key=lambda way: (len(way), way and [str(part) for part in way]))


def each_way(m: Machine, player: int, bundle: Bundle, purpose: str) -> Iterator[Way]:
    rules = substitutes_for(m, player, purpose)
    for entries in bundle:
        yield from ways_of_one(m, player, entries, rules)


def ways_of_one(m: Machine, player: int, entries: Any, rules: Substitutes) -> Iterator[Way]:
    needs: Needs = {}
    debits: list[tuple[str, Any, int]] = []
    for resource, amount, holder in entries:
        need = _need(m, player, resource, holder)
        if need[1] is not None and not any(need in gives for gives, _ in rules):
            if left_of(m, *need, debits) < amount:
                return
            debits.append((*need, amount))
        elif amount > 0:
            needs[need] = needs.get(need, 0) + amount
    yield from ways_with_substitutes(m, player, needs, rules, 0, debits)


def _need(m: Machine, player: int, resource: str, holder: Any) -> Need:
    return resource, None if holder is None else m.t.owner_in(resource, player, holder)


def ways_with_substitutes(
    m: Machine, player: int, needs: Needs, rules: Substitutes, at: int, debits: list[Any]
) -> Iterator[Way]:
    """First without the substitutes from `at` on, then with one more use of each that helps."""
    m.spend(1)
    yield from ways_out_of_reserves(m, player, {r: n for r, n in needs.items() if n > 0}, debits)
    for index in range(at, len(rules)):
        gives, cost = rules[index]
        if not any(needs.get(r, 0) > 0 for r in gives) or not can_spend(m, player, cost, debits):
            continue
        left = {r: n - gives.get(r, 0) for r, n in needs.items()}
        spent = [*debits, *((r, m.t.owner_in(r, player, h), n) for r, n, h in cost)]
        yield from ways_with_substitutes(m, player, left, rules, index, spent)


def can_spend(m: Machine, player: int, cost: Any, debits: list[Any]) -> bool:
    return all(left_of(m, r, m.t.owner_in(r, player, h), debits) >= n for r, n, h in cost) and any(n for _, n, _ in cost)


def left_of(m: Machine, resource: str, owner: Any, debits: list[Any]) -> int:
    return amount_held(m, resource, owner) - sum(int(n) for r, o, n in debits if (r, o) == (resource, owner))


def ways_out_of_reserves(m: Machine, player: int, needs: Needs, debits: list[Any]) -> Iterator[Way]:
    """What is still needed out of the own reserve and the extra ones."""
    m.spend(1)
    if not needs:
        yield _way(debits)
        return
    need = next(iter(needs))
    rest = {r: n for r, n in needs.items() if r != need}
    for split in splits(m, player, need, needs[need], debits):
        yield from ways_out_of_reserves(m, player, rest, [*debits, *split])


def splits(m: Machine, player: int, need: Need, amount: int, debits: list[Any]) -> Iterator[list[Any]]:
    resource, holder = need
    own = left_of(m, resource, player if holder is None else holder, debits)
    if holder is not None:  # extra reserves hold what is the player's own
        if own >= amount:
            yield [(resource, holder, amount)]
        return
    places = [p for p in stores_of(m, player, resource) if not m.program.vars[p[0]].unspendable]
    yield from shares(m, player, resource, amount, own, places, debits)


def shares(
    m: Machine, player: int, resource: str, amount: int, own: int, places: list[Any], debits: list[Any]
) -> Iterator[list[Any]]:
    if not places:
        if own >= amount:
            yield [(resource, player, amount)] if amount else []
        return
    store, holder = places[0]
    for part in range(min(amount, left_of(m, store, holder, debits)) + 1):
        m.spend(1)
        for rest in shares(m, player, resource, amount - part, own, places[1:], debits):
            yield ([(store, holder, part)] if part else []) + rest


# ---------- substitutes ----------
def other_means(m: Machine, player: int, bundle: Any, purpose: str) -> bool:
    """Is there anything to pay with but the player's own? Mostly not, and that is quickly seen."""
    if m.t.stores:
        for entries in bundle:
            for resource, _, _ in entries:
                if resource in m.t.stores and stores_of(m, player, resource):
                    return True
    payments = m.program.payments
    if not payments or not abilities_in_force(m, ("pay", ""), payments):
        return False
    return bool(substitutes_for(m, player, purpose))


def substitutes_for(m: Machine, player: int, purpose: str) -> Substitutes:
    before, m.s.paying = m.s.paying, purpose
    try:
        return substitutes_in_force(m, player)
    finally:
        m.s.paying = before


def substitutes_in_force(m: Machine, player: int) -> Substitutes:
    """The substitutes in force; a menu with many prices asks for them once."""
    payments = m.program.payments
    if not payments or not abilities_in_force(m, ("pay", ""), payments):
        return []
    memo, key = m.substitutes, (player, m.s.paying)
    if memo is None:
        return find_substitutes(m, player)
    found: Substitutes | None = memo.get(key)
    if found is None:
        found = memo[key] = find_substitutes(m, player)
    return found


def find_substitutes(m: Machine, player: int) -> Substitutes:
    """The substitutes in force for a player: what each gives, what it costs."""
    found: Substitutes = []
    for rule in m.program.payments:
        for env in carriers(m, rule.bearer, rule.size):
            m.spend(1)
            if env[0] is None:
                env[0] = player
            if env[0] != player or (rule.condition is not None and not m.value(rule.condition, env)):
                continue
            cost = tuple([(r, max(n, 0), holder) for r, n, holder in m.value(rule.cost, env)[0]])  # below 0 is nothing
            for gives in m.value(rule.gives, env):
                found.append(({_need(m, player, r, holder): max(n, 0) for r, n, holder in gives}, cost))
    if found and m.observer is not None:
        m.observer.paid_by(m.program.payments)
    return found


def in_reach(m: Machine, player: int, purpose: str) -> tuple[Substitutes, Needs]:
    """The substitutes, and how much of each resource all of them together could bring at most; known as long as a menu
    is made."""
    memo, key = m.substitutes, ("reach", player, purpose)
    if memo is not None and key in memo:
        known: tuple[Substitutes, Needs] = memo[key]
        return known
    rules, most = substitutes_for(m, player, purpose), Needs()
    for gives, cost in rules:
        times = times_usable(m, player, cost)
        for need, amount in gives.items():
            most[need] = most.get(need, 0) + amount * times
    if memo is not None:
        memo[key] = rules, most
    return rules, most


def can_substitute(m: Machine, player: int, needs: Needs, rules: Substitutes, at: int, spent: dict[Any, int]) -> bool:
    """Can so much be paid out of the own reserve, with the substitutes from `at` on? As `ways_with_substitutes`."""
    m.spend(1)
    for (resource, _), amount in needs.items():
        if amount > 0 and amount_held(m, resource, player) - spent.get((resource, player), 0) < amount:
            break
    else:
        return True
    for index in range(at, len(rules)):
        gives, cost = rules[index]
        if not any(needs.get(need, 0) > 0 for need in gives) or not any(n for _, n, _ in cost):
            continue
        left, more = {r: n - gives.get(r, 0) for r, n in needs.items()}, dict(spent)
        for resource, amount, holder in cost:
            owner = m.t.owner_in(resource, player, holder)
            if amount_held(m, resource, owner) - spent.get((resource, owner), 0) < amount:
                break
            more[resource, owner] = more.get((resource, owner), 0) + amount
        else:
            if can_substitute(m, player, left, rules, index, more):
                return True
    return False


def times_usable(m: Machine, player: int, cost: Any) -> int:
    """How often a player could use a substitute, if it were his only one."""
    return min([amount_held(m, r, m.t.owner_in(r, player, h)) // n for r, n, h in cost if n > 0], default=0)


# ---------- extra reserves ----------
def stores_of(m: Machine, player: int, resource: str) -> list[tuple[str, int]]:
    """The extra reserves of a player for a resource: (variable, thing that holds it). Remembered by player where each reserve
    is on the thing that bears it."""
    stores = m.t.stores.get(resource)
    if not stores:
        return []
    known = m.s.live.get(("store", resource))
    if known is None:
        known = m.s.live["store", resource] = reserves_by_player(m, stores)
    found: list[tuple[str, int]] = find_stores(m, player, stores) if known is True else known.get(player, [])
    if m.observer is not None:
        m.observer.stored_in(found)
    return found


def find_stores(m: Machine, player: int, stores: list[Any]) -> list[tuple[str, int]]:
    found = []
    for store in stores:
        for env in carriers(m, store.bearer, store.size):
            if env[0] == player:
                found.append((store.var, m.value(store.holder, env)))
    return found


def reserves_by_player(m: Machine, stores: list[Any]) -> Any:
    """The reserves of each player; True if they must be looked for every time."""
    found: dict[Any, list[tuple[str, int]]] = {}
    for store in stores:
        if not borne_by_things(store.bearer) or not _itself(store.holder):
            return True
        for env in carriers(m, store.bearer, 2):
            found.setdefault(env[0], []).append((store.var, env[1]))
    return found


def _way(debits: list[Any]) -> Way:
    merged: dict[tuple[str, Any], int] = {}
    for resource, owner, amount in debits:
        merged[(resource, owner)] = merged.get((resource, owner), 0) + amount
    return tuple(sorted(((r, o, n) for (r, o), n in merged.items() if n), key=lambda d: (d[0], str(d[1]))))


def _itself(holder: c.Core) -> bool:
    return isinstance(holder, c.Local) and holder.slot == 1
