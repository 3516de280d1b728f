"""A full state that fits what one player knows.

Contract: the player's view and, if he is to decide, his options are the same in the result; everything he cannot
see is drawn anew, the sealed answers and the secret variables of the others included. What comes out hangs on what he
sees and on the seed alone. Things that the running effects hold on to stay where they are.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from rulekit.interpreter.chance import draw
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.sealed import redraw, take_out
from rulekit.interpreter.secrets_redrawn import redraw_secrets
from rulekit.interpreter.view import visible

_TRIES = 8
_SECRETS = 0x5EC2E7  # so that secrets are drawn from other numbers than things


def resample(machine: Machine, player: int, seed: int) -> None:
    """Redraws hidden things in place, and gives chance a new seed."""
    sealed = take_out(machine)
    groups = [group for group in _groups(machine, player, held(machine)).values() if len(group) > 1]
    if groups:
        _deal(machine, player, groups, seed)
    numbers = count(1)
    redraw_secrets(
        machine, player, lambda: _options(machine, player), lambda total: draw(seed ^ _SECRETS, next(numbers), total)
    )
    machine.s.seed = draw(seed, machine.s.counter, 1 << 62)
    if sealed is not None:
        stream = count(1)
        redraw(machine, player, sealed, lambda total: draw(~seed, next(stream), total))


def _deal(machine: Machine, player: int, groups: list[list[int]], seed: int) -> None:
    """Permutes what is hidden, until the player's options are what they were."""
    wanted = _options(machine, player)
    zones, where = machine.s.zones[:], machine.s.where[:]
    for attempt in range(_TRIES):
        for group in groups:
            _permute(machine, group, seed + attempt)
        if _options(machine, player) == wanted:
            break
        machine.s.zones, machine.s.where, machine.s.live = zones[:], where[:], {}


def _options(machine: Machine, player: int) -> list[str] | None:
    question = machine.question()
    if question is None or question.player != player:
        return None
    return [choice.text for choice in question.choices]


def held(machine: Machine) -> set[int]:
    """Numbers that running routines hold; they may be things."""
    found: set[int] = set()

    def walk(value: Any) -> None:
        if isinstance(value, list | tuple):
            for item in value:
                walk(item)
        elif isinstance(value, dict):
            walk(tuple(value.values()))
        elif isinstance(value, int) and not isinstance(value, bool):
            found.add(value)

    walk([local for _, _, local in machine.s.stack])
    for entry in (*(scope._asdict() for scope in machine.s.scopes), *machine.s.lasting):
        walk([value for key, value in entry.items() if key not in ("depth", "end", "count")])  # places and counts, no things
    return found


def _groups(machine: Machine, player: int, bound: set[int]) -> dict[Any, list[int]]:
    """Hidden things that could be each other: those of zones between which things have moved unseen."""
    groups: dict[Any, list[int]] = {}
    for entity in machine.t.entities:
        zone = machine.s.where[entity.number]
        if zone < 0 or zone == machine.t.box or entity.number in bound or visible(machine, entity.number, player):
            continue
        groups.setdefault(machine.s.pools[zone], []).append(entity.number)
    return groups


def _permute(machine: Machine, group: list[int], seed: int) -> None:
    """Deals the things of a group to their places. Where each lay makes no difference: what comes out hangs on what the
    player sees and on the seed alone."""
    machine.s.live = {}  # who is awake may change
    order = sorted(group)
    for at in range(len(order) - 1, 0, -1):
        other = draw(seed, at * 7919 + min(group), at + 1)
        order[at], order[other] = order[other], order[at]
    s, hidden, dealt = machine.s, set(group), iter(order)
    for zone in sorted({s.where[thing] for thing in group}):
        s.zones[zone] = tuple(next(dealt) if item in hidden else item for item in s.zones[zone])
        for thing in s.zones[zone]:
            s.where[thing] = zone
