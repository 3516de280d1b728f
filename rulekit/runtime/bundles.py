"""Arithmetic of bundles: a tuple of alternatives, each a tuple of (resource, amount, holder)."""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.program.limits import ALTERNATIVES_MAX, too_long
from rulekit.runtime.numbers import number

Entry = tuple[str, int, Any]
Bundle = tuple[tuple[Entry, ...], ...]


def some_resource(resource: str | None) -> str:
    """An amount is of something."""
    if resource is None:
        note = "ask first, as in `if r is not none: ...`"
        raise RunError("there is no resource here: what the amount should be of is none", note=note)
    return resource


def _merged(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    found: dict[tuple[str, Any], int] = {}
    for resource, amount, holder in entries:
        key = (resource, holder)
        found[key] = number(found.get(key, 0) + amount)
    return tuple((resource, amount, holder) for (resource, holder), amount in found.items())


def add(left: Bundle, right: Bundle) -> Bundle:
    if len(left) == len(right) == 1:
        entries = left[0] + right[0]
        plain = len(entries) < 2 or (len(entries) == 2 and entries[0][0] != entries[1][0])  # mostly
        return (entries,) if plain else (_merged(entries),)
    _few(len(left) * len(right))
    return tuple(_merged(a + b) for a in left for b in right)


def alternatives(left: Bundle, right: Bundle) -> Bundle:
    _few(len(left) + len(right))
    return left + tuple(b for b in right if b not in left)


def _few(count: int) -> None:
    if count > ALTERNATIVES_MAX:
        raise RunError(too_long(f"{count:,} alternatives of an amount", ALTERNATIVES_MAX))


def same(left: Bundle, right: Bundle) -> bool:
    """Are they as much of everything, in whatever order it is written?"""
    return sorted(map(_plain, left)) == sorted(map(_plain, right))


def _plain(entries: tuple[Entry, ...]) -> list[tuple[str, int, str]]:
    return sorted((r, n, str(h)) for r, n, h in _merged(entries) if n)


def scale(bundle: Bundle, factor: int) -> Bundle:
    if factor == 1:
        return bundle
    return tuple([tuple([(r, number(n * factor), h) for r, n, h in entries]) for entries in bundle])


def take_away(left: Bundle, right: Bundle) -> Bundle:
    """Less of each resource, never below 0."""
    off = {(r, h): n for r, n, h in right[0]} if right else {}
    return tuple(tuple((r, max(0, n - off.get((r, h), 0)), h) for r, n, h in entries) for entries in left)


def amount_of(bundle: Bundle, resource: str) -> int:
    """How much of a resource is in it; of alternatives the one with most of it counts."""
    return number(max((sum(n for r, n, _ in entries if r == resource) for entries in bundle), default=0))
