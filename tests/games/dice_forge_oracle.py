"""What two rolled faces give, calculated without the rules files: a second, small reading of the rulebook.

Contract: `blessing(one, two, across, start)` is the set of all holdings that a player may end with. A holding is gold, suns,
moons, glory, original fragments and the cell of the Titans' track (0 without it). Only the faces' own texts are known here:
no cards, no Golems.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

Gain = tuple[int, int, int, int, int, int]  # gold, sun, moon, glory, original fragment, loyalty
Holding = tuple[int, int, int, int, int, int]  # the same, with the cell on the track in the place of loyalty

NAMES = "gold sun moon glory original loyalty".split()
CAPS = (12, 6, 6, 10**6, 6)


def gain(text: str) -> Gain:
    """`2 gold, 1 moon` as figures."""
    words = [part.split() for part in text.split(",") if part.strip()]
    one, two, three, four, five, six = (sum(int(n) for n, name in words if name == wanted) for wanted in NAMES)
    return one, two, three, four, five, six


def choice(text: str) -> tuple[Gain, ...]:
    return tuple(gain(part) for part in text.split("/"))


PLAIN: dict[str, tuple[Gain, ...]] = {
    "gold1": choice("1 gold"),
    "gold3": choice("3 gold"),
    "gold4": choice("4 gold"),
    "gold6": choice("6 gold"),
    "sun1": choice("1 sun"),
    "sun2": choice("2 sun"),
    "moon1": choice("1 moon"),
    "moon2": choice("2 moon"),
    "glory2": choice("2 glory"),
    "glory3": choice("3 glory"),
    "glory4": choice("4 glory"),
    "glory1_sun1": choice("1 glory, 1 sun"),
    "gold2_moon1": choice("2 gold, 1 moon"),
    "glory2_moon2": choice("2 glory, 2 moon"),
    "one_of_each": choice("1 gold, 1 sun, 1 moon, 1 glory"),
    "any1": choice("1 gold / 1 sun / 1 moon"),
    "any2": choice("2 gold / 2 sun / 2 moon"),
    "gold3_or_glory2": choice("3 gold / 2 glory"),
    "red_boar": choice("1 sun / 1 moon"),
    "blue_boar": choice("1 sun / 1 moon"),
    "green_boar": choice("1 sun / 1 moon"),
    "yellow_boar": choice("1 sun / 1 moon"),
    "ship": choice(""),
    "triple": choice(""),
    "original1": choice("1 original"),
    "loyal_glory": choice("1 glory, 1 loyalty"),
    "gold3_original": choice("3 gold, 1 original"),
    "gold2_loyal_glory": choice("2 gold, 1 glory, 1 loyalty"),
    "red_misfortune": choice("1 original / 1 loyalty"),
    "blue_misfortune": choice("1 original / 1 loyalty"),
    "green_misfortune": choice("1 original / 1 loyalty"),
    "yellow_misfortune": choice("1 original / 1 loyalty"),
}
SHIELD = {  # what the other die must give, then gain A and gain B
    "red_shield": ("sun", gain("5 glory"), gain("2 sun")),
    "blue_shield": ("moon", gain("5 glory"), gain("2 moon")),
    "yellow_shield": ("gold", gain("5 glory"), gain("3 gold")),
    "green_shield": ("glory", gain("5 glory"), gain("3 glory")),
    "red_chaos": ("sun", gain("2 original, 3 glory"), gain("2 original")),
    "blue_chaos": ("moon", gain("2 original, 3 glory"), gain("2 original")),
    "yellow_chaos": ("gold", gain("2 loyalty, 3 glory"), gain("2 loyalty")),
    "green_chaos": ("glory", gain("2 loyalty, 3 glory"), gain("2 loyalty")),
}

# The Titans' track, a step each way; the blue cells stand where the board has them.
LOYAL = {cell: cell + 1 for cell in range(1, 31)}
REBEL = {cell: cell - 1 for cell in range(2, 32)} | {3: 1, 6: 4, 29: 27, 31: 29}


def zone(cell: int) -> int:
    """Which Loyalty zone: 0 for none."""
    return 0 if cell < 20 else 1 if cell < 23 else 2 if cell < 26 else 3


def walk(cell: int, steps: int, way: dict[int, int]) -> int:
    for _ in range(steps):
        cell = way.get(cell, cell)
    return cell


def receive(held: Holding, given: Gain) -> Holding:
    """What one holds after one die has given; the zone is the one where the die was applied."""
    bonus = zone(held[5])
    gold, glory = given[0], given[3]
    more = (int(bonus > 0 and gold > 0), 0, 0, int(bonus > 1 and gold > 0) + int(bonus > 2 and glory > 0), 0)
    kept = [min(have + new + extra, cap) for have, new, extra, cap in zip(held, given, more, CAPS, strict=False)]
    cell = walk(walk(held[5], given[4], REBEL), given[5], LOYAL) if held[5] else 0
    return kept[0], kept[1], kept[2], kept[3], kept[4], cell


def readings(face: str, own: list[str], across: list[str]) -> list[str]:
    """The faces that a face may count as."""
    if face != "mirror":
        return [face]
    seen = [f for f in across + (own if "mirror" in across else []) if f != "mirror"]
    return seen or ["nothing"]


def gives(face: str, factor: int, before: Gain | None) -> Iterator[Gain]:
    if face in SHIELD:
        wanted, rich, poor = SHIELD[face]
        yield times(rich if before is not None and before[NAMES.index(wanted)] else poor, factor)
    else:
        for one in PLAIN.get(face, (gain(""),)):
            yield times(one, factor)


def times(given: Gain, factor: int) -> Gain:
    a, b, c, d, e, f = (factor * part for part in given)
    return a, b, c, d, e, f


def in_order(first: str, second: str, start: Holding, sure: bool) -> Iterator[Holding]:
    """What is held if the first face is applied first. Each x3 makes three of what the face beside it gives; a shield
    that comes first knows what the other face will give only if that is sure."""
    coming = next(gives(second, 1, None)) if sure and second not in SHIELD else None
    for one in gives(first, 3 if second == "triple" else 1, coming):
        for two in gives(second, 3 if first == "triple" else 1, one):
            yield receive(receive(start, one), two)


def sure(face: str) -> bool:
    """Does it say at once what it will give?"""
    return face != "mirror" and len(PLAIN.get(face, ())) < 2


def blessing(one: str, two: str, across: list[str], start: Holding) -> frozenset[Holding]:
    """All that a player may hold after rolling these two faces; a shield waits for a face that gives what is chosen."""
    found: set[Holding] = set()
    for a, b in product(readings(one, [one, two], across), readings(two, [one, two], across)):
        if one not in SHIELD or two in SHIELD or sure(two):
            found |= set(in_order(a, b, start, sure(two)))
        if two not in SHIELD or one in SHIELD or sure(one):
            found |= set(in_order(b, a, start, sure(one)))
    return frozenset(found)
