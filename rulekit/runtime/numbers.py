"""Arithmetic within the bounds of a number.

Contract: `number(value)` gives the value back, or raises a `RunError` without a place: whoever runs the rules adds it. Every
result of arithmetic goes through here, in both tiers; printed code leaves it out where it is sure.
"""

from __future__ import annotations

from rulekit.errors import RunError
from rulekit.program.limits import LIST_MAX, NUMBER_MAX, NUMBER_MIN, beyond, too_long


def number(value: int) -> int:
    if NUMBER_MIN <= value <= NUMBER_MAX:
        return value
    raise RunError(beyond(value))


def plus(left: int | None, right: int | None) -> int:
    return number((left or 0) + (right or 0))


def minus(left: int | None, right: int | None) -> int:
    return number((left or 0) - (right or 0))


def times(left: int | None, right: int | None) -> int:
    return number((left or 0) * (right or 0))


def divided(left: int | None, right: int | None) -> int:
    """Rounded down; by 0 it is 0."""
    return (left or 0) // right if right else 0


def up_to(first: int | None, last: int | None) -> range:
    """The numbers from one to another, not yet a list."""
    first, last = first or 0, last or 0
    if last - first >= LIST_MAX:
        raise RunError(too_long(f"a list of {last - first + 1:,} numbers", LIST_MAX))
    return range(first, last + 1)


def long_list(count: int) -> None:
    """Raises if a list cannot be that long."""
    if count > LIST_MAX:
        raise RunError(too_long(f"a list of {count:,} elements", LIST_MAX))
