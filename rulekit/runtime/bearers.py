"""Who bears what: owners, abilities in force, rules laid over a block, powers, whose turn it is.

Contract: reads the state and changes nothing but what is remembered with it: which abilities are in force depends only on where
things lie, is kept in `Data.live`, and is forgotten when one of those things moves (`Table.listens`).
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from rulekit.program.game import borne_by_things
from rulekit.program.types import is_kind
from rulekit.runtime.machine import Locals, Machine
from rulekit.runtime.scopes import Scope

_BUNDLE, _LENT = itemgetter(Scope._fields.index("bundle")), itemgetter(Scope._fields.index("lent"))
_NOWHERE = 1 << 30  # deeper than any scope


def owner_of(m: Machine, thing: int) -> int | None:
    """The player whose zone it lies in, else the one it was made for."""
    t = m.t
    if t.is_player[thing]:
        return thing
    zone = m.s.where[thing]
    found = t.zone_owner[zone] if zone >= 0 else None
    return t.maker[thing] if found is None else found


def carriers(m: Machine, bearer: str, size: int) -> list[Locals]:
    """The locals of every ability now in force that this bearer carries."""
    if bearer == "rule":
        return [[None] * size]
    if bearer.startswith("scope:"):
        return rules_laid(m, bearer[6:], size)
    where, rest = m.s.where, [None] * (size - 2)
    return [[owner_of(m, e), e, *rest] for e, zones in m.t.bearers_by_zones(bearer) if where[e] in zones]


def rules_laid(m: Machine, bundle: str, size: int) -> list[Locals]:
    """The locals of each bundle of rules of that name that is laid over a block, or for a time. Mostly there are none."""
    found: list[Locals] = []
    if not anything_laid(m):
        return found
    for scope in m.s.scopes:
        if scope.bundle == bundle:
            found.append([*scope.locals, *[None] * (size - len(scope.locals))])
        elif scope.lent:
            for path, kept in scope.lent:
                if path == bundle:
                    found.append([*kept, *[None] * (size - len(kept))])
    for entry in m.s.lasting:
        if entry["bundle"] == bundle:
            found.append([*entry["locals"], *[None] * (size - len(entry["locals"]))])
    return found


def anything_laid(m: Machine) -> bool:
    """Are there rules laid over a block, or for a time?"""
    s = m.s
    if s.lasting:
        return True
    if s.laid >= len(s.scopes):
        return False
    if any(map(_LENT, s.scopes)) or any(map(_BUNDLE, s.scopes)):
        return True
    s.laid = _NOWHERE  # the scope that had them has closed
    return False


def any_in_force(m: Machine, bearer: str) -> bool:
    """Is there a thing whose ability of this kind holds? Rules and what is laid over a block always may."""
    if not borne_by_things(bearer):
        return True
    where = m.s.where
    return any(where[e] in zones for e, zones in m.t.bearers_by_zones(bearer))


def abilities_in_force(m: Machine, key: tuple[str, str], abilities: list[Any]) -> tuple[Any, ...]:
    """Those of several abilities that somebody bears; `key` is what their bearers listen to."""
    found: tuple[Any, ...] | None = m.s.live.get(key)
    if found is None:
        found = m.s.live[key] = tuple([ability for ability in abilities if any_in_force(m, ability.bearer)])
    return found


def in_force(m: Machine, thing: int) -> bool:
    """Do the abilities of a thing hold where it lies?"""
    return m.s.where[thing] in m.t.works_in[m.t.entities[thing].kind]


def power_routine(m: Machine, thing: int, power: str) -> str | None:
    """The text of a power: the thing's own, else that of its kind."""
    known = m.t.power_cache
    if (thing, power) not in known:
        known[thing, power] = find_power(m, thing, power)
    return known[thing, power]


def find_power(m: Machine, thing: int, power: str) -> str | None:
    entity = m.t.entities[thing]
    design = m.program.designs.get(entity.design)
    if design is not None and power in design.texts:
        return design.texts[power]
    at: str | None = entity.kind
    while at is not None and at in m.program.kinds:
        if power in m.program.kinds[at].texts:
            return m.program.kinds[at].texts[power]
        at = m.program.parents.get(at)
    return None


def lent_by(m: Machine, lender: Any, rules: str, args: list[Any]) -> tuple[Any, ...]:
    """The rules of that name that some things lend, each with its locals."""
    found = []
    for thing in lender if isinstance(lender, tuple) else (lender,):
        bundle = None if thing is None else lent_bundle(m, thing, rules)
        if bundle is not None:
            kept: list[Any] = [owner_of(m, thing), thing] + [None] * (bundle.captured - 2)
            for param, value in zip(bundle.params, args, strict=False):
                kept[param.slot] = value
            found.append((bundle.path, tuple(kept)))
    return tuple(found)


def lent_bundle(m: Machine, thing: int, name: str) -> Any:
    known = m.t.lent_cache
    if (thing, name) not in known:
        known[thing, name] = find_lent(m, thing, name)
    return known[thing, name]


def find_lent(m: Machine, thing: int, name: str) -> Any:
    entity = m.t.entities[thing]
    found = m.program.bundles.get(f"design:{entity.design}/{name}")
    at: str | None = entity.kind
    while found is None and at is not None:
        found = m.program.bundles.get(f"kind:{at}/{name}")
        at = m.program.parents.get(at)
    return found


def active_player(m: Machine) -> int | None:
    """Whose turn it is."""
    for scope in reversed(m.s.scopes):
        if scope.word == "turn":
            player: int | None = scope.player
            return player
    return None


def in_turn_order(m: Machine, players: tuple[int, ...]) -> tuple[int, ...]:
    """Players from the one whose turn it is."""
    active = active_player(m)
    if active not in players:
        return players
    at = players.index(active)
    return players[at:] + players[:at]


def is_running(m: Machine, thing: int | None) -> bool:
    """Is some text of this thing being carried out?"""
    return any(path[0] != "@" and local[1] == thing for path, _, local in m.s.stack)


def is_verb_running(m: Machine, verb: str) -> bool:
    return any(scope.word == "verb" and scope.name == verb for scope in m.s.scopes)


def is_of_kind(m: Machine, thing: int | None, kind: str) -> bool:
    things = m.t.of_kind.get(kind)
    if things is None:
        parents = m.program.parents
        things = m.t.of_kind[kind] = frozenset(e.number for e in m.t.entities if is_kind(e.kind, kind, parents))
    return thing in things
