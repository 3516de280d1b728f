"""Operations on values that need neither a state nor a table.

Contract: pure. What is beyond a limit raises a `RunError` without a place: whoever runs the rules adds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rulekit.runtime.bundles import add, alternatives, same, scale, take_away
from rulekit.runtime.dice import all_dice, less_dice, more_dice, times_dice
from rulekit.runtime.numbers import divided, long_list, minus, number, plus, times, up_to


def ranked(function: str, down: bool, keyed: list[tuple[Any, Any]]) -> tuple[Any, ...]:
    """highest, lowest or sorted of (key, item) pairs."""
    if function == "sorted":
        return _down(keyed) if down else tuple(item for _, item in sorted(keyed, key=lambda pair: pair[0]))
    if not keyed:
        return ()
    target = (max if function == "highest" else min)(key for key, _ in keyed)
    return tuple(item for key, item in keyed if key == target)


def sortable(value: Any) -> Any:
    return (0, 0) if value is None else (1, value)


def _down(keyed: list[tuple[Any, Any]]) -> tuple[Any, ...]:
    """Sorted from high to low, those that tie in their old order."""
    ranked = sorted(range(len(keyed)), key=lambda i: keyed[i][0])
    groups: list[list[int]] = []
    for index in ranked:
        if groups and keyed[groups[-1][0]][0] == keyed[index][0]:
            groups[-1].append(index)
        else:
            groups.append([index])
    return tuple(keyed[i][1] for group in reversed(groups) for i in sorted(group))


def folded(function: str, values: list[Any]) -> Any:
    if function == "every":
        return all(values)
    if function == "sum":
        return number(sum(v or 0 for v in values))
    if function == "sum bundle":
        total: Any = ((),)
        for value in values:
            total = add(total, value)
        return total
    if function == "sum dice":
        return all_dice(values)
    known = [v for v in values if v is not None]
    if not known:
        return 0
    return max(known) if function == "most" else min(known)


def _list_plus(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
    long_list(len(left) + len(right))
    return left + right


def _list_minus(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
    """Without as many of each as there are on the right, the first ones first."""
    off = Counter(right)
    rest = []
    for item in left:
        if off[item] > 0:
            off[item] -= 1
        else:
            rest.append(item)
    return tuple(rest)


def _less(left: Any, right: Any) -> bool:
    return left is not None and right is not None and left < right


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": plus,
    "-": minus,
    "*": times,
    "/": divided,
    "..": lambda a, b: tuple(up_to(a, b)),
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": _less,
    ">": lambda a, b: _less(b, a),
    "<=": lambda a, b: a is not None and b is not None and a <= b,
    ">=": lambda a, b: a is not None and b is not None and a >= b,
    "list+": _list_plus,
    "list-": _list_minus,
    "bundle==": same,
    "bundle!=": lambda a, b: not same(a, b),
    "bundle+": add,
    "bundle-": take_away,
    "bundle*": scale,
    "bundle or": alternatives,
    "dice of": lambda a, b: (0, 0, a),
    "dice+": more_dice,
    "dice-": less_dice,
    "dice*": times_dice,
}


def modified(value: Any, changes: list[tuple[str, Any]]) -> Any:
    """A value after all that changes it, layer by layer."""
    for layer in ("set_to", "multiplied", "raised", "at_least", "at_most"):
        for change, amount in changes:
            if change == layer or (layer == "raised" and change == "lowered"):
                value = _modified(value, change, amount)
    return value


def _modified(value: Any, change: str, amount: Any) -> Any:
    if isinstance(value, tuple):
        return more_dice(value, amount) if change == "raised" else amount if change == "set_to" else value
    if change == "set_to":
        return amount
    value, amount = value or 0, amount or 0  # a missing number counts as 0
    if change == "multiplied":
        return number(value * amount)
    if change == "raised":
        return number(value + amount)
    if change == "lowered":
        return number(value - amount)
    return max(value, amount) if change == "at_least" else min(value, amount)
