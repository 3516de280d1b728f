"""Small functions that printed source calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.interpreter.chance import chance
from rulekit.interpreter.numbers import long_list, number
from rulekit.interpreter.scopes import Scope
from rulekit.interpreter.state import Data

_SCOPES = 200  # that are kept for one place of the rules
_REMEMBERED = 1000  # things that are found out at one place


def scope_for(known: dict[Any, Scope], key: tuple[Any, ...], word: str, name: str, end: int) -> Scope:
    """A scope as it is opened; it is never changed, so one that was opened before serves again."""
    player, depth, you, saved = key
    found = Scope(word, name, player, depth, end, you, saved)
    if len(known) < _SCOPES:
        known[key] = found
    return found


def scope_after(
    after: dict[Any, list[Any]], scope: Scope, player: Any, known: dict[Any, Scope], word: str, name: str, end: int
) -> list[Any]:
    """The scope for a player that takes the place of another one of the same routine: that one, the new one, and what is
    first opened inside it. It is remembered by player."""
    key = (player, scope.depth, scope.you, scope.saved)
    after[player] = found = [scope, known.get(key) or scope_for(known, key, word, name, end), None]
    return found


def scope_inside(found: list[Any], known: dict[Any, Scope], word: str, name: str, end: int) -> Scope:
    """What a player opens first in such a scope, if it is nobody's and sets nothing aside."""
    key = (None, found[1].depth, found[1].player, ())
    found[2] = new = known.get(key) or scope_for(known, key, word, name, end)
    return new


def under_for(known: dict[Any, Scope], key: tuple[Any, ...], end: int) -> Scope:
    """The same for rules of things, laid over a block."""
    depth, you, lent = key
    found = Scope("under", depth=depth, end=end, you=you, lent=lent)
    if len(known) < _SCOPES:
        known[key] = found
    return found


def remember(known: dict[Any, Any], key: Any, value: Any) -> Any:
    """Keeps what was found out, as long as there is room."""
    if len(known) < _REMEMBERED:
        known[key] = value
    return value


def end_scope(state: Data, word: str, name: str) -> bool:
    """Goes on behind the innermost scope of that word; what was opened inside it is closed."""
    scopes = state.scopes
    at = len(scopes) - 1
    while at >= 0 and (scopes[at][0] != word or (name and scopes[at][1] != name)):
        at -= 1
    if at < 0:
        return False
    while len(scopes) > at + 1:
        for first, values in scopes.pop().saved:
            state.vals[first : first + len(values)] = values
    scope, stack = scopes[at], state.stack
    if len(stack) > scope.depth + 1:
        del stack[scope.depth + 1 :]
    if stack:
        stack[-1][1] = scope.end
    return True


def kept(values: list[Any], table: dict[Any, int], key: Any, empty: Any) -> Any:
    """What a variable or zone of an owner holds; empty for nobody."""
    at = table.get(key)
    return empty if at is None else values[at]


def affords(values: list[Any], player: int, price: Any) -> bool:
    """Has a player all of a price: (slots by owner, amount) for each resource?"""
    for slots, amount in price:
        at = slots.get(player)
        if (0 if at is None else values[at]) < amount:
            return False
    return True


def spent(machine: Any, items: Any) -> Any:
    """A list that is gone through, or made: each item takes a unit of the budget."""
    machine.units -= len(items)
    if machine.units < 0:
        machine.exhausted()
    return items


def flat(items: list[Any]) -> tuple[Any, ...]:
    """Several lists joined into one."""
    long_list(len(items))
    return tuple(items)


def lying(zones: list[Any], zone: int | None) -> Any:
    return () if zone is None else zones[zone]


def held_in(where: list[int], holders: list[int | None], thing: int | None) -> int | None:
    """The cell or die that a thing lies on."""
    return None if thing is None else holders[where[thing]]


def placed(where: list[int], holders: dict[int, tuple[int, ...]], thing: int | None) -> tuple[int, ...]:
    """Whose zone a thing lies in, as a list of one or none."""
    return () if thing is None else holders.get(where[thing], ())


def asked(question: Callable[[int], Any], thing: int | None, empty: Any) -> Any:
    return empty if thing is None else question(thing)


def part(record: Any, index: int, empty: Any) -> Any:
    return empty if record is None else record[index]


def end_of(items: Any, index: int, empty: Any) -> Any:
    return items[index] if items else empty


def nth(items: Any, at: int | None, empty: Any) -> Any:
    """The item at a place counted from 1."""
    return items[at - 1] if at is not None and 0 < at <= len(items) else empty


def floored(value: Any, floor: int) -> Any:
    return value if value is None else max(value, floor)


def equals(found: Any, wanted: Any) -> bool:
    """Is a place of an event what an ability wants: the value itself, or one of several?"""
    if isinstance(wanted, tuple) and not isinstance(found, tuple):
        return found in wanted
    return bool(found == wanted)


__all__ = [
    "affords",
    "asked",
    "chance",
    "end_of",
    "end_scope",
    "equals",
    "flat",
    "floored",
    "held_in",
    "kept",
    "lying",
    "nth",
    "number",
    "part",
    "placed",
    "remember",
    "scope_after",
    "scope_for",
    "scope_inside",
    "spent",
    "under_for",
]
