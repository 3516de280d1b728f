"""What has happened, for whoever reads it: the log, and places in the rules.

Contract: the log is a chain of (earlier, text, who alone may read it, place in the routines). A quiet machine keeps nothing.
"""

from __future__ import annotations

from typing import Any

from rulekit.runtime.bearers import owner_of
from rulekit.runtime.machine import Machine
from rulekit.sources.source import NOWHERE


def tell(m: Machine, text: str, secret: int | None = None, spot: tuple[str, int] | None = None) -> None:
    """Keeps what has happened."""
    m.log = (m.log, text, secret, spot if spot is not None else place_in_rules(m))


def note(m: Machine, text: str, secret: int | None = None) -> None:
    """A line for the log; a machine without a log drops it."""
    if not m.quiet:
        tell(m, text, secret)


def place_in_rules(m: Machine) -> tuple[str, int] | None:
    """The routine that is being carried out, and where in it."""
    stack = m.s.stack
    if stack:  # mostly the routine that runs is on top
        path, pc, _ = stack[-1]
        if path[0] != "@":
            return path, pc
    for path, pc, _ in reversed(stack):
        if path[0] != "@":
            return path, pc
    return None


def span_at(m: Machine, spot: tuple[str, int] | None) -> Any:
    """The place in the text: that of the operation before the one that comes next."""
    if spot is None:
        return None
    ops = m.program.routines[spot[0]].ops
    return ops[max(0, min(spot[1], len(ops)) - 1)].span


def trace(m: Machine) -> tuple[str, ...]:
    """What is being carried out, innermost first."""
    found = []
    for path, pc, _ in reversed(m.s.stack[-40:]):
        if path[0] != "@":
            ops = m.program.routines[path].ops
            found.append(f"{path} at {ops[min(pc, len(ops) - 1)].span}")
    return tuple(found[:12])


def span_now(m: Machine) -> Any:
    """The place in the text that is being carried out, for an error."""
    top = True
    for path, pc, _ in reversed(m.s.stack):
        if path[0] != "@":
            ops = m.program.routines[path].ops
            # what lies under something else has gone past the operation that called it
            span = ops[min(pc if top else max(pc - 1, 0), len(ops) - 1)].span
            return span if span is not NOWHERE or pc == 0 else ops[pc - 1].span
        top = False
    return None


def gain_text(m: Machine, player: int | None, amount: int, resource: str, holder: Any = None) -> str:
    return f"{m.t.doer(player)} gains {amount} {resource}{held_by(m, holder)}"


def lose_text(m: Machine, player: int | None, amount: int, resource: str, holder: Any = None) -> str:
    return f"{m.t.doer(player)} loses {amount} {resource}{held_by(m, holder)}"


def held_by(m: Machine, holder: Any) -> str:
    """Who else has an amount: `of b3`."""
    if holder is None:
        return ""
    owners = holder if isinstance(holder, tuple) else (holder,)
    names = [m.t.text(one) if isinstance(one, int) else str(one) for one in owners]
    return f" of {' and '.join(names)}"


def die_text(m: Machine, die: int, face: int) -> str:
    t, owner = m.t, owner_of(m, die)
    whose = f"{t.entities[owner].name}'s " if owner is not None else ""
    return f"{whose}{t.entities[die].name} shows {t.entities[face].name}"


def tell_move(m: Machine, thing: int, zone: int) -> None:
    """Tells everybody that a thing has moved, and who may see it which one."""
    t, spot = m.t, place_in_rules(m)
    name, seen = t.entities[thing].name, t.zone_of[zone][0].seen
    shown = seen == "everyone" or (seen == "top" and m.s.zones[zone][0] == thing)
    place = t.place_names.get(zone) or place_name(m, zone)
    m.log = (m.log, f"{name if shown else 'something'} goes to {place}", None, spot)
    owner = t.zone_owner[zone]
    if seen == "owner" and owner in t.players:
        m.log = (m.log, f"it is {name}", owner, spot)
    elif seen == "others" and owner is not None:
        for player in t.players:
            if player != owner:
                m.log = (m.log, f"it is {name}", player, spot)


def place_name(m: Machine, zone: int) -> str:
    found = m.t.place_names.get(zone)
    if found is None:
        found = m.t.place_names[zone] = make_place_name(m, zone)
    return found


def make_place_name(m: Machine, zone: int) -> str:
    definition, owners = m.t.zone_of[zone]
    names = [m.t.text(o) if isinstance(o, int) else str(o) for o in owners]
    return f"{' '.join(names)}'s {definition.head.name}" if names else definition.head.name
