"""Arithmetic of dice: (count, sides, plus) or, of several sizes, (plus, (count, sides), ...)."""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.program.limits import DICE_MAX, SUMS_MAX, too_long
from rulekit.runtime.numbers import number

Dice = tuple[Any, ...]


def groups_of(dice: Dice) -> tuple[int, dict[int, int]]:
    """What is added to the result, and how many dice there are of each number of sides."""
    if len(dice) == 3 and not isinstance(dice[1], tuple):
        count, sides, plus = dice
        return plus, ({sides: count} if count else {})
    return dice[0], {sides: count for count, sides in dice[1:]}


def _dice(plus: int, groups: dict[int, int]) -> Dice:
    number(plus)
    if sum(groups.values()) > DICE_MAX:
        raise RunError(too_long(f"a roll of {sum(groups.values()):,} dice", DICE_MAX))
    if len(groups) <= 1:
        sides, count = next(iter(groups.items()), (0, 0))
        return (count, sides, plus)
    return (plus, *((groups[sides], sides) for sides in sorted(groups)))


def extremes(dice: Dice) -> tuple[int, int]:
    """The lowest and the highest result."""
    plus, groups = groups_of(dice)
    return number(plus + sum(groups.values())), number(plus + sum(sides * count for sides, count in groups.items()))


def to_roll(dice: Dice) -> tuple[int, tuple[tuple[int, int], ...]]:
    """What is added, and (count, sides) of the dice, the smallest first; refused if there are too many results."""
    low, high = extremes(dice)
    if high - low >= SUMS_MAX:
        raise RunError(too_long(f"a roll with {high - low + 1:,} different results", SUMS_MAX))
    plus, groups = groups_of(dice)
    return plus, tuple([(count, sides) for sides, count in sorted(groups.items())])


def more_dice(left: Dice, right: Dice) -> Dice:
    plus, groups = groups_of(left)
    more, others = groups_of(right)
    for sides, count in others.items():
        groups[sides] = groups.get(sides, 0) + count
    return _dice(plus + more, groups)


def all_dice(several: list[Dice]) -> Dice:
    found: Dice = (0, 0, 0)
    for dice in several:
        found = more_dice(found, dice)
    return found


def less_dice(left: Dice, right: Dice) -> Dice:
    """Dice with a lower result; only numbers are taken away."""
    plus, groups = groups_of(left)
    return _dice(plus - groups_of(right)[0], groups)


def times_dice(left: Dice, right: Dice) -> Dice:
    plus, groups = groups_of(left)
    factor = groups_of(right)[0]
    return _dice(plus * factor, {sides: count * factor for sides, count in groups.items()})
