"""What is in the boxes of Dice Forge and Rebellion, written down apart from the rules files: sets, slots, legal choices."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product

import rulekit
from rulekit.runtime.chance import draw

BASE = """hammer m1 0, chest m2 2, silver_hind m3 2, satyrs m4 6, ferryman m5 12, helmet m6 4, cancer m7 8, hydra m8 26,
elder f1 0, wild_spirits f2 2, owl f3 4, minotaur f4 8, gorgon f5 14, mirror_of_the_abyss f6 10, sphinx f7 10,
great_bear m3 2, boar m4 4, cerberus m5 6, sentinel m7 6, typhon m8 16, celestial_ship f3 4, guardian_shield
f4 6, triton f5 8, cyclops f7 8"""
ALTERNATIVE = """twins m1 2, sceptre m1 2, companion m2 2, celestial_die m4 6, wind m4 6, mists m5 6, ancestor m5 6, right_hand
m7 10, eternal_night m7 8, tree f1 2, merchant f1 2, wood_nymph f2 2, light_card f4 8, goldsmith f5 4,
omniscient f5 8, trident f6 12, eternal_fire f7 10, left_hand f7 8, first_titan m8 20, goddess_card m8 18"""
GODDESS = "moon_golem m3 2, great_golem m6 8, sun_golem f3 4, time_golem f4 4"
TITANS = "memory m2 2, oracle m3 0, chaos m6 8, dogged f2 2, guardian f3 4, misfortune f6 10"
BOXES = {"dice_forge": (BASE, ""), "": (BASE + "," + ALTERNATIVE, "")}
BOXES |= {"goddess": (BASE + "," + ALTERNATIVE, GODDESS), "titans": (BASE + "," + ALTERNATIVE, TITANS)}


@cache
def game(module: str = "") -> rulekit.Game:
    """The game with a module, or `dice_forge` for the base game alone. Shared: never change its options."""
    return fresh_game(module)


def fresh_game(module: str) -> rulekit.Game:
    """The same, for those who change something."""
    if module == "dice_forge":
        return rulekit.load("dice_forge")
    return rulekit.load("dice_forge_rebellion", modules=(module,) if module else ())


def table_of(text: str) -> dict[str, tuple[str, int]]:
    """Name to slot and printed glory."""
    rows = (row.split() for row in text.replace("\n", " ").split(",") if row.strip())
    return {name: (slot, int(glory)) for name, slot, glory in rows}


@cache
def candidates(module: str) -> dict[str, tuple[str, ...]]:
    """Slot to the sets that may stand there; a slot of the module has one."""
    free, fixed = (table_of(text) for text in BOXES[module])
    found: dict[str, tuple[str, ...]] = {}
    for name, (slot, _) in free.items():
        found[slot] = (*found.get(slot, ()), name)
    return dict(sorted((found | {slot: (name,) for name, (slot, _) in fixed.items()}).items()))


def some_sets(module: str, seed: int) -> list[str]:
    """A legal choice of sets, drawn by the seed."""
    return [names[draw(seed, n, len(names))] for n, names in enumerate(candidates(module).values())]


def pairs_of(sets: Iterable[str]) -> set[tuple[str, str]]:
    return set(combinations(sorted(sets), 2))


def possible_pairs(modules: Iterable[str]) -> set[tuple[str, str]]:
    """All two sets that can stand in one game."""
    found = set()
    for module in modules:
        for one, two in combinations(candidates(module).values(), 2):
            found |= {(min(a, b), max(a, b)) for a, b in product(one, two)}
    return found
